"""Puts into words what a seat sees and may do, from views, moves, events and the edition's data, never from its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from string import ascii_uppercase
from typing import Any, NamedTuple

from rich.text import Text

from .. import house_rules
from ..cards import SYMBOLS, label
from ..edition import Edition
from ..errors import Refusal
from ..events import Event
from ..moves import ACCEPT, DRAW, PASS, PLAY, UNO, Move
from ..options import BLUFF, Option, Options
from ..presets import preset_of
from ..rulebook import origin
from ..scores import partner_of, team_of
from ..sentence_type import NEXT, Sentence
from ..shown_type import Shown
from ..table_rulebook import Entry
from ..typed_text import meant, quoted
from ..view import View

STYLES = {"red": "red", "yellow": "yellow", "green": "green", "blue": "blue", "gold": "dark_goldenrod", "silver": "grey62"}
GLYPHS = {symbol.glyph for symbol in SYMBOLS.values()}
_CARDS = re.compile(f"[{''.join(sorted(GLYPHS))}] (?P<color>[a-z]+)(?: [A-Z][a-z]+)*(?: [0-9]+)?")


def styled(line: str, style: str = "", colors: Mapping[str, str] = STYLES) -> Text:
    """A line in which cards and colors are also printed in their color."""
    text = Text(line, style)
    for match in _CARDS.finditer(line):
        text.stylize(colors.get(match["color"], ""), *match.span())
    return text


def card_label(edition: Edition, card: str) -> str:
    """A card as every text interface shows it, its symbol before its name."""
    return label(card, edition.kinds_by_text)


def card_list(edition: Edition, cards: Iterable[str]) -> str:
    """Cards in a row, with commas."""
    return ", ".join(card_label(edition, card) for card in cards)


def color_label(color: str) -> str:
    """A color as every text interface shows it, its symbol before its name."""
    return f"{SYMBOLS[color].glyph} {color}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: "one, two and three"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


# ---- the log ---------------------------------------------------------------------------------------
def sentences(edition: Edition, events: Iterable[Event], name: Callable[[int], str], you: int | None = None) -> Iterator[str]:
    """Events in words, with the symbols of cards and colors. ``you`` is the seat to address."""
    for event in _gathered(edition, _told_once(edition, events)):
        color = event.color and color_label(event.color)
        yield edition.teller.sentence(event._replace(color=color), name, you)


def _told_once(edition: Edition, events: Iterable[Event]) -> Iterator[Event]:
    """Leave out the cards of whole hands that change owners, or that are shown to someone else."""
    whole = ""
    for event in events:
        moves = edition.teller.by_name[event.what].cards
        if moves == "handed" and whole in ("swap", "rotate"):
            continue
        if moves == "shown" and whole == "show" and event.card is None:
            continue
        whole = whole if moves in ("handed", "shown") else moves
        yield event


def _gathered(edition: Edition, events: Iterable[Event]) -> Iterator[Event]:
    """Add symbols to cards, and merge cards that move the same way at once into one event."""
    for what, run in groupby(events, key=lambda event: event.what):
        if edition.teller.by_name[what].kind != "card":
            yield from run
            continue
        cards: dict[Event, list[str | None]] = {}
        for event in run:
            card = event.card and card_label(edition, event.card)
            if event.seat is None:
                yield event._replace(card=card)
            else:
                cards.setdefault(event._replace(card=None), []).append(card)
        for event, some in cards.items():
            yield event._replace(card=_several(some))


def _several(cards: Sequence[str | None]) -> str | None:
    known = [card for card in cards if card is not None]
    return ", ".join(known) or (f"{len(cards)} cards" if len(cards) > 1 else None)


def news(edition: Edition, events: Iterable[Event], names: Sequence[str], you: int | None = None) -> list[str]:
    """Events as a player reads them, without the cards that others are dealt. ``you`` is the seat to address."""
    seen = [event for event in events if event.what != "dealt" or event.card is not None]
    return list(sentences(edition, seen, names.__getitem__, you))


def spoken(edition: Edition, says: str, args: Mapping[str, Any], names: Sequence[str]) -> str:
    """Fill a sentence's braces with names and symbols."""
    known: dict[str, Callable[[Any], str]] = {
        "seat": lambda seat: names[seat] if seat < len(names) else f"seat {seat}",
        "seats": lambda seats: listed([names[seat] for seat in seats]),
        "card": lambda card: card_label(edition, card),
        "color": color_label,
        "symbol": _symbol,
    }
    return says.format(**{name: known.get(name, str)(value) for name, value in args.items()}) if args else says


