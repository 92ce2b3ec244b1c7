"""From one round or game to the next: the countdown, rematches and tonight's score. No I/O."""

from __future__ import annotations

from typing import Any

import pytest

from lastcard.server.table import decide, log, time_is_up
from lastcard.server.table.table import COUNTDOWN, Table
from lastcard.server.wire import commands as wire
from lastcard.server.wire.commands import Refused
from table_logs import Desk, inside, token_of, told_state
from variants import HOUSE_RULES

PEOPLE = ("Ann", "Bea")


def between(people: tuple[str, ...] = PEOPLE, **more: Any) -> Desk:
    """A table where Ann has just won the first of several rounds."""
    desk = Desk("dawn-of-justice", people, **more)
    desk.arrange([["red-1"], *(["gold-3", "gold-4"] for _ in desk.table.seats[1:])], "red-9")
    desk.move(0, "play red-1")
    assert desk.table.stage == "between"
    return desk


def over(people: tuple[str, ...] = PEOPLE, **more: Any) -> Desk:
    """A table where Ann has just won a game of one round."""
    desk = Desk("classic", people, **more)
    colors = ("green", "blue", "yellow")[: len(desk.table.seats) - 1]
    desk.arrange([["red-1"], *([f"{color}-3", f"{color}-4"] for color in colors)], "red-9")
    desk.move(0, "play red-1")
    assert desk.table.stage == "over"
    return desk


def play(desk: Desk) -> Desk:
    """Play cards, or draw, until the round is over."""
    while desk.table.stage == "playing":
        seat = desk.later(1).game.to_move[0]
        moves = desk.table.moves(seat)
        desk.move(seat, next((move for move in moves if move.startswith("play")), time_is_up.mildest(desk.table, seat)))
    return desk


def counting(desk: Desk) -> float | None:
    """How many seconds are left until the deal, or None if no countdown is running."""
    return None if desk.table.deal_at is None else desk.table.deal_at - desk.now


# ---- the next round ----------------------------------------------------------------------------------
def test_the_next_round_is_dealt_after_a_countdown() -> None:
    """Everyone sees when the next round is dealt, and it is dealt then, with no clock of any seat running meanwhile."""
    desk = between()
    assert (counting(desk), desk.table.due) == (COUNTDOWN, desk.table.deal_at)
    assert told_state(desk.table, None)["deal_at"] == round((desk.now + COUNTDOWN) * 1000)
    assert told_state(desk.table, 1)["clocks"] == {}
    assert [type(entry) for entry in desk.run_out()] == [log.Dealt]
    assert (desk.table.stage, told_state(desk.table, 0)["deal_at"]) == ("playing", None)


def test_the_countdown_needs_no_clock() -> None:
    """A table without a clock deals the next round by itself too."""
    assert counting(between(clock=0)) == COUNTDOWN


@pytest.mark.parametrize("seat", [0, 1])
def test_anyone_can_stop_the_countdown(seat: int) -> None:
    """Any player can stop the countdown. Then the deal waits until everyone is ready."""
    desk = between(clock=0)
    desk.do(seat, wire.Wait())
    assert (counting(desk), desk.table.due) == (None, None)
    assert desk.code(seat, wire.Wait()) == "not-now"
    desk.ready()
    assert desk.table.stage == "playing"


def test_a_stopped_countdown_starts_the_clocks_of_the_pause() -> None:
    """Once the countdown is stopped, everyone has the usual time to get ready."""
    desk = between(clock=15)
    desk.later(10).do(1, wire.Wait())
    assert [seat.deadline for seat in desk.table.seats] == [desk.now + 30] * 2


def test_a_stopped_countdown_runs_again_after_the_next_round() -> None:
    """Stopping the countdown holds for one pause only."""
    desk = between()
    desk.do(1, wire.Wait())
    desk.ready()
    desk.arrange([["red-1"], ["gold-3", "gold-4"]], "red-9").move(0, "play red-1")
    assert counting(desk) == COUNTDOWN


