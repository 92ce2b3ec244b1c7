"""The quick messages that players can send with one tap, and the things that they can throw at each other."""

from __future__ import annotations

EMOTES = ("hello", "well-played", "oops", "thinking", "hurry", "laugh", "thanks", "wow", "all-done")
THINGS = ("paper-ball", "flower", "confetti")
