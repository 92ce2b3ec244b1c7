"""Decides what a command leads to: entries for the table's log, or a refusal. Pure: it reads a table and writes nothing.

``decide`` handles the commands of a seat. ``bot_move`` gives a bot's move, ``sit`` a seat for someone, and ``create`` the
first entry of a table. What happens when a clock runs out is in ``time_is_up``. Everything to be appended passes
``check_length``, and ``end_of_log`` follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ... import editions
from ...bots.bot_names import BOT_NAMES
from ...bots.levels import LEVELS, STAND_IN
from ...errors import LastcardError
from ...game import Game
from ...moves import CATCH, SEATS, UNO
from ...options import rewritten
from ..wire import commands as wire
from ..wire.commands import Refused
from ..wire.table_settings import Settings
from . import family, log, talk
from .free_name import free_name
from .seat import Seat
from .table import MANNERS, Table, plain

EXTENSIONS = 10  # per round: WCAG 2.2.1 asks for this many
KEEP_AFTER = 60  # seconds a player must have been away before the others may give the seat to the bot
MOST_ASIDES = 1000  # per seat, because a log is always read as a whole
MOST_ENTRIES = 25_000  # per log, for the same reason
ENDING = 10  # entries reserved for the end of a game and what follows it
ASIDES = (
    *(wire.Chat, wire.Emote, wire.Face, wire.Mute, wire.Report, wire.Silence),
    *(wire.Veto, wire.Contribute, wire.Keep),
    *(wire.Change, wire.Bot, wire.Remove, wire.Leave),
)

Decider = Callable[[Table, float], list[log.AnyEntry]]  # takes a table and the time there


class Held(Exception):
    """A move that must wait, because everyone gets the same time to call, catch or block."""

    def __init__(self, until: float) -> None:
        super().__init__(f"held until {until}")
        self.until = until


class Again(Exception):
    """A command that was already done, as the entry with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"done as {number}")
        self.number = number


def decide(table: Table, seat: int, command: wire.SeatCommand, now: float) -> list[log.AnyEntry]:
    """The entries that a seat's command leads to. Refused, Held or Again if there are none."""
    if command.id and command.id in table.seats[seat].recent:
        raise Again(table.seats[seat].recent[command.id])
    if len(command.id) > wire.ID_LENGTH:
        raise Refused("bad-message", "A command's id has at most {n} characters.", n=wire.ID_LENGTH)
    if table.seats[seat].asides >= MOST_ASIDES and isinstance(command, ASIDES):
        raise Refused("no-more", "A table takes at most {n} chat and seat actions from each player.", n=MOST_ASIDES)
    decider: Callable[..., list[log.AnyEntry]] = _DECIDERS[type(command)]
    return decider(table, seat, command, table_time(table, now))


def table_time(table: Table, now: float) -> float:
    """The time of the next entry. Clocks of processes differ, but time at a table never runs backward."""
    return max(now, table.time)


def sit(table: Table, name: str, token_hash: str, now: float, face: int = 0) -> tuple[int, list[log.AnyEntry]]:
    """Seat someone, and return the seat with its entries. A token that already holds a seat keeps it.

    Between rounds, and before a rematch, a latecomer takes the seat of a bot if none is empty.
    """
    held = table.seat_of(token_hash)
    if held is not None:
        return held, []
    is_between = table.stage == "between" or (table.stage == "lobby" and table.is_rematch)
    if not is_between:
        _in_lobby(table)
    empty = [i for i, seat in enumerate(table.seats) if seat.person is None]
    bots = [i for i, seat in enumerate(table.seats) if is_between and seat.person and seat.person.level]
    free = next(iter(empty + bots), None)
    if free is None:
        raise Refused("table-full", "Every seat at this table is taken.")
    called = free_name(table, name)
    if not called:
        raise Refused("bad-name", "Pick a name with 1 to {n} characters.", n=wire.NAME_LENGTH)
    person = log.Person(name=called, token_hash=token_hash, face=face)
    typed = log.Person(name=plain(name, wire.NAME_LENGTH), token_hash=token_hash)
    if table.moderation.is_removed(typed) or table.moderation.is_removed(person):
        raise Refused("removed", "The host has removed you from this table.")
    return free, [log.Sat(t=table_time(table, now), seat=free, person=person)]


def go_away(table: Table, seat: int, why: str, now: float) -> list[log.AnyEntry]:
    """Let a bot take over for a person who is gone. Before the start this waits for the deal, and the host may change."""
    if not table.seats[seat].is_present or table.stage == "over":
        return []
    t = table_time(table, now)
    return [log.WentAway(t=t, seat=seat, why=why), *_deal_if_all_ready(table, t, apart_from=seat)]


