"""OpenSpiel: importing this module registers ``lastcard_<edition>`` for every edition, with underscores for hyphens.

Chance is one explicit node at the start. It picks one of ``deals`` seeds, all equally likely, and the seed determines every
shuffle of the episode. A state is therefore a seed and the actions after it, and can be serialized and replayed.
Parameters: ``players``, ``payoff`` (win, points), ``target`` (0: one round), ``options``, ``deals``, ``longest``.

An information state is every event as the player may see it, with the player's own actions. As a tensor, it is version 1 of an
observation with the last EVENTS events, which is what an attentive player remembers: only the string tells apart what differs
in older events alone. An observation is the player's view. A state made by ``resample_from_infostate`` looks the same to its
player and can be played on, but its history does not replay to it.

The rules are compiled where Numba is installed. Texts, the tensor of an information state and resampled states come from the
same actions on interpreted rules, and only once somebody asks for them. That changes nothing but the speed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from .. import editions
from ..edition import Edition
from ..errors import InvalidMove
from ..typed_text import quoted
from ..worlds import redeal
from .actions import actions_of
from .compiled_episode import CompiledEpisode
from .episode import LONGEST, Episode
from .observation import ENTRY, history, layout
from .single import Place, can_compile

DEALS = 10_000
EVENTS = 64  # in the tensor of an information state
# ``options`` are the table's as ``parameter_of`` writes them; ``target`` has a parameter of its own.
DEFAULTS = {"players": 2, "payoff": "win", "target": 0, "options": "", "deals": DEALS, "longest": LONGEST}


def parameter_of(options: Mapping[str, Any]) -> str:
    """A table's options as the parameter ``options``: JSON, quoted as in a URL, since OpenSpiel's parameters hold no commas."""
    return quote(json.dumps(dict(options)), safe="")


def short_name(edition: str) -> str:
    """The name of an edition's game in OpenSpiel."""
    return f"lastcard_{edition.replace('-', '_')}"


