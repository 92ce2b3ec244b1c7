"""Moves at a table: whose they are, why they are refused, what is done only once, and what must wait. No I/O."""

from __future__ import annotations

import msgspec
import pytest

from lastcard.errors import filled
from lastcard.server.live.bots import pace
from lastcard.server.table import decide, log
from lastcard.server.table.decide import Again, Held
from lastcard.server.wire import commands as wire
from lastcard.server.wire.commands import Refused
from lastcard.server.wire.messages import refusal_info
from table_logs import Desk, token_of, told_state

SPARE = ["green-2", "green-3", "green-4"]


def two(*, grace: int = 0, **more: object) -> Desk:
    """A table where Ann holds these cards and has the turn, Bea follows, and red is in force."""
    hands = [["red-1", "red-2", "blue-7"], ["red-3", "red-4", "blue-8"]]
    return Desk(grace=grace).arrange(hands, "red-9", **more)


def owing(**settings: object) -> Desk:
    """A table where Ann is down to one card without a call, Bea has the turn, and Cleo looks on."""
    desk = Desk(people=("Ann", "Bea", "Cleo"), **settings)  # type: ignore[arg-type]
    desk.arrange([["red-1", "red-2"], ["red-3", *SPARE], ["red-4", *SPARE]], "red-9")
    desk.later(5).move(0, "play red-1")
    return desk


def held_until(desk: Desk, seat: int, text: str) -> float:
    """The time until which a move must wait."""
    with pytest.raises(Held) as held:
        desk.move(seat, text)
    return held.value.until


# ---- your own moves --------------------------------------------------------------------------------
def test_a_move_is_done_and_told() -> None:
    """A legal move changes the game and is one entry with the time and the command's id."""
    desk = two()
    entries = desk.later(2).move(0, "play red-1", cid="a")
    assert entries == [log.Moved(t=desk.now, cid="a", seat=0, move="play red-1")]
    assert told_state(desk.table, 1)["top"] == "red-1"


def test_nobody_moves_for_another() -> None:
    """A command speaks for its own seat, so nobody else can move for the player whose turn it is."""
    refused = two().refusal(1, wire.Move(move="play red-1", n=99))
    assert (refused.code, refused.rule) == ("not-your-turn", "turn-match")


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        ("play green-1", "not-held", "turn-match"),
        ("play blue-7", "no-match", "turn-match"),
        ("pass", "draw-first", "turn-drawn-only"),
        ("uno", "no-call-owed", "uno-false"),
        ("catch 1", "no-call-owed", "uno-false"),
        ("challenge", "out-of-place", "wd4-take"),
        ("play pink-7", "invalid-move", ""),
        ("sing", "invalid-move", ""),
        ("", "invalid-move", ""),
        ("play " * 500, "invalid-move", ""),
        ("vote yes", "out-of-place", "card-rules"),
        ("sing red-1", "invalid-move", ""),
    ],
)
def test_a_refusal_has_a_code_a_sentence_and_the_rule(move: str, code: str, rule: str) -> None:
    """A refusal has a code, a rule id and a short sentence."""
    refused = two().refusal(0, wire.Move(move=move, n=99))
    assert (refused.code, refused.rule) == (code, rule)
    assert 0 < len(refused.sentence) < 250
    told = msgspec.to_builtins(refusal_info(refused))
    assert (told["code"], told["text"], told.get("rule", "")) == (code, refused.sentence, rule)
    assert filled(told["says"], told.get("args", {})) == refused.sentence


def test_a_player_may_ask_why() -> None:
    """Asking why gives the move's refusal, or nothing if it is allowed, and changes nothing."""
    desk = two()
    assert desk.refusal(0, wire.Why(move="play blue-7")).rule == "turn-match"
    assert desk.do(0, wire.Why(move="play red-1")) == []
    assert Desk().code(0, wire.Why(move="draw")) == "not-playing"


def test_no_moves_outside_a_round() -> None:
    """Moves are refused in the lobby."""
    assert Desk().code(0, wire.Move(move="draw", n=9)) == "not-playing"


