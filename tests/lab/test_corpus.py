"""The corpus: rounds as Parquet files, the same to the byte however they are made."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from lastcard import Game, cli, editions
from lastcard.errors import InvalidOption
from lastcard.lab import commands, corpus
from lastcard.lab.commands import STOPPED
from lastcard.lab.corpus import MOVES, ROUNDS, Corpus, Folder, Missing
from lastcard.lab.corpus_play import POLICIES
from lastcard.lab.jobs import run

MOST_BYTES = 20  # a move
BOT = "chaos"  # plays at its own speed, unlike the policies


@pytest.fixture(autouse=True)
def small_and_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make parts of six rounds, and take no time to compile the rules."""
    monkeypatch.setattr(corpus, "PART", 6)
    monkeypatch.setattr(corpus, "SLOW_PART", 6)
    monkeypatch.setattr(commands, "_has_numba", lambda: False)


def write(folder: Path, *arguments: object) -> str:
    """Run the command and return what it prints."""
    result = CliRunner().invoke(cli.app, ["corpus", *map(str, arguments), "--workers", "1", "--out", str(folder)])
    assert result.exit_code == 0, result.stderr
    return " ".join(result.stdout.split())


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a corpus."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def play_again(folder: Path, edition: str, players: int, first: int, count: int) -> None:
    """Check that the moves lead from the deals to the recorded ends, and that the facts of each position are true."""
    moves = pl.read_parquet(folder / "moves" / "*.parquet")
    rounds = pl.read_parquet(folder / "rounds" / "*.parquet")
    assert (tuple(moves.columns), tuple(rounds.columns)) == (tuple(MOVES), tuple(ROUNDS))
    assert rounds["deal"].to_list() == list(range(first, first + count))
    for end in rounds.iter_rows(named=True):
        game = Game(edition, players, end["deal"], {"target": None})
        made = moves.filter(pl.col("deal") == end["deal"])
        assert made["number"].to_list() == list(range(end["moves"]))
        for row in made.iter_rows(named=True):
            counts = game.view(None).counts
            others = [count for seat, count in enumerate(counts) if seat != row["seat"]]
            assert (row["phase"], row["top"], row["color"], row["pile"]) == (
                game.phase,
                game.top,
                game.color,
                len(game.draw_pile),
            )
            assert (row["hand"], row["cards"]) == (sorted(game.hands[row["seat"]]), counts[row["seat"]])
            assert (row["fewest"], row["choices"]) == (min(others), len(game.moves(row["seat"])))
            assert row["next_cards"] == counts[(row["seat"] + game.direction) % players]
            assert row["won"] == (row["seat"] == end["winner"])
            game.move(row["seat"], row["move"])
        assert game.round_over
        ended = game.view(None)
        assert (game.dealer, ended.winner, sum(ended.points or ())) == (end["dealer"], end["winner"], end["points"])


@pytest.mark.parametrize("edition", editions.names())
def test_every_round_can_be_played_again(edition: str, tmp_path: Path) -> None:
    """The moves of policies and bots lead from the deal to the recorded end, and the facts of each position are true."""
    for bot, players, count in (("steady", 3, 8), ("random", 4, 4), (BOT, 2, 1)):
        write(tmp_path / bot, edition, "--rounds", count, "--players", players, "--seed", 40, "--bot", bot)
        play_again(tmp_path / bot, edition, players, 40, count)


def test_compiled_rules_change_no_byte() -> None:
    """Rounds on the compiled rules are those on the interpreted ones, to the byte."""
    for bot in POLICIES:
        assert Corpus("classic", 4, 30, bot=bot, part=30).run(0) == Corpus(
            "classic", 4, 30, bot=bot, part=30, compiled=False
        ).run(0)


def test_partners_win_together() -> None:
    """At a table with teams, the moves of both partners are marked as won."""
    part = Corpus("classic", 4, 6, options={"teams": "pairs"}, compiled=False).run(0)
    won = pl.read_parquet(part.moves).filter("won").group_by("deal").agg(pl.col("seat").unique()).sort("deal")
    winners = pl.read_parquet(part.rounds).sort("deal")["winner"].to_list()
    assert [set(seats) for seats in won["seat"]] == [{winner, (winner + 2) % 4} for winner in winners]


