"""A table before, between and after rounds: seats, agreements, the host, and the commitment to the deal. No I/O."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lastcard import editions
from lastcard.rules.fair import commitment, mixed_seed
from lastcard.server.table import decide, log, time_is_up
from lastcard.server.table.table import Table, plain
from lastcard.server.wire import commands as wire
from lastcard.server.wire.commands import Refused
from lastcard.server.wire.table_settings import Settings, SomeSettings
from lastcard.verify import verify
from table_logs import SECRET, Desk, token_of, told_state

HOUSE_RULE = {"name": "Rain", "text": "", "steps": [{"does": "draws", "who": "everyone", "n": 1}]}


def create(**more: object) -> log.Created:
    """The first entry of a table made from this request body."""
    body = wire.CreateTable(**{"edition": "classic", "name": "Ann", **more})  # type: ignore[arg-type]
    return decide.create("t", body, "hash", SECRET, 1.0)


# ---- create and sit --------------------------------------------------------------------------------
def test_a_new_table_has_its_host_then_bots_then_empty_seats() -> None:
    """The host has the first seat, bots with their levels follow, and the rest are empty."""
    table = Table([create(seats=4, bots=["easy", "hard"])])
    seats = told_state(table, None)["seats"]
    assert [seat and seat.get("bot") for seat in seats] == [None, "easy", "hard", None]
    assert (seats[0]["name"], seats[3]) == ("Ann", None)
    assert (table.host, table.stage) == (0, "lobby")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"seats": 1}, "bad-seats"),
        ({"seats": 11}, "bad-seats"),
        ({"seats": 2, "bots": ["easy", "easy"]}, "bad-seats"),
        ({"bots": ["godlike"]}, "bad-level"),
        ({"edition": "tarot"}, "bad-option"),
        ({"options": {"targte": 500}}, "bad-option"),
        ({"options": {"target": "500"}}, "bad-option"),
        ({"name": " \u202e\x07 "}, "bad-name"),
        ({"settings": Settings(grace=5001)}, "bad-settings"),
        ({"settings": Settings(grace=-1)}, "bad-settings"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, object], code: str) -> None:
    """Invalid seats, levels, editions, options, names and settings are refused before a table is created."""
    with pytest.raises(Refused) as refused:
        create(**wrong)
    assert refused.value.code == code


def test_somebody_takes_the_first_empty_seat() -> None:
    """A new player gets the first empty seat."""
    desk = Desk(people=("Ann",), empty=2)
    assert [desk.sit("Bea"), desk.sit("Cleo")] == [1, 2]
    with pytest.raises(Refused, match="taken"):
        desk.sit("Dora")


def test_a_picked_face_is_kept_and_told() -> None:
    """Players who pick a face have it at the table. A log without one reads as before, and tells none."""
    table = Table([create(seats=3, face=7)])
    _, (sat,) = decide.sit(table, "Ben", "ben", 2.0, face=9)
    table.apply(log.decode(log.encode(sat)))
    _, (sat,) = decide.sit(table, "Cy", "cy", 3.0)
    assert b"face" not in log.encode(sat)
    table.apply(sat)
    assert [seat.get("face") for seat in told_state(table, None)["seats"]] == [7, 9, None]


def test_a_token_keeps_its_seat() -> None:
    """Sitting down again with the same token returns the same seat and writes nothing, even after the game has begun."""
    desk = Desk()
    assert decide.sit(desk.table, "Other", token_of("Bea"), desk.now) == (1, [])
    desk.start()
    assert decide.sit(desk.table, "Bea", token_of("Bea"), desk.now) == (1, [])


def test_nobody_sits_down_in_a_game() -> None:
    """Newcomers are refused once the game has begun."""
    with pytest.raises(Refused) as refused:
        Desk().start().sit("Cleo")
    assert refused.value.code == "started"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Zoë   the\tFirst ", "Zoë the First"),
        ("\u202eevil\u202c", "evil"),
        ("a\u2066b\u2069c\u200f\u061c", "abc"),
        ("line\nbreak\u2028two\u2029three", "line break two three"),
        ("nul\x00bell\x07esc\x1b[31m", "nulbellesc[31m"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("x" * 40, "x" * wire.NAME_LENGTH),
        ("y" * 23 + " z", "y" * 23),
    ],
)
def test_names_are_plain(given: str, kept: str) -> None:
    """Names lose control, bidi and invisible characters and extra spaces, and have at most 24 characters."""
    assert plain(given, wire.NAME_LENGTH) == kept
    assert Desk(people=("Ann", given)).table.names()[1] == kept


def test_two_of_a_name_are_told_apart() -> None:
    """A name that is taken, in any case, gets a number and stays within its length."""
    desk = Desk(people=("Ann", "ann"), bots=("easy",), empty=2)
    desk.sit("x" * 24, "one")
    desk.sit("x" * 24, "two")
    names = desk.table.names()
    assert names[1] == "ann 2"
    assert len({name.casefold() for name in names}) == 5
    assert max(map(len, names)) <= wire.NAME_LENGTH


def test_bots_take_no_name_that_is_taken() -> None:
    """A bot never has the name of a person."""
    desk = Desk(people=("Ada",), bots=("easy",) * 9)
    assert len(set(desk.table.names())) == 10


# ---- the host --------------------------------------------------------------------------------------
def test_only_the_host_runs_the_table() -> None:
    """Host commands from another player are refused."""
    desk = Desk(empty=1)
    commands: list[wire.SeatCommand] = [
        wire.Bot(seat=2),
        wire.Remove(seat=0),
        wire.Change(options={"target": 500}),
        wire.Start(),
    ]
    assert [desk.code(1, command) for command in commands] == ["not-host"] * 4


def test_the_host_passes_on() -> None:
    """When the host leaves, the next person becomes the host, or if nobody is left, the next one to sit down."""
    desk = Desk(bots=("easy",))
    hosts = [desk.table.host]
    for seat in (0, 1):
        desk.do(seat, wire.Leave())
        hosts.append(desk.table.host)
    assert hosts == [0, 1, None]
    assert desk.sit("Cleo") == desk.table.host == 0


def test_the_host_passes_on_in_a_game_and_returns() -> None:
    """The table does not wait for an absent host, and when they return the first person is host again."""
    desk = Desk().start()
    desk.write(decide.go_away(desk.table, 0, "connection", desk.now))
    assert desk.table.host == 1
    desk.do(0, wire.Back())
    assert desk.table.host == 0


def test_the_host_adds_changes_and_removes_bots() -> None:
    """Bots can be seated in empty seats, change their level, and be removed."""
    desk = Desk(people=("Ann",), empty=1)
    desk.do(0, wire.Bot(seat=1, level="easy"))
    desk.do(0, wire.Bot(seat=1, level="hard"))
    assert told_state(desk.table, None)["seats"][1]["bot"] == "hard"
    desk.do(0, wire.Remove(seat=1))
    assert told_state(desk.table, None)["seats"][1] is None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (wire.Bot(seat=1), "seat-taken"),
        (wire.Bot(seat=2, level="godlike"), "bad-level"),
        (wire.Bot(seat=3), "no-such-seat"),
        (wire.Bot(seat=-1), "no-such-seat"),
        (wire.Bot(seat=10**30), "no-such-seat"),
        (wire.Remove(seat=2), "seat-empty"),
        (wire.Remove(seat=0), "seat-empty"),
        (wire.Change(seats=1), "bad-seats"),
        (wire.Change(seats=11), "bad-seats"),
        (wire.Change(options={"nonsense": 1}), "bad-option"),
        (wire.Change(settings=SomeSettings(grace=9999)), "bad-settings"),
        (wire.Change(settings=SomeSettings(public=True)), "fixed-setting"),
        (wire.Start(), "empty-seats"),
        (wire.Rematch(), "not-over"),
    ],
)
def test_what_the_host_cannot_do(command: wire.SeatCommand, code: str) -> None:
    """A host command that makes no sense is refused with its code."""
    assert Desk(empty=1).code(0, command) == code


def test_the_host_removes_a_player_before_the_start_only() -> None:
    """A removed player loses the seat, and nobody can be removed during a game."""
    desk = Desk(people=("Ann", "Bea", "Cleo"))
    desk.do(0, wire.Remove(seat=1))
    assert desk.table.seat_of(token_of("Bea")) is None
    desk.do(0, wire.Change(seats=2))
    desk.start()
    assert desk.code(0, wire.Remove(seat=1)) == "started"
    assert desk.code(0, wire.Bot(seat=1)) == "started"


def test_seats_are_added_and_taken_away() -> None:
    """Empty seats go first. People keep their order and belongings, and their tokens lead to the new seats."""
    desk = Desk(people=("Ann", "Bea", "Cleo"))
    desk.do(2, wire.Contribute(hex="c1"))
    desk.do(0, wire.Remove(seat=1))
    assert desk.code(0, wire.Change(seats=1)) == "bad-seats"
    desk.do(0, wire.Change(seats=2))
    assert desk.table.seat_of(token_of("Cleo")) == 1
    assert desk.table.seats[1].contribution == "c1"
    desk.do(0, wire.Change(seats=5))
    assert [seat.person is None for seat in desk.table.seats] == [False, False, True, True, True]
    desk.sit("Dora")
    assert desk.code(0, wire.Change(seats=2)) == "seats-taken"


# ---- agreeing and starting -------------------------------------------------------------------------
def test_the_start_waits_for_everybody() -> None:
    """The host cannot deal before every person has agreed, and bots agree to everything."""
    desk = Desk(bots=("easy",))
    desk.ready(0)
    refused = desk.refusal(0, wire.Start())
    assert (refused.code, "Bea" in refused.sentence) == ("not-ready", True)
    desk.ready(1)
    desk.do(0, wire.Start())
    assert desk.table.stage == "playing"


@pytest.mark.rule("custom-rule")
def test_other_options_must_be_agreed_to_again() -> None:
    """Changing options or house rules withdraws every agreement, and the old digest becomes stale."""
    desk = Desk("dawn-of-justice")
    old = desk.table.digest
    desk.ready()
    desk.do(0, wire.Change(options={"house_rules": {"batman": HOUSE_RULE}}))
    assert [seat["ready"] for seat in told_state(desk.table, None)["seats"]] == [False, False]
    assert desk.code(1, wire.Ready(digest=old)) == "stale"
    assert desk.code(0, wire.Start()) == "not-ready"
    desk.start()
    assert desk.game.options["house_rules"]["batman"]["name"] == "Rain"


def test_the_digest_follows_every_option_and_nothing_else() -> None:
    """What you agree to changes with the options, but not with settings, seats or the order of options."""
    desk = Desk(empty=1)
    digest = desk.table.digest
    desk.do(0, wire.Change(settings=SomeSettings(clock=15), seats=4))
    assert desk.table.digest == digest
    desk.do(0, wire.Change(options={"target": 300, "bluff": False}))
    changed = desk.table.digest
    desk.do(0, wire.Change(options={"bluff": False, "target": 300}))
    assert changed == desk.table.digest != digest


def test_the_digest_is_never_that_of_options_long_gone() -> None:
    """Many changes in a row lead to the digest of the last one, whether or not it was read in between."""
    desk = Desk()
    digests = set()
    for target in range(1, 200):
        desk.do(0, wire.Change(options={"target": target}))
        desk.do(0, wire.Change(options={"target": 1000 + target}))
        digests.add(desk.table.digest)
        assert told_state(desk.table, 1)["options"]["target"] == 1000 + target
    assert len(digests) == 199


def test_sitting_down_takes_back_no_agreement() -> None:
    """Players who have agreed need not agree again when someone joins or leaves, or when settings change."""
    desk = Desk(people=("Ann", "Bea"), empty=1)
    desk.ready()
    desk.sit("Cleo")
    desk.do(0, wire.Change(settings=SomeSettings(clock=30)))
    assert [seat["ready"] for seat in told_state(desk.table, None)["seats"]] == [True, True, False]


def test_an_option_that_does_not_fit_the_seats_is_refused_at_the_start() -> None:
    """A dealer who does not sit there cannot deal. The table is told, and goes on once that is fixed."""
    desk = Desk(options={"dealer": 5})
    desk.ready()
    assert desk.code(0, wire.Start()) == "bad-option"
    desk.do(0, wire.Change(options={"dealer": 1}))
    desk.start()
    assert desk.game.dealer == 1


@pytest.mark.parametrize("edition", editions.names())
def test_the_first_deal_is_made_of_the_secret_and_what_everybody_added(edition: str) -> None:
    """The seed of the game is the mix that a player can compute afterward."""
    desk = Desk(edition, people=("Ann", "Bea", "Cleo"))
    desk.do(2, wire.Contribute(hex="C0FFEE"))
    desk.do(0, wire.Contribute(hex="aa"))
    desk.start()
    assert desk.game.seed == mixed_seed(SECRET, ["aa", "", "c0ffee"], "table-1")


@pytest.mark.parametrize("given", ["", "abc", "zz", "ab" * 33, "a b ", "\u0661\u0661"])
def test_a_contribution_is_bytes_in_hex(given: str) -> None:
    """Anything but 2 to 64 hex digits, in whole bytes, is refused."""
    assert Desk().code(0, wire.Contribute(hex=given)) == "bad-message"


def test_nothing_is_added_after_the_deal() -> None:
    """A contribution that comes too late is refused."""
    assert Desk().start().code(0, wire.Contribute(hex="aa")) == "started"


def finish(desk: Desk) -> Desk:
    """Play on until the game is over, with the first move that does not draw."""
    said = 0
    while desk.table.stage != "over":
        desk.later(2)
        if desk.table.stage == "between":
            desk.ready()
            continue
        seat = desk.game.to_move[0]
        moves = desk.table.moves(seat)
        move = next((m for m in moves if m not in ("draw", "pass", "take")), moves[0])
        said += 1
        desk.move(seat, move.replace("…", f"words {said}"))
    return desk


@pytest.mark.parametrize("edition", editions.names())
def test_the_secret_is_told_to_nobody_before_the_end(edition: str) -> None:
    """Before the end, no state shows anyone the secret, a contribution, a token or the seed."""
    desk = Desk(edition, people=("Ann", "Bea"), bots=("easy",), options={"target": 60})
    desk.do(1, wire.Contribute(hex="feedbeef"))
    hidden = [SECRET, "feedbeef", token_of("Ann"), token_of("Bea")]

    def leaks() -> list[str]:
        return [text for state in desk.states() for text in hidden if text in state.decode()]

    promised = json.loads(desk.states()[0])["commitment"]
    assert (leaks(), promised) == ([], commitment(SECRET, "table-1"))
    desk.start()
    hidden.append(str(desk.game.seed))
    for _ in range(60):
        if desk.table.stage != "playing":
            break
        assert leaks() == []
        desk.later(2)
        seat = desk.game.to_move[0]
        if desk.table.seats[seat].is_present:
            desk.move(seat, time_is_up.mildest(desk.table, seat))
        else:
            desk.write(decide.bot_move(desk.table, seat, time_is_up.mildest(desk.table, seat), desk.now))


@pytest.mark.parametrize("edition", editions.names())
def test_a_finished_game_proves_its_deal(edition: str) -> None:
    """At the end everyone is told the secret and the contributions, and the record matches the commitment."""
    desk = finish(Desk(edition, people=("Ann", "Bea", "Cleo"), options={"target": 30}).start())
    assert told_state(desk.table, None)["fair"]["secret"] == SECRET
    record = desk.table.record()
    assert record["names"] == ["Ann", "Bea", "Cleo"]
    assert all(finding.holds for finding in verify(wire.encode(record), commitment(SECRET, "table-1")))


def test_there_is_no_record_of_a_running_game() -> None:
    """A record is refused before the end, because it would reveal every hand."""
    for desk in (Desk(), Desk().start()):
        with pytest.raises(Refused) as refused:
            desk.table.record()
        assert refused.value.code == "not-over"


# ---- between rounds and after the game -------------------------------------------------------------
def between(edition: str = "dawn-of-justice", options: dict[str, Any] | None = None, **more: object) -> Desk:
    """A table between two rounds."""
    desk = Desk(edition, options={"target": 500, **(options or {})}, **more)  # type: ignore[arg-type]
    spare = ["silver-2", "gold-5"] if edition == "dawn-of-justice" else ["yellow-2", "green-5"]
    hands = [["red-1"], *([spare[0]] for _ in desk.table.seats[1:])]
    desk.arrange(hands, "red-9", draw=spare[1:])
    desk.move(0, "play red-1")
    assert desk.table.stage == "between"
    return desk


def test_the_next_round_is_dealt_when_all_who_are_there_are_ready() -> None:
    """The last player to get ready deals, and absent players are not waited for."""
    desk = between(people=("Ann", "Bea", "Cleo"))
    desk.write(decide.go_away(desk.table, 2, "connection", desk.now))
    desk.ready(0)
    assert desk.table.stage == "between"
    desk.ready(1)
    assert (desk.table.stage, desk.game.round_number) == ("playing", 1)


@pytest.mark.parametrize("leaves", [True, False])
def test_the_next_round_is_dealt_when_the_last_one_waited_for_goes(leaves: bool) -> None:
    """If everyone else is ready, a player who leaves or is lost triggers the next deal."""
    desk = between()
    desk.ready(0)
    if leaves:
        desk.do(1, wire.Leave())
    else:
        desk.write(decide.go_away(desk.table, 1, "connection", desk.now))
    assert desk.table.stage == "playing"


def test_nothing_is_dealt_for_nobody() -> None:
    """If the last person goes between rounds the table waits, and deals once someone is back and ready."""
    desk = between()
    desk.do(0, wire.Leave())
    desk.do(1, wire.Leave())
    waits = desk.table.stage
    assert desk.code(1, wire.Ready(digest=desk.table.digest)) == "away"
    desk.do(1, wire.Back())
    desk.ready(1)
    assert (waits, desk.table.stage) == ("between", "playing")


@pytest.mark.rule("custom-rule")
def test_what_is_agreed_is_what_is_played() -> None:
    """House rules written as a list and then rewritten are the same in the state as in the game."""
    desk = between(options={"house_rules": [HOUSE_RULE, HOUSE_RULE]})
    other = {**HOUSE_RULE, "name": "Snow"}
    desk.do(0, wire.Change(options={"house_rules": {"batman": other}}))
    desk.do(0, wire.Change(options={"house_rules": {"superman": None}}))
    shown = told_state(desk.table, 1)["options"]["house_rules"]
    desk.ready()
    assert desk.game.options["house_rules"] == shown == told_state(desk.table, 1)["options"]["house_rules"]
    assert (shown["batman"]["name"], shown["superman"]) == ("Snow", None)


@pytest.mark.rule("custom-rule")
def test_between_rounds_the_edition_says_what_may_be_rewritten() -> None:
    """House rules may be rewritten between rounds if everyone agrees again, but other options are fixed."""
    desk = between()
    assert desk.code(0, wire.Change(options={"target": 700})) == "fixed-option"
    assert desk.code(0, wire.Change(seats=3)) == "started"
    desk.ready(1)
    desk.do(0, wire.Change(options={"house_rules": {"superman": HOUSE_RULE}}))
    assert told_state(desk.table, 1)["options"]["house_rules"]["superman"]["name"] == "Rain"
    assert told_state(desk.table, 1)["seats"][1]["ready"] is False
    desk.ready()
    assert desk.game.options["house_rules"]["superman"]["name"] == "Rain"
    assert told_state(desk.table, 1)["options"]["house_rules"]["superman"]["name"] == "Rain"
    assert desk.table.options["target"] == 500


def test_a_change_leaves_the_rest_as_it_is() -> None:
    """Options and settings that a change does not mention keep their values."""
    desk = Desk("classic", options={"target": 300}, clock=30, watchers=False, grace=100)
    desk.do(0, wire.Change(options={"bluff": False}, settings=SomeSettings(chat=False)))
    assert desk.table.settings == Settings(clock=30, watchers=False, grace=100, chat=False)
    assert told_state(desk.table, None)["options"]["target"] == 300


def test_options_are_fixed_in_a_round_and_settings_are_not() -> None:
    """During a round the host can turn off chat and spectators, but cannot change any rule."""
    desk = Desk("dawn-of-justice").start()
    assert desk.code(0, wire.Change(options={"house_rules": {}})) == "started"
    desk.do(0, wire.Change(settings=SomeSettings(chat=False, watchers=False)))
    assert told_state(desk.table, None)["settings"]["watchers"] is False
    assert desk.code(1, wire.Chat(text="hello")) == "chat-off"


def test_ready_is_for_the_time_before_a_round() -> None:
    """Nobody can get ready during a round."""
    desk = Desk().start()
    assert desk.code(0, wire.Ready(digest=desk.table.digest)) == "not-now"


def test_being_ready_twice_writes_nothing() -> None:
    """Getting ready twice changes nothing."""
    desk = Desk()
    desk.ready(1)
    assert desk.do(1, wire.Ready(digest=desk.table.digest)) == []


def test_a_rematch_is_for_the_end() -> None:
    """A rematch is refused during a game, and at the end everyone is told the new table's address, once."""
    assert Desk().start().code(0, wire.Rematch()) == "not-over"
    desk = finish(Desk(options={"target": 30}).start())
    desk.write([log.Rematched(t=desk.now, to="other")])
    assert told_state(desk.table, 1)["rematch"] == "other"
    assert desk.do(1, wire.Rematch()) == []


