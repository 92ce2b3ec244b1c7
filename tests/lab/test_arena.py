"""Bots against each other: who plays what, what is counted, and what happens when a bot goes wrong."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastcard.bots import get
from lastcard.errors import InvalidOption
from lastcard.lab.arena import TIMES, Arena, Row, standings
from lastcard.lab.entrants import BotFailed, Budget, entrant, entrants
from lastcard.lab.work import run
from lastcard.moves import Move
from lastcard.view import View

# A module of somebody's own bots: two that play as steady does, and some that go wrong.
BOTS = """
from pathlib import Path
import os, signal
from lastcard.bots import get

class Steady:
    name, about = "mine", "As steady."
    def choose(self, view, moves, rng):
        return get("steady").choose(view, moves, rng)

class Crash(Steady):
    def choose(self, view, moves, rng):
        if view.round == 0 and len(view.discard_pile) > 9:
            raise KeyError("lost")
        return super().choose(view, moves, rng)

class Cheat(Steady):
    def choose(self, view, moves, rng):
        return "play wild-draw-four red" if view.seat in view.to_move else None

class Sulk(Steady):
    def choose(self, view, moves, rng):
        return None

class Mortal(Steady):
    # Its process is killed in the middle of a round, once.
    def choose(self, view, moves, rng):
        alive = Path(__file__).with_name("alive")
        if alive.exists() and len(view.discard_pile) > 5:
            alive.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, moves, rng)

class Thinker(Steady):
    def __init__(self, rollouts=100, milliseconds=None):
        self.rollouts, self.milliseconds = rollouts, milliseconds

ONE, TWO, NOTHING = Steady(), Steady(), object()
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module with somebody's own bots; each test has its own."""
    name = f"bots_of_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    return name


def rows_of(arena: Arena, workers: int = 1) -> list[Row]:
    """All rounds of an arena, in order."""
    parts = dict(run(arena, workers))
    return [row for chunk in sorted(parts) for row in parts[chunk]]