def _game_type(edition: Edition) -> Any:
    return pyspiel.GameType(
        short_name=short_name(edition.id),
        long_name=f"lastcard: {edition.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class LastcardGame(pyspiel.Game):  # type: ignore[misc] # pyspiel is not typed
    """An edition with its parameters. Each edition has its own subclass."""

    edition: Edition
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        edition = self.edition
        self.given = {**DEFAULTS, **(params or {})}
        self.options = json.loads(unquote(self.given["options"]) or "{}")
        players, deals = self.given["players"], self.given["deals"]
        points = float(sum(kind.value * kind.copies for kind in edition.kinds))
        target = self.given["target"] or 0
        most = (
            1.0 if self.given["payoff"] == "win" else points + players * target
        )  # nobody reaches the target before the last round
        info = pyspiel.GameInfo(
            num_distinct_actions=len(actions_of(edition, players, self.options)),
            max_chance_outcomes=deals,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=self.given["longest"],
        )
        super().__init__(self.game_type, info, params or {})
        self.outcomes = [(deal, 1.0 / deals) for deal in range(deals)]
        self._table = {**self.options, "target": self.given["target"] or None}
        self._place: Place | None = None

    def interpreted(self, deal: int) -> Episode:
        """An episode of a deal on interpreted rules."""
        given = self.given
        return Episode(self.edition, given["players"], deal, self._table, given["payoff"], given["longest"])

    def dealt(self, deal: int) -> Episode | CompiledEpisode:
        """An episode of a deal, as fast as it can be had here."""
        if not can_compile():
            return self.interpreted(deal)
        if self._place is None:
            given = self.given
            self._place = Place(self.edition, given["players"], None, self._table, given["payoff"], given["longest"])
        return CompiledEpisode(self._place, deal, partial(self.interpreted, deal))

    def __deepcopy__(self, memo: dict[int, Any]) -> LastcardGame:
        return self  # it never changes, and cloned states share it

    def new_initial_state(self) -> LastcardState:
        """The state before the deal."""
        return LastcardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LastcardObserver:
        """An observer for OpenSpiel."""
        return LastcardObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class LastcardState(pyspiel.State):  # type: ignore[misc] # pyspiel is not typed
    """A point in an episode. ``episode`` is None before the deal."""

    def __init__(self, game: LastcardGame) -> None:
        super().__init__(game)
        self._game = game
        self.episode: Episode | CompiledEpisode | None = None

    def current_player(self) -> int:
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.episode.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.episode is not None and self.episode.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal with its probability, which is the same for all."""
        return self._game.outcomes

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.episode is None else self.episode.legal(player)

    def _apply_action(self, action: int) -> None:
        if self.episode is None:
            self.episode = self._game.dealt(action)
        else:
            self.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return actions_of(self._game.edition, self._game.given["players"], self._game.options).move(action, player) or "decline"

    def returns(self) -> list[float]:
        return [0.0] * self._game.given["players"] if self.episode is None else list(self.episode.returns)

    def __str__(self) -> str:
        if self.episode is None:
            return "before the deal"
        return "\n".join(self.episode.game.sentences(None)) + f"\nasked: {self.episode.seat}"

    def seen_by(self, player: int, *, everything: bool) -> str:
        """A player's information state as text or, if not ``everything``, its observation."""
        if self.episode is None:
            return "before the deal"
        game = self.episode.game
        asked: list[Any] = [player, self.episode.is_chance if self.episode.seat == player else None]
        if not everything:
            return json.dumps([*asked, game.view(player).to_dict()])
        chosen = [each.action for each in self.full_history() if each.player == player]
        return json.dumps([*asked, chosen, [event.to_dict() for event in game.events(player)]])

    def to_struct(self) -> Struct:
        """The whole state, with everything that is hidden from players."""
        values: dict[str, Any] = {"current_player": self.current_player(), "returns": self.returns()}
        if self.episode is not None:
            game = self.episode.game
            values |= game.view(None).to_dict()
            hands = [list(hand) for hand in game.hands]
            values |= {"deal": self.history()[0], "hands": hands, "draw_pile": list(game.draw_pile)}
        return Struct(values)

    def to_dict(self) -> dict[str, Any]:
        """The whole state as plain data."""
        return self.to_struct().to_dict()

    def to_json(self) -> str:
        """The whole state as JSON."""
        return self.to_struct().to_json()

    def to_observation_struct(self, player: int | None = None) -> Struct:
        """What a player sees, or the one to move: its view, field by field."""
        seat = self.current_player() if player is None else player
        return Struct({} if self.episode is None else self.episode.game.view(seat).to_dict())

    def action_to_struct(self, player: int, action: int | None = None) -> Struct:
        """An action of a player, or with one argument of the player to move, as the text of its move."""
        seat, number = (self.current_player(), player) if action is None else (player, action)
        return Struct({"move": self._action_to_string(seat, number)})

    def struct_to_actions(self, struct: Struct) -> list[int]:
        """The legal action that such a struct means, as a list of one, or nothing."""
        player, move = self.current_player(), struct.to_dict()["move"]
        return [action for action in self.legal_actions() if self._action_to_string(player, action) == move]

    def apply_action_struct(self, struct: Struct) -> None:
        """Take the action that a struct means."""
        found = self.struct_to_actions(struct)
        if not found:
            raise InvalidMove(f"{quoted(struct.to_dict()['move'])} is not an action now")
        self.apply_action(found[0])

    def resample_from_infostate(self, player: int, sampler: Any) -> LastcardState:
        """A state that looks the same to a player. Everything it cannot see is dealt again."""
        twin: LastcardState = self.clone()
        if self.episode is not None:
            rng = Random(int(sampler() * (1 << 53)))
            twin.episode = self.episode.around(redeal(self.episode.game, player, rng))
        return twin


class Struct:
    """Named values of a state, an observation or an action. OpenSpiel 2 has structs like this, but only for games in C++."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        vars(self).update(values)

    def to_dict(self) -> dict[str, Any]:
        """The values by name, as plain data."""
        return dict(vars(self))

    def to_json(self) -> str:
        """The values as JSON."""
        return json.dumps(self.to_dict())


class LastcardObserver:
    """Gives the bytes of :mod:`.observation` as a tensor, and states as text."""

    def __init__(self, game: LastcardGame, kind: Any) -> None:
        self._is_everything = kind.perfect_recall
        places = layout(game.num_players(), int(self._is_everything))
        self.tensor = np.zeros(places.size + (EVENTS * ENTRY if self._is_everything else 0), np.float32)
        self.dict = {name: self.tensor[part] for name, part in places.slices.items()}
        if self._is_everything:
            self.dict["events"] = self.tensor[places.size :]

    def set_from(self, state: LastcardState, player: int) -> None:
        """Write what a player observes, or remembers."""
        self.tensor[:] = 0
        if state.episode is None:
            return
        row = state.episode.observe(player, version=int(self._is_everything))
        self.tensor[: len(row)] = row
        if self._is_everything:
            events = [number for entry in history(state.episode.game, player, EVENTS) for number in entry]
            self.dict["events"][: len(events)] = events

    def string_from(self, state: LastcardState, player: int) -> str:
        """Return what a player observes, as text."""
        return state.seen_by(player, everything=self._is_everything)


def _register(edition: Edition) -> None:
    """Make an edition's game class where pickle can find it, and register it with OpenSpiel."""
    name, game_type = short_name(edition.id), _game_type(edition)
    globals()[name] = type(name, (LastcardGame,), {"edition": edition, "game_type": game_type, "__module__": __name__})
    pyspiel.register_game(game_type, globals()[name])


for _name in editions.names():
    _register(editions.get(_name))