def test_a_player_who_is_away_takes_the_seat_back_first() -> None:
    """A player cannot move while a bot plays the seat, and a bot cannot move for a player who is present."""
    desk = two()
    desk.do(0, wire.Leave())
    assert desk.code(0, wire.Move(move="draw", n=99)) == "away"
    desk.write(decide.bot_move(desk.table, 0, "draw", desk.now))
    desk.do(0, wire.Back())
    desk.move(0, "pass")
    with pytest.raises(Refused) as refused:
        decide.bot_move(desk.table, 1, "draw", desk.now)
    assert refused.value.code == "not-a-bot"


def test_a_bot_is_held_to_the_rules() -> None:
    """A bot's illegal move is refused like anyone's."""
    desk = Desk(people=("Ann",), bots=("easy",)).arrange([["red-1", "red-2"], ["blue-5", "red-3"]], "red-9", turn=1)
    with pytest.raises(Refused) as refused:
        decide.bot_move(desk.table, 1, "play blue-5", desk.now)
    assert refused.value.rule == "turn-match"


def test_spaces_around_a_move_are_no_disguise() -> None:
    """A move is stored as the game lists it, whatever its spacing."""
    desk = two()
    desk.move(0, "  play   red-1 ")
    assert msgspec.json.decode(desk.log[-1])["move"] == "play red-1"


# ---- stale and repeated ----------------------------------------------------------------------------
def test_a_move_chosen_before_one_was_asked_is_stale() -> None:
    """Answering something that is no longer asked is refused with its own code."""
    desk = two()
    old = desk.table.number - 1
    assert desk.code(0, wire.Move(move="draw", n=old)) == "stale"
    desk.move(0, "draw", n=desk.table.number)
    assert desk.code(0, wire.Move(move="pass", n=desk.table.number - 1)) == "stale"


def test_other_news_do_not_make_a_move_stale() -> None:
    """Chat and another player's call do not change what was asked."""
    desk = owing(grace=0)
    asked = desk.table.number
    desk.do(2, wire.Chat(text="hm"))
    desk.move(0, "uno")
    desk.move(1, "play red-3", n=asked)
    assert desk.game.top == "red-3"


def test_a_catch_is_never_stale() -> None:
    """A catch counts whenever it is allowed, however old the frame that the catcher saw."""
    desk = owing(grace=0)
    desk.move(2, "catch 0", n=0)
    assert desk.game.view(None).counts[0] == 3


@pytest.mark.rule("hero-block")
def test_what_a_block_changes_makes_the_answer_stale() -> None:
    """The next player's answer to a card that has since been blocked is stale, even if that player is asked again."""
    desk = hero_table()
    desk.move(0, "play wild@superman gold")
    asked = desk.table.number
    desk.move(2, "block hero@batman red")
    assert desk.game.to_move == (1,)
    assert desk.code(1, wire.Move(move="draw", n=asked)) == "stale"


@pytest.mark.rule("hero-block")
def test_a_block_meant_for_another_card_is_stale() -> None:
    """A Hero card is not spent on a card that its player had not seen yet."""
    desk = hero_table()
    desk.move(0, "play wild@superman gold")
    seen = desk.table.number
    desk.later(1).move(1, "play gold-skip@superman")
    assert desk.code(2, wire.Move(move="block hero@batman red", n=seen)) == "stale"
    desk.move(2, "block hero@batman red")


def hero_table(holder: int = 2, *, grace: int = 0) -> Desk:
    """A table where Ann may play Superman's cards, and Cleo (or the named player) holds Batman's Hero."""
    hands = [
        ["wild@superman", "red-skip@superman", "silver-1", "silver-2"],
        ["gold-skip@superman", "gold-1", "gold-2", "blue-2"],
        ["gold-3", "gold-4", "blue-4", "blue-5"],
    ]
    hands[holder][-1] = "hero@batman"
    return Desk("dawn-of-justice", people=("Ann", "Bea", "Cleo"), grace=grace).arrange(hands, "red-9")