@pytest.mark.parametrize("bot", ["steady", BOT])
def test_workers_change_no_byte(bot: str, tmp_path: Path) -> None:
    """With one worker or two, at once or in several runs, every file is the same to the byte."""
    job = Corpus("classic", 2, 15, bot=bot, compiled=False)
    write(tmp_path / "one", "classic", "--rounds", 15, "--players", 2, "--bot", bot)
    folder = Folder(tmp_path / "two", job)
    folder.start()
    folder.put(1, job.run(1))
    missing = Missing(job, (2, 0))
    for number, part in run(missing, workers=2):
        folder.put(missing.left[number], part)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_corpus_goes_on_where_it_ended(tmp_path: Path) -> None:
    """Run again, it makes only what is missing. With more rounds it grows, and its last part becomes a whole one."""
    told = write(tmp_path / "c", "classic", "--rounds", 8, "--players", 2)
    assert "Wrote 8 rounds with" in told
    assert "already has all 8 rounds" in write(tmp_path / "c", "classic", "--rounds", 8, "--players", 2)
    next((tmp_path / "c" / "moves").glob("000000-*")).unlink()
    assert "Wrote 6 rounds" in write(tmp_path / "c", "classic", "--rounds", 8, "--players", 2)
    assert "Wrote 8 rounds" in write(tmp_path / "c", "classic", "--rounds", 14, "--players", 2)
    write(tmp_path / "whole", "classic", "--rounds", 14, "--players", 2)
    assert contents(tmp_path / "c") == contents(tmp_path / "whole")


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C the parts that are done stay, and the same command goes on."""
    plays = Corpus.run

    def interrupted(self: Corpus, chunk: int) -> corpus.Part:
        if chunk == 1:
            raise KeyboardInterrupt
        return plays(self, chunk)

    with monkeypatch.context() as patch:
        patch.setattr(Corpus, "run", interrupted)
        arguments = ["corpus", "classic", "--rounds", "12", "--players", "2", "--workers", "1", "--out", str(tmp_path / "c")]
        result = CliRunner().invoke(cli.app, arguments)
    assert result.exit_code == STOPPED
    assert "keeps 6 new rounds" in " ".join(result.stdout.split())
    assert "Wrote 6 rounds" in write(tmp_path / "c", "classic", "--rounds", 12, "--players", 2)


def test_a_move_is_small() -> None:
    """A part takes at most twenty bytes a move, even if it is much smaller than usual."""
    part = Corpus("dawn-of-justice", 4, 100, bot="random", part=100, compiled=False).run(0)
    assert len(part.moves) / part.length <= MOST_BYTES


def test_the_folder_says_what_it_holds(tmp_path: Path) -> None:
    """The folder names its settings and columns, and a folder with anything else is refused."""
    write(tmp_path / "c", "classic", "--rounds", 6, "--players", 2)
    about = json.loads((tmp_path / "c" / "corpus.json").read_text(encoding="utf-8"))
    assert (about["edition"], about["bot"], about["seed"]) == ("classic", "steady", 0)
    assert set(about["columns"]["moves"]) == set(MOVES)
    with pytest.raises(InvalidOption, match="already holds something else"):
        Folder(tmp_path / "c", Corpus("dare", 2, 6))
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    with pytest.raises(InvalidOption, match="already holds something else"):
        Folder(tmp_path / "notes", Corpus("classic", 2, 6))
    with pytest.raises(InvalidOption, match="there is no folder"):
        Folder(tmp_path / "no" / "where", Corpus("classic", 2, 6))


def test_labels_say_how_likely_a_move_wins() -> None:
    """With labels, every move has its chance to win and the error, the same whenever it is made. Without, it has neither."""
    job = Corpus("classic", 2, 1, labels=4, compiled=False)
    part = job.run(0)
    assert part == job.run(0)
    moves = pl.read_parquet(part.moves)
    assert moves.columns == [*MOVES, "win", "win_error"]
    assert moves["win"].is_between(0, 1).all()
    assert moves["win"][-1] == 1
    assert pl.read_parquet(Corpus("classic", 2, 1, compiled=False).run(0).moves).equals(moves.drop("win", "win_error"))


def test_labels_are_the_same_on_any_machine() -> None:
    """With one worker or two, on compiled rules or without Numba, labeled moves are the same to the byte."""
    fast, slow = (Corpus("classic", 2, 2, labels=2, part=1, compiled=compiled) for compiled in (True, False))
    apart = dict(run(slow, workers=2))
    assert apart == {chunk: slow.run(chunk) for chunk in range(2)}
    assert apart == {chunk: fast.run(chunk) for chunk in range(2)}


def test_progress_is_shown_in_a_terminal(tmp_path: Path) -> None:
    """In a terminal, a bar says how much is done and how fast. Elsewhere nothing is drawn."""
    arguments = ["corpus", "classic", "--rounds", "12", "--players", "2", "--workers", "1", "--out"]
    seen, unseen = (
        CliRunner().invoke(cli.app, [*arguments, str(tmp_path / name)], env={"COLUMNS": "80", **env}).stderr
        for name, env in (("seen", {"FORCE_COLOR": "1", "TERM": "xterm"}), ("unseen", {}))
    )
    assert "100%" in seen
    assert "rounds/s" in seen
    assert not unseen


def test_a_dataset_card_comes_with_it(tmp_path: Path) -> None:
    """A README in the folder says where the data come from and what every column holds."""
    write(tmp_path / "c", "dark-side", "--rounds", 1, "--players", 2, "--option", "target=500")
    card = (tmp_path / "c" / "README.md").read_text(encoding="utf-8")
    assert "# Rounds of Star Wars" in card
    assert all(f"| moves | `{name}` |" in card for name in MOVES)
    assert '{"target": 500}' in card
