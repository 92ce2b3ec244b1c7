"""Reasons for closing a WebSocket: the codes, with a sentence for each. docs/protocol.md lists them too."""

from __future__ import annotations

BAD_HELLO, NO_SEAT, NO_WATCHING, NO_TABLE, TOO_SLOW_HELLO, BANNED = 4400, 4401, 4403, 4404, 4408, 4410
REPLACED, TOO_SLOW, OLD_CLIENT, FLOOD, BROKEN, NO_STORE, RESTART = 4409, 4413, 4426, 4429, 4500, 4503, 1012
REASONS = {
    BAD_HELLO: "Say hello first.",
    NO_SEAT: "You don't have a seat at this table.",
    NO_WATCHING: "This table doesn't allow spectators.",
    NO_TABLE: "There's no such table.",
    TOO_SLOW_HELLO: "No hello arrived in time.",
    BANNED: "The people who run this server have banned you.",
    REPLACED: "You have this table open in too many places.",
    TOO_SLOW: "The connection is too slow.",
    OLD_CLIENT: "This page is out of date: reload it.",
    FLOOD: "That's too many messages.",
    BROKEN: "This table can no longer be read.",
    NO_STORE: "The database can't be reached: try again.",
    RESTART: "The server is restarting.",
}