def bot_move(table: Table, seat: int, move: str, now: float) -> list[log.AnyEntry]:
    """A bot's move for a seat that no person plays."""
    if table.seats[seat].is_present or table.stage != "playing":
        raise Refused("not-a-bot", "No bot is playing this seat.")
    assert table.game is not None  # noqa: S101 - a game is being played
    return _moved(table, seat, _clean(table.game, move), table_time(table, now), how="bot")


def check_length(table: Table, entries: list[log.AnyEntry]) -> None:
    """Refuse entries that would make a log too long outside a game. The link to the next table always fits."""
    kept = {"lobby": ENDING, "over": 1}.get(table.stage)
    if kept is None or isinstance(entries[-1], log.Rematched):
        return
    if table.number + len(entries) > MOST_ENTRIES - kept:
        raise Refused("no-more", "This table has reached its limit of {n} actions: start a new one.", n=MOST_ENTRIES)


def end_of_log(table: Table) -> list[log.AnyEntry]:
    """The end of a game whose log is full, to be appended along with what filled it."""
    is_full = table.number >= MOST_ENTRIES - ENDING
    return [log.Ended(t=table.time)] if is_full and table.stage in ("playing", "between") else []


def _in_lobby(table: Table) -> None:
    if table.stage != "lobby":
        raise Refused("started", "The game has already started.")


def _is_host(table: Table, seat: int) -> None:
    if seat != table.host:
        raise Refused("not-host", "Only the host can do that.")


def _other_seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused("no-such-seat", "There's no such seat.")
    return table.seats[seat]


def _move(table: Table, seat: int, command: wire.Move, now: float) -> list[log.AnyEntry]:
    if table.game is None or table.stage != "playing":
        raise Refused("not-playing", "There's no round going on.")
    _is_present(table, seat)
    move = _clean(table.game, command.move)
    if _is_stale(table, table.game, seat, move, command.n):
        raise Refused("stale", "The table has moved on since you chose that: choose again.")
    return _moved(table, seat, move, now, cid=command.id)


def _clean(game: Game, text: str) -> str:
    """A move's text, spelled as the game lists it."""
    try:
        return str(game.edition.codec.clean(text, game.players))
    except LastcardError as error:
        raise Refused("invalid-move", "{error}", error=error.sentence) from None


def _does(game: Game, move: str) -> int:
    """The number of a move's verb."""
    return game.edition.codec.clean(move, game.players).does


def _is_present(table: Table, seat: int) -> None:
    if not table.seats[seat].is_present:
        raise Refused("away", "You're away, and a bot has your cards: take your seat back first.")


def _is_stale(table: Table, game: Game, seat: int, move: str, n: int) -> bool:
    """Whether a move chosen after frame n answers an outdated question or card. A call or catch is never stale."""
    if n >= table.seats[seat].asked and (table.pending is None or n >= table.window_number):
        return False  # whatever kind of move it is
    if move not in game.chances(seat):
        return n < table.seats[seat].asked
    return table.pending is not None and n < table.window_number and _does(game, move) not in (UNO, CATCH)


def _moved(table: Table, seat: int, move: str, now: float, *, how: str = "player", cid: str = "") -> list[log.AnyEntry]:
    assert table.game is not None  # noqa: S101 - asked only in a game
    refusal = table.game.why_not(seat, move)
    if refusal:
        raise Refused.by_rule(refusal)
    if table.is_vetoed(seat, move):
        raise Refused("vetoed", "You've ruled this one out.")
    if table.has_window and (_does(table.game, move) == CATCH or move not in table.game.chances(seat)):
        _give_grace(table, now)
    return [log.Moved(t=now, cid=cid, seat=seat, move=move, how=how)]


def _give_grace(table: Table, now: float) -> None:
    """Hold a move until everyone has had the same time since the card to call or block."""
    until = table.window_at + table.settings.grace / 1000
    if now < until:
        raise Held(until)


def _why(table: Table, seat: int, command: wire.Why, now: float) -> list[log.AnyEntry]:
    if table.game is None:
        raise Refused("not-playing", "There's no round going on.")
    refusal = table.game.why_not(seat, _clean(table.game, command.move))
    if refusal:
        raise Refused.by_rule(refusal)
    return []


def _hint(table: Table, seat: int, command: wire.Hint, now: float) -> list[log.AnyEntry]:
    """Check whether a seat may have a hint now. Nothing is logged."""
    if table.game is None or table.stage != "playing":
        raise Refused("not-playing", "There's no round going on.")
    if not table.settings.hints:
        raise Refused("no-hints", "Hints are off at this table.")
    _is_present(table, seat)
    if not table.moves(seat):
        raise Refused("not-now", "There's nothing for you to decide right now.")
    return []


