"""Imagined worlds: the same table as one seat sees it, with everything that this seat cannot see dealt again.

Every card that comes into a hand is followed through the events of its round. A card that the seat has seen on its way keeps
its face. The others, and the draw pile, swap faces among those from the same shuffle, and the card behind each hidden gift is
chosen again. So the new events tell one consistent story, and the seat cannot tell it from the true one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from random import Random

from .bits import bit, color_of_kind, rank_of
from .cards import FX_DRAW_FOUR
from .events import E_DREW, E_OUT, E_RESHUFFLED, E_VOTE, E_VOTED, Row, Teller
from .game import Game
from .history import Inside
from .knowledge import takers
from .rules.state import ANSWER, DREW, NONE, OVER, VOTING, Round

TRIES = 100
BALLOTS = 3


def redeal(game: Game, seat: int | None, rng: Random) -> Game:
    """Return a copy of the game in which everything that a seat (None: a spectator) cannot see is dealt again.

    Hands, draw pile, future shuffles and hidden choices change. The seat's view, moves and events do not. The world knows
    neither the seed nor the moves that led to it, so it has no record. Faces depend on the cards that were seen, not on what
    you might conclude from a player's choices.
    """
    for _ in range(TRIES):
        world = _shuffled(game, seat, rng)
        if world is not None:
            return world
    return _shuffled(game, seat, rng, keep=True) or game.copy()


class _Card:
    """A card that came into a hand: its face, the shuffle it came from, and the rows that mention it, seen or not."""

    __slots__ = ("face", "mentions", "shuffle")

    def __init__(self, face: int, shuffle: int) -> None:
        self.face = face
        self.shuffle = shuffle
        self.mentions: list[tuple[int, bool, int]] = []  # row, whether the seat saw it, the face in that row

    def seen(self) -> int | None:
        return next((face for _, seen, face in self.mentions if seen), None)


def _face(card: _Card) -> int:
    return card.face


class _Tracks:
    """The cards of one round, followed through its rows as one seat sees them."""

    def __init__(self, teller: Teller, seat: int | None, players: int) -> None:
        self.teller = teller
        self.seat = seat
        self.hands: list[list[_Card]] = [[] for _ in range(players)]
        self.cards: list[_Card] = []
        self.blurs: list[tuple[int, _Card, list[_Card]]] = []  # row, card, and what it could be for all the seat knows
        self.queue: list[_Card] = []
        self.shuffle = 0
        self.is_counted = False

    def follow(self, number: int, row: Row) -> None:
        what, seat, kind, _ = row
        happening = self.teller.happenings[what]
        if what == E_RESHUFFLED:
            self.shuffle += 1
        elif what == E_OUT:
            self.is_counted = True
        elif happening.cards in ("show", "swap", "rotate"):
            self._whole_hands(happening.cards, number, row)
        elif happening.kind == "card" and seat >= 0:
            card = self._card_of(happening.cards, number, row)
            if card is not None:
                seers = self.teller.seers(row)
                card.mentions.append((number, seers is None or self.seat in seers, kind))

    def _card_of(self, moved: str, number: int, row: Row) -> _Card | None:
        _, seat, kind, n = row
        hand = self.hands[seat]
        if moved == "in":
            card = self.new(kind)
            hand.append(card)
            return card
        if moved in ("shown", "handed"):
            return self.queue.pop(0)
        same = [card for card in hand if card.face == kind]
        if not same:
            return None
        if moved not in ("out", "gift"):
            return same[0]
        card = same[-1]
        if moved == "gift":
            if self.seat not in (seat, n):
                self.blurs.append((number, card, hand[:]))
            self.hands[n].append(card)
        hand.remove(card)
        return card

    def _whole_hands(self, moved: str, number: int, row: Row) -> None:
        """Show or hand over whole hands in deck order, so that nobody learns when a card came."""
        _, seat, count, _ = row
        old = self.hands
        if moved == "show":
            self.queue = sorted(old[seat][:count], key=_face)
            self._blur(number, self.queue)
            return
        self.queue = []
        self.hands = old[:]
        for giver, taker in takers(moved, row, len(old)).items():
            self.hands[taker] = sorted(old[giver], key=_face)
            self.queue += self.hands[taker]
            self._blur(number, self.hands[taker])

    def _blur(self, number: int, hand: list[_Card]) -> None:
        self.blurs += [(number, card, hand[:]) for card in hand]

    def new(self, kind: int) -> _Card:
        card = _Card(kind, self.shuffle)
        self.cards.append(card)
        return card

    def end(self, number: int, pile: Iterable[int]) -> list[_Card]:
        """Close the round after its last row and return the cards of the draw pile. Counted hands were seen by all."""
        if self.is_counted:
            for hand in self.hands:
                self._blur(number, hand)
                for card in hand:
                    card.mentions.append((number, True, card.face))
        return [self.new(kind) for kind in pile]

    def mix(self, rng: Random) -> None:
        """Choose hidden gifts and the order of hands again, then give new faces to every card that was not seen."""
        decks = {s: Counter(c.face for c in self.cards if c.shuffle == s) for s in range(self.shuffle + 1)}
        for number, card, hand in reversed(self.blurs):
            self._exchange(number, card, rng.choice(hand), decks)
        for shuffle, deck in decks.items():
            cards = [card for card in self.cards if card.shuffle == shuffle]
            for card in cards:
                face = card.seen()
                if face is not None:
                    card.face = face
                    deck[face] -= 1
            faces = list(deck.elements())
            rng.shuffle(faces)
            for card in cards:
                if card.seen() is None:
                    card.face = faces.pop()

    def _exchange(self, number: int, card: _Card, other: _Card, decks: dict[int, Counter[int]]) -> None:
        """Swap what happens to two cards from a row on, unless a card would show two faces or a face appear too often."""
        if card is other:
            return
        before = card.mentions, other.mentions
        split = [([m for m in c.mentions if m[0] < number], [m for m in c.mentions if m[0] >= number]) for c in (card, other)]
        card.mentions, other.mentions = split[0][0] + split[1][1], split[1][0] + split[0][1]
        one_face = all(len({face for _, seen, face in c.mentions if seen}) <= 1 for c in (card, other))
        if not one_face or any(self._too_many(s, decks[s]) for s in {card.shuffle, other.shuffle}):
            card.mentions, other.mentions = before

    def _too_many(self, shuffle: int, deck: Counter[int]) -> bool:
        fixed = Counter(card.seen() for card in self.cards if card.shuffle == shuffle)
        return any(copies > deck[face] for face, copies in fixed.items() if face is not None)


def _rounds(teller: Teller, log: list[Row]) -> Iterator[tuple[int, int]]:
    """Return the first row of each round and the row after its last."""
    starts = [i for i, row in enumerate(log) if teller.cards[row[0]] == "clear"]
    return zip(starts, [*starts[1:], len(log)], strict=True)


def _shuffled(game: Game, seat: int | None, rng: Random, *, keep: bool = False) -> Game | None:
    """Try once, and return None if the edition's hidden choices do not fit the new hands. ``keep`` leaves cards in place."""
    rows, pile = _mixed(game, seat, None if keep else rng)
    world = game.copy()
    world.imagine(rows, pile, rng)
    inside = world.inside()
    _settle(inside)
    if not keep and not (_judge_draw_four(inside) and world.edition.redeal(inside.rules, inside.round, seat, rng)):
        return None
    _vote_again(inside, seat, rng)
    return world


