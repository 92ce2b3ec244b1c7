"""Why a WebSocket is closed: the codes, with a sentence for each. docs/protocol.md lists them too."""

from __future__ import annotations

BAD_HELLO, NO_SEAT, NO_WATCHING, NO_TABLE, TOO_SLOW_HELLO = 4400, 4401, 4403, 4404, 4408
REPLACED, TOO_SLOW, OLD_CLIENT, FLOOD, BROKEN, NO_STORE, RESTART = 4409, 4413, 4426, 4429, 4500, 4503, 1012
REASONS = {
    BAD_HELLO: "say hello first",
    NO_SEAT: "this token has no seat at this table",
    NO_WATCHING: "nobody may watch this table",
    NO_TABLE: "there is no such table",
    TOO_SLOW_HELLO: "no hello in time",
    REPLACED: "opened elsewhere too often",
    TOO_SLOW: "too slow to read",
    OLD_CLIENT: "another version of the protocol: load the page again",
    FLOOD: "too many messages",
    BROKEN: "this table cannot be read any more",
    NO_STORE: "the database is out of reach: try again",
    RESTART: "the server restarts",
}
