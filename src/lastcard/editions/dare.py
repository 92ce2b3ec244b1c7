"""UNO Dare! (2013): draw two or do the dare; sixteen dares on a list that the table chooses."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from .. import options as opt
from .. import rulebook as book
from ..cards import FX_REVERSE, FX_SKIP, FX_SPECIAL, Kind, action_kinds, number_kinds, wild_kind
from ..edition import Edition, Mood, Prompt, Said, Shown
from ..errors import Refusal
from ..events import OWN, VOTE_HAPPENINGS, Happening
from ..house import check_dares, dares_form
from ..moves import NO, OTHER, PLAY, SEATS, VERBS, VOTE, Verb, color_verb, vote_verb
from ..options import Option, Options, choice
from ..rulebook import Rule
from ..rules import older, votes
from ..rules.build import kernel
from ..rules.core import (
    COLOR,
    NONE,
    OVER,
    SPECIAL,
    VOTING,
    add,
    after,
    ask,
    below,
    draw_cards,
    everyone,
    finish,
    note,
    take_turn,
)
from ..rules.policy import Player
from ..rules.state import KINDS, Row
from ..rules.votes import VotingRound, VotingRules, cast_vote, close_vote, open_vote, vote_moves

COLORS = ("blue", "green", "red", "yellow")
DARES = 16

CHOOSING_DARE = SPECIAL
TAKE, DO_DARE, FAILED, ADMIT = OTHER, OTHER + 1, OTHER + 2, OTHER + 3
E_DARED, E_TAKES, E_DOES, E_LASTS, E_DONE, E_FAILED, E_CALLED_FAILED, E_ADMITTED = range(OWN, OWN + 8)
# What a verdict leads back to.
TO_TURN, TO_FOLLOWING_TURN, TO_CHOICE, TO_WHERE_IT_WAS, TO_COUNT = range(5)


class DareRules(VotingRules):
    """The numbers on the cards, and what kind of dare stands at each number of the chosen list."""

    number: Annotated[Row, "i8", KINDS]
    lasting: Annotated[Row, "i8", DARES + 1]
    blank: Annotated[Row, "i8", DARES + 1]


class DareRound(VotingRound):
    """A round in which dares may be chosen, running, or judged."""

    number: int  # the dare that is offered or judged
    running: Annotated[Row, "i8", SEATS]  # the lasting dare each seat is doing; 0: none
    fresh: int  # mask: seats that have not yet had the turn right after their lasting dare
    calls: Annotated[Row, "i8", SEATS]  # mask of those who have called this seat's dare failed
    back_to: int
    back_phase: int
    back_waiting: int


@kernel
def clear_special(r: DareRules, g: DareRound) -> None:
    g.performer = NONE
    g.number = 0
    g.fresh = 0
    g.back_to = 0
    g.back_phase = 0
    g.back_waiting = 0
    for seat in range(g.players):
        g.running[seat] = 0
        g.calls[seat] = 0


# ---- being dared -----------------------------------------------------------------------------------
@kernel
def open_wild(r: DareRules, g: DareRound, kind: int, first: int) -> None:
    """open-wild-dare: draw two or the dare, then the color, then the turn."""
    dare(r, g, kind, first)


@kernel
def open_colored(r: DareRules, g: DareRound, kind: int, first: int) -> None:
    """open-dare, or a number."""
    if r.fx[kind] == FX_SPECIAL:
        dare(r, g, kind, first)
    else:
        begin(g, first)


@kernel
def on_special(r: DareRules, g: DareRound, seat: int) -> None:
    dare(r, g, g.card, after(g, seat, 1))


@kernel
def on_out(r: DareRules, g: DareRound, seat: int) -> None:
    """out-draw: a last Dare still makes the next player draw two or do it; then the open dares are judged."""
    end_dare(g, seat)  # dare-lasting: the winner's own lapses
    if r.fx[g.card] == FX_SPECIAL:
        dare(r, g, g.card, after(g, seat, 1))
    else:
        judge_open(r, g)


@kernel
def dare(r: DareRules, g: DareRound, kind: int, seat: int) -> None:
    """This seat draws two or does the dare; one that it is still doing is judged first (dare-lasting)."""
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
    """The dared player takes the turn (dare); after an opening Wild Dare names the color first."""
    if going_out(g):
        judge_open(r, g)
    elif g.color == NONE:
        ask(g, seat, COLOR)
    else:
        begin(g, seat)


@kernel
def going_out(g: DareRound) -> bool:
    return g.actor != NONE and g.hand_n[g.actor] == 0


# ---- lasting dares ---------------------------------------------------------------------------------
@kernel
def begin(g: DareRound, seat: int) -> None:
    """dare-lasting: judged when the turn after the next begins, before any move."""
    g.card = NONE  # settled: what is judged from here on is not the card
    if g.running[seat] and g.fresh >> seat & 1 == 0:
        g.turn = seat
        judge(g, seat, TO_FOLLOWING_TURN)
        return
    g.fresh &= ~(1 << seat)
    take_turn(g, seat)


@kernel
def judge(g: DareRound, seat: int, back_to: int) -> None:
    g.back_to = back_to
    open_vote(g, seat)


@kernel
def judge_open(r: DareRules, g: DareRound) -> None:
    """At the end of the round the open dares are judged in order of play, then the points are counted."""
    for i in range(1, g.players):
        seat = after(g, g.actor, i)
        if g.running[seat]:
            judge(g, seat, TO_COUNT)
            return
    finish(r, g, g.actor)


@kernel
def end_dare(g: DareRound, seat: int) -> None:
    g.running[seat] = 0
    g.fresh &= ~(1 << seat)


@kernel
def call_failed(r: DareRules, g: DareRound, seat: int, performer: int) -> None:
    """One player's no; the rest vote, and the round goes on where it was."""
    g.calls[performer] |= 1 << seat
    note(g, E_CALLED_FAILED, seat, 0, performer)
    g.back_phase = g.phase
    g.back_waiting = g.waiting
    judge(g, performer, TO_WHERE_IT_WAS)
    g.ballots[seat] = NO
    g.waiting &= ~(1 << seat)
    if g.waiting == 0:
        close_vote(r, g)


