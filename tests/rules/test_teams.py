"""Playing in pairs: partners sit opposite and win together (teams)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastcard import Game, IllegalMove, InvalidOption, InvalidPosition, editions
from lastcard.bots import play
from lastcard.bots.steady import STEADY
from lastcard.envs.episode import Episode, points_payoffs, win_payoffs
from lastcard.lab.arena import Arena, standings
from lastcard.testing import shown
from lastcard.worlds import redeal
from special_cards import play as make
from special_cards import texts

HANDS = [["red-1"], ["blue-5", "blue-6"], ["green-9", "green-8"], ["yellow-2", "yellow-3"]]


def table(hands: list[list[str]] | None = None, edition: str = "classic", top: str = "red-9", **more: Any) -> Game:
    """Return a table of four who play in pairs: seats 0 and 2 against 1 and 3."""
    scores = more.pop("scores", None)
    return Game.arrange(edition, hands or HANDS, top, options={"teams": "pairs", **more}, scores=scores)


@pytest.mark.rule("teams")
@pytest.mark.parametrize("edition", editions.names())
def test_partners_win_together(edition: str) -> None:
    """In every edition both partners win, and they score the other teams' hands, not each other's."""
    color = editions.get(edition).colors[0]
    hands = [[f"{color}-1"], [f"{color}-5", f"{color}-6"], [f"{color}-9", f"{color}-8"], [f"{color}-2", f"{color}-3"]]
    game = table(hands, edition, top=f"{color}-9", target=None)
    game.move(0, f"play {color}-1")
    assert (game.winners, game.scores) == ((0, 2), (16, 0, 16, 0))
    assert Game.replay(game.record()).winners == (0, 2)


@pytest.mark.rule("teams", "match-lowest")
def test_the_hands_of_a_team_are_added_up() -> None:
    """With the other scoring, partners get the points of both hands, and the team with fewer wins."""
    game = table(scoring="lowest", target=5)
    game.move(0, "play red-1")
    assert (game.scores, game.winners) == ((17, 16, 17, 16), (1, 3))


@pytest.mark.rule("teams", "match-500")
def test_a_target_is_reached_together() -> None:
    """At the target both partners win, since they always have the same score."""
    game = table(target=100, scores=[90, 20, 90, 20])
    game.move(0, "play red-1")
    assert (game.scores, game.winners) == ((106, 20, 106, 20), (0, 2))


@pytest.mark.rule("teams")
@pytest.mark.parametrize("players", [2, 3, 5, 7, 9])
def test_teams_need_an_even_number(players: int) -> None:
    """Two players, or an odd number, can't play in teams, which is checked when the table starts."""
    with pytest.raises(InvalidOption, match="teams need an even number of players, four or more"):
        Game("classic", players, options={"teams": "pairs"})


@pytest.mark.rule("teams-votes")
def test_partners_have_equal_scores_in_positions() -> None:
    """A position with unequal scores of partners is refused."""
    with pytest.raises(InvalidPosition, match="partners have the same score"):
        table(scores=[10, 0, 20, 0], target=500)


@pytest.mark.rule("teams-hidden", "hidden")
def test_partners_see_nothing_of_each_other() -> None:
    """What a partner sees doesn't depend on the other's cards."""
    game = Game("classic", 4, seed=3, options={"teams": "pairs"})
    assert game.view(0).known == {}
    for seat in range(4):
        assert shown(redeal(game, seat, Random(seat)), seat) == shown(game, seat)


@pytest.mark.rule("teams-votes")
def test_nobody_judges_their_partner() -> None:
    """A performer's partner neither votes nor calls a lasting dare failed."""
    rule = {"when": "7", "name": "Song", "text": "Sing.", "steps": [{"does": "performs", "who": "me", "n": 2}]}
    game = table([["red-7", "red-1", "red-2"], *HANDS[1:]], card_rules=[rule])
    game.move(0, "play red-7")
    assert game.to_move == (1, 3)
    with pytest.raises(IllegalMove, match="You can't judge your partner"):
        game.move(2, "vote yes")
    written = [{"text": "Whisper.", "lasting": True}] * 16
    hands = [["red-dare-3", "red-1", "red-2"], ["red-3", "red-4"], ["red-5", "red-6"], ["red-8", "red-9"]]
    game = table(hands, "dare", dare_list="house-rules", house_rules=written)
    make(game, (0, "play red-dare-3"), (1, "dare"))
    assert "failed 1" in texts(game, 0)
    assert "failed 1" not in texts(game, 3)
    with pytest.raises(IllegalMove, match="You can't judge your partner"):
        game.move(3, "failed 1")
    assert 3 not in game.offers()


@pytest.mark.rule("teams")
def test_what_a_pair_is_paid() -> None:
    """Winning partners share 1 and the others share the loss; with points, the winners share what the others pay."""
    assert win_payoffs(4, (0, 2)) == [0.5, -0.5, 0.5, -0.5]
    assert points_payoffs((0, 2), (0, 11, 17, 5)) == [8.0, -11.0, 8.0, -5.0]
    episode, rng = Episode("classic", 4, 1, {"teams": "pairs"}), Random(1)
    while not episode.over:
        episode.act(rng.choice(episode.legal(episode.seat or 0)))
    assert sum(episode.returns) == 0
    assert episode.returns[0] == episode.returns[2]


@pytest.mark.rule("teams")
def test_steady_leaves_its_partner_alone() -> None:
    """The bot ``steady`` neither catches its partner nor picks it for something bad, and whole games end."""
    rule = {"when": "7", "name": "Rain", "steps": [{"does": "draws", "who": "chosen", "n": 3}]}
    hands = [["red-7", "red-1", "red-2"], ["blue-1"] * 2 + ["blue-2"] * 2, ["green-1"] * 2, ["yellow-1"] * 2 + ["yellow-2"]]
    game = table(hands, card_rules=[rule])
    game.move(0, "play red-7")
    assert STEADY.choose(game.view(0), game.moves(0), Random(1)) == "choose 3"
    game = table([["red-4", "red-5"], *[["blue-1", "blue-2", "blue-3"]] * 2, ["green-1"] * 2])
    game.move(0, "play red-4")
    assert STEADY.choose(game.view(2), game.chances(2), Random(1)) is None
    assert STEADY.choose(game.view(3), game.chances(3), Random(1)) == "catch 0"
    game = Game("classic", 6, seed=2, options={"teams": "pairs"})
    play(game, [STEADY] * 6, Random(2))
    assert len(game.winners) == 2


@pytest.mark.rule("teams")
def test_a_bot_holds_both_seats_of_a_pair_in_the_arena() -> None:
    """In the arena a bot sits in both seats of a pair, so that an even chance is that of a team, and steady beats random."""
    arena = Arena(("steady", "random"), "classic", 4, games=32, seed=1, options={"teams": "pairs"})
    rows = [row for chunk in range(arena.chunks) for row in arena.run(chunk)]
    found = standings(arena, rows)
    assert found.even == 0.5
    assert {(row.bot, row.winner_bot) for row in rows if row.winner == row.seat} == {("steady", "steady"), ("random", "random")}
    assert next(meeting for meeting in found.meetings if meeting.bot == "steady").wins.mean > 0.5