def test_a_command_is_done_once() -> None:
    """Repeating an id returns the number of what was done, and does nothing."""
    desk = two()
    desk.move(0, "draw", cid="one")
    done = desk.table.number
    desk.do(1, wire.Chat(text="hm"))
    with pytest.raises(Again) as again:
        desk.move(0, "draw", cid="one")
    assert again.value.number == done


def test_ids_are_each_seats_own() -> None:
    """Another player's command with the same id is a different command."""
    desk = two()
    desk.do(0, wire.Chat(text="hm", id="one"))
    desk.do(1, wire.Chat(text="hm", id="one"))
    assert len(desk.table.chat) == 2


def test_ids_are_known_to_the_process_that_goes_on() -> None:
    """A table folded again from its log still knows which commands were done."""
    desk = Desk()
    desk.do(1, wire.Chat(text="hm", id="one"))
    desk.table = desk.folded()
    with pytest.raises(Again):
        desk.do(1, wire.Chat(text="hm", id="one"))


@pytest.mark.parametrize("command", ["bot", "remove", "change", "start"])
def test_the_hosts_commands_are_done_once(command: str) -> None:
    """The host's ids count for the host's seat, even if the command is about another seat."""
    desk = Desk(bots=("easy",) if command != "bot" else (), empty=1 if command == "bot" else 0)
    desk.ready()
    commands: dict[str, wire.SeatCommand] = {
        "bot": wire.Bot(seat=2, id="x"),
        "remove": wire.Remove(seat=2, id="x"),
        "change": wire.Change(options={"target": 300}, id="x"),
        "start": wire.Start(id="x"),
    }
    desk.do(0, commands[command])
    done = desk.table.number
    for _ in range(2):
        with pytest.raises(Again) as again:
            desk.do(0, commands[command])
        assert again.value.number == done
        desk.table = desk.folded()


def test_an_id_stays_with_its_player_when_seats_move_up() -> None:
    """A player's command ids stay with them when seats shift in the lobby."""
    desk = Desk(people=("Ann", "Bea", "Cleo"))
    desk.do(2, wire.Chat(text="hm", id="one"))
    desk.do(0, wire.Remove(seat=1))
    desk.do(0, wire.Change(seats=2))
    seat = desk.table.seat_of(token_of("Cleo"))
    assert seat == 1
    with pytest.raises(Again):
        desk.do(seat, wire.Chat(text="hm", id="one"))


def test_an_id_is_short() -> None:
    """An id of more than 64 characters is refused, and one of 64 is accepted."""
    assert Desk().code(0, wire.Chat(text="hm", id="x" * 65)) == "bad-message"
    assert Desk().do(0, wire.Chat(text="hm", id="x" * 64))


def test_only_the_last_ids_are_kept() -> None:
    """A table keeps the last 64 ids per seat."""
    desk = Desk()
    for i in range(100):
        desk.do(1, wire.Chat(text="hm", id=str(i)))
    assert list(desk.table.seats[1].recent) == [str(i) for i in range(36, 100)]


# ---- judging and vetoes ----------------------------------------------------------------------------
def dared(**more: object) -> Desk:
    """A table where Ann has dared Bea to do number one, and Cleo looks on."""
    hands = [["blue-dare-1", "red-1", "red-2"], ["yellow-1", "blue-1", "green-1"], ["yellow-2", "blue-2", "green-2"]]
    desk = Desk("dare", people=("Ann", "Bea", "Cleo"), **more).arrange(hands, "blue-9")  # type: ignore[arg-type]
    desk.move(0, "play blue-dare-1")
    return desk


@pytest.mark.rule("dare-judge")
def test_votes_are_cast_once_and_not_by_the_performer() -> None:
    """You cannot vote on your own dare or vote twice, and votes are revealed when all are in."""
    desk = dared()
    desk.move(1, "dare")
    assert desk.code(1, wire.Move(move="vote yes", n=99)) == "own-vote"
    desk.move(0, "vote no")
    told = [desk.states()[viewer] for viewer in (0, 2, 3)]
    other = dared()
    other.move(1, "dare")
    other.move(0, "vote yes")
    assert told == [other.states()[viewer] for viewer in (0, 2, 3)]
    assert desk.code(0, wire.Move(move="vote yes", n=99)) == "voted-already"