def untimed(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Rounds without what differs from run to run."""
    return [{name: value for name, value in row._asdict().items() if name not in TIMES} for row in rows]


# ---- who plays what --------------------------------------------------------------------------------
def test_every_deal_is_played_from_every_seat() -> None:
    """Three players: each ordered pairing plays each deal from the first seed on, the bot once at each seat."""
    rows = rows_of(Arena(("steady", "random"), "classic", 3, games=6, seed=40))
    played = [(row.bot, row.against, row.deal, row.seat) for row in rows]
    assert sorted(played) == sorted(
        (bot, against, deal, seat)
        for bot, against in (("steady", "random"), ("random", "steady"))
        for deal in (40, 41)
        for seat in range(3)
    )


def test_two_players_meet_once_a_seating() -> None:
    """At two, a pairing is played both ways round and not counted again the other way."""
    arena = Arena(("steady", "random", "chaos"), "classic", 2, games=1)
    assert arena.pairings == [("steady", "random"), ("steady", "chaos"), ("random", "chaos")]
    assert [row.seat for row in rows_of(arena)] == [0, 1] * 3


@pytest.mark.parametrize("players", [2, 3])
def test_bots_that_play_alike_win_exactly_their_share(players: int, mine: str) -> None:
    """Two bots of the same choices get the same cards in turn: no luck is left, and no margin."""
    arena = Arena((f"{mine}:ONE", f"{mine}:TWO"), "classic", players, games=30)
    found = standings(arena, rows_of(arena))
    assert found.even == pytest.approx(1 / players)
    for meeting in found.meetings:
        assert meeting.wins.mean == pytest.approx(1 / players)
        assert meeting.wins.margin == pytest.approx(0, abs=1e-6)
        assert meeting.points.mean == pytest.approx(meeting.against_points.mean)
    assert [rating.elo.mean for rating in found.ratings] == pytest.approx([1500, 1500])


def test_workers_change_nothing() -> None:
    """One process or two: the same rounds, but for the time they take."""
    arena = Arena(("steady", "random"), "classic", 2, games=12, seed=5)
    assert untimed(rows_of(arena)) == untimed(rows_of(arena, workers=2))


def test_a_killed_worker_loses_nothing(mine: str, tmp_path: Path) -> None:
    """A worker that is killed in the middle of a round costs no round and changes none."""
    arena = Arena((f"{mine}:Mortal", "random"), "classic", 2, games=12)
    clean = untimed(rows_of(arena))
    (tmp_path / "alive").touch()
    assert untimed(rows_of(arena, workers=2)) == clean
    assert not (tmp_path / "alive").exists()


def test_a_rollout_budget_gives_the_same_result_with_any_workers(mine: str) -> None:
    """Bots that think for a number of playouts repeat themselves exactly, however the work is shared."""
    arena = Arena(("search@8", "steady"), "classic", 2, games=4, seed=9)
    assert untimed(rows_of(arena)) == untimed(rows_of(arena, workers=2))


# ---- what is counted -------------------------------------------------------------------------------
def test_a_row_is_the_round_that_was_played() -> None:
    """Winner, points and moves of a row are those of the game with that seed and those bots."""
    from lastcard import Game
    from lastcard.bots import play_round

    row = next(row for row in rows_of(Arena(("steady", "random"), "classic", 3, games=3, seed=11)) if row.seat == 1)
    game = Game("classic", 3, 11)
    play_round(game, [get("random"), get("steady"), get("random")], Random(11))
    (winner,) = game.winners
    assert (row.winner, row.points, row.dealer) == (winner, game.scores[winner], game.dealer)
    assert row.winner_bot == ("steady" if winner == 1 else "random")
    assert row.moves == len(game.record()["moves"])


def test_games_to_a_target_end_there() -> None:
    """With a target a game has rounds until somebody reaches it; wins are of games, and every round has its row."""
    arena = Arena(("steady", "random"), "classic", 2, games=4, target=120)
    rows = rows_of(arena)
    games: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        games.setdefault((row.deal, row.seat), []).append(row)
    assert len(games) == 4
    for some in games.values():
        scores = [sum(row.points for row in some if row.winner == seat) for seat in range(2)]
        assert max(scores) >= 120
        assert some[-1].game_winner == scores.index(max(scores))
        assert [row.game_over for row in some] == [False] * (len(some) - 1) + [True]
        assert [row.round for row in some] == list(range(len(some)))
    (meeting,) = standings(arena, rows).meetings
    assert meeting.games == 4


def test_wins_and_points_are_means_over_rounds() -> None:
    """Win rate and points of a pairing are those of its rows; the others' points are for each of them."""
    arena = Arena(("steady", "random"), "classic", 4, games=40)
    rows = rows_of(arena)
    meeting = standings(arena, rows).meetings[0]
    own = [row for row in rows if row.bot == "steady"]
    assert meeting.games == len(own) == 40
    assert meeting.wins.mean == pytest.approx(sum(row.winner == row.seat for row in own) / 40)
    assert meeting.points.mean == pytest.approx(sum(row.points for row in own if row.winner == row.seat) / 40)
    assert meeting.against_points.mean == pytest.approx(sum(row.points for row in own if row.winner != row.seat) / 40 / 3)


def test_the_better_bot_stands_first() -> None:
    """Ratings are sorted, and those of steady and chaos are hundreds of points apart."""
    arena = Arena(("chaos", "steady"), "classic", 2, games=40)
    first, last = standings(arena, rows_of(arena)).ratings
    assert (first.bot, last.bot) == ("steady", "chaos")
    assert first.elo.mean - last.elo.mean > 200
    assert first.skill is not None
    assert last.skill is not None
    assert first.skill.ordinal > last.skill.ordinal


def test_one_deal_has_no_interval() -> None:
    """A single deal gives win rates and ratings without margins."""
    arena = Arena(("chaos", "steady"), "classic", 2, games=1)
    found = standings(arena, rows_of(arena))
    assert math.isnan(found.meetings[0].wins.margin)
    assert math.isnan(found.ratings[0].elo.margin)


# ---- bots that go wrong ----------------------------------------------------------------------------
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("Crash", r"the bot \S+:Crash at seat \d crashed with KeyError: 'lost'\."),
        ("Cheat", r"the bot \S+:Cheat at seat \d made a move that is not allowed: .*\."),
        ("Sulk", r"the bot \S+:Sulk at seat \d made a move that is not allowed: .*declined.*\."),
    ],
)
def test_a_bot_that_goes_wrong_is_named_with_its_deal(bot: str, told: str, workers: int, mine: str) -> None:
    """Crashes, forbidden moves and refusals to move are one sentence, and the command that shows it again."""
    arena = Arena((f"{mine}:{bot}", "random"), "classic", 2, games=4, seed=70, options={"bluff": False})
    with pytest.raises(ValueError, match=told) as caught:
        rows_of(arena, workers)
    command = shlex.split(str(caught.value).partition("To see it again: ")[2])
    assert command[:2] == ["lastcard", "arena"]
    assert command[command.index("--option") + 1] == "bluff=false"
    assert int(command[command.index("--seed") + 1]) in (70, 71)
    again = Arena((f"{mine}:{bot}", "random"), "classic", 2, games=1, seed=int(command[command.index("--seed") + 1]))
    with pytest.raises(BotFailed):
        rows_of(again)


