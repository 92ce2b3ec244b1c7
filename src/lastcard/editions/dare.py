"""UNO Dare! (2013): draw two or do the dare, with sixteen dares from a list that the table chooses."""

from __future__ import annotations

from typing import Annotated, Any

from .. import options as opt
from ..bits import arg_of, bit, has, kind_at, kind_of, move_of, verb_of
from ..cards import FX_REVERSE, FX_SKIP, FX_SPECIAL, Kind, action_kinds, number_kinds, wild_kind
from ..edition import Edition, Mood, Said
from ..errors import Refusal
from ..events import E_SKIPPED
from ..moves import NO, PLAY, SEATS, VERBS, VOTE, color_verb, vote_brings, vote_verb
from ..options import Options
from ..play.policy import Player
from ..rules import openings
from ..rules.build import kernel
from ..rules.legal import add
from ..rules.piles import below, draw_cards, note
from ..rules.round_end import finish
from ..rules.seats import after, ask, everyone, open_vote, take_turn, team
from ..rules.state import COLOR, KINDS, NONE, OVER, VOTING, Round, Row, Rules
from ..rules.votes import close_vote
from ..sentence_type import Sentence, sentence
from .texts.basics_lesson import SHORT_BASICS
from .texts.dare import DARES, EVENTS, LESSON, OPTIONS, PROMPTS, RULEBOOK, TIPS, VERB_TEXTS, WORDS, Dare, dares_of

COLORS = ("blue", "green", "red", "yellow")
DARE_DRAWS = 2
DARED = "The next player draws {n} or does the dare with this number."
DARED_WILD = "Pick the color. The next player draws {n} or does the dare with this number."


def _dare_kinds() -> tuple[Kind, ...]:
    """Number the Dare cards: blue 1 5, green 2 6, red 3 7, yellow 4 8, and Wild Dare 9 to 16 (deck-dare-number)."""
    colored = [
        Kind(kind_at(c, 12 + i), f"{color}-dare-{number}", 1, FX_SPECIAL, 20, "dare", number=number, does=DARED)
        for c, color in enumerate(COLORS)
        for i, number in enumerate((c + 1, c + 5))
    ]
    wilds = [
        wild_kind(number - 9, f"wild-dare-{number}", 1, FX_SPECIAL, number=number, does=DARED_WILD)
        for number in range(9, DARES + 1)
    ]
    return tuple(kind._replace(drawing="flame", makes_draw=DARE_DRAWS) for kind in (*colored, *wilds))


EDITION = Edition(
    id="dare",
    title="UNO Dare!",
    summary="Dare cards make the next player draw two or do a dare from the table's list.",
    version=2,
    reads=(1,),
    mood=Mood(("#2d0a45", "#ff6b1a", "#ffd400", "#19b5a5"), "checks"),
    lessons=(SHORT_BASICS, LESSON),
    tips=TIPS,
    colors=COLORS,
    kinds=(
        *number_kinds(COLORS),
        *action_kinds(COLORS, 10, "skip", FX_SKIP),
        *action_kinds(COLORS, 11, "reverse", FX_REVERSE),
        *_dare_kinds(),
    ),
    options=(opt.target(500), opt.SCORING, opt.TWO_PLAYER_REVERSE, opt.DEALER, *OPTIONS),
    parts=(openings,),
    prompts=PROMPTS,
    event_texts=EVENTS,
    verb_texts=VERB_TEXTS,
    vote_rule="dare-judge",
    verbs=(*VERBS, color_verb("open-wild-dare"), vote_verb("dare-judge")),
    words=WORDS,
    rulebook=RULEBOOK,
)

CHOOSING_DARE = EDITION.phase("dare")

TAKE = EDITION.verb("take", "", "dare", mild=True, social=True)
DO_DARE = EDITION.verb("dare", "", "dare", social=True)
FAILED = EDITION.verb("failed", "seat", "dare-lasting", chance=True, social=True)
ADMIT = EDITION.verb("failed", "", "dare-lasting", chance=True, social=True)

