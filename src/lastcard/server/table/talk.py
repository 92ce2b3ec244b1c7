"""Decides what players say and gesture, whom they hear, and what the host does about it."""

from __future__ import annotations

from ..wire import commands as wire
from ..wire.commands import Refused
from ..wire.emotes import EMOTES, THINGS
from . import log
from .table import Table, plain

BETWEEN_THROWS = 3  # seconds, for each player


def _may_talk(table: Table, seat: int) -> None:
    if not table.settings.chat:
        raise Refused("chat-off", "Chat is off at this table.")
    if table.moderation.is_silenced(table.seats[seat].person):
        raise Refused("silenced", "The host has muted you at this table.")


def chat(table: Table, seat: int, command: wire.Chat, now: float) -> list[log.AnyEntry]:
    """Say something to the table."""
    _may_talk(table, seat)
    if table.settings.chat == "emotes":
        raise Refused("emotes-only", "This table has quick messages only.")
    text = plain(command.text, wire.CHAT_LENGTH)
    if not text:
        raise Refused("bad-message", "Type a message first.")
    return [log.Said(t=now, cid=command.id, seat=seat, text=text)]


def emote(table: Table, seat: int, command: wire.Emote, now: float) -> list[log.AnyEntry]:
    """Send one of the quick emotes, or throw something."""
    _may_talk(table, seat)
    if command.at is not None:
        return _throw(table, seat, command.emote, command.at, now, command.id)
    if command.emote not in EMOTES:
        raise Refused("bad-message", "Quick messages are {names}.", names=", ".join(EMOTES))
    return [log.Gestured(t=now, cid=command.id, seat=seat, emote=command.emote)]


def _throw(table: Table, seat: int, thing: str, at: int, now: float, cid: str) -> list[log.AnyEntry]:
    """Throw something at another player or a bot, now and then."""
    if thing not in THINGS:
        raise Refused("bad-message", "You can throw {names}.", names=", ".join(THINGS))
    _other(table, seat, at)
    if now - table.seats[seat].threw < BETWEEN_THROWS:
        raise Refused("too-soon", "You've just thrown something: wait {n} seconds between throws.", n=BETWEEN_THROWS)
    return [log.Gestured(t=now, cid=cid, seat=seat, emote=thing, at=at)]


def face(table: Table, seat: int, command: wire.Face, now: float) -> list[log.AnyEntry]:
    """Pick another face."""
    return [log.Faced(t=now, cid=command.id, seat=seat, face=command.face)]


def _other(table: Table, seat: int, about: int) -> None:
    """Refuse a seat where nobody else sits, neither a person nor a bot."""
    if not 0 <= about < len(table.seats):
        raise Refused("no-such-seat", "There's no such seat.")
    if about == seat or table.seats[about].person is None:
        raise Refused("seat-empty", "There's nobody else in that seat.")


def _person(table: Table, seat: int, about: int) -> None:
    """Refuse a seat where no other person sits."""
    _other(table, seat, about)
    if not table.seats[about].is_human:
        raise Refused("seat-empty", "There's nobody else in that seat.")


def mute(table: Table, seat: int, command: wire.Mute, now: float) -> list[log.AnyEntry]:
    """Hear nothing of another player, or hear them again."""
    _person(table, seat, command.seat)
    return [log.Muted(t=now, cid=command.id, seat=seat, about=command.seat, on=command.on)]


def report(table: Table, seat: int, command: wire.Report, now: float) -> list[log.AnyEntry]:
    """Tell the host about another player."""
    _person(table, seat, command.seat)
    if command.seat == table.host:
        raise Refused("is-host", "That's the host: you can block them, or leave the table.")
    if seat == table.host:
        raise Refused("is-host", "You're the host: you can mute or remove them yourself.")
    return [log.Reported(t=now, cid=command.id, seat=seat, about=command.seat, why=command.why)]


def check_current(table: Table) -> None:
    """Refuse to moderate at a table whose next game already has one, where it would change nothing."""
    if table.rematch:
        raise Refused("moved-on", "The next game already has a table: do it there.")


def check_later(table: Table, seat: int, about: int) -> None:
    """Refuse to moderate somebody who came earlier: whoever stands in for a host who is away can't shut them out."""
    person = table.seats[about].person
    if person and table.seats[about].came < table.seats[seat].came:
        says = "{name} was here before you: you can block {name}, or leave the table."
        raise Refused("came-first", says, name=person.name)


def silence(table: Table, seat: int, command: wire.Silence, now: float) -> list[log.AnyEntry]:
    """Let nobody hear a player, or everybody again: the host's decision."""
    if seat != table.host:
        raise Refused("not-host", "Only the host can do that.")
    check_current(table)
    _person(table, seat, command.seat)
    check_later(table, seat, command.seat)
    if table.moderation.is_silenced(table.seats[command.seat].person) == command.on:
        return []
    return [log.Silenced(t=now, cid=command.id, by=seat, seat=command.seat, on=command.on)]
