"""The corpus: rounds as Parquet files, the same to the byte however they are made."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from lastcard import Game, cli, editions
from lastcard.errors import InvalidOption
from lastcard.lab import corpus
from lastcard.lab.commands import STOPPED
from lastcard.lab.corpus import MOVES, ROUNDS, Corpus, Folder, Missing
from lastcard.lab.jobs import run

MOST_BYTES = 20  # a move


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make parts of six rounds."""
    monkeypatch.setattr(corpus, "PART", 6)


def write(folder: Path, *arguments: object) -> str:
    """Run the command and return what it prints."""
    result = CliRunner().invoke(cli.app, ["corpus", *map(str, arguments), "--workers", "1", "--out", str(folder)])
    assert result.exit_code == 0, result.stderr
    return " ".join(result.stdout.split())


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a corpus."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("edition", editions.names())
def test_every_round_can_be_played_again(edition: str, tmp_path: Path) -> None:
    """The moves lead from the deal to the recorded end, and the facts of each position are true."""
    write(tmp_path / "c", edition, "--rounds", 8, "--players", 3, "--seed", 40)
    moves = pl.read_parquet(tmp_path / "c" / "moves" / "*.parquet")
    rounds = pl.read_parquet(tmp_path / "c" / "rounds" / "*.parquet")
    assert (tuple(moves.columns), tuple(rounds.columns)) == (tuple(MOVES), tuple(ROUNDS))
    assert rounds["deal"].to_list() == list(range(40, 48))
    for end in rounds.iter_rows(named=True):
        game = Game(edition, 3, end["deal"], {"target": None})
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
            assert row["hand"] == sorted(game.hands[row["seat"]])
            assert (row["fewest"], row["choices"]) == (min(others), len(game.moves(row["seat"])))
            assert row["next_cards"] == counts[(row["seat"] + game.direction) % 3]
            game.move(row["seat"], row["move"])
        assert game.round_over
        assert (game.dealer, game.view(None).winner) == (end["dealer"], end["winner"])


def test_workers_change_no_byte(tmp_path: Path) -> None:
    """With one worker or two, at once or in several runs, every file is the same to the byte."""
    job = Corpus("classic", 2, 15)
    write(tmp_path / "one", "classic", "--rounds", 15, "--players", 2)
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


def test_a_move_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of a usual size takes at most twenty bytes a move."""
    monkeypatch.setattr(corpus, "PART", 100)
    part = Corpus("dawn-of-justice", 4, 100, bot="random").run(0)
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
    job = Corpus("classic", 2, 1, labels=20)
    part = job.run(0)
    assert part == job.run(0)
    moves = pl.read_parquet(part.moves)
    assert moves.columns == [*MOVES, "win", "win_error"]
    assert moves["win"].is_between(0, 1).all()
    assert moves["win"][-1] == 1
    assert pl.read_parquet(Corpus("classic", 2, 1).run(0).moves).equals(moves.drop("win", "win_error"))


def test_a_dataset_card_comes_with_it(tmp_path: Path) -> None:
    """A README in the folder says where the data come from and what every column holds."""
    write(tmp_path / "c", "dark-side", "--rounds", 1, "--players", 2, "--option", "target=500")
    card = (tmp_path / "c" / "README.md").read_text(encoding="utf-8")
    assert "# Rounds of Star Wars" in card
    assert all(f"| moves | `{name}` |" in card for name in MOVES)
    assert '{"target": 500}' in card
