"""Fair deals: a secret that was committed to, a seed that the players mix, and shuffles that anybody can do again."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from lastcard import Game, InvalidOption, InvalidRecord, cli, editions
from lastcard.bots import play
from lastcard.bots.simple import RANDOM
from lastcard.rules.fair import Shuffle, commitment, mixed_seed
from lastcard.verify import verify
from lastcard.worlds import redeal

SECRET = "00112233445566778899aabbccddeeff" * 2
ADDED = ["", "abcd", "ff" * 32]
SEED = hashlib.sha256(bytes.fromhex(SECRET + "".join(ADDED))).hexdigest()


# ---- the same again, written from the description alone --------------------------------------------
def stream(seed: str, dealt: int, shuffle: int) -> Iterator[int]:
    """The words of a shuffle's stream."""
    block = 0
    while True:
        digest = hmac.new(bytes.fromhex(seed), f"{dealt}/{shuffle}/{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def below(words: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1."""
    while True:
        word = next(words)
        if word < 2**32 - 2**32 % n:
            return word % n


def shuffled(seed: str, shuffle: Shuffle) -> tuple[str, ...]:
    """The cards after a shuffle."""
    words = stream(seed, shuffle.round, shuffle.number)
    pile = list(shuffle.before)
    for i in reversed(range(1, len(pile))):
        if i >= len(pile) - shuffle.top:
            j = below(words, i + 1)
            pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def fair_game(edition: str, players: int = 3, **options: Any) -> Game:
    """A whole game with a fair deal."""
    game = Game(edition, players, seed=SEED, options=options)
    play(game, [RANDOM] * players, Random(0))
    game.fair = {"commitment": commitment(SECRET), "secret": SECRET, "contributions": ADDED}
    return game


def failed(record: object) -> list[str]:
    """The steps of the check that do not hold."""
    return [finding.step for finding in verify(record) if not finding.holds]


# ---- dealing ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", editions.names())
def test_every_shuffle_is_a_function_of_seed_number_and_cards(edition: str) -> None:
    """In every edition each shuffle, reshuffles included, can be done again from the seed, its numbers and the cards."""
    game = fair_game(edition, target=400)
    shuffles = game.shuffles()
    assert {shuffle.round for shuffle in shuffles} == set(range(game.round_number + 1))
    assert [shuffled(SEED, shuffle) for shuffle in shuffles] == [shuffle.after for shuffle in shuffles]
    for shuffle in shuffles:
        assert Counter(shuffle.before) == Counter(shuffle.after)


def test_the_first_deal_is_the_first_shuffle() -> None:
    """The cards are dealt from the end of the first shuffle of the printed deck, from the left of the dealer on."""
    game = Game("classic", 3, seed=SEED)
    deck = [game.edition.codec.card_texts[kind] for kind in game.edition.deck(game.options)]
    order = list(reversed(shuffled(SEED, Shuffle(0, 1, len(deck), tuple(deck), ()))))
    assert game.dealer == below(stream(SEED, 0, 0), 3)
    for i in range(3):
        assert game.hands[(game.dealer + 1 + i) % 3] == order[i:21:3]
    assert [*game.discard_pile, *game.draw_pile] == order[21:]


def test_a_reshuffle_has_a_stream_of_its_own() -> None:
    """When the discards become the draw pile they are shuffled with the next number, from the cards as they lay."""
    game = Game.arrange(
        "classic", [["red-1", "red-2"], ["blue-1"]], top="red-9", discard=["red-5", "blue-5", "green-5"], rest=False, seed=SEED
    )
    game.move(0, "draw")
    last = game.shuffles()[-1]
    assert last.before == ("red-5", "blue-5", "green-5")
    assert last.after == shuffled(SEED, last)
    assert game.hands[0][-1] == last.after[-1]


def test_golden_seed() -> None:
    """A seed deals for all time what it deals today."""
    game = Game("classic", 2, seed="00" * 32)
    assert (game.dealer, game.top) == (1, "blue-4")
    assert game.hands[0][:3] == ["yellow-3", "yellow-5", "green-5"]
    assert game.hands[1][:3] == ["red-7", "red-2", "red-draw-two"]


def test_a_copy_goes_on_alone() -> None:
    """A copy draws the same cards as the game, and neither logs the other's shuffles."""
    game = Game.arrange(
        "classic", [["red-1", "red-2"], ["blue-1"]], top="red-9", discard=["red-5", "blue-5", "green-5"], rest=False, seed=SEED
    )
    twin = game.copy()
    twin.move(0, "draw")
    assert len(twin.shuffles()) == len(game.shuffles()) + 1
    game.move(0, "draw")
    assert twin.hands == game.hands
    assert twin.shuffles() == game.shuffles()


def test_other_games_log_no_shuffles() -> None:
    """A game with a number as its seed is dealt by the kernels' own dice and keeps no log."""
    assert Game("classic", 2, seed=7).shuffles() == []


def test_every_card_is_as_likely_everywhere() -> None:
    """Over many seeds each card comes to each place of the draw about as often (chi-square, p about 1e-6)."""
    n, games = 10, 2000
    counts = [[0] * n for _ in range(n)]
    for number in range(games):
        seed = hashlib.sha256(str(number).encode()).hexdigest()
        pile = [f"red-{i}" for i in range(n)]
        game = Game.arrange("classic", [["blue-1", "blue-2"], ["blue-1"]], "blue-9", discard=pile, rest=False, seed=seed)
        game.move(0, "draw")
        for place, card in enumerate(game.shuffles()[-1].after):
            counts[int(card[4:])][place] += 1
    expected = games / n
    chi = sum((count - expected) ** 2 / expected for row in counts for count in row)
    assert chi < 160  # 81 degrees of freedom


@pytest.mark.parametrize("seed", ["", "12", "g" * 64, "0" * 63, "0" * 65, " " * 64, "0" * 62 + "\n0", "٣" * 64])
def test_a_wrong_seed_is_refused(seed: str) -> None:
    """Text that is not 64 hex digits is no seed."""
    with pytest.raises(InvalidOption, match="64 hex digits"):
        Game("classic", 2, seed=seed)


@pytest.mark.rule("hidden")
def test_a_world_knows_no_fair_seed() -> None:
    """A world dealt anew carries neither key nor secret nor shuffles of the fair game, and its coming shuffles differ."""
    game = Game.arrange(
        "classic",
        [["red-1", "red-2"], ["blue-1"]],
        top="red-9",
        discard=[f"{color}-{n}" for color in ("red", "blue", "green") for n in range(3, 9)],
        rest=False,
        seed=SEED,
    )
    game.fair = {"commitment": commitment(SECRET), "secret": SECRET, "contributions": ["", ""]}
    worlds = [redeal(game, 0, Random(i)) for i in range(10)]
    assert all(world.seed != SEED and world.fair is None and world.shuffles() == [] for world in worlds)
    assert not any("key" in vars(world._round) for world in worlds)
    drawn = {tuple(world.move(0, "draw") and world.hands[0]) for world in worlds}
    assert len(drawn) > 3


# ---- seeds -----------------------------------------------------------------------------------------
def test_commitment_and_seed() -> None:
    """The commitment is the SHA-256 of the secret; the seed that of the secret and all contributions in order of seats."""
    assert commitment(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert mixed_seed(SECRET, ADDED) == SEED
    assert mixed_seed(SECRET, []) == commitment(SECRET)


@pytest.mark.parametrize("given", ["0", "xy", "00" * 33, "0 0 "])
def test_a_wrong_contribution_is_refused(given: str) -> None:
    """A contribution is whole bytes in hex, 32 at most."""
    with pytest.raises(InvalidOption, match="contribution"):
        mixed_seed(SECRET, ["", given])


def test_a_secret_that_is_none_is_refused_without_telling_it() -> None:
    """A wrong secret is refused in words that do not repeat it."""
    with pytest.raises(InvalidOption, match="64 hex digits") as error:
        commitment("beef")
    assert "beef" not in str(error.value)


# ---- records ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", editions.names())
def test_a_fair_game_checks_out(edition: str) -> None:
    """The record of a fair game, read from its JSON text, holds in every step, one of them for each round."""
    game = fair_game(edition, target=300)
    findings = verify(json.dumps(game.record()))
    assert all(finding.holds for finding in findings)
    assert [finding.step for finding in findings] == ["commitment", "seed", "cards", "moves"] + ["shuffles"] * (
        game.round_number + 1
    )


def test_replay_keeps_names_and_fair() -> None:
    """What a record says about names and the deal is there again after a replay."""
    game = fair_game("classic")
    game.names = ["Ada", "Bo", "Cy"]
    record = game.record()
    assert Game.replay(json.dumps(record)).record() == record


def test_another_secret_is_found() -> None:
    """A secret that is not the one committed to fails the commitment, and the seed."""
    record: Any = fair_game("classic").record()
    record["fair"]["secret"] = "1" + SECRET[1:]
    assert failed(record) == ["commitment", "seed"]


def test_another_commitment_is_found() -> None:
    """A commitment to something else fails, and only that."""
    record: Any = fair_game("classic").record()
    record["fair"]["commitment"] = "0" * 64
    assert failed(record) == ["commitment"]


def test_another_contribution_is_found() -> None:
    """A contribution that was changed, or came from another seat, fails the seed."""
    record: Any = fair_game("classic").record()
    record["fair"]["contributions"] = [ADDED[0], ADDED[2], ADDED[1]]
    assert failed(record) == ["seed"]


def test_another_seed_is_found() -> None:
    """A game dealt from a seed of its own does not follow from secret and contributions, however well it replays."""
    game = Game("classic", 3, seed="ab" * 32)
    play(game, [RANDOM] * 3, Random(0))
    game.fair = {"commitment": commitment(SECRET), "secret": SECRET, "contributions": ADDED}
    assert failed(game.record()) == ["seed"]


def test_other_moves_are_found() -> None:
    """Moves that the deal does not allow fail, with the move named."""
    record: Any = fair_game("classic").record()
    record["moves"][0], record["moves"][1] = record["moves"][1], record["moves"][0]
    findings = [finding for finding in verify(record) if not finding.holds]
    assert [finding.step for finding in findings] == ["moves"]
    assert "move 1" in findings[0].sentence


def test_a_given_deck_is_found() -> None:
    """A deal from a given order of cards is not the seed's, even where all the rest holds."""
    deck = Game("classic", 3, seed=1)
    order = [card for hand in deck.hands for card in hand] + deck.draw_pile + deck.discard_pile
    game = Game("classic", 3, seed=SEED, deck=order)
    game.fair = {"commitment": commitment(SECRET), "secret": SECRET, "contributions": ADDED}
    assert failed(game.record()) == ["cards"]


def test_what_one_was_told_is_compared() -> None:
    """A commitment noted before the deal shows up a record that was made up later as a whole."""
    record = fair_game("classic").record()
    assert all(finding.holds for finding in verify(record, told=commitment(SECRET)))
    assert [finding.step for finding in verify(record, told="0" * 64) if not finding.holds] == ["told"]


def test_a_record_without_a_fair_deal_is_refused() -> None:
    """A game that nobody committed to has nothing to verify."""
    with pytest.raises(InvalidRecord, match="no fair deal"):
        verify(Game("classic", 2, seed=1).record())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": 7}, "seed of a fair deal"),
        ({"names": ["Ada"]}, "as many names"),
        ({"names": ["Ada", "Bo", ""]}, "a name must not be empty"),
        ({"names": ["Ada", "Bo", "\u202eCy"]}, "control characters"),
        ({"names": ["Ada", "Bo", "C" * 41]}, "40 characters"),
        ({"fair": {"secret": SECRET}}, "commitment"),
        ({"fair": {"commitment": "x", "secret": SECRET, "contributions": ADDED}}, "commitment of a fair deal"),
        ({"fair": {"commitment": "0" * 64, "secret": SECRET, "contributions": ADDED[:2]}}, "a contribution of each"),
        ({"fair": {"commitment": "0" * 64, "secret": SECRET, "contributions": ["", "", "abc"]}}, "hex digits"),
        ({"fair": {"commitment": "0" * 64, "secret": SECRET, "contributions": ADDED, "more": 1}}, "no field 'more'"),
    ],
)
def test_a_broken_fair_record_is_refused(change: dict[str, Any], reason: str) -> None:
    """Names and the fair deal are checked on reading."""
    record = {**fair_game("classic").record(), **change}
    with pytest.raises(InvalidRecord, match=reason):
        Game.replay(record)