@kernel
def on_verdict(r: DareRules, g: DareRound, seat: int, passed: int) -> None:
    """dare-fail: a failed dare costs two cards; then on to what was waiting."""
    back_to = g.back_to
    if back_to != TO_TURN and (passed == 0 or back_to != TO_WHERE_IT_WAS):
        end_dare(g, seat)
    if passed == 0:
        note(g, E_FAILED, seat, 0, 0)
        draw_cards(g, seat, 2)
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


# ---- moves of its own ------------------------------------------------------------------------------
@kernel
def special_moves(r: DareRules, g: DareRound, seat: int, out: Row) -> int:
    if g.phase == VOTING:
        return vote_moves(out)
    n = add(out, 0, TAKE << 12)
    if r.blank[g.number] == 0:
        n = add(out, n, DO_DARE << 12)
    return n


@kernel
def special_chances(r: DareRules, g: DareRound, seat: int, out: Row, n: int) -> int:
    """dare-lasting: each other player may call it failed once, the performer may admit it; not during a vote."""
    if g.phase == VOTING or g.phase == OVER:
        return n
    for performer in range(g.players):
        if g.running[performer]:
            if performer == seat:
                n = add(out, n, ADMIT << 12)
            elif g.calls[performer] >> seat & 1 == 0:
                n = add(out, n, FAILED << 12 | performer << 1)
    return n


@kernel
def interrupts(r: DareRules, g: DareRound) -> int:
    if g.phase == VOTING:
        return 0
    seats = 0
    for performer in range(g.players):
        if g.running[performer]:
            seats |= everyone(g) & ~g.calls[performer]
    return seats


