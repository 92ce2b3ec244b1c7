"""Run ``lastcard serve`` in its own process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-c", "from lastcard.cli import main; main()", "serve"]


@contextmanager
def process(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server in its own process for the duration of the block, and give its address."""
    command = [*COMMAND, "--port", "0", "--host", "127.0.0.1", "--database", str(folder / "t.db"), *more]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert "http://127.0.0.1:" in line, server.communicate()[1]
        yield server, line.split()[3].rstrip("/")
    finally:
        server.kill()
        server.communicate()
