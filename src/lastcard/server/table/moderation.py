"""Who is heard at a table: players muted by one another, silenced or removed by the host, and what the host was told.

All of it is about people, not seats: it holds when somebody leaves and comes back, and at the rematch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ..wire.messages import ReportInfo
from . import log
from .tonight import is_same

MOST_REPORTS = 50  # that the host is shown


class Report(NamedTuple):
    """What a host was told about somebody. ``to`` is the hash of that host's token: nobody else reads it."""

    about: log.Person
    to: str
    told: ReportInfo


@dataclass
class Moderation:
    """The fold of what was decided about people. ``mutes`` has the token hashes of those who muted, at the table or not."""

    mutes: dict[str, list[log.Person]] = field(default_factory=dict)
    silenced: list[log.Person] = field(default_factory=list)
    removed: list[log.Person] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)

    def begin(self, entry: log.Created) -> None:
        """Take over what was decided in the games before."""
        self.mutes = {token_hash: list(people) for token_hash, people in entry.mutes.items()}
        self.silenced, self.removed = list(entry.silenced), list(entry.removed)

    def mute(self, by: log.Person, about: log.Person, *, on: bool) -> None:
        """Let one person hear nothing of another, or hear them again."""
        self.mutes[by.token_hash] = _changed(self.mutes.get(by.token_hash, ()), about, on=on)

    def silence(self, about: log.Person, *, on: bool) -> None:
        """Let nobody hear a person, or everybody again."""
        self.silenced = _changed(self.silenced, about, on=on)
        self._settle(about)

    def remove(self, about: log.Person) -> None:
        """Note that a person must not come back."""
        self.removed = _changed(self.removed, about, on=True)
        self._settle(about)

    def report(self, told: ReportInfo, about: log.Person, to: log.Person | None) -> None:
        """Keep what the host is told: once from each person about another."""
        if to is None or any(told.by == old.told.by and is_same(old.about, about) for old in self._told_to(to)):
            return
        self.reports = [*self.reports, Report(about, to.token_hash, told)][-MOST_REPORTS:]

    def _told_to(self, host: log.Person) -> list[Report]:
        return [report for report in self.reports if report.to == host.token_hash]

    def _settle(self, about: log.Person) -> None:
        self.reports = [report for report in self.reports if not is_same(report.about, about)]

    def hears(self, viewer: log.Person | None, speaker: log.Person) -> bool:
        """Whether a person, or a spectator (None), is told what somebody says and gestures."""
        return not _has(self.mutes.get(viewer.token_hash, ()) if viewer else (), speaker)

    def is_silenced(self, person: log.Person | None) -> bool:
        """Whether the host has muted somebody."""
        return bool(self.silenced) and person is not None and _has(self.silenced, person)

    def is_removed(self, person: log.Person) -> bool:
        """Whether the host has removed somebody for good."""
        return _has(self.removed, person)

    def told(self, host: log.Person) -> list[ReportInfo]:
        """The reports that a host is shown: those made to this host, and none about them."""
        return [report.told for report in self._told_to(host) if not is_same(report.about, host)]


def _has(people: Iterable[log.Person], person: log.Person) -> bool:
    return any(is_same(each, person) for each in people)


def _changed(people: Iterable[log.Person], about: log.Person, *, on: bool) -> list[log.Person]:
    others = [person for person in people if not is_same(person, about)]
    return [*others, about] if on else others
