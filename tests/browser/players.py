"""People who play through their pages by clicks and keys, choosing from the moves the server knows to be legal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as NotThere

from browser.house import House
from lastcard import Edition, Game, editions
from lastcard.cards import FIRST_WILD, FX_DRAW_FOUR, FX_SPECIAL

BASIC = ("play", "draw", "pass", "uno", "catch")
FREE = "…"
TRIES, SHORT = 40, 1500
SHOWN = "Number(document.querySelector('[data-testid=screen-play]')?.dataset.n)"
CAUGHT_UP = f"(n) => {SHOWN} >= n"


class Turn(NamedTuple):
    """The state of the game, and the people's legal moves."""

    number: int
    to_move: tuple[int, ...]
    moves: dict[int, list[str]]
    round_over: bool


class Player:
    """A person at a seat, and the moves they made."""

    def __init__(self, page: Page, seat: int) -> None:
        self.page = page
        self.seat = seat
        self.made: list[str] = []

    def find(self, test_id: str, **attributes: str) -> Locator:
        """Find an element of the page by its test id and data attributes."""
        more = "".join(f"[data-{name}={json.dumps(value, ensure_ascii=False)}]" for name, value in attributes.items())
        return self.page.locator(f'[data-testid="{test_id}"]{more}')

    def catch_up(self, number: int) -> None:
        """Wait until the page shows everything up to this number, so that nobody chooses without having seen it."""
        self.page.wait_for_function(CAUGHT_UP, arg=number)

    def make(self, move: str) -> None:
        """Make a move the way a person does."""
        self.made.append(move)
        words = move.split()
        if words[0] == "play":
            self._play(move, words)
        elif words[0] in BASIC:
            self._leave_dialog()
            self.find("uno").click() if words[0] == "uno" else self.find("move", move=move).first.click()
        else:
            self._answer(move)

    def _play(self, move: str, words: list[str]) -> None:
        self._leave_dialog()
        if words[-1] == "uno" and self.find("uno").get_attribute("aria-pressed") != "true":
            self.find("uno").click()
        self.page.mouse.move(2, 2)  # move away, because the card under the pointer is raised above its neighbors
        card = self.find("hand").locator(f'[data-testid="card"][data-card="{words[1]}"]').first
        box = card.bounding_box()
        assert box is not None
        card.click(position={"x": 16, "y": box["height"] / 2})
        if len(words) - (words[-1] == "uno") > 2:
            self.find("dialog").locator(f"[data-move={json.dumps(move)}]").click()

    def _leave_dialog(self) -> None:
        if self.find("dialog").count():
            self.find("dialog-close").click(timeout=SHORT)

    def _answer(self, move: str) -> None:
        """Answer in the dialog, which opens by itself when the game waits for the answer."""
        verb, _, said = move.partition(" ")
        free = self.find("move", move=f"{verb} {FREE}")
        wanted = self.find("move", move=move).or_(free)
        in_hand = self._in_hand(said.split(" ")[0])
        openers = (self.find("chance"), self.find("decide"))
        before = self.page.evaluate(SHOWN)
        for attempt in range(TRIES):
            try:
                wanted.or_(openers[0]).or_(openers[1]).or_(in_hand).first.wait_for(timeout=SHORT)
                if in_hand.count():
                    in_hand.first.click(position={"x": 16, "y": 40}, timeout=SHORT)
                    return
                if not wanted.count():
                    self._leave_dialog()  # it asks about something else
                    shown = [opener for opener in openers if opener.count()] or openers
                    shown[attempt % len(shown)].first.click(timeout=SHORT)
                    if not self._opens(before):  # a chance that takes one click
                        return
                if free.count():
                    self.find("said").fill(said, timeout=SHORT)
                wanted.first.click(timeout=SHORT)
            except NotThere:  # the element is gone, because the table was still showing what happened
                if self.page.evaluate(SHOWN) > before:  # or because a click that seemed too slow did answer
                    return
            else:
                return
        raise AssertionError(f"{move} cannot be chosen")

    def _in_hand(self, card: str) -> Locator:
        """Find a card of the hand that answers the question, unless a dialog asks it."""
        chosen = f'[data-testid="card"][data-card="{card}"]:not([aria-disabled])'
        return self.page.locator(f'section:has([data-in-hand="true"]) [data-testid="hand"] {chosen}')

    def _opens(self, before: int) -> bool:
        """Wait for what a click brings: a dialog, or a move, which shows more than before."""
        dialog = "document.querySelector('[data-testid=dialog]')"
        self.page.wait_for_function(f"(n) => {dialog} || {SHOWN} > n", arg=before)
        return self.find("dialog").count() > 0