@pytest.mark.rule("custom-rule")
def test_nothing_is_dealt_over_options_that_a_present_player_has_not_agreed_to() -> None:
    """A change of options stops the countdown until everyone present has agreed, and only then is the round dealt."""
    desk = between()
    desk.do(0, wire.Change(options={"house_rules": HOUSE_RULES[0]}))
    assert counting(desk) is None
    desk.ready(0)
    assert (counting(desk), desk.table.stage) == (None, "between")
    desk.ready(1)
    assert desk.table.stage == "playing"


def test_a_change_that_is_taken_back_starts_the_countdown_over() -> None:
    """If the options are again what everyone agreed to, the countdown starts from the beginning."""
    desk = between()
    desk.later(10).do(0, wire.Change(options={"house_rules": HOUSE_RULES[0]}))
    desk.later(1).do(0, wire.Change(options={"house_rules": None}))
    assert counting(desk) == COUNTDOWN


def test_someone_who_comes_back_and_has_not_agreed_stops_the_countdown() -> None:
    """A player who was away when the options changed has to agree before the next deal."""
    desk = between(("Ann", "Bea", "Cleo"))
    desk.write(decide.go_away(desk.table, 2, "connection", desk.now))
    desk.do(0, wire.Change(options={"house_rules": HOUSE_RULES[0]}))
    desk.ready(0)
    desk.do(2, wire.Back())
    desk.ready(1)
    assert (counting(desk), desk.table.stage) == (None, "between")
    desk.ready(2)
    assert desk.table.stage == "playing"


def test_all_who_are_ready_do_not_wait_for_the_countdown() -> None:
    """When everyone is ready, the next round is dealt at once."""
    desk = between()
    desk.ready()
    assert desk.table.stage == "playing"


def test_nothing_is_dealt_while_nobody_is_there() -> None:
    """If everyone is gone the countdown stops, and it starts over when someone returns."""
    desk = between()
    for seat in (0, 1):
        desk.write(decide.go_away(desk.table, seat, "connection", desk.now))
    assert (counting(desk), desk.table.due) == (None, None)
    desk.later(100).do(1, wire.Back())
    assert counting(desk) == COUNTDOWN


def test_the_countdown_is_in_the_log() -> None:
    """Another process, or this one after a restart, knows when the next round is due."""
    desk = play(Desk(options={"target": 5000}).start())
    assert desk.table.deal_at is not None
    assert inside(desk.folded()) == inside(desk.table)
    desk.later(3).do(1, wire.Wait())
    assert inside(desk.folded()) == inside(desk.table)


def test_a_table_of_an_older_server_waits_for_everyone() -> None:
    """A table that was begun without countdowns goes on without them."""
    desk = Desk("dawn-of-justice", clock=0)
    older = desk.log[0].replace(b',"manners":2', b"")
    assert older != desk.log[0]
    desk.table = Table(map(log.decode, [older, *desk.log[1:]]))
    desk.arrange([["red-1"], ["gold-3", "gold-4"]], "red-9").move(0, "play red-1")
    assert (desk.table.stage, desk.table.due) == ("between", None)


# ---- rematches ---------------------------------------------------------------------------------------
def test_a_rematch_deals_itself() -> None:
    """The same people with the same options start over after a countdown, or as soon as everyone is ready."""
    desk = over().rematch()
    assert (desk.table.stage, counting(desk)) == ("lobby", COUNTDOWN)
    desk.ready(1)
    half = desk.table.stage
    desk.ready(0)
    assert (half, desk.table.stage) == ("lobby", "playing")
    desk = over().rematch()
    assert [type(entry) for entry in desk.run_out()] == [log.Started]
    assert inside(desk.folded()) == inside(desk.table)


def test_anyone_can_stop_a_rematch() -> None:
    """A stopped rematch is a lobby like any other: everyone agrees and the host deals."""
    desk = over().rematch()
    desk.do(1, wire.Wait())
    desk.ready()
    agreed = desk.table.stage
    desk.do(0, wire.Start())
    assert (agreed, desk.table.stage) == ("lobby", "playing")


def test_a_rematch_with_other_options_needs_agreement() -> None:
    """If the host changes an option, nothing is dealt until everyone has agreed to it."""
    desk = over().rematch()
    desk.do(0, wire.Change(options={"target": 200}))
    assert counting(desk) is None
    desk.ready(0)
    assert counting(desk) is None


