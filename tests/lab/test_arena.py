"""Bots against each other: who plays what, what is counted, and what happens when a bot fails."""

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
from lastcard.lab.jobs import run
from lastcard.moves import Move
from lastcard.view import View

# A module with a user's bots: two that play like steady, and some that fail.
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
    """The name of a module with a user's bots, a new one for each test."""
    name = f"bots_of_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    return name


def rows_of(arena: Arena, workers: int = 1) -> list[Row]:
    """All rounds of an arena, in order."""
    parts = dict(run(arena, workers))
    return [row for chunk in sorted(parts) for row in parts[chunk]]


def untimed(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rounds without the columns that differ from run to run."""
    return [{name: value for name, value in row._asdict().items() if name not in TIMES} for row in rows]


# ---- who plays what --------------------------------------------------------------------------------
def test_every_deal_is_played_from_every_seat() -> None:
    """With three players, each ordered pairing plays each deal once from every seat."""
    rows = rows_of(Arena(("steady", "random"), "classic", 3, games=6, seed=40))
    played = [(row.bot, row.against, row.deal, row.seat) for row in rows]
    assert sorted(played) == sorted(
        (bot, against, deal, seat)
        for bot, against in (("steady", "random"), ("random", "steady"))
        for deal in (40, 41)
        for seat in range(3)
    )


def test_two_players_meet_once_a_seating() -> None:
    """With two players, a pairing is played from both seats and counted once."""
    arena = Arena(("steady", "random", "chaos"), "classic", 2, games=1)
    assert arena.pairings == [("steady", "random"), ("steady", "chaos"), ("random", "chaos")]
    assert [row.seat for row in rows_of(arena)] == [0, 1] * 3


@pytest.mark.parametrize("players", [2, 3])
def test_bots_that_play_alike_win_exactly_their_share(players: int, mine: str) -> None:
    """Two bots that choose alike get the same cards in turn, which leaves no luck and no margin."""
    arena = Arena((f"{mine}:ONE", f"{mine}:TWO"), "classic", players, games=30)
    found = standings(arena, rows_of(arena))
    assert found.even == pytest.approx(1 / players)
    for meeting in found.meetings:
        assert meeting.wins.mean == pytest.approx(1 / players)
        assert meeting.wins.margin == pytest.approx(0, abs=1e-6)
        assert meeting.points.mean == pytest.approx(meeting.against_points.mean)
    assert [rating.elo.mean for rating in found.ratings] == pytest.approx([1500, 1500])


def test_workers_change_nothing() -> None:
    """One process and two give the same rounds, apart from the time they take."""
    arena = Arena(("steady", "random"), "classic", 2, games=12, seed=5)
    assert untimed(rows_of(arena)) == untimed(rows_of(arena, workers=2))


def test_a_killed_worker_loses_nothing(mine: str, tmp_path: Path) -> None:
    """A worker that is killed in the middle of a round loses no round and changes none."""
    arena = Arena((f"{mine}:Mortal", "random"), "classic", 2, games=12)
    clean = untimed(rows_of(arena))
    (tmp_path / "alive").touch()
    assert untimed(rows_of(arena, workers=2)) == clean
    assert not (tmp_path / "alive").exists()


def test_a_rollout_budget_gives_the_same_result_with_any_workers(mine: str) -> None:
    """Bots that think for a number of rollouts repeat their games exactly, however the work is divided."""
    arena = Arena(("search@8", "steady"), "classic", 2, games=4, seed=9)
    assert untimed(rows_of(arena)) == untimed(rows_of(arena, workers=2))


# ---- counting --------------------------------------------------------------------------------------
def test_a_row_is_the_round_that_was_played() -> None:
    """A row's winner, points and moves are those of the game with that seed and those bots."""
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
    """With a target, games go on until someone reaches it, wins count games, and every round has a row."""
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
    """A pairing's win rate and points are those of its rows, with the others' points per player."""
    arena = Arena(("steady", "random"), "classic", 4, games=40)
    rows = rows_of(arena)
    meeting = standings(arena, rows).meetings[0]
    own = [row for row in rows if row.bot == "steady"]
    assert meeting.games == len(own) == 40
    assert meeting.wins.mean == pytest.approx(sum(row.winner == row.seat for row in own) / 40)
    assert meeting.points.mean == pytest.approx(sum(row.points for row in own if row.winner == row.seat) / 40)
    assert meeting.against_points.mean == pytest.approx(sum(row.points for row in own if row.winner != row.seat) / 40 / 3)


def test_the_better_bot_stands_first() -> None:
    """Ratings are sorted, and steady is hundreds of points above chaos."""
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


# ---- bots that fail --------------------------------------------------------------------------------
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
    """A crash, an illegal move or a refusal to move is one sentence with the command that reproduces it."""
    arena = Arena((f"{mine}:{bot}", "random"), "classic", 2, games=4, seed=70, options={"bluff": False})
    with pytest.raises(ValueError, match=told) as caught:
        rows_of(arena, workers)
    command = shlex.split(str(caught.value).partition("To reproduce it: ")[2])
    assert command[:2] == ["lastcard", "arena"]
    assert command[command.index("--option") + 1] == "bluff=false"
    assert int(command[command.index("--seed") + 1]) in (70, 71)
    again = Arena((f"{mine}:{bot}", "random"), "classic", 2, games=1, seed=int(command[command.index("--seed") + 1]))
    with pytest.raises(BotFailed):
        rows_of(again)


# ---- entrants --------------------------------------------------------------------------------------
def test_your_own_bot_enters_by_module_and_attribute(mine: str) -> None:
    """An object or a class from a module that is not installed can enter, and a class is instantiated."""
    assert entrant(f"{mine}:ONE").bot.name == "mine"
    assert entrant(f"{mine}:Steady").bot.name == "mine"


def test_a_budget_goes_to_those_that_take_one(mine: str) -> None:
    """A common budget applies to bots that take one, unless a bot has its own."""
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
        (["steady", "steady"], "'steady' is listed twice"),
        (["steady", "nobody"], "there is no bot 'nobody'"),
        (["steady", "no_such_module:BOT"], "cannot load the bot 'no_such_module:BOT': ModuleNotFoundError"),
        (["steady", "random@50"], "the bot 'random' takes no budget"),
    ],
)
def test_bots_that_cannot_enter_are_told_why(texts: list[str], reason: str) -> None:
    """Unknown bots, duplicates, and budgets for bots that take none are refused with the reason."""
    with pytest.raises(InvalidOption, match=reason):
        entrants(texts)


def test_a_budget_for_nobody_is_refused() -> None:
    """A common budget is refused if no bot takes one."""
    with pytest.raises(InvalidOption, match="none of steady, random takes a budget"):
        entrants(["steady", "random"], Budget(rollouts=5))


def test_what_is_not_a_bot_cannot_enter(mine: str) -> None:
    """An object without ``choose`` is not a bot."""
    with pytest.raises(InvalidOption, match="is not a bot"):
        entrant(f"{mine}:NOTHING")


def test_a_view_is_all_that_a_bot_gets() -> None:
    """The arena gives a bot its view, its moves and dice, and nothing else."""
    seen: list[tuple[Any, ...]] = []

    class Curious:
        name, about = "curious", "Looks at what it gets."

        def choose(self, *given: Any) -> Move | None:
            seen.append(given)
            return get("steady").choose(*given)

    from lastcard.lab.arena import Timed
    from lastcard.lab.entrants import Entrant

    arena = Arena(("steady", "random"), "classic", 2, games=1)
    timed = Timed(Entrant("curious", Curious(), takes_budget=False), [None])
    arena._play_round(arena._table(3), [timed, timed], Random(3), [None])
    assert {tuple(map(type, given)) for given in seen} == {(View, list, Random)}
