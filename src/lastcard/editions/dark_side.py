"""Star Wars, Dark Side (2023): the shared rules plus four Wild Rule of Two."""

from __future__ import annotations

from typing import Any

from ..edition import Mood, Prompt, Said, Shown, edition_2023
from ..errors import Refusal
from ..events import OWN, Happening
from ..moves import ANSWER_VERBS, OTHER, VERBS, Verb
from ..options import Options
from ..rulebook import Rule
from ..rules.build import kernel
from ..rules.core import NONE, SPECIAL, add, add_held, after, ask, begin, gain, lose, note, owe
from ..rules.policy import Player, fewest_cards, spare_card
from ..rules.state import Round, Row, Rules

CHOOSING_APPRENTICE, GIVING = SPECIAL, SPECIAL + 1
APPRENTICE, GIVE, DONE = OTHER, OTHER + 1, OTHER + 2
E_APPRENTICE, E_GAVE, E_DONE = OWN, OWN + 1, OWN + 2


class DarkSideRound(Round):
    """A round in which a master may be giving cards to an apprentice."""

    apprentice: int
    gifts_left: int


@kernel
def clear_special(r: Rules, g: DarkSideRound) -> None:
    g.apprentice = NONE
    g.gifts_left = 0


@kernel
def on_special(r: Rules, g: DarkSideRound, seat: int) -> None:
    """Rule of Two: name an apprentice, then give up to two cards, never the last."""
    g.gifts_left = 2
    ask(g, seat, CHOOSING_APPRENTICE)


@kernel
def special_moves(r: Rules, g: DarkSideRound, seat: int, out: Row) -> int:
    n = 0
    if g.phase == CHOOSING_APPRENTICE:
        for i in range(1, g.players):
            n = add(out, n, APPRENTICE << 12 | after(g, seat, i) << 1)
        return n
    return add(out, add_held(g, seat, 5, GIVE, out, 0), DONE << 12)


@kernel
def special_step(r: Rules, g: DarkSideRound, seat: int, move: int) -> None:
    verb = move >> 12
    if verb == APPRENTICE:
        g.apprentice = move >> 1 & 15
        note(g, E_APPRENTICE, seat, 0, g.apprentice)
        ask(g, seat, GIVING)
    elif verb == GIVE:
        kind = move >> 5 & 127
        lose(g, seat, kind)
        gain(g, g.apprentice, kind)
        note(g, E_GAVE, seat, kind, g.apprentice)
        owe(g, seat)
        g.gifts_left -= 1
    else:
        note(g, E_DONE, seat, 0, 0)
        g.gifts_left = 0
    if g.phase == GIVING and (g.gifts_left == 0 or g.hand_n[seat] == 1):
        g.apprentice = NONE
        begin(g, after(g, seat, 1))


@kernel
def prefer_special(r: Rules, g: DarkSideRound, seat: int, p: Player, out: Row) -> int:
    """A steady player gives who has fewest cards what is least use."""
    if g.phase == CHOOSING_APPRENTICE:
        return APPRENTICE << 12 | fewest_cards(g, seat, p) << 1
    return GIVE << 12 | spare_card(r, g, seat, p) << 5


def sees(r: Rules, g: DarkSideRound, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    """The apprentice and how many more cards may be given."""
    if g.phase != GIVING:
        return {}
    return {"apprentice": g.apprentice, "gifts_left": min(g.gifts_left, g.hand_n[g.actor] - 1)}


def why_not(r: Rules, g: DarkSideRound, seat: int, move: int) -> Refusal | None:
    """Reasons that the verbs alone do not give."""
    if g.waiting >> seat & 1 == 0:
        return None
    if g.phase == CHOOSING_APPRENTICE and move >> 12 == APPRENTICE:
        if move >> 1 & 15 == seat:
            return Refusal("rule-of-two", "not-yourself", "the apprentice is another player")
        return Refusal("rule-of-two", "no-such-seat", "there is no {seat}", {"seat": move >> 1 & 15})
    if g.phase == GIVING and move >> 12 == GIVE:
        return Refusal("rule-of-two", "not-held", "you can give only a card of your hand")
    return None


EDITION = edition_2023(
    id="dark-side",
    title="Star Wars: Dark Side",
    summary="Wild Rule of Two: choose an apprentice and hand over up to two of your cards.",
    special="wild-rule-of-two",
    mood=Mood(("#0d0c12", "#8f1024", "#e5383b", "#4a4756"), "rays"),
    module=__name__,
    round=DarkSideRound,
    public=("apprentice", "gifts_left"),
    phases={CHOOSING_APPRENTICE: "apprentice", GIVING: "give"},
    prompts={
        "apprentice": Prompt("Who is your apprentice?", "Waiting for {seats} to choose an apprentice."),
        "give": Prompt("Which cards does your apprentice get?", "Waiting for {seats} to give cards."),
    },
    shows={
        "apprentice": Shown("seat", "Apprentice: {it}"),
        "gifts_left": Shown("number", "Cards that may still be given: {it}"),
    },
    verbs=(
        *VERBS,
        *ANSWER_VERBS,
        Verb(APPRENTICE, "apprentice", "seat", "rule-of-two", "for who has just played a Rule of Two", says="{seat}"),
        Verb(GIVE, "give", "card", "rule-of-two", "after naming an apprentice", says="Give {card}"),
        Verb(DONE, "done", "", "rule-of-two", "while you may give cards", says="Give no more"),
    ),
    happenings=(
        Happening(E_APPRENTICE, "apprentice", "{seat} takes {to} as apprentice", n="seat"),
        Happening(E_GAVE, "gave", "{seat} gives {card} to {to}", kind="card", n="seat", secret="pair", cards="gift"),
        Happening(E_DONE, "done", "{seat} gives no more"),
    ),
    rulebook=(
        Rule(
            "rule-of-two",
            "Wild Rule of Two: name a color and an apprentice, any other player, and give the apprentice up to two cards of "
            "your choice, never your last; none is allowed, and only the two of you see which. Then play goes on in order.",
            ruling=True,
        ),
    ),
    sees=sees,
    why_not=why_not,
)
