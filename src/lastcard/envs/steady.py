"""The ``steady`` policy for the opponents in a compiled environment."""

from __future__ import annotations

from ..bits import color_of_kind, has, kind_at, move_of
from ..bots.steady import COLORED, DECK, WILDS, Weights
from ..cards import FIRST_WILD, WILD
from ..moves import ACCEPT, CATCH, CHALLENGE, UNO
from ..play.playout import takers
from ..play.policy import NEAR, Player, count_colors, prefer, prefer_answer, prefer_chance, prefer_jump
from ..rules.build import kernel, lowest
from ..rules.jump_in import holders
from ..rules.legal import can_challenge
from ..rules.state import ANSWER, DREW, KINDS, NONE, TURN, Row
from .seen import EpisodeRound, TableRules

# Challenge if the chance that nothing in the hand matched, in millionths, is below this.
_WEIGHTS = Weights()
BELIEVED = round(1e6 * (1 - _WEIGHTS.doubt / (_WEIGHTS.bluffs * (1 - _WEIGHTS.doubt) + _WEIGHTS.doubt)))


@kernel
def opponent_move(r: TableRules, g: EpisodeRound, seat: int, people: Player, out: Row) -> int:
    """Return what the bot ``steady`` would do. Social moves are random."""
    if has(g.owes_uno, seat):
        return move_of(UNO)
    if g.to_ask and g.owes_uno:
        return move_of(CATCH, arg=lowest(g.owes_uno))
    if g.to_ask and has(holders(r, g), seat):
        return prefer_jump(r, g, seat, people)
    if g.to_ask and not has(takers(r, g), seat):
        return NONE
    if looks_back(g, seat):
        count_seen(g, seat, people)
    if g.to_ask:
        return prefer_chance(r, g, seat, people, out)
    return answer_by_odds(r, g, seat, people) if g.phase == ANSWER else prefer(r, g, seat, people, out)


@kernel
def looks_back(g: EpisodeRound, seat: int) -> bool:
    """Whether the cards seen so far matter. On a turn, they do only if another seat is about to go out."""
    fewest = NEAR + 1
    for other in range(g.players):
        if other != seat:
            fewest = min(fewest, g.hand_n[other])
    return fewest <= NEAR or g.phase not in (TURN, DREW)


@kernel
def count_seen(g: EpisodeRound, seat: int, p: Player) -> None:
    """Count the colors of the discard pile."""
    for color in range(5):
        n = 0
        for rank in range(16):
            n += g.discarded[kind_at(color, rank)]
        p.seen[color] = n


@kernel
def add_known(g: EpisodeRound, seat: int, p: Player) -> None:
    """Count the colors of the cards that the seat knows in other hands, too."""
    hands = g.knows_of[seat]
    while hands:
        other = lowest(hands)
        hands &= hands - 1
        for kind in range(KINDS):
            p.seen[color_of_kind(kind)] += g.known[seat][other][kind]


@kernel
def answer_by_odds(r: TableRules, g: EpisodeRound, seat: int, p: Player) -> int:
    """Challenge a Wild Draw Four if its player most likely held a matching card."""
    if g.stack:
        return prefer_answer(r, g, seat, p)
    if not can_challenge(r, g):
        return move_of(ACCEPT)
    unknown = g.hand_n[g.actor]
    for kind in range(KINDS):
        copies = g.known[seat][g.actor][kind]
        unknown -= copies
        if copies and (color_of_kind(kind) == g.color_before or (kind >= FIRST_WILD and r.wilds_match)):
            return move_of(CHALLENGE)
    count_colors(g, seat, p)
    add_known(g, seat, p)
    unseen = DECK
    for color in range(5):
        unseen -= p.seen[color] + p.colors[color]
    fitting = COLORED - p.seen[g.color_before] - p.colors[g.color_before]
    if r.wilds_match:
        fitting += WILDS - p.seen[WILD] - p.colors[WILD]
    other = 1 - min(max(fitting / max(unseen, 1), 0), 1)
    honest = 1.0
    for _ in range(unknown):
        honest *= other
    return move_of(CHALLENGE) if honest * 1_000_000 < BELIEVED else move_of(ACCEPT)
