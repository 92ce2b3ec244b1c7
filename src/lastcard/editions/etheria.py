"""She-Ra (of the 2023 kind): the shared rules plus four Wild Unite Etheria."""

from __future__ import annotations

from typing import Annotated, Any

from ..cards import FIRST_WILD
from ..edition import FOIL_KIND, SPECIAL_KIND, Mood, Prompt, Said, Shown, edition_2023
from ..errors import Refusal
from ..events import OWN, Happening
from ..moves import ANSWER_VERBS, NAME, OTHER, SEATS, VERBS, Verb, color_verb
from ..options import Options
from ..rulebook import Rule
from ..rules.build import kernel, lowest
from ..rules.core import (
    COLOR,
    NONE,
    SPECIAL,
    add,
    add_colors,
    add_held,
    after,
    ask,
    begin,
    below,
    discard,
    draw_cards,
    duties,
    everyone,
    finish,
    gain,
    lose,
    note,
    owe,
)
from ..rules.playout import People, pick_held
from ..rules.policy import Player, best_color, count_colors, some_card
from ..rules.state import Round, Row, Rules

HIDING, REVEALING, UNITED = SPECIAL, SPECIAL + 1, SPECIAL + 2
SECRET, REVEAL, PLACE, KEEP = OTHER, OTHER + 1, OTHER + 2, OTHER + 3
E_SECRET, E_PICKED, E_REVEALED, E_SECRET_SHOWN, E_MATCHED, E_PLACED, E_KEPT = range(OWN, OWN + 7)


class EtheriaRound(Round):
    """A round in which a secret card may be waiting for a match."""

    secret: int
    picked: Annotated[Row, "i8", SEATS]  # the card each other seat shows


@kernel
def clear_special(r: Rules, g: EtheriaRound) -> None:
    g.secret = NONE
    for seat in range(g.players):
        g.picked[seat] = NONE


@kernel
def on_special(r: Rules, g: EtheriaRound, seat: int) -> None:
    """Unite Etheria: choose a colored card in secret, everybody else shows a card at once."""
    clear_special(r, g)
    ask(g, seat, HIDING)


@kernel
def special_moves(r: Rules, g: EtheriaRound, seat: int, out: Row) -> int:
    if g.phase == UNITED:
        return add(out, add(out, 0, PLACE << 12), KEEP << 12)
    if g.phase == REVEALING:
        return add_held(g, seat, 5, REVEAL, out, 0)
    n = add_held(g, seat, 4, SECRET, out, 0)
    return n if n else add_colors(NAME << 12, out, 0)  # etheria-secret: wilds only, in the same phase


@kernel
def special_step(r: Rules, g: EtheriaRound, seat: int, move: int) -> None:
    verb = move >> 12
    kind = move >> 5 & 127
    if verb == SECRET:
        g.secret = kind
        note(g, E_SECRET, seat, kind, 0)
        g.phase = REVEALING
        g.waiting = everyone(g) & ~(1 << seat)
    elif verb == REVEAL:
        g.picked[seat] = kind
        note(g, E_PICKED, seat, kind, 0)
        g.waiting &= ~(1 << seat)
        if g.waiting == 0:
            reveal(g)
    elif verb == PLACE:
        place(r, g, seat)
    else:
        note(g, E_KEPT, seat, 0, 0)
        ask(g, seat, COLOR)


@kernel
def reveal(g: EtheriaRound) -> None:
    """All is shown; who does not match the secret card's color draws one (etheria-miss)."""
    for i in range(1, g.players):
        seat = after(g, g.actor, i)
        note(g, E_REVEALED, seat, g.picked[seat], 0)
    note(g, E_SECRET_SHOWN, g.actor, g.secret, 0)
    matched = 0
    for i in range(1, g.players):
        seat = after(g, g.actor, i)
        if g.picked[seat] >> 4 == g.secret >> 4:
            matched += 1
            note(g, E_MATCHED, seat, 0, 0)
        else:
            draw_cards(g, seat, 1)
    ask(g, g.actor, UNITED if matched else COLOR)  # etheria-match, etheria-none