@kernel
def special_step(r: DareRules, g: DareRound, seat: int, move: int) -> None:
    verb = move >> 12
    if verb == VOTE:
        cast_vote(r, g, seat, move >> 1 & 15)
    elif verb == TAKE:
        note(g, E_TAKES, seat, 0, 0)
        draw_cards(g, seat, 2)
        settle(r, g, seat)
    elif verb == DO_DARE:
        do_dare(r, g, seat)
    elif verb == FAILED:
        call_failed(r, g, seat, move >> 1 & 15)
    else:
        note(g, E_ADMITTED, seat, 0, 0)
        end_dare(g, seat)
        draw_cards(g, seat, 2)


@kernel
def do_dare(r: DareRules, g: DareRound, seat: int) -> None:
    """A dare for now is judged at once, and so is any dare of a last card; a lasting one begins."""
    if r.lasting[g.number] and not going_out(g):
        note(g, E_LASTS, seat, 0, g.number)
        g.running[seat] = g.number
        g.fresh |= 1 << seat
        g.calls[seat] = 0
        settle(r, g, seat)
    else:
        note(g, E_DOES, seat, 0, g.number)
        judge(g, seat, TO_TURN)


@kernel
def takers(r: DareRules, g: DareRound) -> int:
    """In playouts, a dare is judged when its time is up and not called failed before."""
    return 0


@kernel
def penalty(r: DareRules, g: DareRound, kind: int) -> int:
    """A steady player plays dares as cards that make the next one draw two."""
    return 2 if r.fx[kind] == FX_SPECIAL else 0


@kernel
def prefer_special(r: DareRules, g: DareRound, seat: int, p: Player, out: Row) -> int:
    """A steady player does a dare as often as people do."""
    return DO_DARE << 12 if r.blank[g.number] == 0 and below(p, 1000) < p.dare else TAKE << 12


# ---- the lists -------------------------------------------------------------------------------------
class Dare(NamedTuple):
    """What to do, and whether it lasts until the player's next turn."""

    text: str
    lasting: bool = False


FAMILY = (
    Dare("Name five animals that live in the sea before somebody counts to ten."),
    Dare("Speak only in questions until your next turn.", lasting=True),
    Dare("Hum a tune that everybody knows until somebody guesses it."),
    Dare("Keep one hand on your head until your next turn.", lasting=True),
    Dare("Say something kind about every other player."),
    Dare("Tell the table about the best meal you ever had, without naming the food."),
    Dare("Say 'if you please' at the end of every sentence until your next turn.", lasting=True),
    Dare("Make three different animal sounds; the others must guess them."),
    Dare("Count backward from thirty by threes."),
    Dare("Talk like a weather reporter until your next turn.", lasting=True),
    Dare("Describe something in the room without naming it, until somebody guesses it."),
    Dare("Smile without a break until your next turn.", lasting=True),
    Dare("Recite the alphabet from the end as far as the letter Q."),
    Dare("Whisper everything you say until your next turn.", lasting=True),
    Dare("Invent a two-line poem about the player on your left."),
    Dare("Tell a joke; one smile at the table is enough."),
)
SHOWOFF = (
    Dare("Announce every card like a sports commentator at a final until your next turn.", lasting=True),
    Dare("Balance something flat on one finger for five seconds."),
    Dare("Show a talent of yours for ten seconds."),
    Dare("Refer to yourself by your first name only until your next turn.", lasting=True),
    Dare("Give a victory speech of three sentences, as if you had won already."),
    Dare("Name ten countries in twenty seconds."),
    Dare("Speak as slowly and grandly as a king or queen until your next turn.", lasting=True),
    Dare("Do your best impression of another player's way of laughing."),
    Dare("Sing your next words, whatever they are, until your next turn.", lasting=True),
    Dare("Say a tongue twister of your choice three times without a slip."),
    Dare("Strike a statue's pose and hold it, blinking allowed, until your next turn.", lasting=True),
    Dare("Explain the rules of this game in fifteen seconds."),
    Dare("Draw the player on your right with your eyes closed and show it."),
    Dare("Applaud every card that anybody plays until your next turn.", lasting=True),
    Dare("Sell the table an everyday thing within reach, in twenty seconds."),
    Dare("Multiply two numbers below twenty that the table gives you, in your head."),
)
DAREDEVIL = (
    Dare("Keep your eyes closed whenever it is not your turn, until your next turn.", lasting=True),
    Dare("Let the player on your left choose your funniest facial expression; hold it for ten seconds."),
    Dare("Answer one harmless question of the table's truthfully."),
    Dare("Say no word with the letter E until your next turn.", lasting=True),
    Dare("Stand on one leg until the table has counted to thirty."),
    Dare("Keep a straight face while everybody else tries to make you laugh, until your next turn.", lasting=True),
    Dare("Tell a story of four sentences in which each begins with the next letter of the alphabet."),
    Dare("Make up a dance move and teach it to the table."),
    Dare("Speak in rhymes until your next turn.", lasting=True),
    Dare("Imitate a machine with sound and movement until somebody guesses it."),
    Dare("Keep both elbows above your shoulders until your next turn.", lasting=True),
    Dare("Confess the silliest thing you ever believed as a child."),
    Dare("Let the player on your right name a word; say three that rhyme with it in ten seconds."),
    Dare("Answer everything that is said to you with 'certainly, captain' until your next turn.", lasting=True),
    Dare("Pretend to be a robot whose battery runs out, for fifteen seconds."),
    Dare("Guess the color of the card that the player on your left thinks of, in two tries."),
)
LISTS = {"family": FAMILY, "showoff": SHOWOFF, "daredevil": DAREDEVIL}


