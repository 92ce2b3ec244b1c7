"""Limits on what one address may ask of a server. ``guard`` counts and refuses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits for one address. A rate allows its full number at once and refills evenly over its period."""

    tables_per_hour: int = 60  #: tables created
    seats_per_hour: int = 200  #: seats taken at other people's tables
    connections: int = 100  #: WebSockets open at the same time
    http_connections: int = 100  #: HTTP connections open at the same time (behind a trusted proxy: requests in progress)
    unsent_megabytes: int = 16  #: responses not read yet, and records being uploaded
    lists_per_minute: int = 60  #: lists of games requested by token
    lessons_per_minute: int = 240  #: steps of lessons
    guesses_per_minute: int = 20  #: wrong codes
    hints_per_minute: int = 30  #: hints requested
    replays_per_minute: int = 30  #: replays requested and records fetched
    reviews_per_hour: int = 30  #: reviews requested
    best_moves_per_hour: int = 120  #: looks for the best move of a game that is over, which pages ask for by themselves
    effects_per_minute: int = 30  #: questions about what table rules change
    requests_per_second: int = 50  #: HTTP requests
    messages_per_second: int = 20  #: messages on one WebSocket, with bursts of four seconds' worth
    messages_per_address: int = 200  #: messages a second on all its WebSockets together, with bursts of four seconds' worth
    signals_per_second: int = 50  #: signals of calls on one WebSocket; more are dropped
    signals_per_address: int = 500  #: signals of calls a second on all its WebSockets together; more are dropped
