"""Star Wars: My Favorite Line, the lap of lines, and how they are judged."""

from __future__ import annotations

import pytest

from lastcard import Game
from lastcard.errors import InvalidMove
from special_cards import counts, names, play, refused_by, texts, vote, vote_all

LINE = "wild-favorite-line"
FILM = "Episode IV: A New Hope"
SPARE = ["green-1", "green-2", "yellow-1", "yellow-2", "yellow-3"]


def table(players: int = 3, direction: int = 1, until_miss: bool = False) -> Game:
    """Seat 0 holds the card and has the turn, and nobody is about to go out."""
    hands = [[LINE, "blue-1", "blue-2"], *([card, "red-1"] for card in SPARE[: players - 1])]
    hands = [hand if seat < 3 else [hand[0], "red-2"] for seat, hand in enumerate(hands)]
    return Game.arrange("favorite-line", hands=hands, top="red-9", direction=direction, options={"until_miss": until_miss})


def filmed(players: int = 3, direction: int = 1, until_miss: bool = False) -> Game:
    """Seat 0 has played the card and named a film, and the next player owes a line."""
    game = table(players, direction, until_miss)
    play(game, (0, f"play {LINE} blue"), (0, f"film {FILM}"))
    return game


def say(game: Game, text: str) -> int:
    """Have the player who owes a line say this one, let everyone accept it, and return the speaker."""
    (speaker,) = game.to_move
    game.move(speaker, f"line {text}")
    vote_all(game, "yes")
    return speaker


# ---- the card --------------------------------------------------------------------------------------
@pytest.mark.rule("favorite-line")
def test_it_is_a_wild_that_names_a_color() -> None:
    """The player of a Wild My Favorite Line names any color and then, alone, is asked for a film."""
    game = table()
    game.move(0, f"play {LINE} green")
    assert (game.color, game.turn, game.to_move, game.moves(0)) == ("green", 0, (0,), ["film …"])


@pytest.mark.rule("favorite-line")
def test_a_film_is_free_text() -> None:
    """You can name any film, not only the suggested ones."""
    game = table()
    game.move(0, f"play {LINE} blue")
    events = game.move(0, "film The Holiday Special")
    assert (events[0].what, events[0].text) == ("film", "The Holiday Special")


@pytest.mark.rule("favorite-line")
def test_films_are_suggested() -> None:
    """The edition suggests films, and all of them are valid."""
    game = table()
    game.move(0, f"play {LINE} blue")
    titles = game.edition.suggestions["film"]
    assert len(titles) >= 9
    assert all(game.why_not(0, f"film {title}") is None for title in titles)


@pytest.mark.rule("favorite-line")
def test_free_text_is_one_move_with_a_placeholder() -> None:
    """A player who owes a line may say one or give up, and the line is listed as one move with a placeholder."""
    assert texts(filmed(), 1) == ["line …", "cannot"]


@pytest.mark.rule("favorite-line")
@pytest.mark.parametrize(("direction", "order"), [(1, [1, 2, 3, 0]), (-1, [3, 2, 1, 0])])
def test_lines_go_round_from_the_next_player_and_the_cards_player_is_last(direction: int, order: list[int]) -> None:
    """Each player says one line, in order of play, and the player of the card goes last."""
    game = filmed(players=4, direction=direction)
    assert [say(game, f"line number {i}") for i in range(4)] == order


@pytest.mark.rule("favorite-line")
def test_after_one_lap_without_a_miss_nobody_draws() -> None:
    """If everyone manages a line, nobody draws and the next player has the turn."""
    game = filmed()
    hands = game.hands
    for i in range(3):
        say(game, f"line number {i}")
    assert (game.hands, game.turn, game.to_move, game.phase) == (hands, 1, (1,), "turn")


