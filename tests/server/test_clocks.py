"""Clocks: stored times, the mildest move, a bot after two misses, coming back, and what the others can do. No I/O."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lastcard import Game, editions
from lastcard.server.table import decide, log, time_is_up
from lastcard.server.wire import commands as wire
from lastcard.server.wire.table_settings import SomeSettings
from table_logs import Desk, inside, told_state
from variants import HOUSE_RULES, phases, variants

HANDS = [["red-1", "red-2", "blue-7"], ["red-3", "red-4", "blue-8"], ["red-5", "red-6", "blue-9"]]


def three(**settings: Any) -> Desk:
    """A table where Ann has the turn, then Bea, then Cleo."""
    return Desk(people=("Ann", "Bea", "Cleo"), **settings).arrange(HANDS, "red-9")


def clock(desk: Desk, seat: int) -> float | None:
    """How long a seat has from now on, or None for no limit."""
    due = desk.table.seats[seat].deadline
    return None if due is None else due - desk.now


# ---- whose clock runs ------------------------------------------------------------------------------
@pytest.mark.parametrize("seconds", [15, 30, 60, 120])
def test_the_clock_runs_for_whom_the_game_waits(seconds: int) -> None:
    """The player to move has the full time from the start of the turn, and nobody else's clock runs."""
    desk = three(clock=seconds)
    assert [clock(desk, seat) for seat in range(3)] == [seconds, None, None]
    desk.later(4).move(0, "play red-1")
    assert [clock(desk, seat) for seat in range(3)] == [None, seconds, None]
    assert told_state(desk.table, None)["clocks"] == {"1": round((desk.now + seconds) * 1000)}


def test_a_table_without_clocks_waits() -> None:
    """With the clock off, nothing is ever due."""
    desk = three(clock=0)
    desk.move(0, "play red-1")
    assert desk.table.due is None
    assert time_is_up.overdue(desk.table, desk.now + 10**6) == []


def test_nobody_waits_for_one_person_among_bots() -> None:
    """No clock runs against bots alone, even after the others have left. It runs again if one of them is back."""
    alone = Desk(people=("Ann",), bots=("easy", "easy")).arrange(HANDS, "red-9")
    assert alone.table.due is None
    desk = three()
    for seat in (1, 2):
        desk.do(seat, wire.Leave())
    assert clock(desk, 0) is None
    desk.later(100).do(2, wire.Back())
    assert clock(desk, 0) == 60


def test_each_step_of_a_turn_has_its_own_time() -> None:
    """Drawing gives the player the full time again."""
    desk = three()
    desk.later(50).move(0, "draw")
    assert clock(desk, 0) == 60


def test_what_others_do_gives_no_time() -> None:
    """Chat, calls and catches do not rewind the clock of the player to move, not even that player's own."""
    desk = Desk(people=("Ann", "Bea", "Cleo")).arrange([HANDS[0][:2], *HANDS[1:]], "red-9")
    desk.move(0, "play red-1")
    desk.later(10)
    desk.do(2, wire.Chat(text="hm"))
    desk.move(1, "catch 0")
    assert clock(desk, 1) == 50


def test_a_new_question_has_the_whole_time() -> None:
    """A seat that is asked something new gets its full time again."""
    hands = [
        ["wild@superman", "silver-1", "silver-2"],
        ["gold-1", "gold-2", "blue-2"],
        ["gold-3", "gold-4", "hero@batman"],
    ]
    desk = Desk("dawn-of-justice", people=("Ann", "Bea", "Cleo")).arrange(hands, "red-9")
    desk.move(0, "play wild@superman gold")
    desk.later(40).move(2, "block hero@batman red")
    assert (desk.game.phase, clock(desk, 1)) == ("turn", 60)


# ---- cards that take effect by themselves ----------------------------------------------------------
def hit(card: str = "red-skip@superman", held: str = "blue-2", **settings: Any) -> Desk:
    """A table where Bea is hit by Ann's card, holding this one among others."""
    hands = [[card, "silver-1", "silver-2"], [held, "gold-1", "gold-2"], ["gold-3", "gold-4", "blue-4"]]
    desk = Desk("dawn-of-justice", people=("Ann", "Bea", "Cleo"), **settings).arrange(hands, "red-9")
    desk.move(0, f"play {card}" if card.startswith("red") else f"play {card} red")
    assert desk.game.to_move == (1,)
    return desk