@kernel
def place(r: Rules, g: EtheriaRound, seat: int) -> None:
    """The secret card is the top card; its own action does nothing."""
    lose(g, seat, g.secret)
    discard(g, g.secret)
    note(g, E_PLACED, seat, g.secret, 0)
    g.color = g.secret >> 4
    if g.hand_n[seat] == 0:
        finish(r, g, seat)  # etheria-out
    else:
        owe(g, seat)
        begin(g, after(g, seat, 1))


@kernel
def pick_special(r: Rules, g: EtheriaRound, seat: int, people: People, out: Row) -> int:
    """In playouts, without lists of cards."""
    if g.phase == REVEALING:
        return pick_held(g, seat, 5, REVEAL, people)
    n = duties(r, g, seat, out)
    return out[below(people, n)]


@kernel
def imagine_special(r: Rules, g: EtheriaRound, seat: int, p: Player) -> None:
    """In imagined worlds, a hidden choice is any card of the hand; who hides a card has one that is not wild."""
    if g.phase != REVEALING and g.phase != UNITED:
        return
    if g.secret == NONE:
        g.secret = some_card(g, g.actor, 4, p)
        at = 0
        while g.secret == NONE and at < g.draw_n:
            if g.draw[at] < FIRST_WILD:
                g.secret = int(g.draw[at])
                g.draw[at] = some_card(g, g.actor, 5, p)
                lose(g, g.actor, int(g.draw[at]))
                gain(g, g.actor, g.secret)
            at += 1
    for other in range(g.players):
        if other != g.actor and g.picked[other] == NONE and g.waiting >> other & 1 == 0:
            g.picked[other] = some_card(g, other, 5, p)


@kernel
def prefer_special(r: Rules, g: EtheriaRound, seat: int, p: Player, out: Row) -> int:
    """A steady player hides a card of the longest color, shows some colored card, and places the secret one."""
    if g.phase == UNITED:
        return PLACE << 12
    count_colors(g, seat, p)
    color = best_color(p, below(p, 4))
    if g.phase == HIDING:
        return SECRET << 12 | (color << 4 | lowest(g.held[seat][color])) << 5 if p.colors[color] else NAME << 12 | color << 1
    kind = some_card(g, seat, 4, p)
    return REVEAL << 12 | (kind if kind != NONE else some_card(g, seat, 5, p)) << 5


