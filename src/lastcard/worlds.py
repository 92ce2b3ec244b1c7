"""Other worlds: the same table as one seat sees it, with everything that this seat cannot see dealt anew.

Every card that comes into a hand is followed through the events of its round. A card that the seat has seen on its way keeps
its face; the others, and the draw pile, change faces among those that came from the same shuffle, and which card a hidden
gift was is chosen anew. So the new events tell one whole story, and it is the same story for the seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from random import Random

from .cards import FX_DRAW_FOUR
from .events import E_DREW, E_OUT, E_RESHUFFLED, E_VOTE, E_VOTED, Row, Teller
from .game import Game
from .rules.core import ANSWER, DREW, NONE, OVER, VOTING
from .view import EVERYTHING, Knowledge

TRIES = 100
BALLOTS = 3


def redeal(game: Game, seat: int | None, rng: Random) -> Game:
    """A copy of the game in which all that a seat (None: a spectator) cannot see is dealt anew.

    Hands, draw pile, coming shuffles, and hidden choices change; the seat's view, moves and events do not. The world knows
    neither the seed nor the moves that led to it, so it has no record. Faces follow the cards that were seen, not what
    one might conclude from a player's choices.
    """
    for _ in range(TRIES):
        world = _shuffled(game, seat, rng)
        if world is not None:
            return world
    return _shuffled(game, seat, rng, keep=True) or game.copy()


class _Card:
    """A card that came into a hand: its face, the shuffle it came from, and the rows that speak of it, seen or not."""

    __slots__ = ("face", "mentions", "shuffle")

    def __init__(self, face: int, shuffle: int) -> None:
        self.face = face
        self.shuffle = shuffle
        self.mentions: list[tuple[int, bool, int]] = []  # row, whether the seat saw it, the face there

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
        self.blurs: list[tuple[int, _Card, list[_Card]]] = []  # row, card, cards that it could have been for all one saw
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
        """Hands are shown and handed over in the order of the deck, so that nobody learns when a card came."""
        _, seat, count, n = row
        old, players = self.hands, len(self.hands)
        if moved == "show":
            self.queue = sorted(old[seat][:count], key=_face)
            self._blur(number, self.queue)
            return
        step = 1 if n == 0 else -1
        to = {seat: n, n: seat} if moved == "swap" else {s: (s + step) % players for s in range(players)}
        self.queue = []
        self.hands = old[:]
        for giver, taker in to.items():
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
        """Close the round after its last row; counted hands have been seen by all. The cards of the draw pile."""
        if self.is_counted:
            for hand in self.hands:
                self._blur(number, hand)
                for card in hand:
                    card.mentions.append((number, True, card.face))
        return [self.new(kind) for kind in pile]

    def mix(self, rng: Random) -> None:
        """Choose hidden gifts and the order of hands anew, then give new faces to all that was not seen."""
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
        """Let two cards change what came after a row, unless one would show two faces or a face appear too often."""
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
    """From which row to which a round's cards move."""
    starts = [i for i, row in enumerate(log) if teller.cards[row[0]] == "clear"]
    return zip(starts, [*starts[1:], len(log)], strict=True)


def _shuffled(game: Game, seat: int | None, rng: Random, *, keep: bool = False) -> Game | None:
    """One try; None where the edition's hidden choices do not fit the new hands. ``keep`` leaves every card in place."""
    world = game.copy()
    g, log, teller = world._round, world._log, world._teller
    pile: list[_Card] = []
    for start, stop in _rounds(teller, log):
        tracks = _Tracks(teller, seat, game.players)
        for i in range(start, stop):
            tracks.follow(i, log[i])
        pile = tracks.end(stop, g.draw[: g.draw_n] if stop == len(log) else ())
        if not keep:
            tracks.mix(rng)
        for card in tracks.cards:
            for i, _, _ in card.mentions:
                if i < stop:
                    what, who, _, n = log[i]
                    log[i] = (what, who, card.face, n)
    _sort_hands(teller, log)
    g.draw[: g.draw_n] = bytes(card.face for card in pile)
    _settle(world, rng)
    if not keep and not _fits(world, seat, rng):
        return None
    _vote_anew(world, seat, rng)
    return world


def _sort_hands(teller: Teller, log: list[Row]) -> None:
    """Whole hands are written in the order of the deck, with new faces too."""
    for (what, who, to), rows in groupby(list(enumerate(log)), key=lambda row: (row[1][0], row[1][1], row[1][3])):
        if teller.cards[what] in ("shown", "handed"):
            numbers = [i for i, _ in rows]
            for i, kind in zip(numbers, sorted(log[i][2] for i in numbers), strict=True):
                log[i] = (what, who, kind, to)


def _settle(world: Game, rng: Random) -> None:
    """Bring the state in line with the rows, and forget where the true cards came from."""
    g, log = world._round, world._log
    world.is_imagined = True
    world.seed = rng.getrandbits(62)
    world.fair = None
    world._is_fair, world._shuffles, world._kernels = False, [], world.edition.kernels
    for name in ("key", "dealt", "words", "shuffled"):  # of fair dice
        vars(g).pop(name, None)
    world._kernels.seed_dice(g, rng.getrandbits(62))
    world._deck = world._position = None
    world._played = []
    world._known = {}
    world._truth = Knowledge(EVERYTHING, world.players)
    world._truth.follow(world._teller, log)
    world._truth.read = len(log)
    for seat, hand in enumerate(world._truth.hands):
        g.hand[seat][:] = bytes(len(g.hand[seat]))
        g.held[seat][:] = [0] * len(g.held[seat])
        for kind in hand:
            g.hand[seat][kind] += 1
            g.held[seat][kind >> 4] |= 1 << (kind & 15)
    if g.phase == DREW:
        g.drawn = next(row[2] for row in reversed(log) if row[0] == E_DREW and row[1] == g.turn and row[3])
    if g.phase == OVER:
        world._kernels.count_points(world._rules, g)


def _fits(world: Game, seat: int | None, rng: Random) -> bool:
    """Judge a pending Wild Draw Four by the new hand, and let the edition fit its hidden choices."""
    g, r = world._round, world._rules
    if g.phase == ANSWER and g.actor != NONE and r.fx[g.card] == FX_DRAW_FOUR:
        then = g.copy()
        then.color = g.color_before
        shown = [g.card, *world._truth.hands[g.actor][: g.shown_n]]
        then.hand[g.actor][:] = bytes(shown.count(kind) for kind in range(len(g.hand[g.actor])))
        then.held[g.actor][:] = [sum({1 << (k & 15) for k in shown if k >> 4 == color}) for color in range(5)]
        g.guilty = int(world._kernels.breaks_draw_four(r, then, g.actor))
        if g.guilty and not r.bluff:
            return False
    return bool(world.edition.redeal(r, g, seat, rng))


def _vote_anew(world: Game, seat: int | None, rng: Random) -> None:
    """Votes are hidden until all have voted."""
    g, log = world._round, world._log
    if g.phase != VOTING:
        return
    opened = max(i for i, row in enumerate(log) if row[0] == E_VOTE)
    for i in range(opened, len(log)):
        what, who, kind, _ = log[i]
        if what == E_VOTED and who != seat:
            g.ballots[who] = rng.randrange(BALLOTS)
            log[i] = (what, who, kind, g.ballots[who])
