"""What holds in every game, whatever anyone does: hypothesis drives tables of every edition, size and option."""

from collections import Counter
from itertools import chain
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from lastcard import Game, IllegalMove, editions
from lastcard.typed_text import PLACEHOLDER
from variants import allowed

TABLES = [(name, options) for name in editions.names() for options in ({}, *allowed(editions.get(name)))]


class Table(RuleBasedStateMachine):
    """A table at which seats move in any order."""

    game: Game

    @initialize(table=st.sampled_from(TABLES), players=st.integers(2, 10), seed=st.integers(0, 2**62 - 1))
    def sit_down(self, table: tuple[str, dict[str, Any]], players: int, seed: int) -> None:
        """Start a game of some edition, with one option changed."""
        edition, options = table
        self.game = Game(edition, players=players, seed=seed, options={**options, "target": 300})
        self.said = 0
        texts = self.game.edition.codec.card_texts
        self.deck = Counter(texts[kind] for kind in self.game.edition.deck(self.game.options))

    def do(self, seat: int, pick: int) -> None:
        """Make one of a seat's legal moves."""
        moves = self.game.moves(seat)
        move = moves[pick % len(moves)]
        self.said += 1  # nobody says the same line twice
        self.game.move(seat, move if move.said != PLACEHOLDER else f"{move.verb} words number {self.said}")

    @precondition(lambda self: not self.game.round_over)
    @rule(who=st.integers(0, 9), pick=st.integers(0, 10**6))
    def move_on(self, who: int, pick: int) -> None:
        """Let a seat that the game is waiting for move."""
        waiting = self.game.to_move
        self.do(waiting[who % len(waiting)], pick)

    @precondition(lambda self: not self.game.round_over)
    @rule(who=st.integers(0, 9), pick=st.integers(0, 10**6))
    def play_on(self, who: int, pick: int) -> None:
        """Let a seat that the game is waiting for do something other than draw, if it can, so that rounds end."""
        waiting = self.game.to_move
        seat = waiting[who % len(waiting)]
        active = [i for i, move in enumerate(self.game.moves(seat)) if move.verb not in ("draw", "pass")]
        self.do(seat, active[pick % len(active)] if active else pick)

    @precondition(lambda self: any(self.game.moves(seat) for seat in self.game.offers()))
    @rule(who=st.integers(0, 9), pick=st.integers(0, 10**6))
    def interrupt(self, who: int, pick: int) -> None:
        """Let a seat make a move out of turn."""
        able = [seat for seat in self.game.offers() if self.game.moves(seat)]
        self.do(able[who % len(able)], pick)

    @precondition(lambda self: not self.game.round_over)
    @rule(seat=st.integers(0, 9), giver=st.integers(0, 9), pick=st.integers(0, 10**6))
    def arrive_wrongly(self, seat: int, giver: int, pick: int) -> None:
        """Let a seat try another seat's move, which is done if it is also its own and refused otherwise."""
        seat, giver = seat % self.game.players, giver % self.game.players
        moves = self.game.moves(giver)
        if not moves:
            return
        move = moves[pick % len(moves)]
        is_own = move in self.game.moves(seat)
        before = self.game.hands, self.game.draw_pile, self.game.to_move
        try:
            self.game.move(seat, move)
        except IllegalMove as refused:
            done = False
            assert refused.sentence  # noqa: PT017
        else:
            done = True
        assert done == is_own
        assert done or before == (self.game.hands, self.game.draw_pile, self.game.to_move)

    @precondition(lambda self: self.game.round_over and not self.game.over)
    @rule()
    def deal_again(self) -> None:
        """Deal the next round."""
        self.game.next_round()

    @precondition(lambda self: self.game.over)
    @rule()
    def deal_after_the_end(self) -> None:
        """Check that no round is dealt after the last."""
        with pytest.raises(IllegalMove):
            self.game.next_round()

    @invariant()
    def cards_are_conserved(self) -> None:
        """The hands and piles together are always the deck."""
        if hasattr(self, "game"):
            assert Counter(chain(*self.game.hands, self.game.draw_pile, self.game.discard_pile)) == self.deck

    @invariant()
    def counts_are_true(self) -> None:
        """No count is below zero, and the rules' counts match the hands."""
        if hasattr(self, "game"):
            counts = self.game.view(None).counts
            assert counts == tuple(map(len, self.game.hands))
            assert min(self.game.scores) >= 0
            assert self.game.discard_pile

    @invariant()
    def who_is_waited_for_can_move(self) -> None:
        """Every seat in to_move has a legal move, and the game waits for nobody exactly when the round is over."""
        if hasattr(self, "game"):
            assert bool(self.game.to_move) != self.game.round_over
            assert all(self.game.moves(seat) for seat in self.game.to_move)

    @invariant()
    def seats_know_their_hands(self) -> None:
        """Every seat sees its own hand as it is, and a view names no card in another hand that isn't there."""
        if hasattr(self, "game"):
            hands = self.game.hands
            for seat in range(self.game.players):
                view = self.game.view(seat)
                assert list(view.hand) == hands[seat]
                for other, known in view.known.items():
                    assert not Counter(known) - Counter(hands[other])

    def teardown(self) -> None:
        """Whatever has happened, plain play ends the round."""
        if not hasattr(self, "game"):
            return
        for number in range(3000):
            if self.game.round_over:
                return
            self.play_on(number, number * 7919)
        raise AssertionError("the round does not end")


Table.TestCase.settings = settings(
    max_examples=200,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # a table can be understood from its moves, and shrinking would take minutes
    suppress_health_check=list(HealthCheck),
)
TestTable = Table.TestCase
