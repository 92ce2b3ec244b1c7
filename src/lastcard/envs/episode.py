"""A game as an agent sees it: one seat at a time is asked, and answers with an action.

Before the game goes on, the seats in ``game.offers()`` are asked for moves out of turn, whatever they hold: first those that
owe a call, then the others from the left of the last mover. A seat without such a move can only decline. Once all have
declined, the first seat that the game is waiting for is asked for its move. After every move, the asking starts over.

An episode is one round, or a whole game if the options have a ``target``. It pays at the end of each round (``points``: every
loser pays the value of its hand, and the winner gets it all) or at the end of the episode (``win``: the winner gets 1, and
the others share the loss). A round without a winner pays nothing. Payoffs always add up to zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from .. import editions
from ..edition import Edition
from ..errors import InvalidMove, InvalidOption
from ..game import Game
from ..scores import team_of
from ..typed_text import quoted
from .actions import DECLINE, actions_of
from .observation import Bytes, observe

Payoff = Literal["win", "points"]
LONGEST = 5000  # actions after which an episode is cut off


def episode_options(edition: Edition, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The options of a game, but with one round unless a target is given."""
    return edition.read_options({"target": None, **(options or {})})


def check_payoff(payoff: str) -> None:
    """Raise InvalidOption if there is no such payoff."""
    if payoff not in get_args(Payoff):
        raise InvalidOption(f"payoff is one of {', '.join(get_args(Payoff))}, not {quoted(payoff)}")


def win_payoffs(players: int, winners: Sequence[int]) -> list[float]:
    """Winners share 1, and the others share the loss. Nobody is paid if nobody, or everybody, won."""
    losers = players - len(winners)
    if not winners or not losers:
        return [0.0] * players
    return [1 / len(winners) if seat in winners else -1 / losers for seat in range(players)]


def points_payoffs(won: Sequence[int], points: Sequence[int]) -> list[float]:
    """Every loser pays the value of its hand, and the winner, or the winning team, gets it all."""
    lost = [0.0 if seat in won or not won else -float(count) for seat, count in enumerate(points)]
    return [-sum(lost) / len(won) if seat in won else loss for seat, loss in enumerate(lost)]


class Episode:
    """One episode of an edition. ``seat`` is the seat being asked, and ``act`` answers for it."""

    def __init__(
        self,
        edition: str | Edition,
        players: int,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        payoff: Payoff = "win",
        longest: int = LONGEST,
        version: int = 0,
    ) -> None:
        check_payoff(payoff)
        found = editions.get(edition)
        self.game = Game(found, players, seed, episode_options(found, options))
        self.actions = actions_of(found, players, options)
        self.payoff = payoff
        self.longest = longest
        self.version = version
        self.taken: list[int] = []  # every action since the deal
        self.rewards = [0.0] * players  # of the last action
        self.returns = [0.0] * players
        self._to_ask = list(self.game.offers())

    def copy(self) -> Episode:
        """An independent copy."""
        return self.around(self.game.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle an episode as its deal and its actions."""
        game = self.game
        if game.is_imagined:
            raise TypeError("a redealt world cannot be replayed from its actions")
        given = (game.edition.id, game.players, game.seed, game.options, self.payoff, self.longest, self.version)
        return _replayed, (given, self.taken)

    def around(self, game: Game) -> Episode:
        """A copy at the same point but with another game: a copy of it, or a world that looks the same."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.game = game
        twin.rewards, twin.returns = self.rewards[:], self.returns[:]
        twin.taken, twin._to_ask = self.taken[:], self._to_ask[:]
        return twin

    @property
    def terminated(self) -> bool:
        """Whether the round, or with a target the game, has ended."""
        return self.game.round_over

    @property
    def truncated(self) -> bool:
        """Whether the episode was cut off before its end."""
        return len(self.taken) >= self.longest and not self.terminated

    @property
    def over(self) -> bool:
        """Whether nobody will be asked again."""
        return self.terminated or self.truncated

    @property
    def is_chance(self) -> bool:
        """Whether the seat is being asked for a move out of turn, which it may decline."""
        return bool(self._to_ask)

    @property
    def seat(self) -> int | None:
        """The seat being asked; None when the episode is over."""
        if self.over:
            return None
        owing = self.game.owes_uno
        return next((seat for seat in self._to_ask if seat in owing), (self._to_ask or self.game.to_move)[0])

    def legal(self, seat: int) -> list[int]:
        """A seat's actions now, in ascending order. Only the seat being asked has any."""
        if seat != self.seat:
            return []
        chances = self.game.chances(seat)
        if self._to_ask:
            return sorted([DECLINE, *(self.actions.number(move, seat) for move in chances)])
        moves = self.game.moves(seat)
        duties = moves[: len(moves) - len(chances)] or moves
        return sorted(self.actions.number(move, seat) for move in duties)

    def act(self, action: int) -> None:
        """Take an action for the seat being asked. Raises InvalidMove, and changes nothing, if it is illegal."""
        seat = self.seat
        if seat is None or action not in self.legal(seat):
            raise InvalidMove(f"seat {seat} cannot take action {quoted(action)} now")
        self.taken.append(action)
        self.rewards = [0.0] * self.game.players
        move = self.actions.move(action, seat)
        if move is None:
            self._to_ask.remove(seat)
            return
        self.game.move(seat, move)
        if self.game.round_over:
            self._pay()
        self._to_ask = list(self.game.offers())

    def _pay(self) -> None:
        game = self.game
        view = game.view(None)
        is_last = game.options["target"] is None or game.over
        if self.payoff == "points":
            won = () if view.winner is None else team_of(game.options, game.players, view.winner)
            self.rewards = points_payoffs(won, view.points or (0,) * game.players)
        elif is_last:
            self.rewards = win_payoffs(game.players, game.winners)
        self.returns = [before + now for before, now in zip(self.returns, self.rewards, strict=True)]
        if not is_last:
            game.next_round()

    def observe(self, seat: int, version: int | None = None) -> Bytes:
        """A seat's current observation, in the episode's version unless another is given."""
        chosen = self.version if version is None else version
        return observe(self.game, seat, chance=self.is_chance and seat == self.seat, version=chosen)


def _replayed(given: tuple[Any, ...], taken: list[int]) -> Episode:
    """Rebuild a pickled episode."""
    episode = Episode(*given)
    for action in taken:
        episode.act(action)
    return episode
