"""Compiled episodes, many at once, with observations and masks written in place.

The order of asking, payoffs and observations are those of :mod:`.episode` and :mod:`.observation`; a test compares both, byte
by byte. Observations are written without branches where possible, since a mispredicted branch would cost more.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ..bits import arg_of, bit, has, move_of, naming, says_uno, stem_of
from ..moves import CATCH, UNO
from ..play.playout import LONGEST, People, pick, seed_people, takers
from ..rules.build import entry, inlined, kernel, lowest
from ..rules.effects import step
from ..rules.jump_in import holders
from ..rules.legal import chances, duties, offered
from ..rules.piles import below
from ..rules.seats import team
from ..rules.setup import new_round
from ..rules.state import DREW, KINDS, NONE, OVER, TURN, Grid, Row
from ..seeds import SEED_BITS, STRIDE
from .seen import (
    CARD_SHIFT,
    HIDE_SHIFT,
    LANES,
    MOVE_STEMS,
    NUMBER_SHIFT,
    OTHER_SHIFT,
    SEAT_CODE,
    SEAT_SHIFT,
    SEAT_STEM,
    SEERS_SHIFT,
    STORY,
    EpisodeRound,
    TableRules,
)

KIND_WORDS, TABLE_WORDS, ENTRY = KINDS // 8, 4, 4
SEED_MASK = (1 << SEED_BITS) - 1
PAY_WIN, PAY_POINTS = 0, 1
NEXT_CARDS = 16  # of the draw pile, in privileged rows
STEP, RESET, STEP_TO_END, LOOK = range(4)  # what step_all can do


# ---- who is asked, and what an action does ---------------------------------------------------------
@kernel
def asked_seat(g: EpisodeRound) -> int:
    """The seat being asked. For moves out of turn, seats that owe a call come first, then from the last mover's left."""
    left = g.to_ask
    if left == 0:
        return lowest(g.waiting)
    if left & g.owes_uno:
        left &= g.owes_uno
    later = left & -bit(g.last_mover + 1)
    return lowest(later) if later else lowest(left)


@inlined
def take_action(r: TableRules, g: EpisodeRound, seat: int, move: int) -> None:
    """Make a move, or decline with NONE. The asking then goes on or starts over."""
    g.taken += 1
    if move == NONE:
        g.to_ask &= ~bit(seat)
    else:
        watch_move(r, g, seat, move)
        step(r, g, seat, move)
        g.last_mover = seat
        g.to_ask = offered(r, g)


@kernel
def move_of_action(r: TableRules, g: EpisodeRound, seat: int, action: int) -> int:
    """The rules' code for a seat's action; NONE declines."""
    code = r.action_code[action]
    if code >= SEAT_CODE:
        other = seat + arg_of(code)
        if other >= g.players:
            other -= g.players
        code = naming(code & ~SEAT_CODE, other)
    return code


@kernel
def action_of(r: TableRules, g: EpisodeRound, seat: int, move: int) -> int:
    """The action number of a seat's move."""
    first = r.action_number[stem_of(move) & MOVE_STEMS - 1]
    arg = arg_of(move)
    if first & SEAT_STEM:
        arg = seats_from(g, seat, arg)
    return (first & SEAT_STEM - 1) + arg + says_uno(move) * r.calling


@inlined
def write_mask(r: TableRules, g: EpisodeRound, seat: int, out: Row, mask: Row, legal: Row) -> None:
    """Write 1 at every legal action of the seat being asked, and the same as a list after its length."""
    start = 0
    if g.to_ask:
        mask[0] = 1
        legal[1] = 0
        start = 1
        n = chances(r, g, seat, out, 0)
    else:
        n = duties(r, g, seat, out)
        if n == 0:
            n = chances(r, g, seat, out, 0)
    for i in range(n):
        action = action_of(r, g, seat, out[i])
        mask[action] = 1
        legal[1 + start + i] = action
    legal[0] = start + n


@kernel
def opponent_move(r: TableRules, g: EpisodeRound, seat: int, people: People, out: Row) -> int:
    """Return an opponent's move by the ``random`` policy, which other policies replace."""
    if has(g.owes_uno, seat):
        return move_of(UNO)
    if g.to_ask == 0:
        return pick(r, g, seat, people, out)
    if g.owes_uno:
        return move_of(CATCH, arg=lowest(g.owes_uno)) if below(people, 2) else NONE
    if not has(takers(r, g) | holders(r, g), seat):
        return NONE
    n = chances(r, g, seat, out, 0)
    return out[below(people, n)] if n and below(people, 2) else NONE


# ---- what later versions of an observation add -----------------------------------------------------
@kernel
def watch_move(r: TableRules, g: EpisodeRound, seat: int, move: int) -> None:
    """Do nothing before a move. Version 1 replaces it (:mod:`.recalled`)."""
    return


