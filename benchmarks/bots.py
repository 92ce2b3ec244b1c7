"""How strong the bots are: win rates in single rounds, with 95% intervals.

    .venv/bin/python benchmarks/bots.py [--deals N] [--seed N] [--rollouts N] [--workers N] [PART...]

The bot in question plays every deal once from each seat, with the others in all other seats, so both get the good cards. The
error is that of the mean over deals, because rounds of the same deal are correlated. Without a part, all are measured: the
bars (classic), `search` in the other editions, the oracle, what search gains from beliefs and from rollouts (ideas), how good
the beliefs are (beliefs), what a single choice gains over that of `steady` (gains), and the time for a choice (speed). The part
`rules` is measured only if it is named: the arena's figures for every table rule by itself and for every preset.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator, MutableSequence, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from lastcard import Game, Move, View, editions, presets
from lastcard.bits import color_of_kind
from lastcard.bots import Bot, get, play_round
from lastcard.bots.learned import LearnedBot, laid, network
from lastcard.bots.search import JUDGED, MANY, ROLLOUTS, SearchBot, estimates, worth_trying
from lastcard.bots.trials import ODD, Trials, compiled, interpreted
from lastcard.card_rules import SEVEN_ZERO
from lastcard.cards import color_of
from lastcard.lab.arena import Arena
from lastcard.play.evidence import Evidence
from lastcard.play.network import Thought, rate_moves
from lastcard.play.trials import BELIEVED, TOTALS
from lastcard.rules.build import compile_kernels, entry
from lastcard.rules.state import NONE, Grid, Round, Row, Rules

# Bot, opponent, players: the lowest acceptable win rate.
BARS = {
    ("steady", "random", 2): 0.68,
    ("steady", "random", 4): 0.40,
    ("search", "steady", 2): 0.61,
    ("search", "steady", 4): 0.33,
    ("search", "random", 2): 0.78,
}
BASELINES = [("steady", "chaos", 2), ("random", "chaos", 2), ("random", "chaos", 4)]
QUICK = frozenset({"steady", "random", "chaos"})  # these play ten times as many deals
MOST_MILLISECONDS = 20
MOST_MICROSECONDS = 10
WORLDS = 60  # from which the chance of a color is estimated
CHECK = 2000  # rollouts to find out what a move is worth
# Every table rule by itself, with each value that plays differently.
TABLE_RULES: dict[str, list[Any]] = {
    "stacking": ["same", "up", "any"],
    "deflect": ["reverse"],
    "draw_four": ["strict", "free"],
    "draw": ["until-playable"],
    "drawn": ["must"],
    "must_play": [True],
    "hand_limit": [12],
    "uno_penalty": [6],
    "uno_calls": ["silent"],
    "last_card": ["no-wild", "number"],
    "hand_size": [3, 12],
    "follow": ["number"],
    "jump_in": ["identical"],
    "card_rules": [[*SEVEN_ZERO]],
    "teams": ["pairs"],
}


class Choice(NamedTuple):
    """What each bot's move gains, and what the first bot's move leaves in the hand."""

    gains: list[float]
    cards: int
    wilds: int


class Oracle(SearchBot):
    """The ceiling of inference: it sees the other hands, though not the pile. Not a real bot, since it needs the game."""

    name = "oracle"
    about = "Looks at everybody's cards."
    game: Game

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        """Choose like `search`, knowing every hand."""
        hands = {seat: tuple(hand) for seat, hand in enumerate(self.game.hands) if seat != view.seat}
        return super().choose(replace(view, known=hands), moves, rng)


def player(name: str, rollouts: int) -> Bot:
    """A bot by its name, with its budget."""
    if name == "oracle":
        return Oracle(rollouts)
    if name.startswith("search"):  # search, search-400, search-400-uniform, search-3000-unjudged
        _, *how = name.split("-")
        horizon = 0 if "unjudged" in how else JUDGED
        return SearchBot(int(how[0]) if how else rollouts, odd=0 if "uniform" in how else ODD, horizon=horizon)
    return LearnedBot(interpreted) if name == "learned-interpreted" else get(name)


def wins_of_deal(names: tuple[str, str], edition: str, players: int, rollouts: int, seed: int) -> float:
    """The share of rounds that the first bot wins from a deal, played once from every seat."""
    bot, other = (player(name, rollouts) for name in names)
    wins = 0
    for seat in range(players):
        game = Game(edition, players, seed=seed, options={"target": None})
        if isinstance(bot, Oracle):
            bot.game = game
        play_round(game, [bot if s == seat else other for s in range(players)], Random(seed))
        wins += game.view(None).winner == seat
    return wins / players


def wins_at_table(names: tuple[str, str], options: dict[str, Any], players: int, rollouts: int, seed: int) -> float:
    """The share of rounds that the first bot (with teams: its pair) wins from a deal by these rules, played by the arena."""
    first, second = (f"{name}@{rollouts}" if name == "search" else name for name in names)
    rows = Arena((first, second), "classic", players, players, seed=seed, options=options).run(0)
    return sum(row.winner == row.seat for row in rows) / len(rows)


def changed_tables() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every table rule by itself and every preset, with its name."""
    for name, values in TABLE_RULES.items():
        for value in values:
            yield "seven-zero" if name == "card_rules" else f"{name} = {str(value).lower()}", {name: value}
    for preset in presets.PRESETS[1:]:
        yield preset.name, dict(preset.options)