E_DARED = EDITION.event("dared", n="n")
E_TAKES = EDITION.event("takes")
E_DOES = EDITION.event("does", n="n")
E_LASTS = EDITION.event("lasts", n="n")
E_DONE = EDITION.event("done")
E_FAILED = EDITION.event("failed")
E_CALLED_FAILED = EDITION.event("called-failed", n="seat")
E_ADMITTED = EDITION.event("admitted")

# Where the round continues after a verdict.
TO_TURN, TO_FOLLOWING_TURN, TO_CHOICE, TO_WHERE_IT_WAS, TO_COUNT = range(5)


@EDITION.state()
class DareRules(Rules):
    """The cost of a dare, the numbers on the cards, and the kind of dare at each number of the chosen list."""

    dare_n: int = DARE_DRAWS  # dare, dare-fail: the cards that a player draws instead, or after failing
    number: Annotated[Row, "i8", KINDS]
    lasting: Annotated[Row, "i8", DARES + 1]
    blank: Annotated[Row, "i8", DARES + 1]
    turn_lost: int  # dare: the dared player loses the turn


@EDITION.state(public=("number", "running", "fresh", "calls", "back_to", "back_phase", "back_waiting"))
class DareRound(Round):
    """A round in which dares may be chosen, running, or judged."""

    number: int  # the dare being offered or judged
    running: Annotated[Row, "i8", SEATS]  # the lasting dare each seat is doing; 0: none
    fresh: int  # mask: seats that have not yet had the turn right after their lasting dare
    calls: Annotated[Row, "i8", SEATS]  # mask: the seats that have called this seat's dare failed
    back_to: int
    back_phase: int
    back_waiting: int


@EDITION.hook
def clear_special(r: DareRules, g: DareRound) -> None:
    g.number = 0
    g.fresh = 0
    g.back_to = 0
    g.back_phase = 0
    g.back_waiting = 0
    for seat in range(g.players):
        g.running[seat] = 0
        g.calls[seat] = 0


# ---- being dared -----------------------------------------------------------------------------------
@EDITION.hook
def open_wild(r: DareRules, g: DareRound, kind: int, first: int) -> None:
    """Let the first player draw two or do the dare, then name the color, then take the turn (open-wild-dare)."""
    dare(r, g, kind, first)


@EDITION.hook
def open_colored(r: DareRules, g: DareRound, kind: int, first: int) -> None:
    """Open with a Dare (open-dare) or a number."""
    if r.fx[kind] == FX_SPECIAL:
        dare(r, g, kind, first)
    else:
        begin(g, first)


@EDITION.hook
def on_special(r: DareRules, g: DareRound, seat: int) -> None:
    dare(r, g, g.card, after(g, seat, 1))


@EDITION.hook
def on_out(r: DareRules, g: DareRound, seat: int) -> None:
    """Let a last Dare still make the next player draw two or do it, then judge the open dares (out-draw)."""
    end_dare(g, seat)  # dare-lasting: the winner's own dare lapses
    if r.fx[g.card] == FX_SPECIAL:
        dare(r, g, g.card, after(g, seat, 1))
    else:
        judge_open(r, g)


@kernel
def dare(r: DareRules, g: DareRound, kind: int, seat: int) -> None:
    """Dare this seat to draw two or do the dare. If it is still doing another dare, that is judged first (dare-lasting)."""
    if g.actor == NONE:
        g.turn = seat
    note(g, E_DARED, seat, kind, r.number[kind])
    g.number = r.number[kind]
    if g.running[seat]:
        judge(g, seat, TO_CHOICE)
    else:
        ask(g, seat, CHOOSING_DARE)


@kernel
def settle(r: DareRules, g: DareRound, seat: int) -> None:
    """Let the dared player take the turn, unless it is lost (dare). After an opening Wild Dare they name the color first."""
    if going_out(g):
        judge_open(r, g)
    elif g.color == NONE:
        ask(g, seat, COLOR)
    elif costs_turn(r, g):
        note(g, E_SKIPPED, seat, 0, 0)
        begin(g, after(g, seat, 1))
    else:
        begin(g, seat)