@kernel
def write_more(g: EpisodeRound, seat: int, row: Row) -> None:
    """Write nothing after an observation. Version 1 replaces it."""
    return


# ---- rounds, payoffs, the end ----------------------------------------------------------------------
@kernel
def deal_episode_round(r: TableRules, g: EpisodeRound, dealer: int) -> None:
    """Deal a round from the same seeds as :class:`lastcard.Game`."""
    new_round(r, g, g.seed + g.round_number * STRIDE & SEED_MASK, dealer)
    g.last_mover = g.dealer
    g.to_ask = offered(r, g)


@kernel
def begin_episode(r: TableRules, g: EpisodeRound, people: People) -> None:
    """Deal from the seed, and seed the opponents' dice with it too."""
    g.taken = 0
    g.round_number = 0
    for seat in range(r.players):
        g.totals[seat] = 0
    seed_people(people, g.seed)
    deal_episode_round(r, g, r.first_dealer)


@kernel
def best_total(r: TableRules, g: EpisodeRound) -> int:
    """The total score that wins."""
    best = g.totals[0]
    for seat in range(1, g.players):
        if (g.totals[seat] < best) == (r.lowest_wins == 1) and g.totals[seat] != best:
            best = g.totals[seat]
    return best


@kernel
def episode_winners(r: TableRules, g: EpisodeRound) -> int:
    """Add the round to the totals, and return a mask of the seats that have now won the episode."""
    if g.winner == NONE:
        return 0
    highest = 0
    for seat in range(g.players):
        if r.lowest_wins:
            g.totals[seat] += g.points[seat]
            if g.teams:
                g.totals[seat] += g.points[(seat + g.players // 2) % g.players]
        elif has(team(g, g.winner), seat):
            g.totals[seat] += g.score
        highest = max(highest, g.totals[seat])
    if r.target == NONE:
        return team(g, g.winner)
    if highest < r.target:
        return 0
    best = best_total(r, g)
    winners = 0
    for seat in range(g.players):
        if g.totals[seat] == best:
            winners |= bit(seat)
    return winners


@kernel
def add_payoffs(r: TableRules, g: EpisodeRound, winners: int, payoffs: MutableSequence[float]) -> None:
    """Add the payoffs of the round or of the episode."""
    if r.pays == PAY_POINTS:
        if g.winner != NONE:
            won = team(g, g.winner)
            for seat in range(g.players):
                if has(won, seat):
                    payoffs[seat] += g.score / (2 if g.teams else 1)
                else:
                    payoffs[seat] -= g.points[seat]
        return
    count = 0
    for seat in range(g.players):
        count += has(winners, seat)
    if count == 0 or count == g.players:
        return
    for seat in range(g.players):
        payoffs[seat] += 1 / count if has(winners, seat) else -1 / (g.players - count)


@kernel
def episode_over(r: TableRules, g: EpisodeRound, payoffs: MutableSequence[float]) -> bool:
    """After a move, pay out a finished round and, with a target, deal the next. Returns whether the episode is over."""
    if g.phase != OVER:
        return False
    winners = episode_winners(r, g)
    add_payoffs(r, g, winners, payoffs)
    if winners or r.target == NONE:
        return True
    dealer = g.dealer + 1
    g.round_number += 1
    deal_episode_round(r, g, dealer if dealer < g.players else 0)
    return False


@kernel
def run_opponents(
    r: TableRules, g: EpisodeRound, people: People, out: Row, payoffs: MutableSequence[float], longest: int
) -> bool:
    """Let the opponents move until the agent is asked or too many actions are done. Returns whether the episode ended."""
    while g.taken < longest:
        seat = asked_seat(g)
        if seat == r.agent:
            return False
        take_action(r, g, seat, opponent_move(r, g, seat, people, out))
        if episode_over(r, g, payoffs):
            return True
    return False


# ---- observations ----------------------------------------------------------------------------------
@kernel
def seats_from(g: EpisodeRound, seat: int, other: int) -> int:
    """Return how far to the left of a seat another one sits."""
    place = other - seat
    return place + (g.players & place >> 63)


@inlined
def write_observation(r: TableRules, g: EpisodeRound, seat: int, is_chance: int, row: Row, words: Row, halves: Row) -> None:
    """Write a seat's observation, in the order of :class:`.observation.Layout`. Words and halves view the same bytes."""
    write_cards(g.hand[seat], row)
    write_cards(g.discarded, row[KINDS:])
    rest = words[2 * KIND_WORDS :]
    for i in range(g.players * KIND_WORDS):
        rest[i] = 0
    row[2 * KINDS + g.discard[g.discard_n - 1]] = 1
    if g.knows_of[seat]:
        write_known(g, seat, row)
    at = (2 + g.players) * KIND_WORDS
    write_seats(g, seat, words[at:])
    write_table(g, seat, is_chance, words[at + g.players :])
    write_story(g, seat, r.places[seat], halves[2 * (at + g.players + TABLE_WORDS) :])
    write_more(g, seat, row[8 * (at + g.players + TABLE_WORDS) + ENTRY * STORY :])


@kernel
def write_cards(copies: Row, part: Row) -> None:
    """Copy counts of cards. With an index that is obviously in range, this compiles to a few instructions."""
    for i in range(KINDS):
        part[i] = copies[i]


@kernel
def write_known(g: EpisodeRound, seat: int, row: Row) -> None:
    """Write the cards that a seat knows in other hands."""
    hands = g.knows_of[seat]
    while hands:
        other = lowest(hands)
        hands &= hands - 1
        write_cards(g.known[seat][other], row[(2 + seats_from(g, seat, other)) * KINDS :])


@inlined
def write_seats(g: EpisodeRound, seat: int, words: Row) -> None:
    """Write a word for each seat, starting with the observer: four masks of seats, rotated together and read bit by bit."""
    players = g.players
    masks = g.owes_uno | g.waiting << 16 | 1 << 32 + g.turn | is_pending(g) << 48 + (g.actor & 15)
    before = (bit(seat) - 1) * LANES
    masks = (masks & ~before) >> seat | (masks & before) << players - seat
    for i in range(players):
        other = seat + i - players
        other += players & other >> 63
        words[i] = masks >> i & LANES | g.hand_n[other] << 8
    words[players >> 1] |= g.teams << 40  # the partner sits opposite
    if g.round_number or g.phase == OVER:
        for i in range(players):
            other = seat + i - players
            other += players & other >> 63
            words[i] |= min(g.totals[other] >> 2, 255) << 24


@kernel
def is_pending(g: EpisodeRound) -> int:
    """Whether a card's effect is still pending, computed without branches like everything observed."""
    return int(g.card != NONE) & int(g.phase != TURN) & int(g.phase != DREW) & int(g.phase != OVER)


@inlined
def write_table(g: EpisodeRound, seat: int, is_chance: int, words: Row) -> None:
    """Write the color, the direction, the draw pile, the phase and the pending cards."""
    color = g.color + (5 & g.color >> 63)  # 4 if no color is picked
    words[0] = 1 << (color << 3) | int(g.direction == 1) << 40 | is_chance << 48 | g.draw_n << 56
    phase = 1 << ((g.phase & 7) << 3)
    words[1] = phase & -int(g.phase < 8)
    words[2] = phase & -int(g.phase >= 8)
    drawn = g.drawn + 1 & -(int(g.phase == DREW) & int(g.turn == seat))
    hit = g.hit - seat
    hit = hit + (g.players & hit >> 63) + 1 & -int(g.stack > 0)  # counted from the observer's seat
    jump = g.jump + 1 & -(int(g.phase == TURN) & int(g.discard[g.discard_n - 1] == g.jump))
    jump &= -(int(g.players > 2) | int(g.actor == g.turn))
    words[3] = drawn | jump << 40 | (g.card + 1 << 8 | g.color_before + 1 << 16 | g.stack << 24 | hit << 32) & -is_pending(g)


@inlined
def write_story(g: EpisodeRound, seat: int, places: int, halves: Row) -> None:
    """Write the last events as a seat may see them, newest first: what, seat, card and number, one byte each."""
    story = g.story
    start = g.newest & STORY - 1
    for i in range(STORY):
        event = story[start + i]
        who = places >> (event >> SEAT_SHIFT & 60) & 15
        number = places >> (event >> OTHER_SHIFT & 60) & 15
        halves[i] = event & 0xFFFFFFFF | who << 8 | number << NUMBER_SHIFT
    if g.open_run < STORY:
        for i in range(STORY):
            event = story[start + i]
            if not has(event >> SEERS_SHIFT, seat):
                halves[i] &= 0xFFFFFFFF ^ (255 << CARD_SHIFT | (event >> HIDE_SHIFT & 255) << NUMBER_SHIFT)


@inlined
def write_all(
    r: TableRules,
    g: EpisodeRound,
    other: int,
    out: Row,
    row: Row,
    words: Row,
    halves: Row,
    mask: Row,
    mask_words: Row,
    legal: Row,
) -> int:
    """Write an observation, and return its seat: the one being asked, with its mask, or another one (NONE: none other)."""
    seat = asked_seat(g) if other == NONE else other
    for i in range(len(mask_words)):
        mask_words[i] = 0
    write_observation(r, g, seat, int(g.to_ask != 0) & int(other == NONE), row, words, halves)
    if other == NONE:
        write_mask(r, g, seat, out, mask, legal)
    return seat


# ---- entries ---------------------------------------------------------------------------------------
@kernel
def restart_episode(r: TableRules, g: EpisodeRound, people: People, out: Row, payoffs: MutableSequence[float]) -> None:
    """Start episodes from the next seed on until the agent is asked."""
    begin_episode(r, g, people)
    while r.agent != NONE and run_opponents(r, g, people, out, payoffs, LONGEST):
        g.seed = g.seed + r.stride & SEED_MASK
        begin_episode(r, g, people)


@entry
def seed_dice_of(ps: MutableSequence[People], seed: int) -> None:
    """Seed the dice that choose actions at random."""
    seed_people(ps[0], seed)


@kernel
def pay_nothing(payoffs: MutableSequence[float]) -> None:
    """Clear the payoffs of the step before."""
    for i in range(len(payoffs)):
        payoffs[i] = 0.0


@inlined
def first_illegal(masks: Grid, actions: Row) -> int:
    """Return the first place whose action is illegal, or NONE."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:  # type: ignore[attr-defined, call-overload]
            return i
    return NONE


@entry
def step_all(
    rs: MutableSequence[TableRules],
    gs: MutableSequence[EpisodeRound],
    ps: MutableSequence[People],
    out: Row,
    spare: MutableSequence[float],
    rows: Grid,
    words: Grid,
    halves: Grid,
    masks: Grid,
    mask_words: Grid,
    legal: Grid,
    seats: Row,
    rewards: MutableSequence[float],
    payoffs: MutableSequence[float],
    terminated: Row,
    truncated: Row,
    ended: Row,
    last_words: Grid,
    actions: Row,
    mode: int,
) -> int:
    """Take one action in every episode, and start the next episode where one ends (STEP) or stay there (STEP_TO_END).

    If an action is illegal, no place moves, and the first one is returned. Otherwise that is NONE. With RESET,
    every episode starts from its seed instead. With LOOK, nothing is done, and ``actions`` are the seats that observe. All of
    it shares one entry because each entry is compiled with all the rules.
    """
    r = rs[0]
    if mode == STEP:
        pay_nothing(payoffs)
    if mode == STEP or mode == STEP_TO_END:
        illegal = first_illegal(masks, actions)
        if illegal != NONE:
            return illegal
    for i in range(len(gs)):
        g = gs[i]
        people = ps[i]
        other = NONE
        if mode == RESET:
            restart_episode(r, g, people, out, spare)
        elif mode == LOOK:
            other = int(actions[i])
        else:
            seat = int(seats[i])
            paid = payoffs[i * r.players :]
            take_action(r, g, seat, move_of_action(r, g, seat, int(actions[i])))
            over = episode_over(r, g, paid) or (r.agent != NONE and run_opponents(r, g, people, out, paid, r.longest))
            cut = not over and g.taken >= r.longest
            terminated[i] = over
            truncated[i] = cut
            ended[i] = over or cut
            rewards[i] = paid[seat]
            if (over or cut) and mode == STEP_TO_END:
                other = seat
            elif over or cut:
                write_observation(r, g, seat, 0, rows[i], words[i], halves[i])
                for word in range(words.shape[1]):  # type: ignore[attr-defined]
                    last_words[i, word] = words[i, word]  # type: ignore[call-overload]
                g.seed = g.seed + r.stride & SEED_MASK
                restart_episode(r, g, people, out, spare)
        seats[i] = write_all(r, g, other, out, rows[i], words[i], halves[i], masks[i], mask_words[i], legal[i])
    return NONE


@entry
def sample_all(ps: MutableSequence[People], legal: Grid, actions: Row) -> None:
    """Choose a random legal action for every episode."""
    dice = ps[0]
    for i in range(len(legal)):
        choices = legal[i]
        actions[i] = choices[1 + below(dice, choices[0])]


@entry
def show_all(gs: MutableSequence[EpisodeRound], seats: Row, rows: Grid) -> None:
    """Write everything that is hidden in each episode, in the order of :mod:`.privileged`. No seat may know this."""
    for i in range(len(gs)):
        g = gs[i]
        row = rows[i]
        for place in range(g.players):
            write_cards(g.hand[(seats[i] + place) % g.players], row[place * KINDS :])
        pile = row[g.players * KINDS :]
        for kind in range(KINDS):
            pile[kind] = 0
        for k in range(g.draw_n):
            pile[g.draw[k]] += 1
        for k in range(NEXT_CARDS):
            pile[KINDS + k] = 1 + g.draw[g.draw_n - 1 - k] if k < g.draw_n else 0