def win_rate(shares: Sequence[float]) -> tuple[float, float]:
    """The mean and half the width of its 95% interval."""
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return mean, 1.96 * math.sqrt(variance / len(shares))


def choices(bot: Bot, edition: str, players: int, rounds: int) -> Iterator[float]:
    """The seconds of each choice with more than one move, with a bot in every seat."""
    for seed in range(rounds):
        game, rng = Game(edition, players, seed=seed), Random(seed)
        while not game.round_over:
            seat = game.to_move[0]
            view, moves = game.view(seat), game.moves(seat)
            began = time.perf_counter()
            move = bot.choose(view, moves, rng)
            if len(moves) > 1:
                yield time.perf_counter() - began
            game.move(seat, move or moves[0])


@entry
def rate_positions(
    rs: MutableSequence[Rules],
    gs: MutableSequence[Round],
    es: MutableSequence[Evidence],
    ts: MutableSequence[Thought],
    first: Grid,
    second: Grid,
    third: Row,
    biases: Row,
    seats: Row,
    counts: Row,
    moves: Grid,
    ratings: Row,
) -> None:
    """Let the network rate the moves of many positions, as it does for one choice."""
    for i in range(len(seats)):
        g, e, n = gs[i : i + 1], es[i : i + 1], counts[i]
        rate_moves(rs, g, e, ts, first, second, third, biases, seats[i], moves[i][:n], ratings[:n])


def kernel_time(edition_id: str, players: int, rounds: int, repeats: int = 200) -> tuple[float, float]:
    """The seconds that the compiled network takes for the moves of a choice, and how many moves there are.

    These are the positions of `choices`, without the time to get a view into the form that kernels want.
    """
    edition = editions.get(edition_id)
    engine = compiled(edition)
    asked = list(weighed(edition_id, players, rounds))
    laid_out = [laid(engine, edition, view) for view, _ in asked]
    states = [np.concatenate([each[part] for each in laid_out]) for part in range(4)]
    moves = np.zeros((len(asked), max(len(tried) for _, tried in asked)), np.int64)
    for row, (_, tried) in zip(moves, asked, strict=True):
        row[: len(tried)] = [NONE if move is None else edition.codec.read(move)[0] for move in tried]
    seats = np.array([view.seat for view, _ in asked], np.int64)
    counts = np.array([len(tried) for _, tried in asked], np.int64)
    kernels: Any = compile_kernels(*edition.assembled("search", (sys.modules[__name__],)))
    given = (*states, *network(edition, engine, players), seats, counts, moves, np.zeros(moves.shape[1], np.int64))
    kernels.rate_positions(*given)  # compiles
    began = time.process_time()
    for _ in range(repeats):
        kernels.rate_positions(*given)
    return (time.process_time() - began) / repeats / len(asked), float(counts.mean())