def refused(edition: Edition, refusal: Refusal, names: Sequence[str]) -> str:
    """A refusal in words. The screens tell on request which rule it is."""
    return spoken(edition, refusal.says, refusal.args, names)


def hint_words(edition: Edition, hint: Mapping[str, Any], names: Sequence[str], coming: int | None = None) -> str:
    """A hint in words: the move, its reason, and the chances if moves were tried out."""
    best = None if hint["move"] is None else edition.codec.clean(hint["move"])
    move = "let it go by" if best is None else move_words(edition, best, names, coming=coming)
    told = f"Hint: {move}. {spoken(edition, hint['says'], hint['args'], names)}"
    if hint["estimates"]:
        best, *others = hint["estimates"]
        told += f" It wins this round {best['chance']:.0%} of the time (± {best['error']:.0%})"
        told += f", the next best move {others[0]['chance']:.0%}." if others else "."
    return told


# ---- choices ---------------------------------------------------------------------------------------
class Choice(NamedTuple):
    """An entry of the numbered list: the seat that would act, its words, and its move, or one move for each color.

    An entry that is not a move, such as getting ready, has a ``command``. ``brings`` says what it costs or brings.
    """

    seat: int | None
    text: str
    moves: tuple[Move, ...] = ()
    command: Mapping[str, Any] | None = None
    brings: str = ""

    @property
    def card(self) -> str | None:
        """The card of the move, if it has one."""
        return self.moves[0].card if self.moves else None


def move_words(edition: Edition, move: Move, names: Sequence[str], *, color: bool = True, coming: int | None = None) -> str:
    """A move in the words of its verb. A color that the card picks comes last. ``coming`` is the sum of a stack."""
    if move.does == ACCEPT and coming:
        return f"Draw {cards(coming)}"
    taken = [verb for verb in edition.every_verb if verb.word == move.verb]
    verb = next((verb for verb in taken if ("seat" in verb.takes) == (move.seat is not None)), taken[0])
    said = (verb.says or verb.word).format(
        card=card_label(edition, move.card) if move.card else "",
        color=color_label(move.color) if move.color else "",
        seat=names[move.seat] if move.seat is not None else "",
        word=move.word or "",
    )
    if move.card is not None and move.color is not None and color:
        said += f", {color_label(move.color)}"
    return said + (", and call UNO" if move.uno else "")


def with_brings(text: str, brings: str) -> str:
    """A move and what it costs or brings, in a line. What already begins with the move's words says them once."""
    return brings if brings.startswith(f"{text} ") else f"{text}. {brings}" if brings else text


Offers = Sequence[tuple[int, Move]]


Brings = Mapping[tuple[int, Move], str]


def brings(edition: Edition, found: Mapping[Move, Iterable[Sentence]], seat: int, names: Sequence[str]) -> Brings:
    """What each move of a seat costs or brings, in words. That somebody else is next goes without saying."""
    told = {move: [each for each in said if each.says != NEXT] for move, said in found.items()}
    return {(seat, move): " ".join(spoken(edition, *each, names) for each in said) for move, said in told.items()}


def choices(
    edition: Edition,
    offers: Offers,
    names: Sequence[str],
    own: int | None,
    brings: Brings | None = None,
    coming: int | None = None,
) -> list[Choice]:
    """The numbered list. A card that asks for a color is one entry, with what all colors bring. See ``move_words``."""
    found: dict[tuple[int, str, bool], list[Move]] = {}
    for seat, move in offers:
        text = str(move) if move.card is None else f"{move.verb} {move.card}"
        found.setdefault((seat, text, move.uno), []).append(move)
    numbered = []
    for (seat, _, _), moves in found.items():
        words = move_words(edition, moves[0], names, color=len(moves) == 1, coming=coming)
        told = {(brings or {}).get((seat, move), "") for move in moves}
        text = words if seat == own else f"{names[seat]}: {words}"
        numbered.append(Choice(seat, text, tuple(moves), brings=told.pop() if len(told) == 1 else ""))
    return numbered