@kernel
def costs_turn(r: DareRules, g: DareRound) -> bool:
    """Whether being dared costs the turn. An opening dare never does."""
    return r.turn_lost != 0 and g.actor != NONE


@kernel
def going_out(g: DareRound) -> bool:
    return g.actor != NONE and g.hand_n[g.actor] == 0


# ---- lasting dares ---------------------------------------------------------------------------------
@EDITION.hook
def begin(g: DareRound, seat: int) -> None:
    """Judge a lasting dare when the player's turn after next begins, before any move (dare-lasting)."""
    g.card = NONE  # the card is settled: from here on only lasting dares are judged
    if g.running[seat] and not has(g.fresh, seat) and (g.limit == 0 or g.turns < g.limit):  # turn-limit
        g.turn = seat
        judge(g, seat, TO_FOLLOWING_TURN)
        return
    g.fresh &= ~bit(seat)
    take_turn(g, seat)


@kernel
def judge(g: DareRound, seat: int, back_to: int) -> None:
    g.back_to = back_to
    open_vote(g, seat)


@kernel
def judge_open(r: DareRules, g: DareRound) -> None:
    """Judge the open dares in order of play at the end of the round, then count the points."""
    for i in range(1, g.players):
        seat = after(g, g.actor, i)
        if g.running[seat]:
            judge(g, seat, TO_COUNT)
            return
    finish(r, g, g.actor)


@kernel
def end_dare(g: DareRound, seat: int) -> None:
    g.running[seat] = 0
    g.fresh &= ~bit(seat)


@kernel
def call_failed(r: DareRules, g: DareRound, seat: int, performer: int) -> None:
    """Count one player's no. The rest vote, unless one no is enough, and the round continues where it was."""
    g.calls[performer] |= bit(seat)
    note(g, E_CALLED_FAILED, seat, 0, performer)
    g.back_phase = g.phase
    g.back_waiting = g.waiting
    judge(g, performer, TO_WHERE_IT_WAS)
    g.ballots[seat] = NO
    g.waiting &= 0 if r.unanimous else ~bit(seat)
    if g.waiting == 0:
        close_vote(r, g)


@EDITION.hook
def on_verdict(r: DareRules, g: DareRound, seat: int, passed: int) -> None:
    """Make the player of a failed dare draw two cards (dare-fail), then continue where the round was."""
    back_to = g.back_to
    if back_to != TO_TURN and (passed == 0 or back_to != TO_WHERE_IT_WAS):
        end_dare(g, seat)
    if passed == 0:
        note(g, E_FAILED, seat, 0, 0)
        draw_cards(g, seat, r.dare_n)
    elif back_to != TO_WHERE_IT_WAS:
        note(g, E_DONE, seat, 0, 0)
    if back_to == TO_TURN:
        settle(r, g, seat)
    elif back_to == TO_FOLLOWING_TURN:
        take_turn(g, seat)
    elif back_to == TO_CHOICE:
        ask(g, seat, CHOOSING_DARE)
    elif back_to == TO_COUNT:
        judge_open(r, g)
    else:
        g.phase = g.back_phase
        g.waiting = g.back_waiting


# ---- the edition's own moves -----------------------------------------------------------------------
@EDITION.hook
def special_moves(r: DareRules, g: DareRound, seat: int, out: Row) -> int:
    n = add(out, 0, move_of(TAKE))
    if r.blank[g.number] == 0:
        n = add(out, n, move_of(DO_DARE))
    return n


@EDITION.hook
def special_chances(r: DareRules, g: DareRound, seat: int, out: Row, n: int) -> int:
    """Let each other player call a dare failed once, and the performer admit it, except during a vote (dare-lasting)."""
    if g.phase == VOTING or g.phase == OVER:
        return n
    for performer in range(g.players):
        if g.running[performer]:
            if performer == seat:
                n = add(out, n, move_of(ADMIT))
            elif not has(g.calls[performer] | team(g, performer), seat):
                n = add(out, n, move_of(FAILED, arg=performer))
    return n


