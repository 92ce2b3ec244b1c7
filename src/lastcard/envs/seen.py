"""Additions of an environment to an edition's rules: fields for its episodes, and what seats have seen.

These kernels are assembled after those of an edition. The rules call ``note`` for every event, and here it keeps what seats
have seen: the last events, the discard pile by kind, and the cards that each seat knows in other hands.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated, Any

from ..bits import bit, has
from ..edition import Edition
from ..events import E_DEALT, E_DREW, E_FLIPPED, E_PLAYED, E_RESHUFFLED, E_RETURNED
from ..moves import SEATS
from ..rules.build import inlined, kernel, lowest
from ..rules.state import ANSWER, KINDS, Grid, Round, Row, Rules, State

EVENTS, MOST_ACTIONS, STORY = 64, 768, 8
MOVE_STEMS = 4096  # moves without their argument and call
SEAT_STEM, SEAT_CODE = 1 << 15, 1 << 30  # mark moves whose argument is a seat, in the two tables below
# What seats see of an event: whether with its card, who sees it, what its number is, and how it moves cards others know.
WITH_CARD, SECRET_AT, NUMBER_AT, MOVED_AT = 1, 1, 3, 5
OWN_SECRET, PAIR_SECRET, TO_SECRET = 1, 2, 3
SEAT_NUMBER, PLAIN_NUMBER, SECRET_NUMBER = 1, 2, 3
KNOWN_LEAVES, KNOWN_GIFT, KNOWN_SEEN, KNOWN_SHOWS, KNOWN_SWAP, KNOWN_ROTATE, KNOWN_CLEAR = range(1, 8)
LANES = 1 | 1 << 16 | 1 << 32 | 1 << 48  # the first bit of each of four seat masks in one word
ALL_SEE = 1023
# An event of the story: its visible bytes (what, then room for the seat, card and number), the seats that may see its secret,
# four times the place + 1 of its seat and of the seat that is its number, and a byte that hides its number.
CARD_SHIFT, NUMBER_SHIFT, SEERS_SHIFT, SEAT_SHIFT, OTHER_SHIFT, HIDE_SHIFT = 16, 24, 32, 42, 48, 56


class EpisodeRules(State):
    """The rules of an edition, with an environment's actions, end and payoffs."""

    action_number: Annotated[Row, "u2", MOVE_STEMS]  # verb and card -> their first action
    action_code: Annotated[Row, "i4", MOST_ACTIONS]  # action -> the rules' code, with a seat by its distance
    places: Annotated[Row, "i8", SEATS]  # for each seat, 1 + the place of every seat in four bits; the lowest four are nobody's
    calling: int  # a move with the call comes this many places after the one without
    target: int  # NONE: one round
    lowest_wins: int
    first_dealer: int
    pays: int
    longest: int
    agent: int  # the seat that observes; NONE: whichever is asked
    stride: int  # the step from an episode's seed to the next one at the same place


class Watched(State):
    """A round that also keeps what seats have seen, and which are to be asked."""

    tells: Annotated[Row, "u1", EVENTS]
    story: Annotated[Row, "i8", 2 * STORY]  # events, newest first from ``newest`` on, written twice so that reads never wrap
    newest: int
    open_run: int  # events since the last one with a secret
    discarded: Annotated[Row, "u1", KINDS]
    late: Annotated[Row, "i8", STORY]  # cards that the pending card's player has drawn since
    late_n: int
    known_by: Annotated[Row, "i8", SEATS]  # for each hand, a mask of the seats that know cards in it
    knows_of: Annotated[Row, "i8", SEATS]  # for each seat, a mask of the hands in which it knows cards
    to_ask: int  # mask of the seats still to be asked for a move out of turn
    last_mover: int
    taken: int
    seed: int
    round_number: int
    totals: Annotated[Row, "i8", SEATS]  # points from earlier rounds


class Seen(State):
    """Cards seen in other hands. This is large and rarely read, so it comes after all other fields."""

    known: Annotated[MutableSequence[Grid], "u1", SEATS, SEATS, KINDS]  # seat that knows, hand, copies of each card


class EpisodeRound(Seen, Round, Watched):
    """Any edition's round with an environment's fields."""