@pytest.mark.rule("hero-block", "hero-secret")
@pytest.mark.parametrize("held", ["blue-2", "hero@batman", "hero@superman"])
@pytest.mark.parametrize("seconds", [0, 60])
def test_a_card_takes_effect_by_itself(held: str, seconds: int) -> None:
    """A card that can only be accepted or blocked is accepted after four seconds, whatever anyone holds, clock or not."""
    desk = hit(held=held, clock=seconds)
    assert desk.table.answer_at == desk.now + 4
    assert told_state(desk.table, None)["answer_at"] == round((desk.now + 4) * 1000)
    assert clock(desk, 1) is None
    assert time_is_up.overdue(desk.table, desk.now + 3.9) == []
    assert desk.run_out() == [log.Moved(t=desk.now, seat=1, move="accept", how="window")]
    assert desk.game.to_move == (2,)
    assert told_state(desk.table, None)["answer_at"] is None


def test_a_card_that_takes_effect_is_no_missed_turn() -> None:
    """It counts neither as a miss nor as a move of the player's own."""
    desk = hit()
    desk.table.seats[1].missed = 1
    desk.run_out()
    assert (desk.table.seats[1].missed, desk.table.seats[1].away) == (1, "")


@pytest.mark.parametrize("seconds", [0, 60])
def test_a_table_may_ask_instead(seconds: int) -> None:
    """Without a window, the player who is hit is asked and has the usual time."""
    desk = hit(window=0, clock=seconds)
    assert (desk.table.answer_at, clock(desk, 1)) == (None, seconds or None)


def test_a_longer_window_covers_the_grace() -> None:
    """The window is never shorter than the time that everyone gets to call, catch and block."""
    assert hit(window=10).table.answer_at == hit().now + 10
    assert hit(grace=5000).table.answer_at == hit().now + 5


@pytest.mark.rule("wd4-take")
@pytest.mark.parametrize("held", ["blue-2", "hero@batman"])
def test_a_draw_four_still_asks(held: str) -> None:
    """A card that can be challenged waits for its answer."""
    desk = hit("wild-draw-four@superman", held)
    assert (desk.table.answer_at, clock(desk, 1)) == (None, 60)


def test_a_block_ends_the_window() -> None:
    """Once the card is blocked, nothing takes effect by itself."""
    hands = [["red-skip@superman", "silver-1"], ["gold-1", "gold-2"], ["hero@batman", "blue-4"]]
    desk = Desk("dawn-of-justice", people=("Ann", "Bea", "Cleo"), grace=0).arrange(hands, "red-9")
    desk.move(0, "play red-skip@superman")
    desk.later(3).move(2, "block hero@batman red")
    assert (desk.table.answer_at, clock(desk, 1)) == (None, 60)


def test_more_time_stops_the_window() -> None:
    """A player who asks for more time is asked as at a table without a window."""
    desk = hit()
    desk.do(1, wire.Extend())
    assert (desk.table.answer_at, clock(desk, 1)) == (None, 60)
    assert desk.code(2, wire.Extend()) == "not-now"


def test_a_window_is_for_people() -> None:
    """It ends when a bot takes over, and a player who comes back has the whole of it."""
    desk = hit()
    desk.write(decide.go_away(desk.table, 1, "connection", desk.now))
    assert told_state(desk.table, 1)["answer_at"] is None
    desk.later(1).do(1, wire.Back())
    assert told_state(desk.table, 1)["answer_at"] == round((desk.now + 4) * 1000)
    assert clock(desk, 1) is None


@pytest.mark.parametrize("edition", editions.names())
def test_due_times_survive_a_restart(edition: str) -> None:
    """A table folded again from its log has the same due times and everything else, byte for byte."""
    desk = Desk(edition, people=("Ann", "Bea", "Cleo"), clock=15).start()
    for step in range(40):
        if desk.table.stage != "playing":
            break
        desk.later(0.001 * 7**step % 13)
        if desk.table.due is not None and desk.table.due < desk.now:
            desk.run_out()
        else:
            seat = desk.game.to_move[0]
            if desk.table.seats[seat].is_present:
                desk.move(seat, time_is_up.mildest(desk.table, seat))
            else:
                desk.do(seat, wire.Back())
        assert inside(desk.folded()) == inside(desk.table)
        assert desk.states(desk.folded()) == desk.states()