def _ready(table: Table, seat: int, command: wire.Ready, now: float) -> list[log.AnyEntry]:
    if table.stage not in ("lobby", "between"):
        raise Refused("not-now", "You can only get ready before a round.")
    _is_present(table, seat)
    if command.digest != table.digest:
        raise Refused("stale", "The options have changed: read them again.")
    if table.seats[seat].ready:
        return []
    entries: list[log.AnyEntry] = [log.Readied(t=now, cid=command.id, seat=seat, scheme=table.scheme)]
    return entries + _deal_if_all_ready(table, now, apart_from=seat, becomes_ready=True)


def _deal_if_all_ready(table: Table, now: float, *, apart_from: int, becomes_ready: bool = False) -> list[log.AnyEntry]:
    """Deal the next round if everyone present is ready. ``apart_from`` is the seat that just became ready or left."""
    others = [seat for i, seat in enumerate(table.seats) if i != apart_from and seat.is_present]
    is_ready = all(seat.ready for seat in others) and (bool(others) or becomes_ready)
    return deal(table, now) if is_ready and (table.stage == "between" or table.deal_at is not None) else []


def deal(table: Table, now: float) -> list[log.AnyEntry]:
    """Deal the next round, or the first one."""
    return [log.Dealt(t=now)] if table.game else [log.Started(t=now, scheme=table.scheme)]


def _wait(table: Table, seat: int, command: wire.Wait, now: float) -> list[log.AnyEntry]:
    _is_present(table, seat)
    if table.deal_at is None:
        raise Refused("not-now", "There's no countdown to stop.")
    return [log.Waited(t=now, cid=command.id, seat=seat)]


def _contribute(table: Table, seat: int, command: wire.Contribute, now: float) -> list[log.AnyEntry]:
    _in_lobby(table)
    digits = command.hex.lower()
    if not 1 <= len(digits) <= 64 or len(digits) % 2 or not set(digits) <= set("0123456789abcdef"):
        raise Refused("bad-message", "A contribution is an even number of hex digits, from 2 to 64.")
    return [log.Contributed(t=now, cid=command.id, seat=seat, hex=digits)]


def _veto(table: Table, seat: int, command: wire.Veto, now: float) -> list[log.AnyEntry]:
    if len(command.dares) > 99 or any(not 1 <= number <= 99 for number in command.dares):
        raise Refused("bad-message", "Dares are ruled out by their numbers.")
    return [log.Vetoed(t=now, cid=command.id, seat=seat, dares=sorted(set(command.dares)))]


def _back(table: Table, seat: int, command: wire.Back, now: float) -> list[log.AnyEntry]:
    if table.seats[seat].kept_by_bot:
        raise Refused("kept", "The table has given your seat to the bot for good.")
    return [log.CameBack(t=now, cid=command.id, seat=seat)] if table.seats[seat].away else []


def _keep(table: Table, seat: int, command: wire.Keep, now: float) -> list[log.AnyEntry]:
    about = _other_seat(table, command.seat)
    _is_present(table, seat)
    if table.stage == "lobby":
        raise Refused("not-now", "The game hasn't started yet: the host can free that seat.")
    if not about.is_human or not about.away:
        raise Refused("not-away", "That player isn't away.")
    if about.away != "left" and now < about.away_since + KEEP_AFTER:
        raise Refused("too-soon", "A player who is away has {n} seconds to come back.", n=KEEP_AFTER)
    return [log.KeepVoted(t=now, cid=command.id, seat=seat, about=command.seat, yes=command.yes)]


def _extend(table: Table, seat: int, command: wire.Extend, now: float) -> list[log.AnyEntry]:
    is_hit = table.answer_at is not None and table.game is not None and seat in table.game.to_move
    if table.seats[seat].deadline is None and not is_hit:
        raise Refused("not-now", "You're not on the clock.")
    if table.seats[seat].extended >= EXTENSIONS:
        raise Refused("no-more", "You can only ask for more time {n} times a round.", n=EXTENSIONS)
    return [log.Extended(t=now, cid=command.id, seat=seat)]


def _leave(table: Table, seat: int, command: wire.Leave, now: float) -> list[log.AnyEntry]:
    if table.stage == "lobby":
        return [log.Freed(t=now, cid=command.id, seat=seat)]
    if table.seats[seat].away == "left":
        return []
    away = log.WentAway(t=now, cid=command.id, seat=seat, why="left")
    return [away, *_deal_if_all_ready(table, now, apart_from=seat)]


