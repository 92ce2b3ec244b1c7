"""She-Ra (like the 2023 leaflets): the shared rules plus four Wild Unite Etheria."""

from __future__ import annotations

from typing import Annotated, Any

from ..bits import bit, color_of_kind, has, kind_at, kind_of, move_of, verb_of
from ..cards import FIRST_WILD
from ..edition import FOIL_KIND, SPECIAL_KIND, Mood, Said, edition_2023
from ..errors import Refusal
from ..moves import ANSWER_VERBS, NAME, SEATS, VERBS, color_verb
from ..options import Options
from ..play.playout import People, pick_held
from ..play.policy import Player, best_color, count_colors, look_around, some_card
from ..rules.build import kernel, lowest
from ..rules.jump_in import open_jump
from ..rules.legal import add, add_calls, add_colors, add_held, duties
from ..rules.piles import below, call_due, call_or_owe, discard, draw_cards, gain, lose, note
from ..rules.round_end import finish
from ..rules.seats import after, ask, begin, everyone
from ..rules.state import COLOR, NONE, Round, Row, Rules
from ..sentence_type import Sentence, sentence, turn_of
from .texts.basics_lesson import BASICS
from .texts.etheria import EVENTS, LESSON, PROMPTS, RULEBOOK, TIPS, VERB_TEXTS, WORDS

EDITION = edition_2023(
    id="etheria",
    title="She-Ra: Unite Etheria",
    summary="Wild Unite Etheria: hide a card. Everyone else shows one, and whoever misses its color draws.",
    version=2,
    reads=(1,),
    special="wild-unite-etheria",
    does="Hide a colored card. Everyone else shows a card, and whoever misses its color draws one. If somebody matches, you "
    "may discard the hidden card, too. If nobody does, pick a color.",
    drawing="union",
    mood=Mood(("#43206b", "#f28ab2", "#6fd0c5", "#ffd166"), "waves"),
    lessons=(BASICS, LESSON),
    tips=TIPS,
    colorless=frozenset({SPECIAL_KIND, FOIL_KIND}),
    verbs=(*VERBS, *ANSWER_VERBS, color_verb("etheria-none")),
    prompts=PROMPTS,
    event_texts=EVENTS,
    verb_texts=VERB_TEXTS,
    words=WORDS,
    rulebook=RULEBOOK,
)

HIDING = EDITION.phase("secret")
REVEALING = EDITION.phase("reveal")
UNITED = EDITION.phase("unite")

SECRET = EDITION.verb("secret", "card", "etheria-secret", phase=HIDING, handles="hides")
REVEAL = EDITION.verb("reveal", "card", "etheria-reveal", phase=REVEALING, handles="shows")
PLACE = EDITION.verb("place", "", "etheria-match", calls=True)
KEEP = EDITION.verb("keep", "", "etheria-match", mild=True)

E_SECRET = EDITION.event("secret", kind="card", secret="own")
E_PICKED = EDITION.event("picked", kind="card", secret="own")
E_REVEALED = EDITION.event("revealed", kind="card", cards="seen")
E_SECRET_SHOWN = EDITION.event("secret-shown", kind="card", cards="seen")
E_MATCHED = EDITION.event("matched")
E_PLACED = EDITION.event("placed", kind="card", cards="out")
E_KEPT = EDITION.event("kept")


@EDITION.state()
class EtheriaRules(Rules):
    """The price of another color."""

    miss_n: int = 1  # etheria-miss: the cards that a player without a match draws


@EDITION.state(own=("secret", "picked"))
class EtheriaRound(Round):
    """A round in which a secret card may be waiting for a match."""

    secret: int
    picked: Annotated[Row, "i8", SEATS]  # the card each other seat shows


@EDITION.hook
def clear_special(r: EtheriaRules, g: EtheriaRound) -> None:
    g.secret = NONE
    for seat in range(g.players):
        g.picked[seat] = NONE


@EDITION.hook
def on_special(r: EtheriaRules, g: EtheriaRound, seat: int) -> None:
    """Start Unite Etheria: choose a colored card in secret, then everyone else shows a card at once."""
    clear_special(r, g)
    ask(g, seat, HIDING)


@EDITION.hook
def special_moves(r: EtheriaRules, g: EtheriaRound, seat: int, out: Row) -> int:
    if g.phase == UNITED:
        n = add_calls(g, seat, out, 0, add(out, 0, move_of(PLACE))) if may_place(r, g, seat) else 0
        return add(out, n, move_of(KEEP))
    if g.phase == REVEALING:
        return add_held(g, seat, 5, REVEAL, out, 0)
    n = add_held(g, seat, 4, SECRET, out, 0)
    return n if n else add_colors(move_of(NAME), out, 0)  # etheria-secret: with only wilds, name a color in the same phase


