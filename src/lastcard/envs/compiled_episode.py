"""An episode on the compiled rules that can be copied at any point, and has the words of an interpreted one when asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import InvalidMove
from ..game import Game
from ..typed_text import quoted
from .episode import Episode, win_payoffs
from .observation import Bytes
from .single import Place


class CompiledEpisode:
    """What :class:`~lastcard.envs.episode.Episode` is, with the same results. A copy of it is a copy of a few arrays.

    ``place`` has the table's compiled rules and stays as it is. ``begin`` makes the interpreted episode of the same deal.
    """

    def __init__(self, place: Place, deal: int, begin: Callable[[], Episode]) -> None:
        self._place = place.copy()
        self._place.start(deal)
        self._begin = begin
        self._interpreted: Episode | None = None
        self._is_shared = False  # whether a copy of this episode has the same interpreted one
        self.payoff = place.payoff
        self.taken: list[int] = []  # every action since the deal
        self.over = False
        self.seat: int | None = int(self._place.seats[0])

    def copy(self) -> CompiledEpisode:
        """An independent copy."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin._place, twin.taken = self._place.copy(), self.taken[:]
        twin._is_shared = self._is_shared = self._interpreted is not None
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> CompiledEpisode:
        return self.copy()

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle an episode as an interpreted one."""
        return self.interpreted.__reduce__()

    @property
    def interpreted(self) -> Episode:
        """The same episode on interpreted rules, which is brought up to date only here."""
        found = self._interpreted or self._begin()
        left = self.taken[len(found.taken) :]
        if left and self._is_shared:
            found = found.copy()
        for action in left:
            found.act(action)
        if left or self._interpreted is None:
            self._interpreted, self._is_shared = found, False
        return found

    @property
    def game(self) -> Game:
        """The game, for its words. Leave it as it is: moves in it are not made here."""
        return self.interpreted.game

    @property
    def is_chance(self) -> bool:
        """Whether the seat is being asked for a move out of turn, which it may decline."""
        return self.interpreted.is_chance

    @property
    def returns(self) -> list[float]:
        """What every seat was paid so far."""
        paid: list[float] = self._place.paid.tolist()
        if self.payoff == "points":
            return paid
        return win_payoffs(len(paid), [seat for seat, amount in enumerate(paid) if amount > 0])  # compiled, it is rounded

    def legal(self, seat: int) -> list[int]:
        """A seat's actions now, in ascending order. Only the seat being asked has any."""
        found: list[int] = [] if seat != self.seat else self._place.mask.nonzero()[0].tolist()
        return found

    def act(self, action: int) -> None:
        """Take an action for the seat being asked. Raises InvalidMove, and changes nothing, if it is illegal."""
        place = self._place
        if not place.act(action):
            raise InvalidMove(f"seat {self.seat} cannot take action {quoted(action)} now")
        self.taken.append(action)
        self.over = bool(place.ended[0])
        self.seat = None if self.over else int(place.seats[0])

    def observe(self, seat: int, version: int = 0) -> Bytes:
        """A seat's current observation."""
        if version:
            return self.interpreted.observe(seat, version)
        place = self._place
        return place.row.copy() if seat == place.seats[0] else place.look(seat)

    def around(self, game: Game) -> Episode:
        """An interpreted episode at the same point but with another game: a world that looks the same."""
        return self.interpreted.around(game)