def _dare_list() -> Option:
    """dare-lists: what a list holds stands in the option's form; its dares are vetoed by their numbers."""
    names = {"family": "Family", "showoff": "Showoff", "daredevil": "Daredevil", "house-rules": "House Rules, by the table"}
    option = choice("dare_list", "the list of dares for this game", *names, rule="dare-lists", says=names)
    for value in option.form["values"]:
        if value["value"] in LISTS:
            value["items"] = [dare._asdict() for dare in LISTS[value["value"]]]
        else:
            value["written"] = "house_rules"
    return option


def dares_of(options: Options) -> tuple[Dare | None, ...]:
    """The sixteen dares of the list that a table has chosen; None where the table wrote none."""
    if options["dare_list"] in LISTS:
        return LISTS[options["dare_list"]]
    return tuple(None if dare is None else Dare(**dare) for dare in options["house_rules"])


# ---- the edition -----------------------------------------------------------------------------------
def _dare_kinds() -> tuple[Kind, ...]:
    """deck-dare-number: blue 1 5, green 2 6, red 3 7, yellow 4 8; Wild Dare 9 to 16."""
    colored = tuple(
        Kind(c << 4 | 12 + i, f"{color}-dare-{number}", 1, FX_SPECIAL, 20, "dare", number=number)
        for c, color in enumerate(COLORS)
        for i, number in enumerate((c + 1, c + 5))
    )
    wilds = tuple(wild_kind(n - 9, f"wild-dare-{n}", 1, FX_SPECIAL, number=n) for n in range(9, DARES + 1))
    return colored + wilds


def _check_house_dares(given: Any) -> list[dict[str, Any] | None]:
    return check_dares(given, DARES)


def fill(r: Any, edition: Edition, options: Options) -> None:
    """Numbers of the cards and kinds of the dares."""
    r.unanimous = int(options["strictness"] == "unanimous")
    for kind in edition.kinds:
        r.number[kind.code] = kind.number
    for i, entry in enumerate(dares_of(options)):
        r.blank[i + 1] = int(entry is None)
        r.lasting[i + 1] = int(entry is not None and entry.lasting)


