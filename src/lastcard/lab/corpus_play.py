"""Rounds for a corpus by the compiled policies, as tables. Without Numba, the same rounds are played interpreted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from .. import editions
from ..compiled import allocate
from ..edition import Edition
from ..play.playout import DEFAULT_PEOPLE
from ..play.policy import WEIGHTS, Player
from ..rules.build import compile_kernels, interpret_kernels
from ..rules.state import MOVES, NONE
from . import corpus_kernels
from .corpus_kernels import CARD_ROOM, ENDS, FACTS, MOVE_ROOM, RANDOM, STEADY

POLICIES = {"random": RANDOM, "steady": STEADY}
Ints = NDArray[np.int32]


class Recorded(NamedTuple):
    """Rounds in numbers: the facts of every move, the cards of all those hands one after another, and the ends of rounds."""

    facts: Ints
    cards: NDArray[np.uint8]
    ends: Ints


@lru_cache(maxsize=8)
def table_of(edition: str, players: int, options: str, compiled: bool) -> RecordingTable:  # noqa: FBT001
    """Return the table with these settings, which are given as JSON. It is made once."""
    return RecordingTable(editions.get(edition), players, json.loads(options), compiled=compiled)


def moves_columns(edition: Edition, first: int, recorded: Recorded) -> dict[str, pl.Series]:
    """Return the columns of a corpus's moves."""
    fact = dict(zip(FACTS, recorded.facts.T, strict=True))
    codec, counts = edition.codec, recorded.ends[:, ENDS.index("moves")]
    made, which = np.unique(fact["move"], return_inverse=True)
    return {
        "deal": pl.Series(np.repeat(np.arange(first, first + len(counts), dtype=np.uint64), counts)),
        "number": pl.Series(np.arange(len(recorded.facts)) - np.repeat(np.cumsum(counts) - counts, counts)),
        "phase": texts(edition.phase_names, fact["phase"]),
        "top": texts(codec.card_texts, fact["top"]),
        "color": texts(dict(enumerate(codec.colors)), fact["color"]),
        "hand": hands(texts(codec.card_texts, recorded.cards), fact["cards"]),
        "move": texts({i: str(codec.move(int(code))) for i, code in enumerate(made)}, which),
        **{name: pl.Series(fact[name]) for name in ("seat", "cards", "next_cards", "fewest", "pile", "choices", "won")},
    }


def rounds_columns(first: int, recorded: Recorded) -> dict[str, pl.Series]:
    """Return the columns of a corpus's rounds."""
    found = {name: pl.Series(name, column) for name, column in zip(ENDS, recorded.ends.T, strict=True)}
    found["winner"] = found["winner"].replace(NONE, None)
    return {"deal": pl.Series(np.arange(first, first + len(recorded.ends), dtype=np.uint64)), **found}


def hands(cards: pl.Series, sizes: Ints) -> pl.Series:
    """Return cards that follow one another as lists of these sizes."""
    rows = np.arange(len(sizes), dtype=np.uint32)
    held = pl.DataFrame({"row": pl.Series(np.repeat(rows, sizes)).set_sorted(), "hand": cards})
    lists = held.group_by("row", maintain_order=True).agg("hand")
    if not sizes.all():
        lists = pl.DataFrame({"row": rows}).join(lists, on="row", how="left", maintain_order="left")
        lists = lists.with_columns(pl.col("hand").fill_null([]))
    return lists["hand"]


def texts(names: Mapping[int, str], codes: NDArray[Any]) -> pl.Series:
    """Return texts for numbers, as categories. NONE has no text."""
    words: list[str | None] = [names.get(code) for code in range(max(names) + 1)]
    every = pl.Series([*words, None], dtype=pl.Categorical)
    return every.gather(np.where(codes == NONE, len(words), codes).astype(np.uint32))


class RecordingTable:
    """An edition's recording kernels for a table."""

    def __init__(self, edition: Edition, players: int, options: Mapping[str, Any], *, compiled: bool) -> None:
        self.edition, self.compiled = edition, compiled
        read = edition.read_options(options)
        self.dealer = NONE if read["dealer"] is None else read["dealer"]
        modules = edition.assembled("steady", (corpus_kernels,))
        if compiled:
            self.kernels, self.rules = compile_kernels(*modules), allocate(edition.rules)
            edition.fill_rules(self.rules[0], read, players)
        else:
            self.kernels, self.rules = interpret_kernels(*modules, replaced={}), [edition.make_rules(read, players)]
        self.order = sorted(edition.codec.card_texts, key=edition.codec.card_texts.__getitem__)

    def record(self, first: int, games: int, policy: str) -> Recorded:
        """Play rounds from this deal on."""
        parts = []
        while games:
            part = self._record_some(first, games, POLICIES[policy])
            parts.append(part)
            first, games = first + len(part.ends), games - len(part.ends)
        return Recorded(*(np.concatenate(each) for each in zip(*parts, strict=True)))

    def _record_some(self, first: int, games: int, policy: int) -> Recorded:
        """Play as many of these rounds as there is room for."""
        places: tuple[Any, ...]
        order: Any
        facts: Any
        cards: Any
        ends: Any
        if self.compiled:
            places = (allocate(self.edition.round), allocate(Player), np.zeros(MOVES, np.int64))
            order, facts = np.array(self.order), np.zeros((MOVE_ROOM, len(FACTS)), np.int32)
            cards, ends = np.zeros(CARD_ROOM, np.uint8), np.zeros((games, len(ENDS)), np.int32)
        else:
            places = ([self.edition.round()], [Player()], [0] * MOVES)
            order, facts = self.order, [[0] * len(FACTS) for _ in range(MOVE_ROOM)]
            cards, ends = bytearray(CARD_ROOM), [[0] * len(ENDS) for _ in range(games)]
        for name, value in {**DEFAULT_PEOPLE, **WEIGHTS}.items():
            setattr(places[1][0], name, value)
        played = self.kernels.record(self.rules, *places, first, games, policy, self.dealer, order, facts, cards, ends)
        told = np.array(ends[:played], np.int32)
        made = np.array(facts[: told[:, ENDS.index("moves")].sum()], np.int32).reshape(-1, len(FACTS))
        return Recorded(made, np.array(cards[: made[:, FACTS.index("cards")].sum()], np.uint8), told)