@pytest.mark.rule("dare-lists")
@pytest.mark.parametrize("spelled", ["dare", " dare", "dare  "])
def test_a_vetoed_dare_is_not_done(spelled: str) -> None:
    """A player who vetoed a dare can only draw, however the move is spelled, and others are dared as before."""
    desk = Desk("dare", people=("Ann", "Bea", "Cleo"))
    desk.do(1, wire.Veto(dares=[3, 1, 1]))
    assert [told_state(desk.table, viewer)["vetoes"] for viewer in (None, 0, 1)] == [[], [], [1, 3]]
    hands = [["blue-dare-1", "red-1", "red-2"], ["yellow-1", "blue-1", "green-1"], ["yellow-2", "blue-2", "green-2"]]
    desk.arrange(hands, "blue-9").move(0, "play blue-dare-1")
    assert desk.table.moves(1) == ["take"]
    assert desk.code(1, wire.Move(move=spelled, n=99)) == "vetoed"
    desk.move(1, "take")
    assert desk.table.seats[0].vetoes == frozenset()


@pytest.mark.parametrize("dares", [[0], [100], [-1], list(range(1, 101))])
def test_vetoes_are_numbers_of_dares(dares: list[int]) -> None:
    """Numbers that match no dare are refused."""
    assert Desk("dare").code(0, wire.Veto(dares=dares)) == "bad-message"


# ---- the grace for calls, catches and blocks -------------------------------------------------------
@pytest.mark.rule("uno-catch")
def test_a_catch_waits_for_the_grace() -> None:
    """A catch is held until 750 ms after the card, the same for everyone, and then it stands."""
    desk = owing()
    card = desk.now
    assert held_until(desk, 2, "catch 0") == card + 0.75
    assert held_until(desk.later(0.74), 2, "catch 0") == card + 0.75
    desk.now = card + 0.75
    desk.move(2, "catch 0")


@pytest.mark.rule("uno-duty")
def test_a_call_is_not_held() -> None:
    """The player who owes the call makes it at once, and the waiting catch comes to nothing."""
    desk = owing()
    assert held_until(desk, 2, "catch 0")
    desk.later(0.7).move(0, "uno")
    assert desk.later(0.1).code(2, wire.Move(move="catch 0", n=99)) == "called"


@pytest.mark.rule("uno-window")
@pytest.mark.parametrize("move", ["play red-3", "draw"])
def test_the_next_turn_waits_for_the_grace(move: str) -> None:
    """The move that would close the window is held too, so a fast player cannot save a friend."""
    desk = owing()
    assert held_until(desk, 1, move) == desk.now + 0.75
    desk.later(0.75).move(1, move)


def test_nothing_is_held_where_there_is_no_window() -> None:
    """If the call was made, or nobody is down to one card, moves are made at once."""
    desk = owing()
    desk.move(0, "uno")
    desk.move(1, "play red-3")
    desk.move(2, "draw")


def test_the_grace_is_counted_from_the_card() -> None:
    """When one of two players who owe the call makes it, the other's grace does not start over."""
    desk = Desk("dawn-of-justice", people=("Ann", "Bea", "Cleo"))
    hands = [["red-skip@superman", "red-1"], ["gold-1", "gold-2"], ["hero@batman", "gold-4"]]
    desk.arrange(hands, "red-9").move(0, "play red-skip@superman")
    desk.later(0.25).move(2, "block hero@batman red")
    block = desk.now
    assert desk.table.owing == {0, 2}
    desk.later(0.25).move(0, "uno")
    assert held_until(desk, 1, "catch 2") == block + 0.75


def test_a_table_may_choose_its_grace() -> None:
    """The grace is a setting that can be zero or longer."""
    owing(grace=0).move(2, "catch 0")
    desk = owing(grace=2000)
    assert held_until(desk, 2, "catch 0") == desk.now + 2


