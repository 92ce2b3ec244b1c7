"""A job for the tests of the lab, in a module that worker processes can import."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from lastcard.errors import LastcardError


@dataclass(frozen=True)
class Squares:
    """A job whose worker dies at chunk 3 once for each file in a folder, or fails there."""

    chunks: int
    threads: bool = False
    lives: str | None = None
    trouble: str = ""

    def run(self, chunk: int) -> int:
        """Return the square of the chunk's number, unless something happens."""
        if chunk == 3 and self.lives is not None and (lives := sorted(Path(self.lives).iterdir())):
            lives[0].unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        if chunk == 3 and self.trouble == "refused":
            raise LastcardError("no such thing")
        if chunk == 3 and self.trouble == "broken":
            raise ZeroDivisionError("by zero")
        return chunk * chunk
