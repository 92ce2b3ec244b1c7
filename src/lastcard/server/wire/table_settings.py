"""The settings of a table: its clock, the pace of its bots, and what else people may do."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

Clock = Literal[0, 15, 30, 60, 120]
Pace = Literal["human", "fast"]
Chat = bool | Literal["emotes"]
Window = Literal[0, 4, 10]
Media = Literal["off", "voice", "video"]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table; the rules are in its options. ``clock`` is in seconds (0: off), ``grace`` in milliseconds.

    A card that can only be accepted or blocked takes effect by itself after ``window`` seconds (0: its player is asked).
    ``hints`` lets players ask what the strongest bot would do. ``chat`` is on, off, or for emotes alone. A table whose players
    are in one ``room`` has a board on a large screen, and phones show hands. A ``family`` table has nothing that strangers or
    players could write, and only dares for all ages: see :mod:`lastcard.server.table.family`.
    ``media`` says whether players may talk, and see each other.
    """

    clock: Clock = 60
    grace: int = 750
    pace: Pace = "human"
    chat: Chat = True
    watchers: bool = True
    public: bool = False
    hints: bool = True
    window: Window = 4
    room: bool = False
    family: bool = False
    media: Media = "off"


class SomeSettings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings that a host changes. The others stay as they are."""

    clock: Clock | UnsetType = UNSET
    grace: int | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    chat: Chat | UnsetType = UNSET
    watchers: bool | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    window: Window | UnsetType = UNSET
    room: bool | UnsetType = UNSET
    family: bool | UnsetType = UNSET
    media: Media | UnsetType = UNSET

    def on(self, settings: Settings) -> Settings:
        """Return the settings with these changes."""
        named = {name: value for name, value in msgspec.structs.asdict(self).items() if value is not UNSET}
        return msgspec.structs.replace(settings, **named)