def numbered(edition: Edition, typed: str, names: Sequence[str]) -> str:
    """A typed move with the seat's number in place of a player's name: "catch bo" is "catch 2"."""
    verb, _, rest = typed.strip().partition(" ")
    takes_seat = any(each.word == verb.casefold() and "seat" in each.takes for each in edition.every_verb)
    seats = [seat for seat, name in enumerate(names) if takes_seat and name.casefold() == rest.strip().casefold()]
    return f"{verb.casefold()} {seats[0]}" if seats else typed


def unknown_player(edition: Edition, typed: str, names: Sequence[str]) -> str:
    """A sentence if a typed move is about a player who isn't at the table. Otherwise nothing."""
    verb, _, rest = typed.strip().partition(" ")
    about = rest.strip()
    takes = [each.takes for each in edition.every_verb if each.word == verb.casefold()]
    if not about or about.isdecimal() or "seat" not in takes:
        return ""
    sentence = f"There is no player {quoted(about)} here{meant(about, names, f'; there are {listed(names)}')}"
    return sentence if sentence.endswith("?") else f"{sentence}."


def spelled_out(edition: Edition, typed: str, offers: Offers, names: Sequence[str]) -> list[tuple[int, Move]]:
    """The moves that a typed line says in full: as a move, or in its words."""
    wanted = _bare(numbered(edition, typed, names))
    return [(seat, move) for seat, move in offers if wanted in (_bare(move), _bare(move_words(edition, move, names)))]


def matching(edition: Edition, typed: str, offers: Offers, names: Sequence[str]) -> list[tuple[int, Move]]:
    """The moves that a typed line could mean: a move, its words, or just a card."""
    exact = spelled_out(edition, typed, offers, names)
    if exact:
        return exact
    wanted = _bare(numbered(edition, typed, names))
    return [(seat, move) for seat, move in offers if move.card is not None and wanted.endswith(_written(edition, move.card))]


def _written(edition: Edition, card: str) -> tuple[str, str]:
    """The ways to type a card: its text, and its name."""
    return _bare(card), _bare(card_label(edition, card))


def _bare(text: str) -> str:
    words = re.sub(r"[^\w@]+", " ", text.casefold()).split()
    return " ".join(word for word in words if word != "and")


# ---- prompts ---------------------------------------------------------------------------------------
def prompt(edition: Edition, view: View, moves: Sequence[Move], names: Sequence[str]) -> str:
    """Say what the game is waiting for, in words for this seat."""
    asked = edition.prompt(view.asks)
    if view.round_over or view.seat is None or view.seat not in view.to_move:
        return asked.waits.format(seats=listed([names[seat] for seat in view.to_move]))
    if view.phase in ("turn", "drew"):
        return _turn(edition, view, moves)
    played = view.pending
    card = edition.kinds_by_text[played.card].title if played else ""
    offered = [move.verb for move in moves if not move.meaning.chance]
    judged = view.special.get("performer") if view.phase == "vote" else None
    about = judged if isinstance(judged, int) else played.seat if played else None
    return asked.question(offered).format(seat="" if about is None else names[about], card=card)


def _turn(edition: Edition, view: View, moves: Sequence[Move]) -> str:
    does = {move.does for move in moves}
    if view.seat in view.owes_uno and UNO in does and PLAY not in does:
        return "Call UNO before you go on."
    wanted = matched(edition, view)
    if view.phase == "drew":
        fits = "play it or pass" if PLAY in does else f"it doesn't match {wanted}, so pass"
        return f"You drew {card_label(edition, view.drawn)}: {fits}." if view.drawn else f"You drew a card: {fits}."
    if PLAY not in does:
        return f"Your turn: nothing you hold matches {wanted}; {'draw a card' if DRAW in does else 'pass'}."
    instead = ", or draw a card" if DRAW in does else ", or pass" if PASS in does else ""
    return f"Your turn: match {wanted}{instead}."


def matched(edition: Edition, view: View) -> str:
    """Say what a card must match now: the color, and the top card's number or symbol."""
    kind = edition.kinds_by_text.get(view.top)
    symbol = _symbol(kind.symbol) if kind else ""
    color = color_label(view.color) if view.color else "any color"
    return f"{color} or {symbol}" if symbol else color


def _symbol(symbol: str) -> str:
    return symbol.replace("-", " ").title()


