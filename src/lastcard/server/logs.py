"""Logs as lines of JSON. What is logged has no secrets in it: no tokens, no codes, no cards, no chat."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_ORDINARY = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    """One JSON object a line: time, level, where, what, and what was given as ``extra``."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in record.__dict__.items() if name not in _ORDINARY}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(level: str) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for noisy in ("websockets", "asyncio", "alembic", "sqlalchemy"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLogger().level))
    # Its warnings are about what clients send; what fails in the application is logged where it fails.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
