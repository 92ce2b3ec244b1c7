"""RLCard's UNO and OpenSpiel's crazy eights, each in the fastest loop that its interface allows, checked to do the work.

A measurement counts only if its episodes have about their known length and end with one winner, and every seat wins some of
them. A loop that never resets, or resets too late, would measure nothing.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field

LENGTHS = {"uno": (35, 130), "crazy_eights": (60, 220)}  # random moves per episode, for 2 to 10 players
LOST = 0.01  # of RLCard's games end because its deck runs out of cards
ENOUGH = 30  # episodes per seat, after which every seat should have won one


@dataclass
class Played:
    """The work that a peer has done."""

    game: str
    players: int
    moves: int = 0
    episodes: int = 0
    lost: int = 0
    seconds: float = 0.0
    wins: Counter[int] = field(default_factory=Counter)

    @property
    def rate(self) -> float:
        """Moves per second, once it is certain that they were moves."""
        low, high = LENGTHS[self.game]
        length = self.moves / max(self.episodes, 1)
        assert low < length < high, f"{self.game}: {length:.0f} moves an episode"
        assert self.lost <= max(1, LOST * self.episodes), (
            f"{self.game}: {self.lost} of {self.episodes} episodes came to nothing"
        )
        assert sum(self.wins.values()) == self.episodes - self.lost, f"{self.game}: {self.wins} in {self.episodes} episodes"
        if self.episodes >= ENOUGH * self.players:
            assert len(self.wins) == self.players, f"{self.game}: only {sorted(self.wins)} have won"
        return self.moves / self.seconds


def rlcard_game(players: int, seconds: float) -> Played:
    """RLCard's rules without its environment: by ``Round``, because ``Game.step`` writes a state after every move."""
    from rlcard.games.uno import Game

    done, roll = Played("uno", players), random.Random(1).random
    game = Game(num_players=players)
    began = time.process_time()
    while done.seconds < seconds:
        game.init_game()
        seats, table = game.players, game.round
        legal, proceed = table.get_legal_actions, table.proceed_round
        moves = 0
        try:
            while not table.is_over:
                actions = legal(seats, table.current_player)
                proceed(seats, actions[int(roll() * len(actions))])
                moves += 1
            done.wins.update(table.winner)
            assert not seats[table.winner[0]].hand
        except IndexError:  # nothing to draw
            done.lost += 1
        done.moves += moves
        done.episodes += 1
        done.seconds = time.process_time() - began
    return done


def rlcard_env(players: int, seconds: float) -> Played:
    """RLCard's environment, which writes an observation and the legal actions; by raw actions, so as not to decode them."""
    import rlcard

    done, roll = Played("uno", players), random.Random(1).random
    env = rlcard.make("uno")
    env.game.configure({"game_num_players": players})  # rlcard.make takes no number of players for uno
    env.num_players = players
    began = time.process_time()
    while done.seconds < seconds:
        state, _ = env.reset()
        moves = 0
        try:
            while not env.game.round.is_over:
                actions = state["raw_legal_actions"]
                state, _ = env.step(actions[int(roll() * len(actions))], raw_action=True)
                moves += 1
            done.wins.update(env.game.round.winner)
            assert state["obs"].any()
        except IndexError:
            done.lost += 1
        done.moves += moves
        done.episodes += 1
        done.seconds = time.process_time() - began
    return done


def spiel_game(players: int, seconds: float) -> Played:
    """OpenSpiel's crazy eights played by its own random bots, all in C++; chance nodes are not counted as moves."""
    import pyspiel

    done, game = Played("crazy_eights", players), pyspiel.load_game(f"crazy_eights(players={players})")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(players)]
    while done.seconds < seconds:
        state = game.new_initial_state()
        began = time.process_time()
        returns = pyspiel.evaluate_bots(state, bots, done.episodes)
        done.seconds += time.process_time() - began
        done.moves += sum(each.player >= 0 for each in state.full_history())
        done.episodes += 1
        done.wins[max(range(players), key=returns.__getitem__)] += 1
    return done


def spiel_env(game: str, seconds: float) -> float:
    """Steps a second of any OpenSpiel game with observation tensor and legal actions; chance nodes are not counted."""
    import pyspiel

    loaded, roll, steps = pyspiel.load_game(game), random.Random(1).random, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_outcome(state.chance_outcomes(), roll()))
                continue
            state.observation_tensor()
            actions = state.legal_actions()
            state.apply_action(actions[int(roll() * len(actions))])
            steps += 1
    return steps / (time.process_time() - began)


def _outcome(outcomes: list[tuple[int, float]], chance: float) -> int:
    for outcome, weight in outcomes:
        chance -= weight
        if chance < 0:
            return outcome
    return outcomes[-1][0]