def facts(edition: Edition, view: View, names: Sequence[str]) -> list[str]:
    """Return what else the edition shows: the film, the dare, the active rule and the player it is about."""
    lines = []
    for field, value in view.special.items():
        shown = edition.every_show.get(field, Shown("text", f"{field.replace('_', ' ')}: {{it}}"))
        holds, _, by_seat = shown.holds.partition(" by ")
        if value is None:
            continue
        by = {int(seat): item for seat, item in value.items()} if by_seat else {value if holds == "seat" else None: value}
        for seat, item in by.items():
            says = shown.you if shown.you and seat is not None and seat == view.seat else shown.says
            it = written(item, _by(view, names)) if isinstance(item, dict) else _shown(edition, holds, item, names)
            lines.append(says.format(seat="" if seat is None else names[seat], it=it))
    if view.pending is not None:
        lines.insert(0, f"{names[view.pending.seat]} played {card_label(edition, view.pending.card)}")
    return lines


def _by(view: View, names: Sequence[str]) -> str:
    """Return the name of the player whose card waits, if that's somebody else."""
    return names[view.pending.seat] if view.pending is not None and view.pending.seat != view.seat else ""


def known_lines(edition: Edition, view: View, names: Sequence[str]) -> list[str]:
    """The cards that this seat knows in other hands, because it gave them or was shown them."""
    return [f"You know that {names[seat]} has {card_list(edition, cards)}" for seat, cards in view.known.items()]


def _shown(edition: Edition, holds: str, value: Any, names: Sequence[str]) -> str:
    if holds == "seat":
        return names[int(value)]
    if holds == "card":
        return card_label(edition, str(value))
    if holds == "texts":
        return "; ".join(map(str, value)) or "nothing"
    return str(value)


def written(entry: Mapping[str, Any], by: str = "") -> str:
    """A dare or a house rule as the table wrote it, or as others read the rule on a card that ``by`` has played."""
    parts = [f"number {entry['number']}" if "number" in entry else entry.get("name", ""), entry["text"]]
    if "steps" in entry:
        parts.insert(1, house_rules.sentence(entry, by))
    return " ".join(f"{part}:" if i == 0 and part else part for i, part in enumerate(parts) if part)


# ---- the table -------------------------------------------------------------------------------------
def direction(view: View) -> str:
    """The direction of play."""
    return "clockwise" if view.direction == 1 else "counterclockwise"


def cards(count: int) -> str:
    """A number of cards, in words."""
    return "1 card" if count == 1 else f"{count} cards"


def pile_line(edition: Edition, view: View) -> str:
    """The top card, the current color and the draw pile."""
    color = color_label(view.color) if view.color else "not picked yet"
    return f"Top card: {card_label(edition, view.top)}; color: {color}; draw pile: {cards(view.draw_count)}."


def count_lines(edition: Edition, view: View, names: Sequence[str]) -> list[str]:
    """Each player's number of cards and points, in the order of seats."""
    lines = []
    for seat, name in enumerate(names):
        marks = ["you"] * (seat == view.seat) + ["dealer"] * (seat == view.dealer)
        marks += [mark for mark in [team_mark(view, seat)] if mark]
        marks += ["to move"] * (seat in view.to_move) + ["owes the UNO call"] * (seat in view.owes_uno)
        known = f"; you know {card_list(edition, view.known[seat])}" if seat in view.known else ""
        mark = f" ({', '.join(marks)})" if marks else ""
        lines.append(f"{name}{mark}: {cards(view.counts[seat])}, {points(view.scores[seat])}{known}.")
    return lines


def team_mark(view: View, seat: int) -> str:
    """Say that a seat is the reader's partner, or which other team it belongs to. Nothing without teams."""
    partner = partner_of(view.options, view.players, seat)
    if partner is None or seat == view.seat:
        return ""
    return "partner" if partner == view.seat else f"team {ascii_uppercase[min(seat, partner)]}"


def points(score: int) -> str:
    """A number of points, in words."""
    return "1 point" if score == 1 else f"{score} points"