class Round:
    """A round at a table where some seats are people with pages and the others are bots."""

    def __init__(self, house: House, table: str, players: Iterable[Player]) -> None:
        self.house = house
        self.table = table
        self.players = {player.seat: player for player in players}

    def turn(self) -> Turn:
        """Return the current turn."""

        def look(game: Game) -> Turn:
            moves = {seat: [str(move) for move in game.moves(seat)] for seat in self.players}
            return Turn(game.event_count, tuple(game.to_move), moves, game.round_over)

        return self.house.see(self.table, look)

    def play(self, choose: Callable[[Turn, int], str | None], after: Callable[[], None], most: int = 250) -> None:
        """Play until the round is over. The first person for whom ``choose`` returns a move makes it."""
        for _ in range(most):
            turn = self.house.until(self.table, lambda game: game.round_over or self._is_asked(game) or None, self.turn)
            if turn.round_over:
                return
            chosen = next(((seat, move) for seat in self.players if (move := choose(turn, seat))), None)
            assert chosen, f"nobody can move: {turn}"
            seat, move = chosen
            self.players[seat].catch_up(self.house.number(self.table))
            self.players[seat].make(move)
            self._moves_on(turn.number, move)
            after()
        raise AssertionError(f"the round is not over after {most} moves of people")

    def _moves_on(self, number: int, move: str) -> None:
        self.house.until(self.table, lambda game: game.event_count > number or None, lambda: None, f"after {move!r}")

    def _is_asked(self, game: Game) -> bool:
        return any(seat in self.players for seat in game.to_move)


# ---- what is chosen ---------------------------------------------------------------------------------
def specials(edition: Edition) -> list[str]:
    """Return the cards special to the edition, or Wild Draw Four if it has none, since it asks the most."""
    own = [k.text for k in edition.kinds if k.effect == FX_SPECIAL or (k.code >= FIRST_WILD and not k.text.startswith("wild"))]
    return own or [k.text for k in edition.kinds if k.effect == FX_DRAW_FOUR]


class Chooser:
    """Chooses the edition's own verbs first, then its own cards, then any other card, and otherwise draws or passes."""

    def __init__(self, edition: str) -> None:
        self._specials = set(specials(editions.get(edition)))
        self._said = 0

    def __call__(self, turn: Turn, seat: int) -> str | None:
        """Return a seat's move, or None if it is not asked."""
        moves = turn.moves[seat]
        block = next((move for move in moves if move.startswith("block")), None)
        if block:
            return block
        if seat not in turn.to_move:
            return None
        own = [move for move in moves if move.split()[0] not in BASIC]
        if own:
            return self._answer(own)
        plays = [move for move in moves if move.startswith("play")]
        called = [move for move in plays if move.endswith(" uno")] or plays
        special = [move for move in called if move.split()[1] in self._specials]
        return (special or called or [move for move in moves if move in ("draw", "pass")])[0]

    def _answer(self, own: list[str]) -> str:
        """Return a different answer each time, so that every answer gets a turn, with any free text filled in."""
        self._said += 1
        move = own[self._said % len(own)] if len({move.split()[0] for move in own}) == 1 else own[0]
        return move.replace(FREE, f"These are words number {self._said}.")


# ---- what a page may show ---------------------------------------------------------------------------
def hidden_cards(game: Game, seat: int) -> set[str]:
    """Return the cards in other hands that this seat was never told about and has no visible copy of."""
    if game.round_over:
        return set()
    told = [game.view(seat).to_dict(), [event.to_dict() for event in game.events(seat)]]
    known = set(re.findall(r'"([a-z]+-[a-z0-9-]+(?:@[a-z]+)?|[a-z]+@[a-z]+|wild)"', json.dumps(told)))
    return {card for other, hand in enumerate(game.hands) if other != seat for card in hand} - known


def names_of(edition: str) -> dict[str, str]:
    """Return each card's name on a page, or "" if another card's name starts with it."""
    names = {kind.text: kind.text.replace("-", " ").replace("@", ", ") for kind in editions.get(edition).kinds}
    return {card: "" if any(other.startswith(f"{name} ") for other in names.values()) else name for card, name in names.items()}


def shown(html: str, card: str, name: str) -> bool:
    """Whether a page reveals a card, in an attribute or in words."""
    attribute = re.search(rf'data-(?:card|key|move)="(?:\w+ )?{re.escape(card)}["# ]', html)
    return attribute is not None or (name != "" and re.search(rf"\b{re.escape(name)}\b", html, re.IGNORECASE) is not None)