@kernel
def may_place(r: EtheriaRules, g: EtheriaRound, seat: int) -> bool:
    """Whether the secret card may be placed, which it may not if it is a last card that the table doesn't allow (last-card)."""
    return r.ends == 0 or g.hand_n[seat] > 1 or has(r.last_kinds, g.secret) != 0


@EDITION.hook
def special_step(r: EtheriaRules, g: EtheriaRound, seat: int, move: int) -> None:
    verb = verb_of(move)
    kind = kind_of(move)
    if verb == SECRET:
        g.secret = kind
        note(g, E_SECRET, seat, kind, 0)
        g.phase = REVEALING
        g.waiting = everyone(g) & ~bit(seat)
    elif verb == REVEAL:
        g.picked[seat] = kind
        note(g, E_PICKED, seat, kind, 0)
        g.waiting &= ~bit(seat)
        if g.waiting == 0:
            reveal(r, g)
    elif verb == PLACE:
        place(r, g, seat, move)
    else:
        note(g, E_KEPT, seat, 0, 0)
        ask(g, seat, COLOR)


@kernel
def reveal(r: EtheriaRules, g: EtheriaRound) -> None:
    """Show all cards. Players who don't match the secret card's color draw one card (etheria-miss)."""
    for i in range(1, g.players):
        seat = after(g, g.actor, i)
        note(g, E_REVEALED, seat, g.picked[seat], 0)
    note(g, E_SECRET_SHOWN, g.actor, g.secret, 0)
    matched = 0
    for i in range(1, g.players):
        seat = after(g, g.actor, i)
        if color_of_kind(g.picked[seat]) == color_of_kind(g.secret):
            matched += 1
            note(g, E_MATCHED, seat, 0, 0)
        else:
            draw_cards(g, seat, r.miss_n)
    ask(g, g.actor, UNITED if matched else COLOR)  # etheria-match, etheria-none


@kernel
def place(r: EtheriaRules, g: EtheriaRound, seat: int, move: int) -> None:
    """Put the secret card on top of the discard pile. Its own action has no effect."""
    lose(g, seat, g.secret)
    discard(g, g.secret)
    note(g, E_PLACED, seat, g.secret, 0)
    g.color = color_of_kind(g.secret)
    if g.hand_n[seat] == 0:
        finish(r, g, seat)  # etheria-out
    else:
        call_or_owe(g, seat, move)
        if r.jumps:
            open_jump(r, g, g.secret)
        begin(g, after(g, seat, 1))


@EDITION.hook
def pick_special(r: EtheriaRules, g: EtheriaRound, seat: int, people: People, out: Row) -> int:
    """Pick a card in playouts without listing all of them."""
    if g.phase == REVEALING:
        return pick_held(g, seat, 5, REVEAL, people)
    n = duties(r, g, seat, out)
    return out[below(people, n)]


@EDITION.hook
def imagine_special(r: EtheriaRules, g: EtheriaRound, seat: int, p: Player) -> None:
    """Pick any card of a hand as its hidden choice. A player who hides a card must hold one that isn't wild."""
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
        if other != g.actor and g.picked[other] == NONE and not has(g.waiting, other):
            g.picked[other] = some_card(g, other, 5, p)


@EDITION.hook
def prefer_special(r: EtheriaRules, g: EtheriaRound, seat: int, p: Player, out: Row) -> int:
    """Hide a card of the longest color, show one of a color still in play, and always place the secret card."""
    if g.phase == UNITED:
        return move_of(PLACE, uno=call_due(g, seat)) if may_place(r, g, seat) else move_of(KEEP)
    count_colors(g, seat, p)
    kind = colored_card(r, g, seat, p)
    if g.phase == HIDING:
        if kind != NONE:
            return move_of(SECRET, kind)
        look_around(g, seat, p)
        return move_of(NAME, arg=best_color(p, below(p, 4)))
    return move_of(REVEAL, kind if kind != NONE else some_card(g, seat, 5, p))


