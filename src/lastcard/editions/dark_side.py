"""Star Wars, Dark Side (2023): the shared rules plus four Wild Rule of Two."""

from __future__ import annotations

from ..bits import arg_of, kind_of, move_of, verb_of
from ..edition import Mood, edition_2023
from ..options import Options
from ..play.policy import Player, fewest_cards, spare_card
from ..rules.legal import add, add_calls, add_held, add_others
from ..rules.piles import call_due, call_or_owe, gain, lose, note
from ..rules.seats import after, ask, begin
from ..rules.state import NONE, Round, Row, Rules
from ..sentence_type import Sentence, sentence, turn_of
from .texts.basics_lesson import BASICS
from .texts.dark_side import EVENTS, LESSON, PROMPTS, RULEBOOK, TIPS, VERB_TEXTS, WORDS

EDITION = edition_2023(
    id="dark-side",
    title="Star Wars: Dark Side",
    summary="Wild Rule of Two: pick an apprentice and hand over up to two of your cards.",
    version=2,
    reads=(1,),
    special="wild-rule-of-two",
    does="Pick the color and an apprentice, and give them up to two of your cards, but never your last.",
    drawing="pair",
    mood=Mood(("#0d0c12", "#8f1024", "#e5383b", "#4a4756"), "rays"),
    lessons=(BASICS, LESSON),
    tips=TIPS,
    prompts=PROMPTS,
    event_texts=EVENTS,
    verb_texts=VERB_TEXTS,
    words=WORDS,
    rulebook=RULEBOOK,
)

PICKING = EDITION.phase("apprentice")
GIVING = EDITION.phase("give")

APPRENTICE = EDITION.verb("apprentice", "seat", "rule-of-two", phase=PICKING)
GIVE = EDITION.verb("give", "card", "rule-of-two", phase=GIVING, calls=True, handles="parts")
DONE = EDITION.verb("done", "", "rule-of-two", mild=True)

E_APPRENTICE = EDITION.event("apprentice", n="seat")
E_GAVE = EDITION.event("gave", kind="card", n="seat", secret="pair", cards="gift")
E_DONE = EDITION.event("done")


@EDITION.state()
class DarkSideRules(Rules):
    """The limits on what a master may give."""

    gifts: int = 2  # rule-of-two: the most cards that an apprentice is given


@EDITION.state(public=("apprentice", "gifts_left"))
class DarkSideRound(Round):
    """A round in which a master may be giving cards to an apprentice."""

    apprentice: int
    gifts_left: int


@EDITION.hook
def clear_special(r: DarkSideRules, g: DarkSideRound) -> None:
    g.apprentice = NONE
    g.gifts_left = 0


@EDITION.hook
def on_special(r: DarkSideRules, g: DarkSideRound, seat: int) -> None:
    """Start the Rule of Two: name an apprentice, then give them up to two cards, but never your last."""
    g.gifts_left = r.gifts
    ask(g, seat, PICKING)


@EDITION.hook
def special_moves(r: DarkSideRules, g: DarkSideRound, seat: int, out: Row) -> int:
    if g.phase == PICKING:
        return add_others(g, seat, APPRENTICE, out, 0)
    n = add_calls(g, seat, out, 0, add_held(g, seat, 5, GIVE, out, 0))
    return add(out, n, move_of(DONE))


@EDITION.hook
def special_step(r: DarkSideRules, g: DarkSideRound, seat: int, move: int) -> None:
    verb = verb_of(move)
    if verb == APPRENTICE:
        g.apprentice = arg_of(move)
        note(g, E_APPRENTICE, seat, 0, g.apprentice)
        g.gifts_left = min(g.gifts_left, g.hand_n[seat] - 1)
        ask(g, seat, GIVING)
    elif verb == GIVE:
        kind = kind_of(move)
        lose(g, seat, kind)
        gain(g, g.apprentice, kind)
        note(g, E_GAVE, seat, kind, g.apprentice)
        call_or_owe(g, seat, move)
        g.gifts_left -= 1
    else:
        note(g, E_DONE, seat, 0, 0)
        g.gifts_left = 0
    if g.gifts_left == 0:
        g.apprentice = NONE
        begin(g, after(g, seat, 1))


@EDITION.hook
def prefer_special(r: DarkSideRules, g: DarkSideRound, seat: int, p: Player, out: Row) -> int:
    """Give the least useful cards to the player with the fewest cards."""
    if g.phase == PICKING:
        return move_of(APPRENTICE, arg=fewest_cards(g, seat, 1, p))
    return move_of(GIVE, spare_card(r, g, seat, p), uno=call_due(g, seat))


EDITION.show("apprentice", "seat", "Apprentice: {it}", GIVING, you="You're the apprentice")
EDITION.show("gifts_left", "number", "Cards left to give: {it}", GIVING)


@EDITION.hook
def consequence(r: DarkSideRules, g: DarkSideRound, seat: int, move: int, options: Options) -> list[Sentence] | None:
    """Say who gets cards, and who sees them."""
    verb = verb_of(move)
    if verb == APPRENTICE:
        most = min(g.gifts_left, g.hand_n[seat] - 1)
        if most == 0:
            return [sentence("{seat} gets nothing, since you keep your last card.", seat=arg_of(move))]
        return [sentence("{seat} gets up to {n} of your cards.", seat=arg_of(move), n=most)]
    if verb == GIVE:
        return [sentence("{seat} gets the card. Only the two of you know which one.", seat=g.apprentice)]
    return [Sentence("You keep your other cards."), turn_of(after(g, seat, 1), seat)] if verb == DONE else None
