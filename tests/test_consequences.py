"""Consequences: what a player is told about each move before making it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from lastcard import Game, editions
from lastcard.consequences import grouped
from lastcard.house_rules import sentence
from lastcard.testing import walk
from variants import variants


def told(game: Game, seat: int, move: str) -> str:
    """Return what a seat is told about one of its moves."""
    return " ".join(map(str, game.consequences(seat)[next(m for m in game.moves(seat) if m == move)]))


def three(edition: str = "classic", *own: str, top: str = "red-9", **more: Any) -> Game:
    """Arrange a table of three at which seat 0 holds these cards and is on turn."""
    return Game.arrange(edition, [[*own], ["blue-1", "blue-2", "red-1"], ["red-1", "red-2", "blue-2"]], top=top, **more)


def test_every_move_is_explained() -> None:
    """In every edition, with every option, each legal move has at least one sentence, and none has a brace left over."""
    for edition in editions.names():
        for number, options in enumerate(variants(edition)):
            for game in walk(edition, players=2 + number, seed=number, options=options):
                for seat in range(game.players):
                    found = game.consequences(seat)
                    assert [*found] == game.moves(seat)
                    for move, said in found.items():
                        assert said, f"{edition}: nothing is said about {move!r} in {game.phase!r}"
                        assert all(str(each).endswith(".") and "{" not in str(each) for each in said)


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ("red-5", "Seat 1 is next."),
        ("red-skip", "Seat 1 loses a turn."),
        ("red-reverse", "Play reverses: seat 2 is next."),
        ("red-draw-two", "Seat 1 draws 2 and loses a turn."),
        ("wild red", "Seat 1 is next."),
    ],
)
def test_a_card_says_whom_it_hits(card: str, says: str) -> None:
    """A card names the player it hits, and what it costs them."""
    game = three("classic", card.split(maxsplit=1)[0], "blue-7", "green-7")
    assert told(game, 0, f"play {card}") == says


@pytest.mark.parametrize("card", ["red-skip", "red-reverse"])
def test_two_players_play_again(card: str) -> None:
    """With two players, a Skip or a Reverse gives its player another turn."""
    game = Game.arrange("classic", [[card, "blue-1", "blue-2"], ["red-1", "red-2"]], top="red-9")
    assert told(game, 0, f"play {card}") == "Seat 1 loses a turn. You play again."


def test_a_wild_draw_four_says_whether_it_is_a_bluff() -> None:
    """Its player is told whether a challenge would succeed, and the player it hits is told both outcomes."""
    honest, bluff = (
        three("classic", "wild-draw-four", "blue-7", "green-7"),
        three("classic", "wild-draw-four", "red-7", "red-8"),
    )
    says = "You have no red and no other wild, so it's no bluff: seat 1 draws 4 and loses a turn, or 6 after challenging you."
    assert told(honest, 0, "play wild-draw-four red") == says
    says = "You have red, so it's a bluff: seat 1 draws 4 and loses a turn. If seat 1 challenges you, you draw 4."
    assert told(bluff, 0, "play wild-draw-four red") == says
    blind = three("dawn-of-justice", "wild-draw-four@batman", "wild@batman", "blue-7")
    assert told(blind, 0, "play wild-draw-four@batman red").startswith("You have no red, so it's no bluff:")
    wild = three("etheria", "wild-draw-four", "wild", "green-7")
    assert told(wild, 0, "play wild-draw-four red").startswith("You have another wild, so it's a bluff:")
    bluff.move(0, "play wild-draw-four red")
    assert told(bluff, 1, "accept") == "Draw 4 and lose your turn."
    says = "If seat 0 was honest, you draw 6 and lose your turn. If not, seat 0 draws 4 and it's your turn."
    assert told(bluff, 1, "challenge") == f"{says} Honest means having had no red card and no other wild."
    blind.move(0, "play wild-draw-four@batman red")
    assert told(blind, 1, "challenge").endswith("and it's your turn. Honest means having had no red card.")


def test_the_next_to_last_card_reminds_of_the_call() -> None:
    """A move that leaves one card says what a forgotten call costs, and the last card that it wins."""
    game = three("classic", "red-5", "red-draw-two")
    assert told(game, 0, "play red-5") == "Seat 1 is next. One card left: call UNO, or anyone can catch you and you draw 2."
    assert told(game, 0, "play red-5 uno") == "Seat 1 is next. One card left, and you call UNO."
    game.move(0, "play red-5")
    assert told(game, 1, "catch 0") == "Seat 0 forgot to call UNO and draws 2."
    last = three("classic", "red-draw-two")
    assert told(last, 0, "play red-draw-two") == "Your last card: seat 1 still draws 2, and you win the round."


def test_amounts_are_those_of_the_table() -> None:
    """The numbers in the sentences come from the rules of the table."""
    game = three("classic", "red-draw-two", "red-5")
    rules = game.inside().rules
    rules.draw_two_n, rules.uno_penalty = 3, 5
    assert told(game, 0, "play red-draw-two").startswith("Seat 1 draws 3 and loses a turn.")
    assert told(game, 0, "play red-5").endswith("you draw 5.")


def test_an_apprentice_gets_nothing_from_a_last_card() -> None:
    """Whoever has one card left keeps it, and is told so before picking an apprentice."""
    game = three("dark-side", "wild-rule-of-two", "blue-7")
    game.move(0, "play wild-rule-of-two red uno")
    assert told(game, 0, "apprentice 1") == "Seat 1 gets nothing, since you keep your last card."


def test_the_edition_explains_its_own_moves() -> None:
    """A Rule of Two, a dare and a block each say what they cost or bring."""
    game = three("dark-side", "wild-rule-of-two", "blue-7", "green-7")
    assert "apprentice" in told(game, 0, "play wild-rule-of-two red")
    game.move(0, "play wild-rule-of-two red")
    assert told(game, 0, "apprentice 2") == "Seat 2 gets up to 1 of your cards."
    game = three("dare", "red-dare-3", "blue-7", "green-7")
    assert (
        told(game, 0, "play red-dare-3")
        == "Dare 3: “Hum a tune everyone knows until someone guesses it.” seat 1 does it or draws 2."
    )
    game.move(0, "play red-dare-3")
    assert told(game, 1, "take") == "Draw 2. Then it's your turn."
    now = "Do it now. If the others say you failed, you draw 2. Either way, it's your turn then."
    lasting = "Take your turn, and keep the dare up until the next one. If the others say you failed, you draw 2."
    assert told(game, 1, "dare") in (now, lasting)
    hands = [["red-skip@superman", "blue-7", "silver-7"], ["blue-1", "blue-2"], ["hero@batman", "red-2", "blue-2"]]
    game = Game.arrange("dawn-of-justice", hands, top="red-9")
    game.move(0, "play red-skip@superman")
    assert told(game, 1, "accept") == "You lose your turn."
    assert told(game, 2, "block hero@batman red") == "Seat 0's card does nothing, and you pick the color. Seat 1 is next."


@pytest.mark.parametrize(
    ("edition", "own", "moves", "says"),
    [
        (
            "dark-side",
            "wild-rule-of-two",
            ["play wild-rule-of-two red", "apprentice 1", "give blue-7"],
            "You part with blue-7.",
        ),
        (
            "etheria",
            "wild-unite-etheria",
            ["play wild-unite-etheria", "secret blue-7"],
            "You pick blue-7, and the others don't see it.",
        ),
        (
            "dawn-of-justice",
            "blue-skip@superman",
            ["play blue-skip@superman", "block hero@batman red"],
            "The card that was played does nothing. The color becomes red.",
        ),
    ],
)
def test_a_verb_without_words_explains_itself(edition: str, own: str, moves: list[str], says: str) -> None:
    """Of a verb whose author says nothing about consequences, players hear what it does to its card, and its rule."""
    ours = editions.get(edition)
    verbs = tuple(verb._replace(brings="") for verb in ours.verbs)
    bare = dataclasses.replace(ours, id=f"{edition}-bare", verbs=verbs, consequence=lambda r, g, seat, move, options: None)
    blocker = ["hero@batman"] if edition == "dawn-of-justice" else []
    game = Game.arrange(bare, [[own, "blue-7", "red-7", "red-1"], [*blocker, "blue-1", "blue-2"]], top="blue-9")
    *before, last = moves
    for move in before:
        game.move(0, move)
    [mover] = [seat for seat in range(2) if last in game.moves(seat)]
    [rule] = [rule.text for rule in ours.rulebook if rule.id == next(v.rule for v in verbs if v.word == last.split()[0])]
    assert told(game, mover, last) == f"{says} {rule}"


def test_equal_consequences_are_grouped() -> None:
    """A sentence that several moves share is listed once, with the places of these moves."""
    game = three("classic", "red-5", "wild", "blue-7")
    groups = {str(said): places for said, places in grouped([*game.consequences(0).values()])}
    assert groups == {"Seat 1 is next.": [0, 1, 2, 3, 4], "Draw a card. If it matches, you may play it.": [5]}


def test_every_card_says_what_it_does() -> None:
    """Every card has a sentence that says what it does, and special cards have one of their own."""
    for edition in map(editions.get, editions.names()):
        for kind in edition.kinds:
            assert str(kind.info).endswith("."), kind
            assert "Look it up" not in str(kind.info), kind


def test_a_stack_names_its_sum() -> None:
    """At a table that stacks, the sentences name the sum and the player who has to answer for it."""
    hands = [["red-draw-two", "blue-7", "green-7"], ["blue-draw-two", "blue-2", "red-1"], ["red-1", "red-2", "blue-2"]]
    game = Game.arrange("classic", hands, top="red-9", options={"stacking": "same"})
    assert told(game, 0, "play red-draw-two") == "Seat 1 draws 2 and loses a turn, or passes it on."
    game.move(0, "play red-draw-two")
    assert told(game, 1, "accept") == "Draw 2 and lose your turn."
    assert told(game, 1, "play blue-draw-two") == "Seat 2 draws 4 and loses a turn, or passes it on."


def customizable(*steps: dict[str, Any], text: str = "") -> Game:
    """Arrange a table of three at which seat 0 has played a Customizable with these steps, and seat 1 is asked."""
    rule = {"name": "Mayhem", "text": text, "steps": list(steps)}
    hands = [["wild-custom@batman", "red-1", "red-2"], ["blue-3", "blue-4"], ["gold-1", "gold-2"]]
    game = Game.arrange("dawn-of-justice", hands, top="red-9", options={"house_rules": {"batman": rule}})
    game.move(0, "play wild-custom@batman red")
    return game


def step(does: str, who: str | None = None, n: int | None = None) -> dict[str, Any]:
    """Return a step of a house rule."""
    return {"does": does} | ({"who": who} if who else {}) | ({"n": n} if n else {})


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ([step("draws", "me", 2)], "Seat 0 draws 2. It's your turn."),
        ([step("draws", "next", 2)], "You draw 2. It's your turn."),
        ([step("draws", "everyone else", 2)], "Everyone but seat 0 draws 2. It's your turn."),
        ([step("draws", "chosen", 2)], "Seat 0 picks a player, who draws 2. It's your turn."),
        ([step("reverses"), step("draws", "next", 2)], "Play reverses. Seat 2 draws 2. Seat 2 is next."),
        ([step("swaps hands", "next")], "Seat 0 swaps hands with you. It's your turn."),
        ([step("swaps hands", "previous")], "Seats 0 and 2 swap hands. It's your turn."),
        ([step("swaps hands", "most")], "Seat 0 swaps hands with whoever has the most cards. It's your turn."),
        ([step("skips", n=1)], "You lose your turn. Seat 2 is next."),
        ([step("skips", n=2)], "The next 2 players lose a turn. You lose your turn. Seat 0 is next."),
        ([step("skips", n=1), step("plays again")], "Seat 0 plays again."),
        ([step("passes hands left")], "Everyone passes their hand to the left. It's your turn."),
    ],
)
def test_accepting_a_customizable_says_what_happens_to_whom(steps: list[dict[str, Any]], says: str) -> None:
    """Whoever accepts a card with a house rule reads what the rule does, from their own point of view."""
    assert told(customizable(*steps), 1, "accept") == f"House rule: Mayhem. {says}"


def test_a_performance_says_what_the_card_says() -> None:
    """A rule that makes somebody perform quotes its text."""
    game = customizable(step("performs", "next", 3), text="Sing")
    assert told(game, 1, "accept") == (
        "House rule: Mayhem. The card says: “Sing”. You do what the card says, or draw 3. It's your turn."
    )


def test_a_rule_is_told_to_others_about_its_player() -> None:
    """A rule addresses the player of its card as "you" and tells everybody else about that player."""
    rule = {"steps": [step("draws", "me", 1), step("swaps hands", "chosen"), step("plays again")]}
    assert sentence(rule) == "You draw 1; then you swap hands with the chosen player; then you play again."
    assert sentence(rule, "Bo") == "Bo draws 1; then Bo swaps hands with the chosen player; then Bo plays again."
