"""Tips in the terminal, and the offer to learn a new edition. The user's data folder remembers which have been given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..edition import Edition
from ..events import Event
from .records import data_folder, keep, read_kept


class Tips:
    """The tips of an edition that this user hasn't seen."""

    def __init__(self, edition: Edition, file: Path | None = None) -> None:
        self._file = file or data_folder() / "tips.json"
        known = read_kept(self._file)
        self._seen = [each for each in known if isinstance(each, str)] if isinstance(known, list) else []
        self._edition = edition

    def offer(self) -> str | None:
        """Return the offer to learn the edition, before the first game of it."""
        title, about = self._edition.title, f"learn {self._edition.id}"
        if about in self._seen or not self._edition.lessons:
            return None
        self.keep(about)
        return f"If {title} is new to you, 'lastcard {about}' teaches it in a minute or two, by playing."

    def now(self, you: int, events: Sequence[Event], moves: Sequence[str]) -> str | None:
        """Return the tip to give a seat after these events and with these moves, if there is one."""
        for tip in self._edition.all_tips:
            if tip.id not in self._seen and tip.is_due(you, events, moves):
                self.keep(tip.id)
                return f"Tip: {tip.says}"
        return None

    def keep(self, about: str) -> None:
        """Remember that this has been said."""
        self._seen = [*self._seen, about]
        keep(self._file, self._seen)
