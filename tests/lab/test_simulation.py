"""What simulations count, which is the same wherever and however they run."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from lastcard import Game, editions
from lastcard.bots import get, play_round
from lastcard.lab import counting
from lastcard.lab.commands import cards_for_rules, with_rule
from lastcard.lab.counter_names import lines_of
from lastcard.lab.counting import CODES, COLUMNS, CountedRound
from lastcard.lab.jobs import run
from lastcard.lab.simulation import MEASURES, Outcome, Setting, Simulation, WatchedGame, combined
from lastcard.rules.state import NONE

CUSTOM = [name for name in editions.names() if cards_for_rules(name)]
FLOOD = {"name": "Flood", "text": "", "steps": [{"does": "draws", "who": "everyone else", "n": 9}]}


def played(*settings: Setting, games: int = 60, workers: int = 1, **more: Any) -> Outcome:
    """The outcome of a simulation with its rows, interpreted by default."""
    job = Simulation(settings, games, keep_rows=True, **{"compiled": False, **more})
    return combined(dict(run(job, workers)))


def rows(outcome: Outcome, setting: int = 0) -> dict[str, np.ndarray[Any, Any]]:
    """A setting's rounds, by column."""
    table = np.concatenate([part for _, part in outcome.table(setting)])
    return dict(zip(COLUMNS, table.T, strict=True))


def same(one: Outcome, other: Outcome) -> bool:
    """Whether all counts are equal."""
    runs = zip(one.runs, other.runs, strict=True)
    return all(
        np.array_equal(a.counts.totals, b.counts.totals)
        and np.array_equal(a.counts.squares, b.counts.squares)
        and np.array_equal(a.measures.squares, b.measures.squares)
        and np.array_equal(a.places.totals, b.places.totals)
        and all(np.array_equal(c, d) for c, d in zip(a.histograms, b.histograms, strict=True))
        for a, b in runs
    ) and all(np.array_equal(rows(one)[name], rows(other)[name]) for name in COLUMNS)


# ---- one source, two speeds ------------------------------------------------------------------------
@pytest.mark.parametrize("policy", ["random", "chaos"])
@pytest.mark.parametrize("edition", ["classic", *CUSTOM])
def test_both_speeds_count_the_same(edition: str, policy: str) -> None:
    """Compiled and interpreted rounds and their counts are equal."""
    setting = Setting(edition, 3)
    settings = (setting, with_rule(setting, FLOOD)) if edition in CUSTOM else (setting,)
    games = 25 if policy == "random" else 6
    slow = played(*settings, games=games, policy=policy)
    fast = played(*settings, games=games, policy=policy, compiled=True)
    assert same(slow, fast)


def test_threads_change_nothing() -> None:
    """One worker and three give the same rounds and counts."""
    one, three = (played(Setting("classic", 2), games=25_000, workers=n, compiled=True) for n in (1, 3))
    assert same(one, three)


def test_processes_change_nothing() -> None:
    """Interpreted rounds are the same in several processes as in one."""
    one, two = (played(Setting("classic", 2), games=230, workers=n) for n in (1, 2))
    assert same(one, two)


def test_a_run_is_the_beginning_of_a_longer_one() -> None:
    """A longer run from the same seed starts with the same rounds."""
    few, more = (rows(played(Setting("classic", 3), games=n)) for n in (30, 130))
    assert all(np.array_equal(few[name], more[name][:30]) for name in COLUMNS)


# ---- counting --------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", editions.names())
def test_a_round_of_the_data_is_the_deal_of_a_game(edition: str) -> None:
    """The round of deal 7 has the same dealer as a game with seed 7."""
    found = rows(played(Setting(edition, 5), games=12, seed=7))
    assert found["dealer"].tolist() == [Game(edition, 5, seed=7 + i).dealer for i in range(12)]


def test_a_dealer_that_the_table_chooses_deals() -> None:
    """The option ``dealer`` applies to simulations too."""
    assert set(rows(played(Setting("classic", 3, {"dealer": 2})))["dealer"]) == {2}


@pytest.mark.parametrize("edition", editions.names())
def test_counts_agree_with_the_rows(edition: str) -> None:
    """Cards drawn are the sum of voluntary and forced draws, and reshuffles count the event of that name."""
    outcome = played(Setting(edition, 4), games=40)
    lines = {line.name: i for i, line in enumerate(lines_of(edition))}
    totals = outcome.runs[0].counts.totals
    found = rows(outcome)
    assert totals[lines["drew"]] + totals[lines["had to draw"]] == found["drawn"].sum()
    assert totals[lines["reshuffled"]] == found["reshuffles"].sum()
    assert (found["winner"] >= 0).all()


def test_everybody_s_wins_are_all_rounds() -> None:
    """The shares of the places, including rounds without a winner, add up to one."""
    assert played(Setting("classic", 3)).runs[0].places.means.sum() == pytest.approx(1)


def test_the_place_left_of_the_dealer_is_the_first() -> None:
    """A winner to the dealer's left counts for the first place."""
    outcome = played(Setting("classic", 3))
    found = rows(outcome)
    first = ((found["winner"] - found["dealer"]) % 3 == 1).sum()
    assert outcome.runs[0].places.totals[0] == first