class TableRules(Rules, EpisodeRules):
    """Any edition's rules with an environment's fields."""


# ---- what seats have seen --------------------------------------------------------------------------
@inlined
def note(g: EpisodeRound, what: int, seat: int, kind: int, n: int) -> None:
    """Remember what seats have seen of an event."""
    if what == E_DEALT:
        return
    if what == E_DREW:
        write_drawn(g, seat, kind)
        return
    moved = how_it_moves(g, what)
    if moved:
        know_moved(g, moved, seat, kind, n)
    if what == E_PLAYED:
        g.late_n = 0
    elif what == E_FLIPPED:
        g.discarded[kind] += 1
    elif what == E_RETURNED:
        g.discarded[kind] -= 1
    elif what == E_RESHUFFLED:
        for i in range(KINDS):
            g.discarded[i] = 0
        g.discarded[g.discard[0]] = 1
    write_event(g, what, seat, kind, n)


@inlined
def how_it_moves(g: EpisodeRound, what: int) -> int:
    """Return how an event moves cards that others may know, or 0."""
    return g.tells[what] >> MOVED_AT


@kernel
def write_drawn(g: EpisodeRound, seat: int, kind: int) -> None:
    """Count cards drawn in a row as one event with their number."""
    if g.phase == ANSWER and seat == g.actor and g.late_n < STORY:
        g.late[g.late_n] = kind
        g.late_n += 1
    event = g.story[g.newest]
    if event & 255 == E_DREW and event >> SEAT_SHIFT & 60 == seat + 1 << 2:
        g.story[g.newest] = event + (1 << NUMBER_SHIFT)
        g.story[g.newest + STORY] = event + (1 << NUMBER_SHIFT)
    else:
        push_event(g, E_DREW | 2 << NUMBER_SHIFT | seat + 1 << SEAT_SHIFT + 2)


@kernel
def push_event(g: EpisodeRound, event: int) -> None:
    """Write an event before the newest, twice."""
    g.open_run += 1
    g.newest = g.newest - 1 & STORY - 1
    g.story[g.newest] = event
    g.story[g.newest + STORY] = event


@inlined
def write_event(g: EpisodeRound, what: int, seat: int, kind: int, n: int) -> None:
    """Add an event to the story, with the seats that may see its secret."""
    tells = g.tells[what]
    event = what | seat + 1 << SEAT_SHIFT + 2
    if tells & WITH_CARD:
        event |= kind + 1 << CARD_SHIFT
    number = tells >> NUMBER_AT & 3
    if number == SEAT_NUMBER:
        event |= n + 1 << OTHER_SHIFT + 2
    elif number:
        event |= min(n, 254) + 1 << NUMBER_SHIFT
    secret = tells >> SECRET_AT & 3
    seers = ALL_SEE
    if secret == OWN_SECRET:
        seers = bit(seat)
    elif secret == PAIR_SECRET:
        seers = bit(seat) | bit(n)
    elif secret == TO_SECRET:
        seers = bit(n)
    if number == SECRET_NUMBER:
        event |= -1 << HIDE_SHIFT
    push_event(g, event | seers << SEERS_SHIFT)
    if secret:
        g.open_run = 0


@kernel
def know_moved(g: EpisodeRound, moved: int, seat: int, kind: int, n: int) -> None:
    """Update what each seat knows of the other hands when cards move, as :class:`lastcard.knowledge.Knowledge` does."""
    if moved == KNOWN_LEAVES:
        g.discarded[kind] += 1
        viewers = g.known_by[seat]
        while viewers:
            viewer = lowest(viewers)
            viewers &= viewers - 1
            if g.known[viewer][seat][kind]:
                g.known[viewer][seat][kind] -= 1
    elif moved == KNOWN_CLEAR:
        know_nothing(g)
    elif moved == KNOWN_SEEN:
        know_seen(g, seat, kind)
    elif moved == KNOWN_GIFT:
        know_gift(g, seat, kind, n)
    elif moved == KNOWN_SHOWS:
        know_hand(g, n, seat)
    else:
        know_exchange(g, moved, seat, n)


