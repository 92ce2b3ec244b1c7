"""Positions and moves that show every effect: what each must say, and how its parts move."""

from __future__ import annotations

from typing import Any, NamedTuple

from lastcard import Game


class Drama(NamedTuple):
    """A position, moves by seat, and what they must show to Ann: captions, moving parts, and the ways that cards fly."""

    edition: str
    hands: list[list[str]]
    moves: list[tuple[int, str]]
    captions: list[str]
    parts: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    top: str = "red-9"
    options: dict[str, Any] | None = None
    still: tuple[str, ...] = ()  # captions that show with reduced motion only
    draw: list[str] | None = None  # the whole draw pile, if it matters
    turns: int = 0  # how many turns the round has had

    def position(self) -> dict[str, Any]:
        """Return what ``Game.arrange`` takes."""
        pile = {} if self.draw is None else {"draw": self.draw, "rest": False}
        return {"hands": self.hands, "top": self.top, "turn": 0, **pile}

    def begin(self, game: Game) -> Game:
        """Make a game in this position as old as it should be."""
        game.inside().round.turns += self.turns
        return game


SERVER, END = -1, "end"  # the server ends a game that goes on too long
KEEP = ["red-1", "red-2", "blue-3", "blue-4"]
BENS = ["red-1", "red-2", "red-5", "blue-3"]
SWAP = {"name": "Swap", "text": "", "steps": [{"does": "swaps hands", "who": "next"}]}
CYS = ["yellow-1", "yellow-2", "blue-5"]
TO_BEN, TO_ANN = "draw to seat-1", "draw to hand"
DRAMAS = {
    "skip": Drama("classic", [["red-skip", *KEEP], BENS, CYS], [(0, "play red-skip")], ["Skipped! Ben"]),
    "reverse": Drama("classic", [["red-reverse", *KEEP], BENS, CYS], [(0, "play red-reverse")], ["Reverse!"], ("spin",)),
    "rain of two": Drama(
        "classic",
        [["red-draw-two", *KEEP], BENS, CYS],
        [(0, "play red-draw-two")],
        ["+2 2 still to draw Ben"],
        ways=(TO_BEN,) * 2,
    ),
    "rain of four": Drama(
        "classic",
        [["wild-draw-four", "blue-1", "blue-2"], BENS, CYS],
        [(0, "play wild-draw-four blue"), (1, "accept")],
        ["+4 4 still to draw Ben"],
        ("wash",),
        (TO_BEN,) * 4,
    ),
    "sent back": Drama(
        "classic",
        [["red-draw-two", *KEEP], ["red-reverse", *BENS], CYS],
        [(0, "play red-draw-two"), (1, "play red-reverse")],
        ["Sent back: +2! You"],
        options={"deflect": "reverse"},
    ),
    "shuffle": Drama("classic", [KEEP, BENS, CYS], [(0, "play red-1"), (1, "draw")], ["Shuffled!"], draw=[]),
    "wash": Drama("classic", [["wild", *KEEP], BENS, CYS], [(0, "play wild blue")], [], ("wash",), still=("Blue",)),
    "call": Drama("classic", [["red-1", "red-2"], BENS, CYS], [(0, "play red-1 uno")], ["UNO! You"], ("spark",)),
    "catch": Drama(
        "classic",
        [["red-1", "red-2"], BENS, CYS],
        [(0, "play red-1"), (1, "catch 0")],
        ["Caught! You draw 2 You"],
        ways=(TO_ANN,) * 2,
    ),
    "honest": Drama(
        "classic",
        [["wild-draw-four", "blue-1", "blue-2"], BENS, CYS],
        [(0, "play wild-draw-four blue"), (1, "challenge")],
        ["Honest! Ben draws 6"],
        ways=(TO_BEN,) * 6,
    ),
    "bluffing": Drama(
        "classic",
        [["wild-draw-four", "red-1", "blue-2"], BENS, CYS],
        [(0, "play wild-draw-four blue"), (1, "challenge")],
        ["Bluffing! You draw 4"],
        ways=(TO_ANN,) * 4,
    ),
    "round won": Drama(
        "classic", [["red-1"], BENS, CYS], [(0, "play red-1")], ["Round won! You"], ("spark",), options={"target": 500}
    ),
    "game won": Drama("classic", [["red-1"], BENS, CYS], [(0, "play red-1")], ["Game won! You"], ("spark",)),
    "swap": Drama(
        "dawn-of-justice",
        [["wild-custom@batman", "gold-1", "gold-2"], ["gold-3", "gold-4"], ["gold-5", "gold-6"]],
        [(0, "play wild-custom@batman gold"), (1, "accept")],
        ["Hands swapped!"],
        ways=("hand to seat-1", "seat-1 to hand") * 3,
        top="gold-9",
        options={"house_rules": {"batman": SWAP, "superman": None}},
    ),
    "block": Drama(
        "dawn-of-justice",
        [["gold-skip@batman", "gold-1", "gold-2"], ["hero@superman", "gold-3", "gold-4"], ["gold-5", "gold-6"]],
        [(0, "play gold-skip@batman"), (1, "block hero@superman gold")],
        ["Blocked!"],
        ways=("seat-1 to discard",),
        top="gold-9",
    ),
    "gift": Drama(
        "dark-side",
        [["wild-rule-of-two", *KEEP], BENS, CYS],
        [(0, "play wild-rule-of-two blue"), (0, "apprentice 1"), (0, "give red-1")],
        ["Apprentice! Ben", "A gift! Ben"],
        ("light",),
        ("hand to seat-1",),
    ),
    "reveal": Drama(
        "etheria",
        [["wild-unite-etheria", *KEEP], BENS, CYS],
        [(0, "play wild-unite-etheria"), (0, "secret red-1"), (1, "reveal red-1"), (2, "reveal blue-5")],
        ["Hidden! You", "A match! Ben"],
        ("light", "spark"),
    ),
    "dare": Drama(
        "dare",
        [["red-dare-3", "wild-dare-9", *KEEP], ["red-skip", *BENS], CYS],
        [
            *((0, "play red-dare-3"), (1, "dare"), (0, "vote yes"), (2, "vote yes")),
            *((1, "play red-skip"), (0, "play wild-dare-9 blue"), (1, "dare"), (0, "vote no"), (2, "vote no")),
        ],
        ["Dared! Ben", "Showtime! Ben", "Dare done! Ben", "Failed! Ben draws 2 Ben"],
        ("light", "spark"),
        (TO_BEN,) * 2,
    ),
    "line": Drama(
        "favorite-line",
        [["wild-favorite-line", *KEEP], BENS, CYS],
        [
            *((0, "play wild-favorite-line blue"), (0, "film Some film")),
            *((1, "line Some words"), (0, "vote yes"), (2, "vote yes"), (2, "cannot")),
        ],
        ["Lines, please!", "A line! Some words Ben", "Well done! Ben", "Speechless! Cy draws 3 Cy"],
        ("light",),
        ("draw to seat-2",) * 3,
    ),
}
# Captions that come in other ways.
OURS = {
    "draws": [{"does": "draws", "who": "chosen", "n": 1}],
    "again": [{"does": "plays again"}],
    "moves": [{"does": "passes hands on"}],
}
MORE = {
    "house rule": Drama(
        "classic",
        [["red-3", *KEEP], BENS, CYS],
        [(0, "play red-3"), (0, "choose 1")],
        ["House rule!", "Chosen! Ben"],
        options={"card_rules": [{"when": "3", "name": "Ours", "steps": OURS["draws"]}]},
    ),
    "again": Drama(
        "classic",
        [["red-3", *KEEP], BENS, CYS],
        [(0, "play red-3")],
        ["Again! You"],
        options={"card_rules": [{"when": "3", "name": "Ours", "steps": OURS["again"]}]},
    ),
    "all hands": Drama(
        "classic",
        [["red-0", "blue-1"], BENS, CYS],
        [(0, "play red-0")],
        ["All hands move!"],
        ways=("hand to seat-1", "seat-1 to seat-2", "seat-2 to hand"),
        options={"card_rules": [{"when": "0", "name": "Ours", "steps": OURS["moves"]}]},
    ),
    "jump": Drama(
        "classic",
        [["red-4", *KEEP], BENS, ["red-4", *CYS]],
        [(0, "play red-4"), (2, "jump red-4")],
        ["Jump in! Cy"],
        ("spark",),
        ("seat-2 to discard",),
        options={"jump_in": "identical"},
    ),
    "stack": Drama(
        "classic",
        [["red-draw-two", *KEEP], ["blue-draw-two", *BENS], CYS],
        [(0, "play red-draw-two"), (1, "play blue-draw-two")],
        ["+4! Cy"],
        options={"stacking": "same"},
    ),
    "stuck": Drama(
        "classic",
        [["blue-2", "blue-3"], ["blue-4", "blue-5"], ["blue-6", "blue-7"]],
        [(0, "pass"), (1, "pass"), (2, "pass")],
        ["No winner!"],
        draw=[],
    ),
    "turn limit": Drama(
        "classic", [KEEP, BENS, CYS], [(0, "play red-1")], ["Turn limit!"], options={"uno_penalty": 3}, turns=999
    ),
    "the end": Drama("classic", [KEEP, BENS, CYS], [(0, "play red-1"), (SERVER, END)], ["Game over!"]),
    "doubted": Drama(
        "dare",
        [["wild-dare-14", *KEEP], BENS, CYS],
        [(0, "play wild-dare-14 red"), (1, "dare"), (2, "failed 1")],
        ["Dare accepted! Ben", "Failed? Ben"],
        ("light",),
    ),
    "secret": Drama(
        "etheria",
        [["wild-unite-etheria", *KEEP], ["green-1", *BENS], ["green-2", *CYS]],
        [(0, "play wild-unite-etheria"), (0, "secret blue-3"), (1, "reveal green-1"), (2, "reveal green-2")],
        ["The secret! You"],
        ("light",),
    ),
}
# Declared captions that no page shows, because something that always comes with it goes before it, in this drama too.
OUTWEIGHED = {"Revealed!": ("reveal", "revealed"), "Challenged!": ("honest", "challenged")}