def sees(r: Rules, g: EtheriaRound, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    """The own secret or picked card; once all is shown, everybody's."""
    texts = EDITION.codec.card_texts
    if g.phase == UNITED:
        picked = {str(s): texts[g.picked[s]] for s in range(g.players) if s != g.actor}
        return {"secret": texts[g.secret], "revealed": picked}
    if g.phase == REVEALING and seat is not None:
        own = g.secret if seat == g.actor else g.picked[seat]
        return {"secret" if seat == g.actor else "picked": texts[own]} if own != NONE else {}
    return {}


def why_not(r: Rules, g: EtheriaRound, seat: int, move: int) -> Refusal | None:
    """Reasons that the verbs alone do not give."""
    verb, kind = move >> 12, move >> 5 & 127
    if g.waiting >> seat & 1 == 0:
        return None
    if g.phase == HIDING and verb == SECRET:
        if kind >= FIRST_WILD:
            return Refusal("etheria-secret", "not-colored", "the secret card must have a color")
        return Refusal("etheria-secret", "not-held", "the secret card must be in your hand")
    if g.phase == HIDING and verb == NAME:
        return Refusal("etheria-secret", "secret-owed", "choose a secret card first: you hold a colored one")
    if g.phase == REVEALING and verb == REVEAL:
        return Refusal("etheria-reveal", "not-held", "you can show only a card of your hand")
    return None


def redeal(r: Rules, g: Any, seat: int | None, rng: Any) -> bool:
    """Hidden choices fitted to newly dealt hands, in the rows too; False where these hands cannot have made them."""
    if g.phase != REVEALING:
        return True
    for other in range(g.players):
        held = [kind for kind in range(FIRST_WILD if other == g.actor else FOIL_KIND + 1) if g.hand[other][kind]]
        if not held:
            return False
        if other != seat and other == g.actor:
            g.secret = rng.choice(held)
        elif other != seat and g.picked[other] != NONE:
            g.picked[other] = rng.choice(held)
    for i in range(len(g.log) - 1, -1, -1):
        what, who, _, n = g.log[i]
        if what == E_SECRET:
            g.log[i] = (what, who, g.secret, n)
            return True
        if what == E_PICKED:
            g.log[i] = (what, who, g.picked[who], n)
    return True


EDITION = edition_2023(
    id="etheria",
    title="She-Ra: Unite Etheria",
    summary="Wild Unite Etheria: hide a card, everybody shows one, and who misses its color draws.",
    special="wild-unite-etheria",
    mood=Mood(("#43206b", "#f28ab2", "#6fd0c5", "#ffd166"), "waves"),
    module=__name__,
    round=EtheriaRound,
    own=("secret", "picked"),
    phases={HIDING: "secret", REVEALING: "reveal", UNITED: "unite"},
    prompts={
        "secret": Prompt("Choose a card in secret.", "Waiting for {seats} to choose in secret."),
        "reveal": Prompt("Which card do you show?", "Waiting for {seats} to pick a card to show."),
        "unite": Prompt("Somebody matches: place your secret card?", "Waiting for {seats} to place or keep the secret card."),
    },
    shows={
        "secret": Shown("card", "Secret card: {it}"),
        "picked": Shown("card", "You show: {it}"),
        "revealed": Shown("card by seat", "{seat} shows {it}"),
    },
    colorless=frozenset({SPECIAL_KIND, FOIL_KIND}),
    verbs=(
        *VERBS,
        *ANSWER_VERBS,
        color_verb("etheria-none"),
        Verb(SECRET, "secret", "card", "etheria-secret", "for who has just played Unite Etheria", says="Hide {card}"),
        Verb(REVEAL, "reveal", "card", "etheria-reveal", "once, for the others, while a secret card waits", says="Show {card}"),
        Verb(PLACE, "place", "", "etheria-match", "for the secret card's player, after a match", says="Place it"),
        Verb(KEEP, "keep", "", "etheria-match", "for the secret card's player, after a match", says="Keep it"),
    ),
    happenings=(
        Happening(E_SECRET, "secret", "{seat} hides {card}", kind="card", secret="own"),
        Happening(E_PICKED, "picked", "{seat} picks {card} to show", kind="card", secret="own"),
        Happening(E_REVEALED, "revealed", "{seat} shows {card}", kind="card", cards="seen"),
        Happening(E_SECRET_SHOWN, "secret-shown", "the secret card of {seat} is {card}", kind="card", cards="seen"),
        Happening(E_MATCHED, "matched", "{seat} matches"),
        Happening(E_PLACED, "placed", "{seat} places {card}", kind="card", cards="out"),
        Happening(E_KEPT, "kept", "{seat} takes the secret card back"),
    ),
    rulebook=(
        Rule(
            "etheria-secret",
            "Wild Unite Etheria: choose in secret a colored card of your hand. It stays in the hand, and its count, until it "
            "is placed. With wilds only you just name a color, and nobody else can tell which of the two you are choosing.",
            ruling=True,
        ),
        Rule(
            "etheria-reveal",
            "Every other player picks one card to show, at the same time, none knowing another's or the secret; any card, and "
            "a wild matches nothing.",
            ruling=True,
        ),
        Rule(
            "etheria-miss",
            "All is shown. Whoever does not match the secret card's color draws one and keeps the shown card; whoever matches "
            "just keeps it.",
        ),
        Rule(
            "etheria-match",
            "With at least one match the secret card may be put on the discard pile: its color and face are now on top, and "
            "its own action does nothing. Kept instead, a color is named.",
            ruling=True,
        ),
        Rule("etheria-none", "With no match the secret card goes back to the hand and a color is named."),
        Rule("etheria-out", "A player whose placed secret card was the last one has gone out.", ruling=True),
    ),
    sees=sees,
    why_not=why_not,
    redeal=redeal,
)
