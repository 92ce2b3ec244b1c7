"""A corpus: rounds between bots as Parquet files, with every move and the facts of its position.

A part is a fixed number of rounds, and its files depend only on its number and the settings. So a corpus is the same to the
byte on any number of workers, and one that was stopped can be continued. The bots ``random`` and ``steady`` stand for the
policies of these names, which play on the compiled rules, some thousand times as fast as a bot.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import polars as pl

from .. import editions
from ..bits import has
from ..bots import play_round
from ..bots.search import estimates
from ..bots.trials import fastest, interpreted
from ..errors import InvalidOption
from ..game import Game
from ..moves import Move
from ..rules.seats import team
from ..typed_text import quoted
from .corpus_play import POLICIES, moves_columns, rounds_columns, table_of
from .entrants import entrant
from .file_names import whole

PART = 10_000  # rounds in a part, as long as a policy plays them
SLOW_PART = 500  # the same if a bot does, or if every move is labeled
ABOUT = "corpus.json"  # the settings, next to the parts
CARD = "README.md"  # what a stranger should know about the data
MOVES: dict[str, tuple[Any, str]] = {
    "deal": (pl.UInt64, "the seed: Game(edition, players, seed=deal, options=options)"),
    "number": (pl.UInt16, "which move of the round, from 0"),
    "seat": (pl.UInt8, "who moves"),
    "phase": (pl.Categorical, "what the round is waiting for"),
    "top": (pl.Categorical, "the top card"),
    "color": (pl.Categorical, "the color in force; empty while it is owed"),
    "hand": (pl.List(pl.Categorical), "the player's cards, sorted by name"),
    "cards": (pl.UInt8, "how many those are"),
    "next_cards": (pl.UInt8, "how many the next player in order of play holds"),
    "fewest": (pl.UInt8, "the fewest cards that any other player holds"),
    "pile": (pl.UInt8, "cards in the draw pile"),
    "choices": (pl.UInt16, "how many legal moves the player has"),
    "move": (pl.Categorical, "the move, as text"),
    "won": (pl.Boolean, "whether the player wins the round in the end, alone or with a partner"),
}
LABELS: dict[str, tuple[Any, str]] = {
    "win": (
        pl.Float32,
        "the player's chance to win the round with this move, by trials in worlds that fit what the player knows",
    ),
    "win_error": (pl.Float32, "its standard error if worlds were independent"),
}
ROUNDS: dict[str, tuple[Any, str]] = {
    "deal": (pl.UInt64, "the seed"),
    "dealer": (pl.UInt8, "who deals"),
    "winner": (pl.UInt8, "who wins the round; empty if nobody does"),
    "points": (pl.UInt16, "the points left in all hands"),
    "moves": (pl.UInt16, "how many moves it takes"),
}


class Part(NamedTuple):
    """The two files of a part, as bytes."""

    moves: bytes
    rounds: bytes
    length: int  # in moves


@dataclass(frozen=True)
class Corpus:
    """A job that plays ``rounds`` rounds of an edition, with the same bot in every seat."""

    edition: str
    players: int
    rounds: int
    seed: int = 0
    bot: str = "steady"
    options: Mapping[str, Any] = field(default_factory=dict)
    labels: int = 0  # trials of each move for its win chance; 0 for no labels
    compiled: bool = True  # whether policies and trials run on the compiled rules; the files are the same

    part: int = 0  # rounds in a part; 0 stands for the usual number

    def __post_init__(self) -> None:
        usual = PART if self.bot in POLICIES and not self.labels else SLOW_PART
        object.__setattr__(self, "part", self.part or usual)

    @property
    def threads(self) -> bool:
        return self.compiled and self.bot in POLICIES and not self.labels

    @property
    def chunks(self) -> int:
        return -(-self.rounds // self.part)

    def rounds_in(self, chunk: int) -> int:
        """How many rounds a part has."""
        return min(self.part, self.rounds - chunk * self.part)

    def check(self) -> None:
        """Raise the error that a table with these settings would raise, or one about the bot."""
        entrant(self.bot)
        self._table(self.seed)

    def _table(self, deal: int) -> Game:
        return Game(self.edition, self.players, deal, {"target": None, **self.options})

    def run(self, chunk: int) -> Part:
        """Play a part."""
        first, count = self.seed + chunk * self.part, self.rounds_in(chunk)
        moves, rounds = (self._by_policy if self.bot in POLICIES else self._by_bot)(first, count)
        if self.labels:
            moves = moves.hstack(self._labels(moves))
        return Part(_written(moves, self.columns), _written(rounds, ROUNDS), len(moves))

    def _by_policy(self, first: int, count: int) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Play rounds by a policy."""
        options = json.dumps({"target": None, **self.options})
        recorded = table_of(self.edition, self.players, options, self.compiled).record(first, count, self.bot)
        edition = editions.get(self.edition)
        return pl.DataFrame(moves_columns(edition, first, recorded)), pl.DataFrame(rounds_columns(first, recorded))

    def _by_bot(self, first: int, count: int) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Play rounds by a bot."""
        bot = entrant(self.bot).bot
        moves: list[tuple[Any, ...]] = []
        rounds: list[tuple[Any, ...]] = []
        for deal in range(first, first + count):
            game = self._table(deal)
            play_round(game, [bot] * self.players, Random(deal))
            made = game.record()["moves"]
            view = game.view(None)
            rounds.append((deal, game.dealer, view.winner, sum(view.points or ()), len(made)))
            winners = 0 if view.winner is None else team(game.inside().round, view.winner)
            moves += ((*facts, bool(has(winners, facts[2]))) for facts in self._told(deal, made))
        return _framed(moves, MOVES), _framed(rounds, ROUNDS)

    @property
    def columns(self) -> dict[str, tuple[Any, str]]:
        """The columns of a move, with the labels if they are wanted."""
        return {**MOVES, **LABELS} if self.labels else MOVES

    def _labels(self, moves: pl.DataFrame) -> pl.DataFrame:
        """The chance to win with each move. The dice depend on the deal and the number of the move alone."""
        found: list[tuple[float, float]] = []
        engine = fastest if self.compiled else interpreted
        for deal, number, seat, text in moves.select("deal", "number", "seat", "move").iter_rows():
            if number == 0:
                game = self._table(deal)
            made = next((each for each in game.moves(seat) if each == text), Move(text))
            dice = Random(f"{game.seed} {number}")
            [label] = estimates(game.view(seat), [made], rollouts=self.labels, rng=dice, engine=engine, patient=True)
            found.append((label.win, label.error))
            game.move(seat, text)
        return _framed(found, LABELS)

    def _told(self, deal: int, made: list[Any]) -> Iterator[tuple[Any, ...]]:
        """Every move of a round with the facts before it, by playing the round again."""
        game = self._table(deal)
        for number, (seat, move) in enumerate(made):
            table = game.inside().round
            held = list(table.hand_n[: self.players])
            after = held[(seat + game.direction) % self.players]
            fewest = min(held[:seat] + held[seat + 1 :])
            facts = (
                game.phase,
                game.top,
                game.color,
                sorted(game.hands[seat]),
                held[seat],
                after,
                fewest,
                table.draw_n,
                len(game.moves(seat)),
            )
            yield (deal, number, seat, *facts, move)
            game.move(seat, move)


def _framed(rows: list[Any], columns: Mapping[str, tuple[Any, str]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema={name: kind for name, (kind, _) in columns.items()}, orient="row")


def _written(frame: pl.DataFrame, columns: Mapping[str, tuple[Any, str]]) -> bytes:
    out = io.BytesIO()
    typed = frame.select(pl.col(name).cast(kind) for name, (kind, _) in columns.items())
    typed.write_parquet(out, compression="zstd", compression_level=12, statistics=False)
    return out.getvalue()


class Folder:
    """A folder with a corpus. InvalidOption if it holds something else."""

    def __init__(self, path: Path, job: Corpus) -> None:
        self.path, self.job = path, job
        about = {**asdict(job), "rules_version": editions.get(job.edition).version}
        about["columns"] = {"moves": _about(job.columns), "rounds": _about(ROUNDS)}
        del about["rounds"], about["compiled"]  # more rounds, at any speed, continue the same corpus
        if not job.labels:
            del about["labels"]
        self._about = json.dumps(about, indent=2, sort_keys=True) + "\n"
        file = path / ABOUT
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            if not file.is_file() or file.read_text(encoding="utf-8") != self._about:
                raise InvalidOption(f"{quoted(str(path))} already holds something else; name another folder with --out")
        elif not path.parent.is_dir():
            raise InvalidOption(f"there is no folder {quoted(str(path.parent))}")

    def start(self) -> None:
        """Make the folder."""
        for part in ("moves", "rounds"):
            (self.path / part).mkdir(parents=True, exist_ok=True)
        (self.path / ABOUT).write_text(self._about, encoding="utf-8")
        (self.path / CARD).write_text(card(self.job), encoding="utf-8")

    def files(self, chunk: int) -> tuple[Path, Path]:
        """The two files of a part. Their names say how many rounds they have."""
        name = f"{chunk:06}-{self.job.rounds_in(chunk)}.parquet"
        return self.path / "moves" / name, self.path / "rounds" / name

    def has(self, chunk: int) -> bool:
        """Whether a part is done."""
        return all(file.is_file() for file in self.files(chunk))

    def put(self, chunk: int, part: Part) -> None:
        """Write a part, and replace a shorter one that ended the corpus before."""
        for file, data in zip(self.files(chunk), (part.moves, part.rounds), strict=True):
            for other in file.parent.glob(f"{chunk:06}-*.parquet"):
                if other != file:
                    other.unlink()
            with whole(file) as place:
                place.write_bytes(data)


@dataclass(frozen=True)
class Missing:
    """The parts of a corpus that are still to be made, as a job of their own."""

    job: Corpus
    left: tuple[int, ...]

    @property
    def threads(self) -> bool:
        return self.job.threads

    @property
    def chunks(self) -> int:
        return len(self.left)

    def run(self, chunk: int) -> Part:
        """Play a part."""
        return self.job.run(self.left[chunk])


def card(job: Corpus) -> str:
    """The dataset card of a corpus: where it comes from, what is in it, and what it is good for."""
    edition = editions.get(job.edition)
    lines = [
        f"# Rounds of {edition.title} between bots",
        "",
        f"Simulated rounds of the card game {edition.title} with {job.players} players, "
        + f"lastcard's {'policy' if job.bot in POLICIES else 'bot'} `{job.bot}` in every seat, "
        + f"by the leaflet's rules (version {edition.version} in lastcard)"
        + (f", with the options {json.dumps(dict(job.options), sort_keys=True)}." if job.options else "."),
        "No people took part, and there is nothing personal in the data.",
        "",
        "## Files",
        "",
        "`moves/*.parquet` has a row for every move, `rounds/*.parquet` one for every round. `corpus.json` holds the settings.",
        "",
        "| table | column | what it holds |",
        "| --- | --- | --- |",
        *(f"| moves | `{name}` | {says} |" for name, (_, says) in job.columns.items()),
        *(f"| rounds | `{name}` | {says} |" for name, (_, says) in ROUNDS.items()),
        "",
        "## How it was made",
        "",
        f"Deals count up from seed {job.seed}. The files are the same to the byte on any machine and any number of workers. "
        + "Moves out of turn are rows, too. Bots play alike, so the data say how they play and not how people do.",
    ]
    if job.labels:
        lines += ["", f"Every move is labeled with its win chance by {job.labels} trials, as `docs/bots.md` describes."]
    return "\n".join(lines) + "\n"


def _about(columns: Mapping[str, tuple[Any, str]]) -> dict[str, str]:
    return {name: says for name, (_, says) in columns.items()}