def weighed(edition: str, players: int, rounds: int) -> Iterator[tuple[View, list[Move | None]]]:
    """The choices that `learned` weighs in rounds with itself, with the moves that it rates."""
    learned = get("learned")
    for seed in range(rounds):
        game, rng = Game(edition, players, seed=seed), Random(seed)
        while not game.round_over:
            seat = game.to_move[0]
            view, moves = game.view(seat), game.moves(seat)
            if len(tried := worth_trying(view, moves)) > 1:
                yield view, tried
            game.move(seat, learned.choose(view, moves, rng) or moves[0])


def positions(players: int, rounds: int, seed: int) -> Iterator[tuple[View, list[list[str]]]]:
    """Every seventh view of rounds that `steady` plays with itself, and the true hands."""
    for number in range(rounds):
        game, rng, moves = Game("classic", players, seed=seed + number), Random(number), 0
        while not game.round_over:
            seat = game.to_move[0]
            view = game.view(seat)
            moves += 1
            if moves % 7 == 0:
                yield view, game.hands
            legal = game.moves(seat)
            game.move(seat, get("steady").choose(view, legal, rng) or legal[0])


def color_errors(view: View, hands: list[list[str]], odd: int) -> Iterator[float]:
    """How wrong the believed chance is that another seat holds a color, for every seat and color."""
    trials = Trials(view, seed=1, odd=odd)
    held: Counter[tuple[int, int]] = Counter()
    for _ in range(WORLDS):
        trials.run([], 5, trials.engine.ints(1, TOTALS))
        masks = trials.rounds[BELIEVED].held
        held.update((seat, color) for seat in range(view.players) for color in range(5) if masks[seat][color])
    for seat, hand in enumerate(hands):
        kinds = {color_of_kind(trials.edition.codec.card_codes[card]) for card in hand}
        if seat != view.seat:
            yield from ((held[seat, color] / WORLDS - (color in kinds)) ** 2 for color in range(5))


def gains_of_round(bots: Sequence[Bot], players: int, seed: int) -> list[Choice]:
    """What each bot's move gains over that of `steady`, at each choice of the first bot in a round.

    By the same beliefs, but in other worlds than those in which it was chosen, and to the end of the round. Summed over a round
    this is how much more often than `steady` a bot wins.
    """
    game, rng, seat = Game("classic", players, seed=seed, options={"target": None}), Random(seed), seed % players
    steady, found = get("steady"), list[Choice]()
    while not game.round_over:
        mover = game.to_move[0]
        view, moves = game.view(mover), game.moves(mover)
        chosen = steady.choose(view, moves, rng)
        if mover == seat and len(worth_trying(view, moves)) > 1:
            picked = [bot.choose(view, moves, Random(seed + len(found))) for bot in bots]
            tried = list(dict.fromkeys([chosen, *picked]))
            checked = estimates(view, tried, rollouts=CHECK * len(tried), rng=rng) if len(tried) > 1 else []
            wins = {estimate.move: estimate.win for estimate in checked}
            left = Counter(view.hand)
            if picked[0] and picked[0].verb == "play":
                left[str(picked[0].card)] -= 1
            wilds = sum(copies for card, copies in left.items() if color_of(card) is None)
            found.append(Choice([wins.get(move, 0.0) - wins.get(chosen, 0.0) for move in picked], left.total(), wilds))
            chosen = picked[0]
        game.move(mover, chosen or moves[0])
    return found