@EDITION.hook
def interrupts(r: DareRules, g: DareRound) -> int:
    if g.phase == VOTING:
        return 0
    seats = 0
    for performer in range(g.players):
        if g.running[performer]:
            seats |= everyone(g) & ~g.calls[performer] & ~(team(g, performer) & ~bit(performer))
    return seats


@EDITION.hook
def special_step(r: DareRules, g: DareRound, seat: int, move: int) -> None:
    verb = verb_of(move)
    if verb == TAKE:
        note(g, E_TAKES, seat, 0, 0)
        draw_cards(g, seat, r.dare_n)
        settle(r, g, seat)
    elif verb == DO_DARE:
        do_dare(r, g, seat)
    elif verb == FAILED:
        call_failed(r, g, seat, arg_of(move))
    else:
        note(g, E_ADMITTED, seat, 0, 0)
        end_dare(g, seat)
        draw_cards(g, seat, r.dare_n)


@kernel
def do_dare(r: DareRules, g: DareRound, seat: int) -> None:
    """Begin a lasting dare. Any other dare is judged at once, and so is any dare from a player's last card."""
    if r.lasting[g.number] and not going_out(g):
        note(g, E_LASTS, seat, 0, g.number)
        g.running[seat] = g.number
        if not costs_turn(r, g):
            g.fresh |= bit(seat)
        g.calls[seat] = 0
        settle(r, g, seat)
    else:
        note(g, E_DOES, seat, 0, g.number)
        judge(g, seat, TO_TURN)


@EDITION.hook
def takers(r: DareRules, g: DareRound) -> int:
    """Let nobody call a dare failed early in playouts. It is judged when its time is up."""
    return 0


@EDITION.hook
def penalty(r: DareRules, g: DareRound, kind: int) -> int:
    """Treat Dares as cards that make the next player draw two."""
    return r.dare_n if r.fx[kind] == FX_SPECIAL else 0


@EDITION.hook
def prefer_special(r: DareRules, g: DareRound, seat: int, p: Player, out: Row) -> int:
    """Do a dare as often as people do."""
    return move_of(DO_DARE) if r.blank[g.number] == 0 and below(p, 1000) < p.dare else move_of(TAKE)


# ---- options, views and refusals -------------------------------------------------------------------
@EDITION.hook
def fill(r: Any, edition: Edition, options: Options) -> None:
    """Write the numbers of the cards and the kinds of the dares into the rules."""
    r.unanimous = int(options["strictness"] == "unanimous")
    r.turn_lost = int(options["dare_turn"] == "loses")
    for kind in edition.kinds:
        r.number[kind.code] = kind.number
    for i, entry in enumerate(dares_of(options)):
        r.blank[i + 1] = int(entry is None)
        r.lasting[i + 1] = int(entry is not None and entry.lasting)


EDITION.show("dare", "dare", "Dare: {it}")
EDITION.show("running", "dare by seat", "{seat} is doing: {it}", you="You're doing: {it}")


