"""The part that the leaflets share: no special card."""

from __future__ import annotations

from ..edition import edition_2023

EDITION = edition_2023(
    id="classic",
    title="Classic",
    summary="The shared rules alone: numbers, Skip, Reverse, Draw Two, Wild and Wild Draw Four.",
)