def score_lines(edition: Edition, view: View, names: Sequence[str], you: int | None) -> list[str]:
    """The end of a round: the points card by card, and the scores. ``you`` is the seat to address."""
    if view.over and view.winner is None:
        return ["The game went on too long, so the scores so far decide it."]
    if view.hands is None or view.points is None:
        return ["Nobody could play on, so the round has no winner and nobody scores."]
    values = {kind.text: kind.value for kind in edition.kinds}
    lines = []
    for seat, hand in enumerate(view.hands):
        held = ", ".join(f"{card_label(edition, card)} ({values[card]})" for card in hand) or "no cards left"
        lines.append(f"{'You' if seat == you else names[seat]}: {held}" + (f" = {points(view.points[seat])}." if hand else "."))
    if view.winner is not None:
        lines.append(_round_line(view, names, you))
    return [*lines, f"Scores: {', '.join(_scores(view, names, you))}."]


def _round_line(view: View, names: Sequence[str], you: int | None) -> str:
    """Say who won a round, and what that brings."""
    winner = view.winner or 0
    team = team_of(view.options, view.players, winner)
    one = len(team) == 1 and you not in team
    won = f"{_people(team, names, you)} {'wins' if one else 'win'} the round"
    if view.options.get("scoring") != "winner":
        others = "Every other team adds" if len(team) > 1 else "Everyone else adds"
        return f"{won}. {others} the points left in their {'hands' if len(team) > 1 else 'hand'}."
    partners = sum(view.points[seat] for seat in team if seat != winner) if view.points else 0
    return f"{won} and {'gets' if one else 'get'} {points(sum(view.points or ()) - partners)}."


def _people(seats: Sequence[int], names: Sequence[str], you: int | None) -> str:
    """Players in words, the reader first."""
    found = listed(["you"] * (you in seats) + [names[seat] for seat in seats if seat != you])
    return found[:1].upper() + found[1:]


def _scores(view: View, names: Sequence[str], you: int | None) -> Iterator[str]:
    """Every player's or team's score."""
    for seat, score in enumerate(view.scores):
        team = team_of(view.options, view.players, seat)
        if seat == team[0]:
            yield f"{listed(['you' if each == you else names[each] for each in team])} {score}"


def ending(view: View, names: Sequence[str], you: int | None) -> str:
    """Say who won the game. ``you`` is the seat to address."""
    if view.winners == (you,):
        return "You win the game."
    kindly = "" if you is None or you in view.winners else "Not this time: "
    return f"{kindly}{_people(view.winners, names, you)} {'wins' if len(view.winners) == 1 else 'win'} the game."


def table_rule_lines(edition: Edition, options: Options) -> list[str]:
    """Say what a table has changed, with the preset's name first if it plays by one. Nothing at the leaflet's table."""
    changed = [option for option in edition.options if option.group and option.name in options]
    if not changed:
        return []
    preset = preset_of(options, edition.options)
    first = f"Table rules ({preset.name})" if preset else "Table rules"
    return [f"{first}: {' '.join(_changed(option, options[option.name]) for option in changed)}"]


def origin_at(entry: Entry) -> str:
    """Say where a rule of a table comes from, and what changes it there."""
    return f"{origin(entry.rule)}, changed here by {listed(entry.changed_by)}" if entry.changed_by else origin(entry.rule)


def option_lines(edition: Edition, options: Options) -> list[str]:
    """A table's options in words, and of the table rules those that differ from the leaflet."""
    lines = []
    for option in edition.options:
        if option.group and option.name not in options:
            continue
        if option.name == BLUFF.name and options.get(option.name, True):  # the table rule in its place says more
            continue
        value = options.get(option.name, option.default)
        lines.append(_changed(option, value) if option.group else _about(option, value))
    return lines


def _changed(option: Option, value: Any) -> str:
    """A table rule in a sentence."""
    return str(option.tell(value)) if option.told else _about(option, value)


def _about(option: Option, value: Any) -> str:
    about = f"{option.about[:1].upper()}{option.about[1:]}"
    return f"{about}: {_value(option, value)}.".replace("..", ".")


def _value(option: Option, value: Any) -> str:
    form = option.form["type"]
    if form == "choice":
        return next((str(each["says"]) for each in option.form["values"] if each["value"] == value), str(value))
    if form in ("number", "seat") and value is None:
        return str(option.form["none"])
    if form == "flag":
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {written(rule)}" for key, rule in value.items() if rule) or "nothing written"
    if isinstance(value, list):
        dares = [f"{n}: {dare['text']}" for n, dare in enumerate(value, 1) if dare]
        return "; ".join(dares) or "nothing written"
    return str(value)