def test_time_that_passed_in_a_restart_counts() -> None:
    """A clock that ran out while no server was running is acted on at once, and not before."""
    desk = three()
    assert time_is_up.overdue(desk.table, desk.now + 59.9) == []
    entries = time_is_up.overdue(desk.table, desk.now + 3600)
    assert isinstance(entries[0], log.Moved)
    assert entries[0].t == desk.now + 3600


def test_the_host_may_change_the_clock_in_a_round() -> None:
    """A clock that is turned on, turned off or set to another length starts at the change."""
    desk = three()
    desk.later(50).do(0, wire.Change(settings=SomeSettings(clock=15)))
    assert clock(desk, 0) == 15
    desk.later(5).do(0, wire.Change(settings=SomeSettings(clock=15, chat=False)))
    assert clock(desk, 0) == 10
    desk.do(0, wire.Change(settings=SomeSettings(clock=0)))
    assert desk.table.due is None
    desk.do(0, wire.Change(settings=SomeSettings(clock=120)))
    assert [clock(desk, seat) for seat in range(3)] == [120, None, None]


# ---- the mildest move ------------------------------------------------------------------------------
def follow(edition: str, options: dict[str, Any], seed: int) -> dict[str, set[str]]:
    """The mildest moves by phase, in a game where the seats alternate between acting and running out of time."""
    desk = Desk(edition, people=("Ann", "Bea", "Cleo"), options={**options, "target": 40}, grace=0)
    desk.table.secret = f"{seed:064x}"
    desk.start()
    found: dict[str, set[str]] = {}
    for step in range(400):
        if desk.table.stage != "playing":
            break
        game, seat = desk.game, desk.game.to_move[step % len(desk.game.to_move)]
        mildest = time_is_up.mildest(desk.table, seat)
        assert game.why_not(seat, mildest) is None
        duties = [move for move in game.moves(seat) if move not in game.chances(seat)]
        assert not duties or mildest in duties or mildest.startswith("film ")
        found.setdefault(game.phase, set()).add(mildest.partition(" ")[0])
        active = [m for m in desk.table.moves(seat) if m not in ("draw", "pass", "take", "cannot", "vote abstain")]
        special = [m for m in active if "wild" in m or "dare" in m or "custom" in m] or active
        move = special[step % len(special)] if special else mildest
        desk.later(1).move(seat, move.replace("…", f"words {step}"))
    return found


MILDEST = {
    "turn": {"draw", "pass", "uno"},
    "drew": {"pass"},
    "answer": {"accept"},
    "color": {"color"},
    "vote": {"vote"},
    "choose": {"choose"},
    "discard": {"discard"},
    "dare": {"take"},
    "apprentice": {"apprentice"},
    "give": {"done"},
    "film": {"film"},
    "line": {"cannot"},
    "secret": {"secret", "color"},
    "reveal": {"reveal"},
    "unite": {"keep"},
}


@pytest.mark.parametrize("edition", editions.names())
def test_the_mildest_move_is_there_in_every_phase(edition: str) -> None:
    """In every phase of every edition, a seat that runs out of time makes the move the contract names, and it is legal."""
    seen: dict[str, set[str]] = {}
    for options in variants(edition):
        for seed in (7, 9, 26, 48):  # 9, 26 and 48 open with wilds in editions that allow it
            for phase, words in follow(edition, options, seed).items():
                seen.setdefault(phase, set()).update(words)
    assert {phase: words - MILDEST[phase] for phase, words in seen.items() if words - MILDEST[phase]} == {}
    assert set(seen) == phases(edition) - {"over"}


