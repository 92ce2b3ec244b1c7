"""What an agent reads at its seat, in words: the rules of the table, news, its view, and its moves with what they bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..edition import Edition
from ..errors import Refusal
from ..events import Event
from ..options import Options
from ..primer import primer
from ..rulebook import origin
from ..table_rules import offered
from ..tui import words
from ..tui.seat import Seat
from ..typed_text import PLACEHOLDER

TO_MOVE = "Make one of these moves with make_move:"
TO_WAIT = "It isn't your turn. Call wait to let the others play."
OUT_OF_TURN = "You may act out of turn with make_move, or call wait to let the chance go by:"
FREE_TEXT = "In place of … write your own text."


def rules_of(edition: Edition, options: Options | None = None) -> str:
    """An edition's rules, or those of a table with these options."""
    table = {rule.id for each in offered(edition.kinds) if each.option.name in (options or {}) for rule in each.rules}
    lines = [f"# {edition.title}", edition.summary, "", "## In short", *primer(edition).lines(), ""]
    if options is not None:
        changed = words.table_rule_lines(edition, options)
        plain = [option.name for option in edition.options if not option.group]
        chosen = words.option_lines(edition, {name: options[name] for name in plain if name in options})
        lines += ["## This table", *(changed or ["The leaflet's rules, unchanged."]), *chosen, ""]
    lines += ["## Rules"]
    lines += [f"- {rule.id} ({origin(rule)}): {rule.text}" for rule in edition.rulebook if not rule.table or rule.id in table]
    if options is None:
        lines += ["", "## What a table can choose", "Pass these as options to start_game."]
        lines += [f"- {each.name}: {each.about}; {each.allowed}; default {each.default!r}." for each in edition.options]
    return "\n".join(lines)


def rule_text(edition: Edition, rule: str) -> str | None:
    """One rule in words, if the edition has it."""
    return next((f"{each.id} ({origin(each)}): {each.text}" for each in edition.rulebook if each.id == rule), None)


def refusal_text(seat: Seat, refusal: Refusal) -> str:
    """Why something isn't allowed, with the id of the rule."""
    told = words.refused(seat.edition, refusal, seat.names)
    return f"{told} (Rule: {refusal.rule})" if refusal.rule else told


def news(seat: Seat, events: Sequence[Event], lines: Sequence[str]) -> list[str]:
    """What happened, and what was said at the table."""
    told = [f"- {sentence}." for sentence in words.news(seat.edition, events, seat.names, seat.you)]
    return [
        *(["What happened:", *told] if told else []),
        *(["Said at the table:", *(f"- {line}" for line in lines)] if lines else []),
    ]


def table(seat: Seat) -> list[str]:
    """What the seat sees of the table."""
    view = seat.view
    if view is None:
        return seat.lobby_lines()
    facts = [f"{fact.rstrip('.')}." for fact in words.facts(seat.edition, view, seat.names)]
    hand = f"Your hand: {words.card_list(seat.edition, view.hand) or 'no cards'}." if seat.number is not None else ""
    lines = [
        words.pile_line(seat.edition, view),
        f"Play runs {words.direction(view)}.",
        *words.count_lines(seat.edition, view, seat.names),
        *facts,
        *([hand] if hand else []),
    ]
    if seat.stage in ("between", "over"):
        lines += ["", *words.score_lines(seat.edition, view, seat.names, seat.you)]
    return [*lines, words.ending(view, seat.names, seat.you)] if seat.stage == "over" else lines


def moves(seat: Seat) -> list[str]:
    """The moves that the seat may make now, and what each costs or brings."""
    brings = seat.brings
    told = []
    for number, move in seat.offers:
        what = words.move_words(seat.edition, move, seat.names, coming=seat.coming)
        bring = brings.get((number, move), "")
        told.append(f"- {move}: {what}.{f' {bring}' if bring else ''}")
    return [*told, FREE_TEXT] if any(str(move).endswith(PLACEHOLDER) for _, move in seat.offers) else told


def question(seat: Seat) -> list[str]:
    """What is asked of the seat now."""
    view = seat.view
    if seat.is_lost:
        return [seat.is_lost]
    if seat.status:
        return [f"The connection: {seat.status}."]
    if seat.stage != "playing" or view is None:
        return between(seat)
    if seat.number is None:
        return ["You are only watching. Call wait to see what happens."]
    if seat.is_asked and seat.offers:
        return [words.prompt(seat.edition, view, seat.moves, seat.names), TO_MOVE, *moves(seat)]
    waits = words.prompt(seat.edition, view, seat.moves, seat.names)
    return [waits, OUT_OF_TURN, *moves(seat)] if seat.offers else [waits, *between(seat), TO_WAIT]


def between(seat: Seat) -> list[str]:
    """What the seat can do that isn't a move."""
    if seat.is_remote:
        can = [f"- {_typed(choice.command)}: {choice.text}." for choice in seat.actions() if choice.command]
    else:
        can = {"between": ["- next: Deal the next round."], "over": ["- again: Play again with the same players."]}.get(
            seat.stage, []
        )
    return ["You can do this with at_the_table:", *can] if can else []


def _typed(command: Any) -> str:
    """A command as at_the_table takes it."""
    return " ".join(str(command[word]) for word in ("do", "level") if word in command)
