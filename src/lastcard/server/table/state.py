"""What viewers are told about a table: one part that everybody is told alike, and a small part of each viewer's own.

A viewer is a seat, or None for spectators. The shared part holds only what a spectator may know (rule hidden).
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from ...consequences import grouped
from ...game import Game
from ...moves import Move
from ...sentence_type import Sentence
from ..wire.messages import ConsequenceInfo, SeatInfo, State
from .table import Table, Viewer
from .tonight import told_tonight

Fields = dict[str, Any]  # of a State, by name, in an order that never changes. A field without a value is UNSET.

# What a viewer is told who has no choice and has muted nobody: always the same objects, so that they needn't be compared.
_NOTHING: Fields = {name: [] for name in ("moves", "consequences", "vetoes", "muted", "reports")}


def seen(game: Game, viewer: Viewer) -> Fields:
    """The fields of a state that hold the viewer's view of the game."""
    return {**seen_by_all(game), **seen_by(game, viewer)}


def seen_by_all(game: Game) -> Fields:
    """The fields of a view that everyone sees alike."""
    fields = game.seen_by_all()
    fields["discard_count"] = game.discard_count
    return fields


def seen_by(game: Game, viewer: Viewer) -> Fields:
    """The fields of a view that depend on who looks. A state calls the seat ``you``."""
    fields = game.seen_by(viewer)
    del fields["seat"]
    return fields


def whole(table: Table, viewer: Viewer) -> State:
    """Everything a viewer may know."""
    return State(**shared(table), **own(table, viewer))


def shared(table: Table) -> Fields:
    """What everybody is told alike."""
    game, stage, company = table.game, table.stage, table.company
    fields: Fields = {
        **table.constant,
        "stage": stage,
        "seats": _seats(table) if table.offline else company.seats,
        "host": company.host,
        "rematch": table.rematch,
        "deal_at": None if table.deal_at is None else round(table.deal_at * 1000),
        "answer_at": None if table.answer_at is None else round(table.answer_at * 1000),
        "clocks": {str(i): round(s.deadline * 1000) for i, s in enumerate(table.seats) if s.deadline is not None},
    }
    fields["tonight"] = told_tonight(tonight, table.people()) if (tonight := table.tonight_so_far()) else UNSET
    fields["fair"] = table.fair() if stage == "over" else UNSET
    if game is not None:
        fields |= seen_by_all(game)
    return fields


def _seats(table: Table) -> list[SeatInfo | None]:
    """The seats, as long as somebody has lost the connection."""
    return [seat.info(table.offline, silenced=table.moderation.is_silenced(seat.person)) for seat in table.seats]


def own(table: Table, viewer: Viewer) -> Fields:
    """What only this viewer is told: its hand, its moves and what they cost or bring, its vetoes, and whom it has muted."""
    game = table.game
    fields: Fields = {} if game is None else game.seen_by(viewer)
    fields["you"] = fields.pop("seat", viewer)
    fields |= _NOTHING
    if viewer is None:
        return fields
    moderation = table.moderation
    if found := game.consequences(viewer) if game else {}:
        fields["moves"], fields["consequences"] = _choices(table, viewer, found)
    if vetoes := table.seats[viewer].vetoes:
        fields["vetoes"] = sorted(vetoes)
    if moderation.mutes:
        fields["muted"] = [i for i in range(len(table.seats)) if not table.hears(viewer, i)]
    if moderation.reports:
        fields["reports"] = table.reports_to(viewer)
    return fields


def _choices(table: Table, seat: int, found: dict[Move, tuple[Sentence, ...]]) -> tuple[list[str], list[ConsequenceInfo]]:
    """The moves of a seat that it has not vetoed, and what they cost or bring."""
    said = {str(move): told for move, told in found.items()}
    if table.seats[seat].vetoes:
        said = {move: told for move, told in said.items() if not table.is_vetoed(seat, move)}
    groups = grouped([*said.values()])
    return [*said], [ConsequenceInfo(says=s.says, args=dict(s.args) or UNSET, moves=at) for s, at in groups]