@pytest.mark.rule("favorite-line")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_the_first_who_cannot_draws_three_and_the_lap_ends(before: int) -> None:
    """The first player who gives up draws three at once, the lap ends, and play goes on after the player of the card."""
    game = filmed()
    for i in range(before):
        say(game, f"line number {i}")
    wanted = counts(game)
    (loser,) = game.to_move
    game.move(loser, "cannot")
    wanted[loser] += 3
    assert counts(game) == wanted
    assert (game.turn, game.to_move) == (1, (1,))


@pytest.mark.rule("favorite-line")
def test_the_turn_stays_with_the_cards_player_during_the_lap() -> None:
    """The turn stays with the player of the card until the lap is over."""
    game = filmed()
    seen = [game.turn]
    game.move(1, "line one")
    seen.append(game.turn)
    vote_all(game, "yes")
    seen.append(game.turn)
    assert seen == [0, 0, 0]


@pytest.mark.rule("favorite-line")
def test_the_color_named_with_the_card_stands_after_the_lap() -> None:
    """The color named with the card stays in force, even after a miss."""
    game = filmed()
    game.move(1, "cannot")
    assert (game.color, game.top) == ("blue", LINE)


@pytest.mark.rule("favorite-line")
def test_until_miss_goes_on_after_the_first_lap() -> None:
    """With `until_miss` the lines go on after the first lap, until someone misses."""
    game = filmed(until_miss=True)
    speakers = [say(game, f"line number {i}") for i in range(4)]
    assert (speakers, game.to_move) == ([1, 2, 0, 1], (2,))
    game.move(2, "cannot")
    assert (counts(game)[2], game.turn) == (5, 1)


@pytest.mark.rule("favorite-line")
def test_until_miss_ends_after_ten_laps() -> None:
    """With `until_miss` and no miss, the lines end after ten laps and nobody draws."""
    game = filmed(players=2, until_miss=True)
    hands = game.hands
    for i in range(20):
        assert game.phase == "line"
        say(game, f"line number {i}")
    assert (game.phase, game.turn, game.hands) == ("turn", 1, hands)


@pytest.mark.rule("favorite-line")
def test_the_next_card_begins_a_whole_lap() -> None:
    """Lines said for an earlier card don't shorten the lap of the next one."""
    hands = [[LINE, "blue-1", "blue-2"], [LINE, "green-1", "red-1"]]
    game = Game.arrange("favorite-line", hands=hands, top="red-9")
    play(game, (0, f"play {LINE} blue"), (0, f"film {FILM}"))
    say(game, "one")
    play(game, (0, "cannot"), (1, f"play {LINE} green"), (1, f"film {FILM}"))
    assert [say(game, "two"), say(game, "three"), game.phase] == [0, 1, "turn"]


@pytest.mark.rule("favorite-line")
@pytest.mark.parametrize(
    ("seat", "move", "rule"),
    [
        (2, "line mine", "favorite-line"),
        (0, "line mine", "favorite-line"),
        (2, "cannot", "favorite-line"),
        (0, "film Another", "favorite-line"),
        (1, "draw", "turn-draw"),
        (1, "vote no", "favorite-line-judge"),
    ],
)
def test_only_the_speaker_is_asked(seat: int, move: str, rule: str) -> None:
    """While a line is owed nobody else speaks or plays, and there is nothing to judge."""
    game = filmed()
    assert game.to_move == (1,)
    assert refused_by(game, seat, move) == rule


@pytest.mark.rule("out-draw", "favorite-line")
def test_as_the_last_card_it_only_wins() -> None:
    """A Wild My Favorite Line played as the last card just ends the round, without a film."""
    game = Game.arrange("favorite-line", hands=[[LINE], ["green-1"]], top="red-9")
    game.move(0, f"play {LINE} blue")
    assert (game.round_over, game.winners, game.to_move) == (True, (0,), ())