@pytest.mark.parametrize(
    ("edition", "moves", "seat", "mildest"),
    [
        ("classic", [], 0, "draw"),
        ("classic", ["draw"], 0, "pass"),
        ("classic", ["play wild-draw-four red"], 1, "accept"),
        ("dark-side", ["play wild-rule-of-two red"], 0, "apprentice 1"),
        ("dark-side", ["play wild-rule-of-two red", "apprentice 1"], 0, "done"),
        ("etheria", ["play wild-unite-etheria"], 0, "secret red-5"),
        ("etheria", ["play wild-unite-etheria", "secret red-5"], 1, "reveal red-2"),
        ("etheria", ["play wild-unite-etheria", "secret red-5", "reveal red-2"], 0, "keep"),
        ("etheria", ["play wild-unite-etheria", "secret red-5", "reveal blue-3"], 0, "color red"),
        ("favorite-line", ["play wild-favorite-line red"], 0, "film Episode I: The Phantom Menace"),
        ("favorite-line", ["play wild-favorite-line red", "film Solo"], 1, "cannot"),
        ("favorite-line", ["play wild-favorite-line red", "film Solo", "line Hm."], 0, "vote abstain"),
        ("dare", ["play red-dare-3"], 1, "take"),
        ("dare", ["play red-dare-3", "dare"], 0, "vote abstain"),
        ("dawn-of-justice", ["play wild@batman gold"], 1, "accept"),
    ],
)
def test_the_mildest_move_of_a_position(edition: str, moves: list[str], seat: int, mildest: str) -> None:
    """When time runs out: draw, pass, accept, take, cannot, abstain, done, keep, or the first move listed."""
    card = moves[0].split()[1] if moves[:1] and moves != ["draw"] else "red-1"
    desk = Desk(edition, grace=0).arrange([[card, "red-5", "red-7"], ["red-2", "blue-3"]], "red-9")
    for move in moves:
        desk.move(desk.game.to_move[0], move)
    assert desk.run_out()[0] == log.Moved(t=desk.now, seat=seat, move=mildest, how="clock")


def test_the_mildest_move_of_an_edition_that_calls_none_mild() -> None:
    """The default is a move that is only a verb, or else the first one listed."""
    edition = editions.get("dark-side")
    silent = replace(edition, verbs=tuple(verb._replace(mild=False) for verb in edition.verbs))
    desk = Desk("dark-side", grace=0).arrange([["red-1", "red-5"], ["red-2"]], "red-9")
    game = desk.table.game = Game.arrange(silent, [["wild-rule-of-two", "red-5", "red-7"], ["red-2", "blue-3"]], "red-9")
    assert time_is_up.mildest(desk.table, 0) == "draw"
    game.move(0, "play wild-rule-of-two red")
    assert time_is_up.mildest(desk.table, 0) == "apprentice 1"
    game.move(0, "apprentice 1")
    assert time_is_up.mildest(desk.table, 0) == "done"


@pytest.mark.rule("uno-duty")
def test_the_clock_calls_for_nobody_who_has_another_choice() -> None:
    """A seat that owes the call and something else does the latter, and calls only if nothing else is possible."""
    hands = [["wild-unite-etheria", "red-5"], ["red-3", "red-2"]]
    desk = Desk("etheria", grace=0).arrange(hands, "red-9")
    desk.move(0, "play wild-unite-etheria")
    assert "uno" in desk.table.moves(0)
    assert time_is_up.mildest(desk.table, 0) == "secret red-5"
    barred = Desk(grace=0).arrange([["red-skip", "red-5"], ["red-3", "red-2"]], "red-9")
    barred.move(0, "play red-skip")
    assert time_is_up.mildest(barred.table, 0) == "uno"
    barred.run_out()
    assert clock(barred, 0) == pytest.approx(60)


@pytest.mark.rule("dare-lists")
def test_the_mildest_move_is_none_that_was_vetoed() -> None:
    """A player who vetoed the dare draws."""
    desk = Desk("dare")
    desk.do(1, wire.Veto(dares=[3]))
    desk.arrange([["red-dare-3", "red-5", "red-7"], ["red-3", "red-2"]], "red-9").move(0, "play red-dare-3")
    assert time_is_up.mildest(desk.table, 1) == "take"


def test_everybody_who_is_late_is_dealt_with() -> None:
    """If several seats run out of time, each gets the mildest move in turn, and then votes are counted."""
    hands = [["red-dare-3", "red-5", "red-7"], ["red-3", "red-2"], ["blue-3", "blue-2"]]
    desk = Desk("dare", people=("Ann", "Bea", "Cleo")).arrange(hands, "red-9")
    desk.move(0, "play red-dare-3")
    desk.move(1, "dare")
    assert desk.game.to_move == (0, 2)
    assert [entry.seat for _ in range(2) for entry in desk.run_out() if isinstance(entry, log.Moved)] == [0, 2]
    assert (desk.game.phase, desk.game.view(None).counts[1]) == ("turn", 2)