@EDITION.hook
def sees(r: DareRules, g: DareRound, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    """Show the dare in question and the dares that are running, in words."""
    dares = dares_of(options)
    judged = g.performer if g.phase == VOTING else NONE
    running = {str(s): _shown(dares, g.running[s]) for s in range(g.players) if g.running[s] and s != judged}
    shown: dict[str, Any] = {"running": running} if running else {}
    if g.phase == CHOOSING_DARE:
        shown["dare"] = _shown(dares, g.number)
    elif g.phase == VOTING:
        shown["dare"] = _shown(dares, g.number if g.back_to == TO_TURN else g.running[g.performer])
    return shown


@EDITION.hook
def vetoable(r: DareRules, g: DareRound) -> tuple[str, int] | None:
    """Return the move that does the dare offered now, and the dare's number."""
    return ("dare", g.number) if g.phase == CHOOSING_DARE else None


def _shown(dares: tuple[Dare | None, ...], number: int) -> dict[str, Any]:
    entry = dares[number - 1]
    return {"number": number, "text": entry.text if entry else "", "lasting": bool(entry and entry.lasting)}


@EDITION.hook
def consequence(r: DareRules, g: DareRound, seat: int, move: int, options: Options) -> list[Sentence] | None:
    """Say what a dare costs, and when it is judged."""
    verb, kind, other = verb_of(move), kind_of(move), arg_of(move)
    if verb == PLAY and r.fx[kind] == FX_SPECIAL:
        last = [Sentence("Your last card: you win the round.")] if g.hand_n[seat] == 1 else []
        return [_dared(r, after(g, seat, 1), r.number[kind], options), *last]
    if verb == TAKE:
        return [sentence("Draw {n}.", n=r.dare_n), _then(r, g)]
    if verb == DO_DARE and r.lasting[g.number] and not going_out(g):
        says = "Take your turn, and keep the dare up until the next one. If the others say you failed, you draw {n}."
        if costs_turn(r, g):
            says = "You lose this turn. Keep the dare up until your next one. If the others say you failed, you draw {n}."
        return [sentence(says, n=r.dare_n)]
    if verb == DO_DARE:
        judged = sentence("Do it now. If the others say you failed, you draw {n}.", n=r.dare_n)
        return [judged, _either_way(r, g)]
    if verb == ADMIT:
        return [sentence("You draw {n}, and the dare is over.", n=r.dare_n)]
    if verb == FAILED and r.unanimous:
        return [sentence("{seat} draws {n}, and the dare is over.", seat=other, n=r.dare_n)]
    if verb == FAILED:
        return [sentence("You vote no, and the others vote. If {seat} failed, {seat} draws {n}.", seat=other, n=r.dare_n)]
    if verb == VOTE and not g.for_rule:
        return vote_brings(other, g.performer, r.dare_n, unanimous=bool(r.unanimous))
    return None


def _dared(r: DareRules, seat: int, number: int, options: Options) -> Sentence:
    """Say what the dare with this number asks of the player it hits."""
    entry = dares_of(options)[number - 1]
    if entry is None:
        return sentence("{seat} draws {n}, because there's no dare with this number.", seat=seat, n=r.dare_n)
    return sentence("Dare {m}: “{text}” {seat} does it or draws {n}.", m=number, text=entry.text, seat=seat, n=r.dare_n)


def _then(r: DareRules, g: DareRound) -> Sentence:
    """Say what follows for a player who draws instead of doing the dare."""
    if going_out(g):
        return sentence("Then {seat} wins the round.", seat=g.actor)
    return Sentence("You lose your turn.") if costs_turn(r, g) else Sentence("Then it's your turn.")


def _either_way(r: DareRules, g: DareRound) -> Sentence:
    """Say what follows a verdict, whatever it is."""
    if going_out(g):
        return sentence("Either way, {seat} wins the round.", seat=g.actor)
    return Sentence("Either way, you lose your turn.") if costs_turn(r, g) else Sentence("Either way, it's your turn then.")


@EDITION.hook
def why_not(r: DareRules, g: DareRound, seat: int, move: int) -> Refusal | None:
    """Give the reasons for a refusal that the verbs alone don't give."""
    verb, other = verb_of(move), arg_of(move)
    if verb == PLAY and g.phase == CHOOSING_DARE and has(g.waiting, seat) and r.number[kind_of(move)]:
        return Refusal("turn-no-stacking", "no-stacking", "You can't answer a dare with another Dare: draw two or do it.")
    if verb == DO_DARE and g.phase == CHOOSING_DARE and has(g.waiting, seat):
        return Refusal("dare-lists", "no-dare-written", "There's no dare at this number, so draw two.")
    if verb == ADMIT:
        return Refusal("dare-lasting", "no-dare-running", "You're not doing a lasting dare.")
    if verb == FAILED:
        if not g.running[other]:
            return Refusal("dare-lasting", "no-dare-running", "{seat} isn't doing a lasting dare.", {"seat": other})
        if has(team(g, other), seat):
            return Refusal("teams-votes", "partner", "You can't judge your partner.")
        return Refusal("dare-lasting", "called-already", "You've already reported this dare.")
    return None