@kernel
def know_seen(g: EpisodeRound, seat: int, kind: int) -> None:
    """Note that everyone has seen a card that stays in a hand."""
    for viewer in range(g.players):
        if viewer != seat:
            know_of(g, viewer, seat)
            g.known[viewer][seat][kind] = max(g.known[viewer][seat][kind], 1)


@kernel
def know_hand(g: EpisodeRound, viewer: int, seat: int) -> None:
    """Note that one seat has seen a whole hand."""
    know_of(g, viewer, seat)
    for i in range(KINDS):
        g.known[viewer][seat][i] = g.hand[seat][i]
    for i in range(g.late_n):
        g.known[viewer][seat][g.late[i]] -= 1


@kernel
def know_gift(g: EpisodeRound, seat: int, kind: int, to: int) -> None:
    """Move a card that only two seats see. For the others, any card they knew may be the one that left."""
    for viewer in range(g.players):
        if viewer == to:
            if g.known[viewer][seat][kind]:
                g.known[viewer][seat][kind] -= 1
        elif viewer != seat and has(g.known_by[seat], viewer):
            for i in range(KINDS):
                if g.known[viewer][seat][i]:
                    g.known[viewer][seat][i] -= 1
    g.known[seat][to][kind] += 1
    know_of(g, seat, to)


@kernel
def know_of(g: EpisodeRound, viewer: int, seat: int) -> None:
    """Note that a seat knows cards in a hand."""
    g.known_by[seat] |= bit(viewer)
    g.knows_of[viewer] |= bit(seat)


@kernel
def know_exchange(g: EpisodeRound, moved: int, seat: int, n: int) -> None:
    """Move what is known along with the hands. All players know the hand that used to be theirs."""
    for viewer in range(g.players):
        for i in range(KINDS):
            g.known[viewer][viewer][i] = g.hand[viewer][i]
        if moved == KNOWN_SWAP:
            know_swap(g, viewer, seat, n)
        else:
            for i in range(g.players - 1):
                if n == 0:
                    know_swap(g, viewer, g.players - 1 - i, g.players - 2 - i)
                else:
                    know_swap(g, viewer, i, i + 1)
        for i in range(KINDS):
            g.known[viewer][viewer][i] = 0
        for other in range(g.players):
            if other != viewer:
                know_of(g, viewer, other)


@kernel
def know_swap(g: EpisodeRound, viewer: int, a: int, b: int) -> None:
    """Swap what a seat knows of two hands."""
    for i in range(KINDS):
        copies = int(g.known[viewer][a][i])
        g.known[viewer][a][i] = g.known[viewer][b][i]
        g.known[viewer][b][i] = copies


@kernel
def know_nothing(g: EpisodeRound) -> None:
    """Start a new round in which nobody has seen anything."""
    for seat in range(g.players):
        if g.known_by[seat]:
            for viewer in range(g.players):
                for i in range(KINDS):
                    g.known[viewer][seat][i] = 0
        g.known_by[seat] = 0
        g.knows_of[seat] = 0
    for i in range(KINDS):
        g.discarded[i] = 0
    for i in range(2 * STORY):
        g.story[i] = 0
    g.late_n = 0


# ---- from an edition's data ------------------------------------------------------------------------
def fill_tells(g: Any, edition: Edition) -> None:
    """Tell a round how each event of the edition is seen and how it moves cards."""
    secrets = {"": 0, "own": OWN_SECRET, "pair": PAIR_SECRET, "to": TO_SECRET}
    numbers = {"seat": SEAT_NUMBER, "n": PLAIN_NUMBER, "color": PLAIN_NUMBER, "play": PLAIN_NUMBER, "word": SECRET_NUMBER}
    moves = {
        "out": KNOWN_LEAVES,
        "gift": KNOWN_GIFT,
        "seen": KNOWN_SEEN,
        "show": KNOWN_SHOWS,
        "swap": KNOWN_SWAP,
        "rotate": KNOWN_ROTATE,
        "clear": KNOWN_CLEAR,
    }
    for code, happening in edition.teller.happenings.items():
        card = WITH_CARD if happening.kind == "card" else 0
        secret, number = secrets[happening.secret] << SECRET_AT, numbers.get(happening.n, 0) << NUMBER_AT
        g.tells[code] = card | secret | number | moves.get(happening.cards, 0) << MOVED_AT