# ---- the command -----------------------------------------------------------------------------------
def run(record: object, *args: str) -> Result:
    """`lastcard verify` on a record."""
    return CliRunner().invoke(cli.app, ["verify", "-", *args], input=json.dumps(record))


def test_the_command_tells_every_step() -> None:
    """`lastcard verify` tells each step and that the deal was fair, with exit code 0."""
    record = fair_game("classic").record()
    result = run(record, "--commitment", commitment(SECRET))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == "The deal was fair."
    assert [line.split()[0] for line in lines[:-1]] == ["holds"] * len(verify(record, told=commitment(SECRET)))


def test_the_command_fails_on_an_unfair_deal() -> None:
    """`lastcard verify` says what fails and ends with exit code 1."""
    record: Any = fair_game("classic").record()
    record["fair"]["commitment"] = "0" * 64
    result = run(record)
    assert result.exit_code == 1
    assert "FAILS  the secret is not the one that was committed to" in result.stdout
    assert result.stdout.splitlines()[-1] == "The deal does not check out."


def test_the_command_refuses_what_it_cannot_verify() -> None:
    """`lastcard verify` answers a record without a fair deal with one line and exit code 2."""
    result = run(Game("classic", 2, seed=1).record())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "lastcard: this record tells of no fair deal: there is nothing to verify\n"
