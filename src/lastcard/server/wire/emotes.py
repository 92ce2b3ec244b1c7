"""The quick messages that players can send with one tap."""

from __future__ import annotations

EMOTES = ("hello", "well-played", "oops", "thinking", "hurry", "laugh", "thanks", "wow")