def _bot(table: Table, seat: int, command: wire.Bot, now: float) -> list[log.AnyEntry]:
    _is_host(table, seat)
    _in_lobby(table)
    if _other_seat(table, command.seat).is_human:
        raise Refused("seat-taken", "Someone is already sitting there.")
    person = bot_person(command.level, table.names())
    return [log.Sat(t=now, cid=command.id, by=seat, seat=command.seat, person=person)]


def _remove(table: Table, seat: int, command: wire.Remove, now: float) -> list[log.AnyEntry]:
    _is_host(table, seat)
    about = _other_seat(table, command.seat)
    if about.person is None or command.seat == seat or about.is_removed:
        raise Refused("seat-empty", "There's nobody else in that seat.")
    if not command.for_good or not about.person.token_hash:
        _in_lobby(table)
        return [log.Freed(t=now, cid=command.id, by=seat, seat=command.seat)]
    talk.check_current(table)
    talk.check_later(table, seat, command.seat)
    removed = log.Removed(t=now, cid=command.id, by=seat, seat=command.seat)
    if table.game is None:
        return [removed]  # the seat is empty now, so the first deal waits
    return [removed, *_deal_if_all_ready(table, now, apart_from=command.seat)]


def _change(table: Table, seat: int, command: wire.Change, now: float) -> list[log.AnyEntry]:
    _is_host(table, seat)
    if command.seats is not None:
        _in_lobby(table)
        check_seats(command.seats)
        if sum(s.person is not None for s in table.seats) > command.seats:
            raise Refused("seats-taken", "There are more people than that at the table.")
    options = None if command.options is None else _changed_options(table, command.options)
    settings = None if command.settings is None else family.settled(command.settings.on(table.settings), command.settings)
    if (settings or table.settings).family:
        options = _family_options(table, options)
    if settings is not None:
        check_settings(settings)
        if settings.public != table.settings.public:
            raise Refused("fixed-setting", "You can't change whether a table is open to everyone.")
    return [log.Changed(t=now, cid=command.id, by=seat, options=options, settings=settings, seats=command.seats)]


def _changed_options(table: Table, options: dict[str, Any]) -> dict[str, Any]:
    """The table's chosen options with these changes, as stored. Between rounds, only the changes."""
    if table.stage not in ("lobby", "between"):
        raise Refused("started", "You can only change options before a round.")
    edition = editions.get(table.edition)
    chosen = rewritten(table.options, table.rewrite)
    read = _read_options(table.edition, rewritten(chosen, options))
    fixed = [option.about for option in edition.options if not option.between_rounds and option.name in options]
    if table.game and fixed:
        raise Refused("fixed-option", "You can't change this during a game: {about}.", about=fixed[0])
    return {name: read[name] for name in (options if table.game else {**chosen, **options}) if name in read}


def _family_options(table: Table, options: dict[str, Any] | None) -> dict[str, Any] | None:
    """The options of a family table: what the switch has to change is changed, and later nothing can change it back."""
    edition, chosen = editions.get(table.edition), rewritten(rewritten(table.options, table.rewrite), options or {})
    if table.settings.family:
        family.check_options(edition, chosen)
        return options
    loose = family.safe_options(edition, chosen)
    if loose and table.game:
        raise Refused("family-table", "This game has rules that aren't for a family table: start a new one first.")
    return {**chosen, **loose} if loose else options


def _read_options(edition: str, options: dict[str, Any]) -> dict[str, Any]:
    try:
        return editions.get(edition).read_options(options)
    except LastcardError as error:
        raise Refused("bad-option", "{error}", error=error.sentence) from None


def _start(table: Table, seat: int, command: wire.Start, now: float) -> list[log.AnyEntry]:
    _is_host(table, seat)
    _in_lobby(table)
    if any(s.person is None for s in table.seats):
        raise Refused("empty-seats", "Some seats are empty: add bots or remove the seats.")
    not_ready = [s.person.name for s in table.seats if s.is_present and s.person and not s.ready]
    if not_ready:
        raise Refused("not-ready", "Waiting for {names} to agree.", names=", ".join(not_ready))
    try:
        Game(table.edition, len(table.seats), options=table.options)
    except LastcardError as error:
        raise Refused("bad-option", "{error}", error=error.sentence) from None
    return [log.Started(t=now, cid=command.id, by=seat, scheme=table.scheme)]