def sees(r: DareRules, g: DareRound, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    """The dare in question, and the dares that are running, in words."""
    dares = dares_of(options)
    running = {str(s): _shown(dares, g.running[s]) for s in range(g.players) if g.running[s]}
    shown: dict[str, Any] = {"running": running} if running else {}
    if g.phase == CHOOSING_DARE:
        shown["dare"] = _shown(dares, g.number)
    elif g.phase == VOTING:
        shown["performer"] = g.performer
        shown["dare"] = _shown(dares, g.number if g.back_to == TO_TURN else g.running[g.performer])
    return shown


def vetoable(r: DareRules, g: DareRound) -> tuple[str, int] | None:
    """Doing the dare that is offered now, and its number."""
    return ("dare", g.number) if g.phase == CHOOSING_DARE else None


def _shown(dares: tuple[Dare | None, ...], number: int) -> dict[str, Any]:
    entry = dares[number - 1]
    return {"number": number, "text": entry.text if entry else "", "lasting": bool(entry and entry.lasting)}


def why_not(r: DareRules, g: DareRound, seat: int, move: int) -> Refusal | None:
    """Reasons that the verbs alone do not give."""
    verb, other = move >> 12, move >> 1 & 15
    if g.phase == VOTING:
        return None
    if verb == PLAY and g.phase == CHOOSING_DARE and g.waiting >> seat & 1 and r.number[move >> 5 & 127]:
        return Refusal("turn-no-stacking", "no-stacking", "a dare is not answered with another one: draw two or do it")
    if verb == DO_DARE and g.phase == CHOOSING_DARE and g.waiting >> seat & 1:
        return Refusal("dare-lists", "no-dare-written", "no dare is written at this number: draw two")
    if verb == ADMIT:
        return Refusal("dare-lasting", "no-dare-running", "you are doing no lasting dare")
    if verb == FAILED:
        if other == seat:
            return Refusal("dare-lasting", "not-yourself", "say 'failed' alone to admit your own dare")
        if other >= g.players or not g.running[other]:
            return Refusal("dare-lasting", "no-dare-running", "{seat} is doing no lasting dare", {"seat": other})
        return Refusal("dare-lasting", "called-already", "you have called this dare failed already")
    return None


EDITION = Edition(
    id="dare",
    title="UNO Dare!",
    summary="Dare cards make the next player draw two or do a dare from the list you chose.",
    mood=Mood(("#2d0a45", "#ff6b1a", "#ffd400", "#19b5a5"), "checks"),
    colors=COLORS,
    kinds=(
        *number_kinds(COLORS),
        *action_kinds(COLORS, 10, "skip", FX_SKIP),
        *action_kinds(COLORS, 11, "reverse", FX_REVERSE),
        *_dare_kinds(),
    ),
    options=(
        opt.target(500),
        opt.SCORING,
        opt.TWO_PLAYER_REVERSE,
        opt.DEALER,
        _dare_list(),
        Option(
            "house_rules",
            [None] * DARES,
            "the dares that the table writes on the House Rules list",
            f"a list of up to {DARES} dares, each a text or a mapping with text and lasting, or null",
            _check_house_dares,
            between_rounds=True,
            rule="dare-lists",
            form=dares_form(DARES),
        ),
        choice(
            "strictness",
            "how a dare is judged",
            "majority",
            "unanimous",
            rule="dare-judge",
            says={"majority": "it fails by more than half of the votes", "unanimous": "it is done only if all votes say so"},
        ),
    ),
    module=__name__,
    parts=(older, votes),
    rules=DareRules,
    round=DareRound,
    public=("performer", "number", "running", "fresh", "calls", "back_to", "back_phase", "back_waiting"),
    own=("ballots",),
    phases={CHOOSING_DARE: "dare"},
    prompts={
        "dare": Prompt("Draw two, or do the dare?", "Waiting for {seats} to draw two or do the dare."),
        "vote": Prompt("Was the dare done?", "Waiting for {seats} to judge the dare."),
    },
    shows={
        "dare": Shown("dare", "Dare: {it}"),
        "running": Shown("dare by seat", "{seat} is doing: {it}"),
        "performer": Shown("seat", "Judged: {it}"),
    },
    vote_rule="dare-judge",
    verbs=(
        *VERBS,
        color_verb("open-wild-dare"),
        vote_verb("dare-judge"),
        Verb(TAKE, "take", "", "dare", "for the player who is dared", says="Draw two"),
        Verb(DO_DARE, "dare", "", "dare", "for the player who is dared", says="Do the dare"),
        Verb(
            FAILED,
            "failed",
            "seat",
            "dare-lasting",
            "while that player is doing a lasting dare, between votes",
            says="{seat} has failed",
            chance=True,
        ),
        Verb(
            ADMIT,
            "failed",
            "",
            "dare-lasting",
            "while you are doing a lasting dare, between votes",
            says="Admit that you failed",
            chance=True,
        ),
    ),
    happenings=(
        *VOTE_HAPPENINGS,
        Happening(E_DARED, "dared", "{seat} is dared: number {n}", n="n"),
        Happening(E_TAKES, "takes", "{seat} takes two cards instead"),
        Happening(E_DOES, "does", "{seat} does dare {n}", n="n"),
        Happening(E_LASTS, "lasts", "{seat} does dare {n} until the next turn", n="n"),
        Happening(E_DONE, "done", "{seat} has done the dare"),
        Happening(E_FAILED, "failed", "{seat} has failed the dare"),
        Happening(E_CALLED_FAILED, "called-failed", "{seat} says that {to} has failed", n="seat"),
        Happening(E_ADMITTED, "admitted", "{seat} admits to have failed"),
    ),
    rulebook=(
        *book.DECK,
        Rule(
            "deck-da",
            "108 cards: 76 numbers, 8 Skip, 8 Reverse, 8 Dare, 8 Wild Dare; the dare lists lie beside the game.",
        ),
        Rule(
            "deck-dare-number",
            "Each Dare and Wild Dare card carries the number of a dare: blue 1 and 5, green 2 and 6, red 3 and 7, yellow 4 "
            "and 8, Wild Dare 9 to 16, each once.",
            ruling=True,
        ),
        *book.SETUP,
        *book.SETUP_OLDER,
        Rule(
            "open-dare",
            "An opening Dare: the player left of the dealer draws two or does the dare, then takes the first turn.",
        ),
        Rule(
            "open-wild-dare",
            "An opening Wild Dare: draw two or the dare first, then that player names the color, then takes the turn.",
        ),
        *book.TURN,
        *book.UNO,
        *book.ACTIONS,
        Rule(
            "dare",
            "Dare: the next player draws two, or does the dare of that number in the chosen list; either way that player then "
            "takes the turn, for nothing says that it is lost.",
            ruling=True,
        ),
        Rule("dare-wild", "Wild Dare: a Dare and a wild together, playable at any time; its player names any color."),
        Rule(
            "dare-lists",
            "One of four lists is chosen at set-up: Family, Showoff, Daredevil, or House Rules, which the table writes. An "
            "empty entry leaves only drawing two.",
            ruling=True,
        ),
        Rule(
            "dare-tease",
            "Any player may make a dare easier or harder by talking, asking, teasing, playing fast or slow. The performer must "
            "stay in the dare; refusing to answer or slipping fails it.",
        ),
        Rule(
            "dare-judge",
            "The other players judge. More than half of the votes cast must say no to fail, abstentions do not count and a tie "
            "favors the performer; at a unanimous table a dare is done only if every vote cast is yes.",
            ruling=True,
        ),
        Rule("dare-fail", "A failed dare costs two cards."),
        Rule(
            "dare-lasting",
            "A dare that lasts until the next turn runs through the turn taken right after it and is judged when the "
            "player's following turn begins, before any move; a lost turn does not end it. Each other player may call it "
            "failed once: that is a no, and the rest vote. The performer may admit it without a vote. A player dared again is "
            "judged on the old dare first. At the end of the round the last card's dare is judged at once, then the open ones "
            "in order of play, then the points are counted; the winner's own lapses.",
            ruling=True,
        ),
        *book.GOING_OUT,
        *book.MATCH_500,
        *book.EVERYBODY,
    ),
    fill=fill,
    sees=sees,
    why_not=why_not,
    vetoable=vetoable,
)