# ---- away and back ---------------------------------------------------------------------------------
def test_a_bot_plays_after_two_misses_in_a_row() -> None:
    """The first miss makes the mildest move and the second brings in a bot. The hand and the place stay."""
    desk = three()
    assert [type(entry) for entry in desk.run_out()] == [log.Moved]
    assert [type(entry) for entry in desk.run_out()] == [log.Moved, log.WentAway]
    assert told_state(desk.table, 1)["seats"][0]["away"] == "clock"
    assert len(desk.game.hands[0]) == 4
    assert desk.table.names()[0] == "Ann"


@pytest.mark.parametrize("sign", ["move", "extend"])
def test_a_sign_of_life_wipes_out_a_miss(sign: str) -> None:
    """Only consecutive misses count: making a move or asking for more time resets the count."""
    desk = three()
    desk.run_out()
    if sign == "move":
        desk.move(0, "pass")
        desk.move(1, "draw")
        desk.move(1, "pass")
        desk.move(2, "draw")
        desk.move(2, "pass")
    else:
        desk.do(0, wire.Extend())
    assert [type(entry) for entry in desk.run_out()] == [log.Moved]


def test_a_player_who_comes_back_has_the_whole_time() -> None:
    """One click takes the seat back with no misses, and with the full clock if the game waits for it."""
    desk = three()
    desk.write(decide.go_away(desk.table, 0, "connection", desk.now))
    assert (clock(desk, 0), desk.table.bot_seats()) == (None, [0])
    asked = desk.table.number - 1
    desk.later(30).do(0, wire.Back())
    assert (clock(desk, 0), desk.table.bot_seats()) == (60, [])
    assert desk.code(0, wire.Move(move="draw", n=asked)) == "stale"
    assert desk.do(0, wire.Back()) == []


def test_no_clock_runs_for_a_bot() -> None:
    """A seat played by a bot is never late, and a returning player has no clock unless it is their turn."""
    desk = three()
    desk.do(1, wire.Leave())
    desk.move(0, "play red-1")
    assert desk.table.due is None
    desk.write(decide.bot_move(desk.table, 1, "play red-3", desk.now))
    desk.do(1, wire.Back())
    assert [clock(desk, seat) for seat in range(3)] == [None, None, 60]


def test_more_time_can_be_asked_for() -> None:
    """A player can restart their own running clock ten times a round, each time for at least a minute."""
    desk = three(clock=15)
    for _ in range(decide.EXTENSIONS):
        desk.later(10).do(0, wire.Extend())
        assert clock(desk, 0) == 60
    assert desk.code(0, wire.Extend()) == "no-more"
    assert desk.code(1, wire.Extend()) == "not-now"


# ---- giving a seat to the bot for good -------------------------------------------------------------
def away(desk: Desk, *seats: int, why: str = "connection") -> Desk:
    """Mark these seats as away."""
    for seat in seats:
        desk.write(decide.go_away(desk.table, seat, why, desk.now))
    return desk


def test_the_others_may_let_the_bot_keep_the_seat() -> None:
    """A majority of those present can give an absent player's seat to the bot for good."""
    desk = away(three(), 2)
    desk.later(61).do(0, wire.Keep(seat=2))
    assert told_state(desk.table, 0)["seats"][2]["away"] == "connection"
    desk.do(1, wire.Keep(seat=2))
    assert told_state(desk.table, 0)["seats"][2]["away"] == "kept"
    assert desk.code(2, wire.Back()) == "kept"


def test_a_vote_to_keep_can_be_taken_back() -> None:
    """A player may change their vote and counts only once."""
    desk = away(Desk(people=("Ann", "Bea", "Cleo", "Dora")).start(), 3).later(61)
    desk.do(0, wire.Keep(seat=3))
    desk.do(0, wire.Keep(seat=3))
    desk.do(0, wire.Keep(seat=3, yes=False))
    desk.do(1, wire.Keep(seat=3))
    assert not desk.table.seats[3].kept_by_bot


def test_a_player_has_a_minute_to_come_back() -> None:
    """A vote is possible after a minute's absence, or at once if the player left, and coming back clears the votes."""
    desk = away(three(), 2)
    assert desk.later(59).code(0, wire.Keep(seat=2)) == "too-soon"
    desk.later(2).do(0, wire.Keep(seat=2))
    desk.do(2, wire.Back())
    assert desk.code(1, wire.Keep(seat=2)) == "not-away"
    desk.do(2, wire.Leave())
    desk.do(1, wire.Keep(seat=2))
    assert not desk.table.seats[2].kept_by_bot