def test_means_are_those_of_the_rows() -> None:
    """Each measure's mean is that of its column, and its histogram holds every round."""
    outcome = played(Setting("classic", 4), games=110)
    for name in MEASURES:
        assert outcome.runs[0].measure(name).mean == pytest.approx(rows(outcome)[name].mean())
        assert np.array_equal(np.bincount(rows(outcome)[name]), outcome.runs[0].histogram(name))


@pytest.mark.parametrize(
    ("hands", "changes", "largest"),
    [
        ([[7, 7], [6, 7], [5, 7]], 0, 7),  # taking the first lead is not a change
        ([[6, 7], [6, 6], [6, 5]], 1, 7),  # a tie keeps the lead, and a smaller hand takes it
        ([[6, 7], [6, 6], [5, 6]], 0, 7),  # the same seat again is not a change
        ([[6, 7], [9, 7], [6, 7]], 2, 9),  # there and back
        ([[2, 3, 3], [4, 3, 3], [4, 3, 2]], 1, 4),
    ],
)
def test_the_lead_changes_when_another_is_alone_with_fewest(hands: list[list[int]], changes: int, largest: int) -> None:
    """The last seat that alone held the fewest cards has the lead."""
    watched = CountedRound()
    watched.leader, watched.players = NONE, len(hands[0])
    for counts in hands:
        watched.hand_n[: len(counts)] = counts
        counting.watch(watched)
    assert (watched.lead_changes, watched.largest) == (changes, largest)


@pytest.mark.parametrize("edition", editions.names())
def test_every_card_has_its_line(edition: str) -> None:
    """Each kind of card is counted in exactly one line, and the copies add up to the deck."""
    cards = [line for line in lines_of(edition) if line.group == "cards"]
    counters = [column for line in cards for column in line.columns]
    assert len(counters) == len(set(counters)) == len(editions.get(edition).kinds)
    assert sum(line.copies for line in cards) == sum(kind.copies for kind in editions.get(edition).kinds)


@pytest.mark.parametrize("edition", editions.names())
def test_there_is_a_counter_for_every_event(edition: str) -> None:
    """The counters have room for every event code and every word."""
    happenings = editions.get(edition).teller.happenings.values()
    assert max(happening.code for happening in happenings) < CODES
    assert max(len(happening.words) for happening in happenings) <= 4


# ---- bots as policies ------------------------------------------------------------------------------
def test_a_bot_s_round_is_counted_as_its_events_say() -> None:
    """The counts of draws and plays match the events of the game that the bot played."""
    outcome = played(Setting("classic", 3), games=4, policy="steady")
    lines = lines_of("classic")
    drawn, plays = [], 0
    for seed in range(4):
        game = Game("classic", 3, seed)
        play_round(game, [get("steady")] * 3, Random(seed))
        events = game.events(None)
        drawn.append(sum(event.what == "drew" for event in events))
        plays += sum(event.what == "played" for event in events)
    assert rows(outcome)["drawn"].tolist() == drawn
    counted = sum(outcome.runs[0].counts.totals[i] for i, line in enumerate(lines) if line.group == "cards")
    assert counted == plays


def test_a_watched_game_sees_the_lead_change() -> None:
    """With two cards each, the player who plays one leads, and a Draw Two on the leader changes the lead."""
    game = WatchedGame.arrange(
        "classic", hands=[["red-1", "red-2"], ["red-draw-two", "red-3"]], top="red-9", draw=["blue-1", "blue-2"]
    )
    game.start()
    game.move(0, "play red-1 uno")
    game.move(1, "play red-draw-two uno")
    row = [0] * len(COLUMNS)
    game.count(row, [0] * counting.COUNTS)
    assert row[COLUMNS.index("lead_changes")] == 1
    assert row[COLUMNS.index("drawn")] == 2


# ---- comparing -------------------------------------------------------------------------------------
def test_nothing_differs_from_itself() -> None:
    """Comparing a setting with itself shows no difference and no margin."""
    change = played(Setting("classic", 3), Setting("classic", 3)).changes[0]
    assert not change.measures.totals.any()
    assert not change.counts.squares.any()


@pytest.mark.parametrize("edition", CUSTOM)
def test_a_rule_that_floods_hands_shows(edition: str) -> None:
    """A rule that makes everyone else draw nine cards clearly raises the number of cards drawn."""
    setting = Setting(edition, 4)
    outcome = played(setting, with_rule(setting, FLOOD), games=150)
    by = outcome.changes[0].measures.estimate(MEASURES.index("drawn"))
    assert by.low > 0
    assert by.mean == pytest.approx(rows(outcome, 1)["drawn"].mean() - rows(outcome)["drawn"].mean())


@pytest.mark.parametrize("edition", CUSTOM)
def test_a_rule_is_written_on_every_card_that_takes_one(edition: str) -> None:
    """The setting with the rule has it on every Customizable card and keeps the table's other options."""
    setting = with_rule(Setting(edition, 4, {"target": 300}), FLOOD)
    assert setting.options["house_rules"] == dict.fromkeys(cards_for_rules(edition), FLOOD)
    assert setting.options["target"] == 300


def test_a_bot_that_fails_as_the_policy_is_named_with_its_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash is one sentence with the command that plays this deal again."""
    (tmp_path / "stumbler.py").write_text("class Bot:\n    def choose(self, view, moves, rng):\n        return moves[99]\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=r"stumbler:Bot failed with IndexError.*--policy stumbler:Bot --seed 31 --games 1"):
        played(Setting("classic", 2), seed=31, policy="stumbler:Bot")