@kernel
def colored_card(r: EtheriaRules, g: EtheriaRound, seat: int, p: Player) -> int:
    """Return the colored card to hide or show, or NONE.

    A card to hide is preferably high and of the longest color. A card to show is low and of a color that has been seen little.
    """
    best = NONE
    most = 0
    for color in range(4):
        ranks = g.held[seat][color]
        while ranks:
            kind = kind_at(color, lowest(ranks))
            ranks &= ranks - 1
            worth = 0 - 100 * (p.seen[color] + p.colors[color]) - r.value[kind]
            if g.phase == HIDING:
                worth = 300 * p.colors[color] + (10 * r.value[kind] if r.value[kind] < 10 else 0)
            worth = 8 * worth + below(p, 8)
            if best == NONE or worth > most:
                most = worth
                best = kind
    return best


EDITION.show("secret", "card by seat", "{seat}'s secret card: {it}", you="Your secret card: {it}")
EDITION.show("picked", "card", "You show: {it}")
EDITION.show("matched", "card by seat", "{seat} matches with {it}", you="You match with {it}", sign="yes", label="Match")
EDITION.show(
    "missed", "card by seat", "{seat} misses with {it}", you="You miss with {it}", sign="no", label="No match: +1 card"
)
EDITION.show(
    "may_place",
    "seat",
    "Somebody matched, so {it} may discard the secret card.",
    you="Somebody matched, so you may discard your secret card.",
)
EDITION.show("no_match", "seat", "Nobody matched: {it} picks a color.", you="Nobody matched: you pick a color.")


@EDITION.hook
def sees(r: EtheriaRules, g: EtheriaRound, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    """Show the seat's own secret or picked card, and everyone's once they are all shown, until its player has decided."""
    texts = EDITION.codec.card_texts
    if g.phase == UNITED or (g.phase == COLOR and g.secret != NONE):
        return turned_over(r, g)
    if g.phase == REVEALING and seat == g.actor:
        return {"secret": {str(seat): texts[g.secret]}}
    if g.phase == REVEALING and seat is not None and g.picked[seat] != NONE:
        return {"picked": texts[g.picked[seat]]}
    return {}


def turned_over(r: EtheriaRules, g: EtheriaRound) -> dict[str, Any]:
    """Return the secret card, the cards that match its color and those that don't, and what follows for its player."""
    texts, others = EDITION.codec.card_texts, [seat for seat in range(g.players) if seat != g.actor]
    matched = {seat for seat in others if color_of_kind(g.picked[seat]) == color_of_kind(g.secret)}
    shown: dict[str, Any] = {"secret": {str(g.actor): texts[g.secret]}}
    shown["matched"] = {str(seat): texts[g.picked[seat]] for seat in others if seat in matched}
    shown["missed"] = {str(seat): texts[g.picked[seat]] for seat in others if seat not in matched}
    if not matched:
        shown["no_match"] = g.actor
    elif g.phase == UNITED and EDITION.kernels.may_place(r, g, g.actor):
        shown["may_place"] = g.actor
    return shown


@EDITION.hook
def consequence(r: EtheriaRules, g: EtheriaRound, seat: int, move: int, options: Options) -> list[Sentence] | None:
    """Say what a hidden or shown card may cost, and what becomes of it."""
    verb, kind = verb_of(move), kind_of(move)
    if verb == SECRET:
        color = EDITION.colors[color_of_kind(kind)]
        says = "Whoever doesn't show a {color} card draws {n}. If anyone matches, you may discard this card, too."
        return [sentence(says, color=color, n=r.miss_n)]
    if verb == REVEAL and kind >= FIRST_WILD:
        return [sentence("A wild matches nothing: you draw {n}.", n=r.miss_n)]
    if verb == REVEAL:
        return [
            sentence(
                "You keep it. Wrong color: draw {n}. Right color: {seat} may discard the secret card.",
                n=r.miss_n,
                seat=g.actor,
            )
        ]
    if verb == KEEP:
        return [Sentence("You take the card back and pick a color.")]
    if verb != PLACE:
        return None
    if g.hand_n[seat] == 1:
        return [Sentence("Your last card: you win the round.")]
    says = "You get rid of the {card}. It lies on top, but has no effect."
    return [sentence(says, card=EDITION.codec.card_texts[g.secret]), turn_of(after(g, seat, 1), seat)]


@EDITION.hook
def why_not(r: EtheriaRules, g: EtheriaRound, seat: int, move: int) -> Refusal | None:
    """Refuse a color while a secret card is owed."""
    if g.phase == HIDING and verb_of(move) == NAME and has(g.waiting, seat):
        return Refusal("etheria-secret", "secret-owed", "Pick a secret card first: you have one with a color.")
    return None


@EDITION.hook
def redeal(r: EtheriaRules, g: Any, seat: int | None, rng: Any) -> bool:
    """Fit hidden choices to newly dealt hands, in the log too. Return False if these hands can't have made them."""
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