def test_a_free_seat_stops_the_countdown() -> None:
    """If someone leaves the rematch, it waits until the seat is taken or given to a bot."""
    desk = over(("Ann", "Bea", "Cleo")).rematch()
    desk.do(2, wire.Leave())
    assert counting(desk) is None
    desk.do(0, wire.Bot(seat=2))
    assert counting(desk) == COUNTDOWN


def test_bots_take_the_seats_of_those_who_left() -> None:
    """A rematch has a bot for everyone who left, under a name of its own."""
    desk = over(("Ann", "Bea", "Cleo"), bots=("hard",))
    desk.do(1, wire.Leave())
    desk = desk.rematch()
    seats = told_state(desk.table, None)["seats"]
    assert [seat.get("bot") for seat in seats] == [None, "medium", None, "hard"]
    assert len({seat["name"] for seat in seats}) == 4
    assert counting(desk) == COUNTDOWN


def test_someone_who_never_agreed_holds_up_the_rematch() -> None:
    """Only players who agreed to the options in the last game have agreed to them in the next."""
    desk = Desk("classic", PEOPLE)
    desk.write(decide.go_away(desk.table, 1, "connection", desk.now))
    desk.start()
    desk.arrange([["red-1"], ["green-3", "green-4"]], "red-9").move(0, "play red-1")
    assert counting(desk.rematch()) is None


# ---- tonight -----------------------------------------------------------------------------------------
def test_tonights_score_carries_across_rematches() -> None:
    """Wins and points add up over the games of an evening, by person, wherever they sit."""
    desk = over()
    ann, bea = told_state(desk.table, None)["tonight"]
    assert ann == {"name": "Ann", "games": 1, "won": 1, "points": 7, "seat": 0}
    assert bea == {"name": "Bea", "games": 1, "won": 0, "points": 0, "seat": 1}
    desk = desk.rematch()
    assert told_state(desk.table, 1)["tonight"] == [ann, bea]
    desk.ready()
    desk.arrange([["green-3", "green-4"], ["red-1"]], "red-9", turn=1).move(1, "play red-1")
    assert [[*line.values()][:4] for line in told_state(desk.table, None)["tonight"]] == [["Ann", 2, 1, 7], ["Bea", 2, 1, 7]]


def test_someone_who_left_stays_in_tonights_score() -> None:
    """A player who left keeps the evening's wins, without a seat, and gets them back on returning."""
    desk = over(("Ann", "Bea", "Cleo"))
    desk.do(0, wire.Leave())
    desk = desk.rematch()
    ann = next(line for line in told_state(desk.table, None)["tonight"] if line["name"] == "Ann")
    assert (ann["won"], "seat" in ann) == (1, False)
    assert not any(token_of(name) in repr(told_state(desk.table, None)) for name in ("Ann", "Bea"))


def test_a_first_game_has_no_score_of_the_evening() -> None:
    """Before the first game is over there is nothing to tell."""
    assert "tonight" not in told_state(Desk().start().table, 0)


# ---- latecomers --------------------------------------------------------------------------------------
def test_a_latecomer_takes_a_bots_seat_between_rounds() -> None:
    """Between rounds someone new takes a bot's seat and its score, and nothing is dealt before they agree."""
    desk = between(("Ann",), bots=("easy", "easy"))
    assert desk.sit("Cleo") == 1
    assert (told_state(desk.table, 0)["seats"][1]["name"], counting(desk)) == ("Cleo", None)
    desk.ready()
    assert desk.table.stage == "playing"


def test_a_latecomer_takes_a_bots_seat_before_a_rematch() -> None:
    """A rematch that is full of bots has room for someone new."""
    desk = over(("Ann",), bots=("easy",)).rematch()
    assert desk.sit("Cleo") == 1
    assert counting(desk) is None


def test_nobody_takes_a_seat_in_a_round() -> None:
    """During a round every hand belongs to somebody, so a latecomer waits for its end."""
    with pytest.raises(Refused) as refused:
        Desk(people=("Ann",), bots=("easy",)).start().sit("Cleo")
    assert refused.value.code == "started"
