"""One seat at a table: who sits there, whether they are present, and what they owe."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from msgspec import UNSET

from ..wire.messages import SeatInfo
from . import log


class Seat:
    """One seat at the table. Those who sat down earlier have a lower ``came``."""

    def __init__(self, person: log.Person | None, came: int = 0) -> None:
        self.person = person
        self.came = came
        self.ready = False
        self.agreed = ""  # the digest of what its player last agreed to
        self.away = ""
        self.kept_by_bot = False
        self.is_removed = False  # by the host: the token of its person opens nothing any more
        self.away_since = 0.0
        self.missed = 0
        self.extended = 0
        self.vetoes: frozenset[int] = frozenset()
        self.contribution = ""
        self.keep_votes: dict[int, bool] = {}
        self.recent: dict[str, int] = {}
        self.deadline: float | None = None
        self.asked = 0
        self.asides = 0
        self.threw = 0.0  # when its player last threw something
        self.asked_for: tuple[str, int] | None = None

    @property
    def is_human(self) -> bool:
        """Whether a person sits here, present or not."""
        return self.person is not None and not self.person.level and not self.kept_by_bot

    @property
    def is_present(self) -> bool:
        """Whether a person sits here and is playing."""
        return self.is_human and not self.away

    @property
    def token_hash(self) -> str:
        """The hash of the token that holds this seat, or an empty string."""
        return self.person.token_hash if self.person and not self.is_removed else ""

    def info(self, offline: Container[str] = (), *, silenced: bool = False) -> SeatInfo | None:
        """The seat as everyone may know it. ``offline`` are the hashes of the tokens without a connection."""
        if self.person is None:
            return None
        away: Any = "kept" if self.away and self.kept_by_bot else self.away
        return SeatInfo(
            name=self.person.name,
            ready=self.ready or not self.is_present,
            face=self.person.face or UNSET,
            bot=self.person.level or UNSET,
            away=away or UNSET,
            offline=(self.is_present and self.person.token_hash in offline) or UNSET,
            contributed=bool(self.contribution) or UNSET,
            silenced=silenced or UNSET,
        )