@pytest.mark.rule("deck-foil", "favorite-line")
def test_the_foil_card_plays_the_same() -> None:
    """The foil card asks for a film just like an ordinary one."""
    hands = [[f"{LINE}@foil", "blue-1", "blue-2"], ["green-1"]]
    game = Game.arrange("favorite-line", hands=hands, top="red-9", options={"foil": True})
    game.move(0, f"play {LINE}@foil blue")
    assert (game.color, game.moves(0)) == ("blue", ["film …"])


@pytest.mark.rule("favorite-line")
@pytest.mark.parametrize("until_miss", [1, "yes", None])
def test_until_miss_is_true_or_false(until_miss: object) -> None:
    """The option `until_miss` must be true or false."""
    with pytest.raises(ValueError, match=r"until_miss is (true|false) or"):
        Game("favorite-line", options={"until_miss": until_miss})


# ---- the judges ------------------------------------------------------------------------------------
@pytest.mark.rule("favorite-line-judge")
def test_everybody_but_the_speaker_judges() -> None:
    """Everyone but the speaker judges the line, and each has three votes to choose from."""
    game = filmed(players=4)
    game.move(1, "line one")
    assert game.to_move == (0, 2, 3)
    assert texts(game, 2) == ["vote yes", "vote no", "vote abstain"]
    assert game.moves(1) == []
    assert refused_by(game, 1, "vote yes") == "favorite-line-judge"


@pytest.mark.rule("favorite-line-judge")
@pytest.mark.parametrize(
    ("words", "accepted"),
    [
        (("no", "no", "no", "no"), False),
        (("no", "no", "no", "yes"), False),
        (("yes", "yes", "no", "no"), True),
        (("no", "yes", "yes", "yes"), True),
        (("no", "abstain", "abstain", "abstain"), False),
        (("no", "yes", "abstain", "abstain"), True),
        (("no", "no", "yes", "abstain"), False),
        (("abstain", "abstain", "abstain", "abstain"), True),
    ],
)
def test_more_than_half_of_the_votes_cast_reject(words: tuple[str, ...], accepted: bool) -> None:
    """A line is rejected by more than half of the votes; abstentions don't count, and a tie favors the speaker."""
    game = filmed(players=5)
    game.move(1, "line one")
    for seat, word in zip((0, 2, 3, 4), words, strict=True):
        game.move(seat, f"vote {word}")
    assert counts(game)[1] == (2 if accepted else 5)
    assert game.to_move == ((2,) if accepted else (1,))


@pytest.mark.rule("favorite-line-judge", "favorite-line")
def test_a_rejected_line_is_a_miss() -> None:
    """A player whose line is rejected draws three, and the lap ends."""
    game = filmed()
    game.move(1, "line one")
    vote_all(game, "no")
    assert (counts(game)[1], game.turn, game.phase) == (5, 1, "turn")


@pytest.mark.rule("favorite-line-judge")
@pytest.mark.parametrize(("word", "cards"), [("no", 5), ("yes", 2), ("abstain", 2)])
def test_with_two_players_the_other_judges_alone(word: str, cards: int) -> None:
    """With two players, the other player's vote decides."""
    game = filmed(players=2)
    game.move(1, "line one")
    assert game.to_move == (0,)
    game.move(0, f"vote {word}")
    assert counts(game)[1] == cards


@pytest.mark.rule("favorite-line-judge")
def test_votes_come_in_any_order() -> None:
    """The judges may vote in any order."""
    game = filmed(players=4)
    game.move(1, "line one")
    vote(game, s3="yes", s0="yes")
    assert game.to_move == (2,)


@pytest.mark.rule("favorite-line-judge")
def test_a_vote_is_final() -> None:
    """You can't vote twice."""
    game = filmed(players=4)
    game.move(1, "line one")
    game.move(2, "vote no")
    assert refused_by(game, 2, "vote yes") == "favorite-line-judge"