# ---- who enters ------------------------------------------------------------------------------------
def test_one_s_own_bot_enters_by_module_and_attribute(mine: str) -> None:
    """An object or a class of a module that is not installed can enter; a class is made into a bot."""
    assert entrant(f"{mine}:ONE").bot.name == "mine"
    assert entrant(f"{mine}:Steady").bot.name == "mine"


def test_a_budget_goes_to_those_that_take_one(mine: str) -> None:
    """A common budget is for bots that take one; a bot's own goes before it."""
    common = Budget(rollouts=50)
    steady, thinker, quick = entrants(["steady", f"{mine}:Thinker", f"{mine}:Thinker@20ms"], common)
    assert not steady.takes_budget
    assert vars(thinker.bot) == {"rollouts": 50, "milliseconds": None}
    assert vars(quick.bot) == {"rollouts": 100, "milliseconds": 20}
    assert vars(entrant(f"{mine}:Thinker@7", common).bot)["rollouts"] == 7


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["steady"], "at least two"),
        (["steady", "steady"], "'steady' enters twice"),
        (["steady", "nobody"], "there is no bot 'nobody'"),
        (["steady", "no_such_module:BOT"], "cannot load the bot 'no_such_module:BOT': ModuleNotFoundError"),
        (["steady", "random@50"], "the bot 'random' takes no budget"),
    ],
)
def test_who_cannot_enter_is_told_why(texts: list[str], reason: str) -> None:
    """Unknown bots, twins, and budgets for those who take none are refused with the reason."""
    with pytest.raises(InvalidOption, match=reason):
        entrants(texts)


def test_a_budget_for_nobody_is_refused() -> None:
    """A budget where no bot takes one is a mistake."""
    with pytest.raises(InvalidOption, match="none of steady, random takes a budget"):
        entrants(["steady", "random"], Budget(rollouts=5))


def test_what_is_no_bot_cannot_enter(mine: str) -> None:
    """An object without choose is no bot."""
    with pytest.raises(InvalidOption, match="is no bot"):
        entrant(f"{mine}:NOTHING")


def test_a_view_is_all_that_a_bot_gets() -> None:
    """The arena hands a bot its view, its moves and dice, nothing else."""
    seen: list[tuple[Any, ...]] = []

    class Curious:
        name, about = "curious", "Looks at what it gets."

        def choose(self, *given: Any) -> Move | None:
            seen.append(given)
            return get("steady").choose(*given)

    from lastcard.lab.arena import Timed
    from lastcard.lab.entrants import Entrant

    arena = Arena(("steady", "random"), "classic", 2, games=1)
    timed = Timed(Entrant("curious", Curious(), takes_budget=False), [""])
    arena._play_round(arena._table(3), [timed, timed], Random(3), [""])
    assert {tuple(map(type, given)) for given in seen} == {(View, list, Random)}