def _mixed(game: Game, seat: int | None, rng: Random | None) -> tuple[list[Row], list[int]]:
    """Return the rows and the draw pile with new faces for cards the seat has not seen, or unchanged without dice."""
    truth, teller = game.inside(), game.edition.teller
    g, rows = truth.round, truth.rows[:]
    pile: list[_Card] = []
    for start, stop in _rounds(teller, rows):
        tracks = _Tracks(teller, seat, game.players)
        for i in range(start, stop):
            tracks.follow(i, rows[i])
        pile = tracks.end(stop, g.draw[: g.draw_n] if stop == len(rows) else ())
        if rng is not None:
            tracks.mix(rng)
        _write_faces(tracks, rows, stop)
    _sort_hands(teller, rows)
    return rows, [card.face for card in pile]


def _write_faces(tracks: _Tracks, rows: list[Row], stop: int) -> None:
    for card in tracks.cards:
        for i, _, _ in card.mentions:
            if i < stop:
                what, who, _, n = rows[i]
                rows[i] = (what, who, card.face, n)


def _sort_hands(teller: Teller, log: list[Row]) -> None:
    """Put whole hands back into deck order after their faces have changed."""
    for (what, who, to), rows in groupby(list(enumerate(log)), key=lambda row: (row[1][0], row[1][1], row[1][3])):
        if teller.cards[what] in ("shown", "handed"):
            numbers = [i for i, _ in rows]
            for i, kind in zip(numbers, sorted(log[i][2] for i in numbers), strict=True):
                log[i] = (what, who, kind, to)


def _settle(world: Inside) -> None:
    """Bring the state in line with the rows."""
    g, kernels = world.round, world.kernels
    for seat, hand in enumerate(world.hands):
        _hold(g, seat, hand)
    if g.phase == DREW:
        g.drawn = next(row[2] for row in reversed(world.rows) if row[0] == E_DREW and row[1] == g.turn and row[3])
    if g.phase == OVER:
        kernels.count_points(world.rules, g)


def _hold(g: Round, seat: int, cards: list[int]) -> None:
    """Give a seat these cards. The size of its hand is known and does not change."""
    hand, held = g.hand[seat], g.held[seat]
    hand[:] = bytes(len(hand))
    held[:] = [0] * len(held)
    for kind in cards:
        hand[kind] += 1
        held[color_of_kind(kind)] |= bit(rank_of(kind))


def _judge_draw_four(world: Inside) -> bool:
    """Judge a pending Wild Draw Four by the new hand. Return False if it could not have been played."""
    g, r = world.round, world.rules
    if g.phase == ANSWER and g.actor != NONE and r.fx[g.card] == FX_DRAW_FOUR:
        then = g.copy()
        then.color, then.base, then.stack = g.color_before, g.under, int(g.under != NONE)
        _hold(then, g.actor, [g.card, *world.hands[g.actor][: g.shown_n]])
        g.guilty = int(world.kernels.breaks_draw_four(r, then, g.actor))
        return bool(r.bluff or not g.guilty)
    return True


def _vote_again(world: Inside, seat: int | None, rng: Random) -> None:
    """Choose the other players' votes again, since votes are hidden until everyone has voted."""
    g, rows = world.round, world.rows
    if g.phase != VOTING:
        return
    opened = max(i for i, row in enumerate(rows) if row[0] == E_VOTE)
    for i in range(opened, len(rows)):
        what, who, kind, _ = rows[i]
        if what == E_VOTED and who != seat:
            g.ballots[who] = rng.randrange(BALLOTS)
            rows[i] = (what, who, kind, g.ballots[who])
