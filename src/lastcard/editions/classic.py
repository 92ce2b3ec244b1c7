"""Classic: the rules that all leaflets share, without a special card."""

from __future__ import annotations

from ..edition import Mood, edition_2023
from .texts.basics_lesson import BASICS
from .texts.table_lessons import TABLE_LESSONS

EDITION = edition_2023(
    id="classic",
    title="Classic",
    summary="The shared rules alone: numbers, Skip, Reverse, Draw Two, Wild and Wild Draw Four.",
    version=2,
    reads=(1,),
    mood=Mood(("#16233f", "#d7263d", "#f4b942", "#f6f1e5"), "rings"),
    lessons=(BASICS, *TABLE_LESSONS),
)
