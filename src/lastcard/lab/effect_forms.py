"""What the effects of rules look like as data, for Python, for ``--json`` and over the wire."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Form(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of this data."""


class EstimateInfo(Form, frozen=True):
    """A mean, and half the width of its 95% interval."""

    mean: float
    margin: float


class FigureInfo(Form, frozen=True):
    """A measure of rounds by the leaflet and by the table's rules. ``says`` is what it measures. A ``share`` is a fraction.

    ``change`` is the difference relative to the leaflet's figure, or for a share the plain difference. It is ``clear`` if it is
    larger than its margin.
    """

    name: str
    title: str
    says: str
    share: bool
    leaflet: EstimateInfo
    table: EstimateInfo
    change: EstimateInfo
    clear: bool


class SaidInfo(Form, frozen=True):
    """A sentence with names in braces, and their values."""

    says: str
    args: dict[str, Any]


class Effects(Form, frozen=True):
    """POST /api/effects: what a table's rules change against the leaflet, with steady players in all seats.

    ``final`` means that a later answer would not be more precise. ``rounds`` is how many were played by each set of rules.
    """

    edition: str
    players: int
    rounds: int
    final: bool
    turn_seconds: int
    answer_seconds: int
    says: list[SaidInfo]
    figures: list[FigureInfo]