@pytest.mark.rule("favorite-line-judge", "hidden")
def test_a_vote_is_hidden_until_all_have_voted() -> None:
    """The others see that someone has voted but not how, and voters see their own vote."""
    game = filmed(players=4)
    game.move(1, "line one")
    game.move(2, "vote no")
    assert [game.events(seat)[-1].word for seat in (2, 0, 1, 3, None)] == ["no", None, None, None, None]
    assert all(game.events(seat)[-1].what == "voted" for seat in (2, 0, 1, 3, None))


@pytest.mark.rule("favorite-line-judge", "hidden")
def test_a_hidden_vote_changes_no_view() -> None:
    """How someone has voted changes nothing that any other player sees."""
    views = []
    for word in ("yes", "no", "abstain"):
        game = filmed(players=4)
        game.move(1, "line one")
        game.move(2, f"vote {word}")
        views.append([game.view(seat).to_dict() for seat in (0, 1, 3, None)])
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("favorite-line-judge")
def test_all_votes_are_shown_at_the_end() -> None:
    """After the last vote everyone learns who voted how, and the verdict."""
    game = filmed(players=4)
    game.move(1, "line one")
    vote(game, s3="yes", s0="no", s2="abstain")
    ballots = {event.seat: event.word for event in game.events(None) if event.what == "ballot"}
    assert ballots == {0: "no", 2: "abstain", 3: "yes"}
    assert game.events(None)[-1] == game.events(1)[-1]
    assert (game.events(None)[-1].what, game.events(None)[-1].word) == ("verdict", "succeeds")