def _rematch(table: Table, seat: int, command: wire.Rematch, now: float) -> list[log.AnyEntry]:
    if table.stage != "over":
        raise Refused("not-over", "The game isn't over yet.")
    if table.rematch:
        return []
    raise Refused("busy", "The new table isn't ready yet: try again.")


def _off_line(table: Table, seat: int, command: wire.Calling, now: float) -> list[log.AnyEntry]:
    raise Refused("no-call", "You can only call over a WebSocket.")


def bot_person(level: str, taken: Iterable[str]) -> log.Person:
    """A bot with a name that is not taken."""
    if level not in LEVELS:
        raise Refused("bad-level", "Bots play at one of these levels: {names}.", names=", ".join(LEVELS))
    return log.Person(name=next(name for name in BOT_NAMES if name not in set(taken)), level=level)


def check_seats(seats: int) -> None:
    """Check the number of seats (rule setup-players)."""
    if not 2 <= seats <= SEATS:
        raise Refused("bad-seats", "A table has 2 to {n} seats.", n=SEATS)


def check_settings(settings: Settings) -> None:
    """Check what the types alone cannot express."""
    if not 0 <= settings.grace <= 5000:
        raise Refused("bad-settings", "The time to call, catch and block is 0 to 5,000 milliseconds.")
    if settings.room and not settings.watchers:
        raise Refused("bad-settings", "The board in your room is a spectator: allow spectators, too.")


def create(table: str, body: wire.CreateTable, token_hash: str, secret: str, now: float) -> log.Created:
    """The first entry of a table."""
    check_seats(body.seats)
    check_settings(body.settings)
    if len(body.bots) >= body.seats:
        raise Refused("bad-seats", "The host needs a seat too: add fewer bots.")
    settings = family.settled(body.settings)
    read = _read_options(body.edition, body.options)
    safe = family.safe_options(editions.get(body.edition), read) if settings.family else {}
    name = plain(body.name, wire.NAME_LENGTH)
    if not name:
        raise Refused("bad-name", "Pick a name with 1 to {n} characters.", n=wire.NAME_LENGTH)
    people: list[log.Person | None] = [log.Person(name=name, token_hash=token_hash, face=body.face)]
    for level in body.bots:
        people.append(bot_person(level, [person.name for person in people if person]))
    people += [None] * (body.seats - len(people))
    return log.Created(
        t=now,
        table=table,
        edition=body.edition,
        options={name: read[name] for name in body.options if name in read} | safe,
        settings=settings,
        people=people,
        secret=secret,
        rules_version=editions.get(body.edition).version,
        manners=MANNERS,
    )


def rematch(table: Table, new_id: str, secret: str, now: float) -> log.Created:
    """The first entry of a rematch: the same people, with bots for those who left, and the options they agreed to."""
    people = [seat.person if seat.away != "left" and not seat.kept_by_bot else None for seat in table.seats]
    for i, person in enumerate(people):
        if person is None:
            people[i] = bot_person(STAND_IN, [other.name for other in people if other])
    agreed = [i for i, seat in enumerate(table.seats) if seat.agreed == table.digest and people[i] is seat.person]
    came = sorted((i for i, seat in enumerate(table.seats) if people[i] is seat.person), key=lambda i: table.seats[i].came)
    return log.Created(
        t=now,
        table=new_id,
        edition=table.edition,
        options=dict(table.options),
        settings=table.settings,
        people=people,
        secret=secret,
        rules_version=editions.get(table.edition).version,
        tonight=table.tonight_so_far(),
        mutes={by: people for by, people in table.moderation.mutes.items() if people},
        silenced=table.moderation.silenced,
        removed=table.moderation.removed,
        agreed=[] if table.is_older else agreed,
        came=[] if came == sorted(came) else came,
        manners=MANNERS,
    )


_DECIDERS: dict[type[wire.Command], Any] = {
    wire.Move: _move,
    wire.Why: _why,
    wire.Hint: _hint,
    wire.Ping: lambda *_: [],
    wire.Ready: _ready,
    wire.Wait: _wait,
    wire.Contribute: _contribute,
    wire.Veto: _veto,
    wire.Chat: talk.chat,
    wire.Emote: talk.emote,
    wire.Face: talk.face,
    wire.Mute: talk.mute,
    wire.Report: talk.report,
    wire.Silence: talk.silence,
    wire.Back: _back,
    wire.Keep: _keep,
    wire.Extend: _extend,
    wire.Leave: _leave,
    wire.Bot: _bot,
    wire.Remove: _remove,
    wire.Change: _change,
    wire.Start: _start,
    wire.Rematch: _rematch,
    wire.Call: _off_line,
    wire.HangUp: _off_line,
    wire.Signal: _off_line,
}