# ---- leaving ---------------------------------------------------------------------------------------
def test_leaving_before_the_start_frees_the_seat() -> None:
    """In the lobby the seat becomes empty again, and its token leads nowhere."""
    desk = Desk()
    desk.do(1, wire.Leave())
    assert desk.table.seats[1].person is None
    assert desk.table.seat_of(token_of("Bea")) is None
    assert desk.sit("Cleo") == 1


def test_leaving_a_game_hands_the_seat_to_a_bot() -> None:
    """In a game the hand and place are kept, a bot plays, and the player may come back."""
    desk = Desk().start()
    hand = desk.game.hands[1]
    desk.do(1, wire.Leave())
    assert desk.do(1, wire.Leave()) == []
    assert told_state(desk.table, 0)["seats"][1]["away"] == "left"
    assert desk.game.hands[1] == hand
    desk.do(1, wire.Back())
    assert "away" not in told_state(desk.table, 0)["seats"][1]


def test_leaving_after_the_game_changes_nothing_of_it() -> None:
    """You can leave at the end, and the record stays."""
    desk = finish(Desk(options={"target": 30}).start())
    record = desk.table.record()
    desk.do(1, wire.Leave())
    assert desk.table.record() == record


def test_a_lost_connection_matters_until_the_end() -> None:
    """After the end nobody goes away anymore, and absent players are not lost again."""
    desk = Desk().start()
    desk.write(decide.go_away(desk.table, 1, "connection", desk.now))
    assert decide.go_away(desk.table, 1, "connection", desk.now) == []
    over = finish(Desk(options={"target": 30}).start())
    assert decide.go_away(over.table, 1, "connection", over.now) == []


def test_bots_do_not_play_on_among_themselves() -> None:
    """When nobody is there the table waits, and bots play again when someone is back."""
    desk = Desk(people=("Ann",), bots=("easy",)).start()
    while 1 not in desk.game.to_move:
        desk.later(2).move(0, time_is_up.mildest(desk.table, 0))
    assert 1 in desk.table.bot_seats()
    desk.do(0, wire.Leave())
    assert (desk.table.bot_seats(), desk.table.due) == ([], None)
    desk.do(0, wire.Back())
    assert 1 in desk.table.bot_seats()