def test_only_those_who_are_there_vote_about_the_absent() -> None:
    """Absent players do not vote, there is no vote about bots or present players, and a lone player decides alone."""
    desk = away(three(), 1, 2).later(61)
    assert desk.code(1, wire.Keep(seat=2)) == "away"
    assert desk.code(0, wire.Keep(seat=0)) == "not-away"
    assert desk.code(0, wire.Keep(seat=7)) == "no-such-seat"
    desk.do(0, wire.Keep(seat=1))
    assert desk.table.seats[1].kept_by_bot


# ---- between rounds --------------------------------------------------------------------------------
def between(**settings: Any) -> Desk:
    """A table where Ann has won the first of several rounds and stopped the countdown to the next."""
    desk = Desk(people=("Ann", "Bea"), options={"target": 500}, **settings)
    desk.arrange([["red-1"], ["red-3", "red-4"]], "red-9")
    desk.move(0, "play red-1")
    desk.do(0, wire.Wait())
    return desk


def test_between_rounds_there_is_time_to_look() -> None:
    """Between rounds everyone has the turn's time, but at least half a minute, and ready players have no clock."""
    desk = between(clock=15)
    assert [clock(desk, 0), clock(desk, 1)] == [30, 30]
    desk.later(10).ready(0)
    assert [clock(desk, 0), clock(desk, 1)] == [None, 20]


def test_a_player_who_is_not_ready_in_time_is_away_and_the_round_is_dealt() -> None:
    """A player who is late between rounds does not hold up the others: a bot plays the seat until they return."""
    desk = between()
    desk.ready(0)
    desk.run_out()
    assert (desk.table.stage, desk.table.seats[1].away) == ("playing", "clock")


def test_when_nobody_is_ready_the_table_waits() -> None:
    """If everyone runs out of time nothing is dealt, and a returning player has time to look again."""
    desk = between()
    desk.run_out()
    desk.run_out()
    assert (desk.table.stage, desk.table.due) == ("between", None)
    desk.do(1, wire.Back())
    assert clock(desk, 1) == 60
    desk.ready(1)
    assert desk.table.stage == "playing"


def test_a_change_between_rounds_gives_time_to_look_again() -> None:
    """When options change, everyone must agree again and gets the full time for it."""
    desk = Desk("dawn-of-justice", clock=30).arrange([["red-1"], ["gold-3", "gold-4"]], "red-9")
    desk.move(0, "play red-1")
    desk.ready(1)
    desk.later(25).do(0, wire.Change(options={"house_rules": HOUSE_RULES[0]}))
    assert [clock(desk, 0), clock(desk, 1)] == [30, 30]


def test_extensions_are_counted_again_each_round() -> None:
    """In the next round you can ask for more time again."""
    desk = between()
    for _ in range(decide.EXTENSIONS):
        desk.do(1, wire.Extend())
    desk.ready()
    assert desk.table.seats[1].extended == 0


def test_a_game_that_is_over_has_no_clocks() -> None:
    """Nothing is due once the game is over."""
    desk = Desk().arrange([["red-1"], ["red-3", "red-4"]], "red-9")
    desk.move(0, "play red-1")
    assert (desk.table.stage, desk.table.due) == ("over", None)


def test_times_of_moves_stand_in_the_record() -> None:
    """The record gives each move's time in milliseconds since its round was dealt."""
    desk = Desk(options={"dealer": 1}).start()
    desk.later(1.5).move(0, "draw")
    assert desk.game.record()["moves"] == [[0, "draw", 1500]]
    assert isinstance(Game.replay(desk.game.record()), Game)


# ---- outages -----------------------------------------------------------------------------------------
def test_an_outage_moves_every_clock() -> None:
    """Time in which nothing could be written comes on top of every clock, and an overdue player has missed nothing."""
    desk = three(clock=60)
    desk.later(70)
    desk.write([log.Outage(t=desk.now, seconds=15)])
    assert clock(desk, 0) == 5
    assert time_is_up.overdue(desk.table, desk.now) == []
    assert desk.table.seats[0].missed == 0
    desk.move(0, "play red-1")


def test_an_outage_moves_countdowns() -> None:
    """A card that takes effect by itself waits as long as the outage lasted, too."""
    desk = hit()
    due = desk.table.answer_at
    assert due is not None
    desk.write([log.Outage(t=desk.now + 20, seconds=20)])
    assert desk.table.answer_at == due + 20
