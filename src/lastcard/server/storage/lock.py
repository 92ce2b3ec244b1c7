"""An operating-system lock on a file next to a SQLite database, so that only one process at a time serves it.

The system frees it when the process ends, however that happens. On POSIX it is a record lock. Those belong to one process, so
neither a forked child nor a spawned worker holds it, and a surviving child does not keep it. SQLite's own locks are on the
database itself, so backups and other readers are not held up.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sys
import time

from .database import PATIENCE, StoreError

RETRY = 0.05
TAKEN = "Another lastcard is using this database: stop it first, or choose another file with --database."

# Record locks do not exclude their own process, so what it holds is remembered here. A forked child holds nothing.
_held: set[str] = set()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_held.clear)

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """This process's hold on a database until released. The file stays, because removing it would be a race."""

    def __init__(self, path: str, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    async def take(cls, database: str) -> Lock:
        """Take the lock of a database file. StoreError if another process keeps it."""
        until = time.monotonic() + PATIENCE
        while (lock := cls._try(database)) is None:
            if time.monotonic() >= until:
                raise StoreError(TAKEN)
            await asyncio.sleep(RETRY)
        return lock

    @classmethod
    def _try(cls, database: str) -> Lock | None:
        path = f"{os.path.realpath(database)}.lock"
        if path in _held:
            return None
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)  # not inherited by child programs
        except OSError as error:
            raise StoreError(f"The lock file of the database cannot be opened: {os.strerror(error.errno or 0)}.") from error
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                return None
            raise StoreError(f"The database cannot be locked: {os.strerror(error.errno or 0)}.") from error
        _held.add(path)
        return cls(path, descriptor)

    def release(self) -> None:
        """Let another process have the database."""
        _held.discard(self._path)
        os.close(self._descriptor)
