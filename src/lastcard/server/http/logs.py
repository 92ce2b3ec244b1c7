"""Logs as lines of JSON. They contain no secrets: no tokens, codes, cards or chat."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_ORDINARY = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    """One JSON object per line: time, level, logger, message, and whatever was passed as ``extra``."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line of JSON."""
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
    # uvicorn warns about what clients send. Failures in the application are logged where they happen.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