@pytest.mark.rule("favorite-line-judge")
@pytest.mark.parametrize("move", ["draw", "line two", "cannot", "play blue-1", "film Solo"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_vote_suspends_everything_else(seat: int, move: str) -> None:
    """Until the vote is over, the only other moves are calls and catches."""
    game = filmed()
    game.move(1, "line one")
    assert refused_by(game, seat, move) == "favorite-line-judge"


@pytest.mark.rule("favorite-line-judge", "uno-catch", "uno-window")
def test_a_vote_does_not_suspend_calls_and_catches() -> None:
    """A vote is not a turn, so a player who owes a call may still call, or be caught, during it."""
    game = Game.arrange("favorite-line", hands=[[LINE, "blue-1"], ["green-1", "red-1"], ["green-2", "red-2"]], top="red-9")
    play(game, (0, f"play {LINE} blue"), (0, f"film {FILM}"), (1, "line one"))
    assert texts(game, 0) == ["vote yes", "vote no", "vote abstain", "uno"]
    assert texts(game, 1) == ["catch 0"]
    play(game, (1, "catch 0"), (0, "vote yes"), (2, "vote yes"))
    assert (counts(game)[0], game.to_move) == (3, (2,))


# ---- repeats and texts -----------------------------------------------------------------------------
@pytest.mark.rule("favorite-line-judge")
@pytest.mark.parametrize(
    "again",
    [
        "I have a bad feeling!",
        "i HAVE a BAD feeling",
        "I  have   abad feeling",
        "…I, have: a; bad - feeling?!",
        "ihaveabadfeeling",
    ],
)
def test_a_line_said_before_is_refused(again: str) -> None:
    """A repeated line is refused, even with different case, spaces or punctuation."""
    game = filmed()
    say(game, "I have a bad feeling!")
    assert refused_by(game, 2, f"line {again}") == "favorite-line-judge"


@pytest.mark.rule("favorite-line-judge")
def test_a_refused_repeat_may_be_replaced() -> None:
    """A player whose line is refused as a repeat may say another."""
    game = filmed()
    say(game, "I have a bad feeling!")
    refused_by(game, 2, "line I have a bad feeling")
    assert game.to_move == (2,)
    game.move(2, "line Never tell me the odds")
    assert game.phase == "vote"


@pytest.mark.rule("favorite-line-judge")
@pytest.mark.parametrize(
    ("line", "other"), [("A bad feeling!", "A mad feeling!"), ("A bad feeling!", "A bad feelin"), ("मैं हूँ", "मैं है")]
)
def test_another_line_is_no_repeat(line: str, other: str) -> None:
    """A line that differs by a letter or a vowel sign isn't a repeat."""
    game = filmed()
    say(game, line)
    assert game.why_not(2, f"line {other}") is None


@pytest.mark.rule("favorite-line-judge")
def test_a_line_said_aloud_is_no_repeat() -> None:
    """Lines that are said aloud instead of written are all the same move, and none of them counts as a repeat."""
    game = filmed()
    say(game, "…")
    assert game.why_not(2, "line …") is None


@pytest.mark.rule("favorite-line-judge")
def test_repeats_are_found_over_several_laps() -> None:
    """With `until_miss`, a line from the first lap can't be said in the second."""
    game = filmed(players=2, until_miss=True)
    say(game, "one")
    say(game, "two")
    assert refused_by(game, 1, "line ONE") == "favorite-line-judge"


@pytest.mark.rule("favorite-line-judge")
def test_repeats_are_forgotten_with_the_next_card() -> None:
    """A line said for an earlier card may be said again."""
    hands = [[LINE, "blue-1", "blue-2"], [LINE, "green-1", "red-1"]]
    game = Game.arrange("favorite-line", hands=hands, top="red-9")
    play(game, (0, f"play {LINE} blue"), (0, f"film {FILM}"))
    say(game, "one")
    game.move(0, "cannot")
    play(game, (1, f"play {LINE} green"), (1, f"film {FILM}"))
    assert game.why_not(0, "line one") is None


@pytest.mark.rule("favorite-line")
@pytest.mark.parametrize("word", ["line", "film"])
@pytest.mark.parametrize("text", ["", " ", "x" * 201, "a\nb", "a\x00b", "a\x1bb", "a\u202eb", "a\u2028b"])
def test_text_that_is_not_a_line(word: str, text: str) -> None:
    """A line can't be empty, longer than 200 characters, or contain control characters."""
    game = filmed() if word == "line" else table()
    if word == "film":
        game.move(0, f"play {LINE} blue")
    with pytest.raises(InvalidMove, match="text after"):
        game.move(game.to_move[0], f"{word} {text}")


@pytest.mark.rule("favorite-line")
@pytest.mark.parametrize("text", ["x", "x" * 200, "Ça alors !", "👍🏽", "  padded  "])
def test_text_that_is_a_line(text: str) -> None:
    """A line has 1 to 200 characters of any script, and space around it is trimmed."""
    game = filmed()
    assert game.move(1, f"line {text}")[0].text == text.strip()


@pytest.mark.rule("favorite-line", "hidden")
def test_film_and_lines_are_open_to_all() -> None:
    """Everyone sees the film, the lines so far and who is being judged."""
    game = filmed()
    say(game, "one")
    game.move(2, "line two")
    for seat in (0, 1, 2, None):
        assert game.view(seat).special == {"film": FILM, "lines": ["one", "two"], "performer": 2}
    assert [event.text for event in game.events(None) if event.what == "line"] == ["one", "two"]


@pytest.mark.rule("favorite-line")
def test_what_is_told() -> None:
    """The events of a lap with a miss are reported in order."""
    game = table()
    start = len(game.events(None))
    play(game, (0, f"play {LINE} blue"), (0, f"film {FILM}"), (1, "line one"), (2, "vote yes"), (0, "vote yes"), (2, "cannot"))
    assert names(game.events(None, since=start)) == [
        *["played", "film", "line", "vote", "voted", "voted", "ballot", "ballot", "verdict"],
        *["cannot", "drew", "drew", "drew"],
    ]


@pytest.mark.rule("favorite-line")
def test_a_lap_is_replayed_from_its_record() -> None:
    """Films, lines and votes are recorded, and replaying them leads to the same table."""
    game = filmed()
    say(game, "one")
    game.move(2, "cannot")
    assert Game.replay(game.record()).events(None) == game.events(None)