def worth_of_kept_wild(rounds: Sequence[Sequence[Choice]]) -> tuple[float, float]:
    """How much more later choices gain for each wild that a choice leaves in a large hand, and the error by rounds."""
    rows, later, of_round = [], [], []
    for at, choices in enumerate(rounds):
        for number, choice in enumerate(choices):
            if choice.cards >= MANY:
                rows.append([1.0, choice.cards, choice.wilds])
                later.append(sum(after.gains[0] for after in choices[number + 1 :]))
                of_round.append(at)
    x, y = np.array(rows), np.array(later)
    slopes = np.linalg.lstsq(x, y, rcond=None)[0]
    pulls = np.zeros((len(rounds), x.shape[1]))
    np.add.at(pulls, of_round, x * (y - x @ slopes)[:, None])
    inverse = np.linalg.inv(x.T @ x)
    spread = inverse @ pulls.T @ pulls @ inverse
    return float(slopes[2]), 1.96 * math.sqrt(spread[2, 2])


class Bench:
    """What is measured, and on which deals."""

    def __init__(self, deals: int, seed: int, rollouts: int, workers: int, players: int | None, only: str) -> None:
        self.deals = deals
        self.only = only
        self.players = players
        self.seed = seed
        self.rollouts = rollouts
        self.pool = ProcessPoolExecutor(workers) if workers > 1 else None

    def row(self, name: str, other: str, players: int, edition: str = "classic") -> None:
        """Play and print one line, unless another number of players was requested."""
        if self.players not in (None, players):
            return
        count = self.deals * (10 if {name, other} <= QUICK else 1) * 2 // players
        deal = partial(wins_of_deal, (name, other), edition, players, self.rollouts)
        seeds = range(self.seed, self.seed + count)
        mean, error = win_rate(list(self.pool.map(deal, seeds, chunksize=8) if self.pool else map(deal, seeds)))
        bar = BARS.get((name, other, players)) if edition == "classic" else 1 / players if name.startswith("search") else None
        told = "" if bar is None else f"{bar:.0%} {'clear' if mean - error >= bar else 'reached' if mean >= bar else 'MISSED'}"
        print(f"| {edition} | {name} | {other} | {players} | {mean:.1%} ± {error:.1%} | {count} | {told} |", flush=True)

    def bars(self) -> None:
        """The bars, and the two baselines."""
        for name, other, players in [*BARS, *BASELINES]:
            self.row(name, other, players)

    def editions(self) -> None:
        """`search` against `steady` everywhere else."""
        for edition in editions.names():
            if edition != "classic":
                self.row("search", "steady", 2, edition)

    def rules(self) -> None:
        """Print how strong the bots are under each table rule: one line for each rule, and the share that would be even."""
        sizes = [players for players in (2, 4) if self.players in (None, players)]
        columns = [(pair, players) for pair in (("steady", "random"), ("search", "steady")) for players in sizes]
        heads = [f"`{bot}` vs. `{other}`, {players}" for (bot, other), players in columns]
        print(f"| rules | {' | '.join(heads)} |\n| --- |{' --- |' * len(heads)}")
        for label, options in changed_tables():
            if self.only in ("", *label.split()):
                cells = [self.at_table(options, pair, players) for pair, players in columns]
                print(f"| {label} | {' | '.join(cells)} |", flush=True)

    def at_table(self, options: dict[str, Any], names: tuple[str, str], players: int) -> str:
        """The share of rounds that a bot wins by these rules. It says OPEN if the interval includes an even share."""
        if players == 2 and "teams" in options:
            return ""
        even = 1 / 2 if "teams" in options else 1 / players
        count = self.deals * 2 // players
        deal = partial(wins_at_table, names, options, players, self.rollouts)
        seeds = range(self.seed, self.seed + count)
        mean, error = win_rate(list(self.pool.map(deal, seeds, chunksize=8) if self.pool else map(deal, seeds)))
        return f"{mean:.1%} ± {error:.1%}{'' if mean - error > even else ' OPEN'}"

    def oracle(self) -> None:
        """The ceiling of inference."""
        for players in (2, 4):
            self.row("oracle", "steady", players)

    def ideas(self) -> None:
        """What beliefs and rollouts contribute."""
        for name in ("search-400-uniform", "search-400", "search-3000-uniform", "search-3000", "search-3000-unjudged"):
            self.row(name, "steady", 2)

    def beliefs(self) -> None:
        """Print how well the beliefs predict which colors a player holds, as the mean square error of the chances."""
        print()
        for players in (2, 4):
            seen = list(positions(players, max(self.deals // 10, 2), self.seed))
            for what, odd in (("dealt by chance", 0), ("as believed", ODD)):
                errors = [error for view, hands in seen for error in color_errors(view, hands, odd)]
                print(f"{players} players, hands {what}: {sum(errors) / len(errors):.3f} in {len(seen)} positions", flush=True)

    def gains(self) -> None:
        """Print what a choice gains over that of `steady`, and what keeping a wild for later gains."""
        names = ["search", "search-1000", "search-30000", "search-3000-unjudged", "search-7000-uniform"]
        bots = [player(name, self.rollouts) for name in names]
        print("\n| players | choices per round | bot | gain per choice | gain per round |\n| --- | --- | --- | --- | --- |")
        kept = []
        for players in (2, 4):
            count = max(self.deals // 2, 2)
            deal = partial(gains_of_round, bots, players)
            seeds = range(self.seed, self.seed + count)
            rounds = list(self.pool.map(deal, seeds) if self.pool else map(deal, seeds))
            choices = sum(map(len, rounds)) / count
            for i, name in enumerate(names):
                mean, error = win_rate([sum(choice.gains[i] for choice in each) for each in rounds])
                told = f"{mean / choices:.2%} | {mean:.1%} ± {error:.1%}"
                print(f"| {players} | {choices:.1f} | {name} | {told} |", flush=True)
            kept.append((players, *worth_of_kept_wild(rounds)))
        print()
        for players, worth, error in kept:
            print(f"{players} players: keeping a wild adds {worth:.1%} ± {error:.1%} to what later choices gain")

    def speed(self, rounds: int = 10) -> None:
        """Print how long a choice takes."""
        print()
        for players in (2, 4):
            seconds, moves = kernel_time("classic", players, rounds)
            told = f"{seconds * 1e6:.3g} µs per choice between {moves:.2g} moves (at most {MOST_MICROSECONDS})"
            print(f"learned, {players} players, the compiled network alone: {told}", flush=True)
        for name in ("chaos", "random", "steady", "learned", "learned-interpreted", "search"):
            for players in (2, 4):
                bot = player(name, self.rollouts)
                next(choices(bot, "classic", players, 1))  # compiles
                times = list(choices(bot, "classic", players, rounds))
                mean = sum(times) / len(times) * 1e3
                budget = f" with {self.rollouts} rollouts (at most {MOST_MILLISECONDS})" if name == "search" else ""
                print(f"{name}, {players} players: {mean:.3g} ms per choice{budget}, longest {max(times) * 1e3:.3g} ms")


def main() -> None:
    """Print tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("parts", nargs="*", default=["bars", "editions", "oracle", "ideas", "beliefs", "gains", "speed"])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=40_000_000, help="the first deal; lower ones were used for tuning")
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--players", type=int, help="play only the rounds with this many")
    parser.add_argument("--only", default="", help="of the part `rules`, measure only the rule or preset with this name")
    given = parser.parse_args()
    bench = Bench(given.deals, given.seed, given.rollouts, given.workers, given.players, given.only)
    print(f"deals from seed {given.seed}, each from every seat; search with {given.rollouts} rollouts\n")
    if given.parts != ["rules"]:
        print("| edition | bot | against | players | wins | deals | bar |\n| --- | --- | --- | --- | --- | --- | --- |")
    for part in given.parts:
        getattr(bench, part)()


if __name__ == "__main__":
    main()