@pytest.mark.rule("uno-catch")
def test_a_bot_catches_no_faster() -> None:
    """A bot's catch is held like a person's."""
    desk = owing()
    desk.do(2, wire.Leave())
    with pytest.raises(Held) as held:
        decide.bot_move(desk.table, 2, "catch 0", desk.now)
    assert held.value.until == desk.now + 0.75


@pytest.mark.rule("hero-secret", "hero-block")
@pytest.mark.parametrize("holder", [1, 2])
@pytest.mark.parametrize("card", ["wild@superman gold", "red-skip@superman"])
def test_the_hero_window_is_the_same_whoever_holds_what(holder: int, card: str) -> None:
    """The answer to a card that might be blocked is held for the grace, no matter who, if anyone, holds the Hero card."""
    desk = hero_table(holder, grace=750)
    desk.move(0, f"play {card}")
    assert held_until(desk, 1, "accept") == desk.now + 0.75
    nobody = hero_table(0, grace=750)
    nobody.move(0, f"play {card}")
    assert held_until(nobody, 1, "accept") == nobody.now + 0.75
    assert desk.table.bot_seats() == nobody.table.bot_seats() == []
    spectators = [d.states()[0] for d in (desk, nobody)]
    assert spectators[0] == spectators[1]


@pytest.mark.rule("hero-block")
def test_a_block_is_not_held() -> None:
    """The Hero card can be played at once."""
    desk = hero_table(grace=750)
    desk.move(0, "play red-skip@superman")
    desk.move(2, "block hero@batman blue")
    assert desk.game.color == "blue"


def test_accepting_does_not_open_the_window_again() -> None:
    """A call owed since a card keeps its own grace, whatever happens to the card meanwhile."""
    desk = Desk("dawn-of-justice", people=("Ann", "Bea", "Cleo"))
    hands = [["red-skip@superman", "red-1"], ["gold-1", "gold-2"], ["red-3", "gold-4"]]
    desk.arrange(hands, "red-9").move(0, "play red-skip@superman")
    desk.later(0.75).move(1, "accept")
    desk.move(2, "play red-3 uno")


def test_time_at_a_table_does_not_run_back() -> None:
    """A process whose clock is behind never writes earlier entries than the last one, and does not prolong a grace."""
    desk = owing()
    card = desk.now
    desk.later(-3)
    assert held_until(desk, 2, "catch 0") == card + 0.75
    desk.move(0, "uno")
    assert desk.table.time == msgspec.json.decode(desk.log[-1])["t"] == card


@pytest.mark.rule("jump-in")
@pytest.mark.parametrize("third", ["red-1", "green-5"])
def test_the_next_move_waits_while_somebody_may_jump_in(third: str) -> None:
    """After a card that others may jump in on, the next move is held for the table's grace, whatever anyone holds."""
    desk = Desk(people=("Ann", "Bea", "Cleo"), grace=750, options={"jump_in": "identical"})
    desk.arrange([["red-1", "blue-1", "blue-2"], ["red-3", *SPARE[:1], "blue-3"], [third, *SPARE[1:]]], "red-9")
    desk.later(5).move(0, "play red-1")
    assert held_until(desk, 1, "play red-3") == desk.now + 0.75
    if third == "red-1":
        desk.later(0.2).move(2, f"jump {third}")
        assert desk.game.turn == 0
    else:
        desk.later(0.8).move(1, "play red-3")


@pytest.mark.rule("jump-in", "hidden")
def test_bots_are_asked_to_jump_in_whatever_they_hold() -> None:
    """The bots that a table asks, and the time they take, don't depend on who holds the card."""
    asked = []
    for third in ("red-1", "green-5"):
        desk = Desk(people=("Ann",), bots=("easy", "easy"), grace=750, options={"jump_in": "identical"})
        desk.arrange([["red-1", "blue-1", "blue-2"], ["red-3", *SPARE[:1], "blue-3"], [third, *SPARE[1:]]], "red-9")
        desk.later(5).move(0, "play red-1")
        asked.append((desk.table.bot_seats(), pace(desk.table)))
    assert asked[0] == asked[1]
