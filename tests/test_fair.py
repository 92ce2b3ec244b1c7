"""Fair deals: a secret that was committed to, a seed that the players mix, and shuffles that anyone can repeat."""

import hashlib
import hmac
import json
import struct
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from lastcard import Game, InvalidOption, InvalidRecord, cli, editions
from lastcard.bots import play
from lastcard.bots.simple import RANDOM
from lastcard.record import proof
from lastcard.rules.fair import SCHEMES, Shuffle, commitment, mixed_seed
from lastcard.verify import verify
from lastcard.worlds import redeal
from sha256 import extended, padding

SECRET = "00112233445566778899aabbccddeeff" * 2
ADDED = ["", "abcd", "ff" * 32]
TABLE = "11f33cbd237a77f8"


# ---- the algorithm again, written from the description alone ---------------------------------------
def keyed(secret: str, *fields: bytes) -> str:
    """Return the HMAC-SHA256 of fields with their lengths."""
    message = b"".join(struct.pack(">I", len(field)) + field for field in fields)
    return hmac.new(bytes.fromhex(secret), message, hashlib.sha256).hexdigest()


SEED = keyed(SECRET, b"lastcard/2/seed", TABLE.encode(), *map(bytes.fromhex, ADDED))
OLD_SEED = hashlib.sha256(bytes.fromhex(SECRET + "".join(ADDED))).hexdigest()


def stream(seed: str, dealt: int, shuffle: int) -> Iterator[int]:
    """Yield the words of a shuffle's stream."""
    block = 0
    while True:
        digest = hmac.new(bytes.fromhex(seed), f"{dealt}/{shuffle}/{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def below(words: Iterator[int], n: int) -> int:
    """Return a number from 0 to n - 1."""
    while True:
        word = next(words)
        if word < 2**32 - 2**32 % n:
            return word % n


def shuffled(seed: str, shuffle: Shuffle) -> tuple[str, ...]:
    """Return the cards after a shuffle."""
    words = stream(seed, shuffle.round, shuffle.number)
    pile = list(shuffle.before)
    for i in reversed(range(1, len(pile))):
        if i >= len(pile) - shuffle.top:
            j = below(words, i + 1)
            pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def fair_game(edition: str, players: int = 3, *, scheme: int = 2, **options: Any) -> Game:
    """Play a whole game with a fair deal."""
    game = Game(edition, players, seed=SEED if scheme == 2 else OLD_SEED, options=options)
    play(game, [RANDOM] * players, Random(0))
    game.fair = proof(SECRET, ADDED, TABLE, scheme)
    return game


def failed(record: object) -> list[str]:
    """Return the failed steps of the check."""
    return [finding.step for finding in verify(record) if not finding.holds]


# ---- dealing ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", editions.names())
def test_every_shuffle_is_a_function_of_seed_number_and_cards(edition: str) -> None:
    """In every edition each shuffle, reshuffles included, can be repeated from the seed, its numbers and the cards."""
    game = fair_game(edition, target=400)
    shuffles = game.shuffles()
    assert {shuffle.round for shuffle in shuffles} == set(range(game.round_number + 1))
    assert [shuffled(SEED, shuffle) for shuffle in shuffles] == [shuffle.after for shuffle in shuffles]
    for shuffle in shuffles:
        assert Counter(shuffle.before) == Counter(shuffle.after)


def test_the_first_deal_is_the_first_shuffle() -> None:
    """Cards are dealt from the end of the first shuffle of the printed deck, starting to the dealer's left."""
    game = Game("classic", 3, seed=SEED)
    deck = [game.edition.codec.card_texts[kind] for kind in game.edition.deck(game.options)]
    order = list(reversed(shuffled(SEED, Shuffle(0, 1, len(deck), tuple(deck), ()))))
    assert game.dealer == below(stream(SEED, 0, 0), 3)
    for i in range(3):
        assert game.hands[(game.dealer + 1 + i) % 3] == order[i:21:3]
    assert [*game.discard_pile, *game.draw_pile] == order[21:]


def test_a_reshuffle_has_a_stream_of_its_own() -> None:
    """When the discards become the draw pile they are shuffled with the next number, starting from the order they were in."""
    game = Game.arrange(
        "classic", [["red-1", "red-2"], ["blue-1"]], top="red-9", discard=["red-5", "blue-5", "green-5"], rest=False, seed=SEED
    )
    game.move(0, "draw")
    last = game.shuffles()[-1]
    assert last.before == ("red-5", "blue-5", "green-5")
    assert last.after == shuffled(SEED, last)
    assert game.hands[0][-1] == last.after[-1]


def test_golden_seed() -> None:
    """A seed always deals the same cards, now and in the future."""
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
    """Over many seeds, each card lands in each place equally often (chi-square, p about 1e-6)."""
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
    """A text seed must be 64 hex digits."""
    with pytest.raises(InvalidOption, match="64 hex digits"):
        Game("classic", 2, seed=seed)


@pytest.mark.rule("hidden")
def test_a_world_knows_no_fair_seed() -> None:
    """A redealt world has neither the key, the secret nor the shuffles of the fair game, and its own shuffles differ."""
    game = Game.arrange(
        "classic",
        [["red-1", "red-2"], ["blue-1"]],
        top="red-9",
        discard=[f"{color}-{n}" for color in ("red", "blue", "green") for n in range(3, 9)],
        rest=False,
        seed=SEED,
    )
    game.fair = proof(SECRET, ["", ""], TABLE)
    worlds = [redeal(game, 0, Random(i)) for i in range(10)]
    assert all(world.seed != SEED and world.fair is None and world.shuffles() == [] for world in worlds)
    assert not any("key" in vars(world._round) for world in worlds)
    drawn = {tuple(world.move(0, "draw") and world.hands[0]) for world in worlds}
    assert len(drawn) > 3


# ---- seeds -----------------------------------------------------------------------------------------
def test_commitment_and_seed() -> None:
    """The secret keys both, over different texts: scheme, purpose and table, and for the seed also what each seat adds."""
    assert commitment(SECRET, TABLE) == keyed(SECRET, b"lastcard/2/commitment", TABLE.encode())
    assert mixed_seed(SECRET, ADDED, TABLE) == SEED


def test_golden_commitment_and_seed() -> None:
    """A secret always gives the same commitment and seed."""
    assert commitment("00" * 32, "t") == "2202fa25f63f3cb535e4b4b03e93964bdb67201bcc5cca22ee0ab7fa81b8ccc9"
    assert mixed_seed("00" * 32, ["", "c0ffee"], "t") == "2ad4d6dc8d7e13498bfab79b60af4abec166b84bcfbf5ce96626e1aef14bbbf8"


def test_commitment_and_seed_of_scheme_1() -> None:
    """In the older scheme, they are the SHA-256 of the secret, and of the secret followed by all contributions."""
    assert commitment(SECRET, TABLE, 1) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert mixed_seed(SECRET, ADDED, TABLE, 1) == OLD_SEED


@pytest.mark.parametrize("added", [[], ["", ""], ["", "", ""]])
def test_without_a_contribution_the_commitment_is_not_the_seed(added: list[str]) -> None:
    """The commitment reveals no card if nobody adds anything, while in scheme 1 it revealed every hand."""
    assert mixed_seed(SECRET, added, TABLE) != commitment(SECRET, TABLE)
    assert mixed_seed(SECRET, added, TABLE, 1) == commitment(SECRET, TABLE, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["ab", ""], ["", "ab"]),
        (["abcd", ""], ["ab", "cd"]),
        (["ab"], ["ab", ""]),
        (["ab", "ab"], ["abab", ""]),
        (["ab", "ab"], ["ab", ""]),
        (["00"], ["0000"]),
        ([""], ["00"]),
        (["0000000161"], ["61"]),
        (["00000000"], ["", ""]),
    ],
)
def test_what_seats_add_is_told_apart(one: list[str], other: list[str]) -> None:
    """Every list of contributions has its own seed, however similar two lists are."""
    assert mixed_seed(SECRET, one, TABLE) != mixed_seed(SECRET, other, TABLE)


def test_equal_contributions_do_not_cancel() -> None:
    """Two equal contributions give a different seed from one of them or none."""
    lists = (["", ""], ["c0ffee", ""], ["", "c0ffee"], ["c0ffee", "c0ffee"])
    assert len({mixed_seed(SECRET, added, TABLE) for added in lists}) == len(lists)


def test_the_table_is_bound() -> None:
    """The same secret gives a different commitment and seed at another table."""
    assert commitment(SECRET, "t1") != commitment(SECRET, "t2")
    assert mixed_seed(SECRET, ["61"], "t") != mixed_seed(SECRET, [""], "ta") != mixed_seed(SECRET, [], "ta")


def test_a_contribution_chosen_after_the_commitment_gives_nothing() -> None:
    """Whatever a player derives from the commitment and adds, the seed is not a value that the commitment alone gives away."""
    promise = commitment(SECRET, TABLE)
    for chosen in (promise, hashlib.sha256(bytes.fromhex(promise)).hexdigest(), hashlib.sha256(promise.encode()).hexdigest()):
        seed = mixed_seed(SECRET, [chosen, "", ""], TABLE)
        assert seed not in (promise, chosen, mixed_seed(promise, [chosen, "", ""], TABLE))
        assert seed != hashlib.sha256(bytes.fromhex(promise + chosen)).hexdigest()


@pytest.mark.parametrize("more", ["", "c0ffee", "ff" * 32])
def test_a_padding_shaped_contribution_gives_nothing(more: str) -> None:
    """Extending the hash from the commitment gave the seed of scheme 1, but never gives that of scheme 2."""
    added = [padding(32).hex(), more]
    guesses = {
        scheme: extended(commitment(SECRET, TABLE, scheme), 32, bytes.fromhex(more)) == mixed_seed(SECRET, added, TABLE, scheme)
        for scheme in SCHEMES
    }
    assert guesses == {1: True, 2: False}


@given(
    secret=st.binary(min_size=32, max_size=32),
    one=st.lists(st.binary(max_size=32), max_size=4),
    other=st.lists(st.binary(max_size=32), max_size=4),
)
def test_seeds_are_equal_only_for_equal_contributions(secret: bytes, one: list[bytes], other: list[bytes]) -> None:
    """No two lists of contributions give the same seed, and none gives the commitment as the seed."""
    seeds = [mixed_seed(secret.hex(), [given.hex() for given in added], TABLE) for added in (one, other)]
    assert (seeds[0] == seeds[1]) == (one == other)
    assert commitment(secret.hex(), TABLE) not in seeds


@pytest.mark.parametrize("scheme", [0, 3, -1])
def test_an_unknown_scheme_is_refused(scheme: int) -> None:
    """An unknown scheme is refused."""
    with pytest.raises(InvalidOption, match="scheme 1 or 2"):
        commitment(SECRET, TABLE, scheme)
    with pytest.raises(InvalidOption, match="scheme 1 or 2"):
        mixed_seed(SECRET, ADDED, TABLE, scheme)


@pytest.mark.parametrize("given", ["0", "xy", "00" * 33, "0 0 "])
def test_a_wrong_contribution_is_refused(given: str) -> None:
    """A contribution must be whole bytes in hex, 32 at most."""
    with pytest.raises(InvalidOption, match="contribution"):
        mixed_seed(SECRET, ["", given])


@pytest.mark.parametrize("secret", ["", "beef", "beef" * 15 + "be", "beef" * 16 + "be", "beef" * 16 + "0000"])
def test_an_invalid_secret_is_refused_without_telling_it(secret: str) -> None:
    """A secret that is not 32 bytes is refused without repeating it."""
    for derive in (commitment, lambda given: mixed_seed(given, [])):
        with pytest.raises(InvalidOption, match="64 hex digits") as error:
            derive(secret)
        assert "beef" not in str(error.value)


# ---- records ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("edition", editions.names())
def test_a_fair_game_checks_out(edition: str, scheme: int) -> None:
    """The record of a fair game passes every step, including one for each round."""
    game = fair_game(edition, scheme=scheme, target=300)
    findings = verify(json.dumps(game.record()))
    assert all(finding.holds for finding in findings)
    assert [finding.step for finding in findings] == ["commitment", "seed", "cards", "moves"] + ["shuffles"] * (
        game.round_number + 1
    )


def test_a_record_of_scheme_1_names_no_scheme() -> None:
    """A record of scheme 1 still has only a commitment, a secret and contributions."""
    record = fair_game("classic", scheme=1).record()
    assert sorted(record["fair"]) == ["commitment", "contributions", "secret"]


@pytest.mark.parametrize("change", [{"scheme": 1}, {"table": "another"}, {"table": ""}])
def test_another_scheme_or_table_is_found(change: dict[str, Any]) -> None:
    """A record that names another scheme or table fails the commitment and the seed."""
    record: Any = fair_game("classic").record()
    record["fair"] |= change
    assert failed(record) == ["commitment", "seed"]


def test_a_deal_at_no_table_checks_out() -> None:
    """A game dealt without a table can be verified from its record alone."""
    game = Game("classic", 2, seed=mixed_seed(SECRET, ["", "ab"]))
    game.fair = proof(SECRET, ["", "ab"])
    assert failed(game.record()) == []
    record: Any = game.record()
    del record["fair"]["table"]
    assert failed(record) == []


def test_replay_keeps_names_and_fair() -> None:
    """A replay keeps the record's names and fair-deal data."""
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
    """A contribution that was changed or moved to another seat fails the seed."""
    record: Any = fair_game("classic").record()
    record["fair"]["contributions"] = [ADDED[0], ADDED[2], ADDED[1]]
    assert failed(record) == ["seed"]


def test_another_seed_is_found() -> None:
    """A game dealt from another seed fails the seed, even if it replays."""
    game = Game("classic", 3, seed="ab" * 32)
    play(game, [RANDOM] * 3, Random(0))
    game.fair = proof(SECRET, ADDED, TABLE)
    assert failed(game.record()) == ["seed"]


def test_other_moves_are_found() -> None:
    """Moves that the deal does not allow fail, and the finding names the move."""
    record: Any = fair_game("classic").record()
    record["moves"][0], record["moves"][1] = record["moves"][1], record["moves"][0]
    findings = [finding for finding in verify(record) if not finding.holds]
    assert [finding.step for finding in findings] == ["moves"]
    assert "move 1" in findings[0].sentence


def test_a_given_deck_is_found() -> None:
    """A deal from a given order of cards fails, even if everything else holds."""
    deck = Game("classic", 3, seed=1)
    order = [card for hand in deck.hands for card in hand] + deck.draw_pile + deck.discard_pile
    game = Game("classic", 3, seed=SEED, deck=order)
    game.fair = proof(SECRET, ADDED, TABLE)
    assert failed(game.record()) == ["cards"]


def test_what_you_were_told_is_compared() -> None:
    """A commitment noted before the deal exposes a record that was made up later."""
    record = fair_game("classic").record()
    assert all(finding.holds for finding in verify(record, told=commitment(SECRET, TABLE)))
    assert [finding.step for finding in verify(record, told="0" * 64) if not finding.holds] == ["told"]


def test_a_commitment_told_by_the_older_scheme_still_counts() -> None:
    """A commitment noted in a lobby before the server learned scheme 2 still holds for the same secret, and for no other."""
    record = fair_game("classic").record()
    told = next(finding for finding in verify(record, told=commitment(SECRET, TABLE, 1)) if finding.step == "told")
    assert (told.holds, told.sentence) == (True, "you were given a commitment to the same secret, by scheme 1")
    old = fair_game("classic", scheme=1).record()
    assert [finding.step for finding in verify(old, told=commitment(SECRET, TABLE)) if not finding.holds] == ["told"]


def test_a_record_without_a_fair_deal_is_refused() -> None:
    """A game without a commitment has nothing to verify."""
    with pytest.raises(InvalidRecord, match="no fair-deal data"):
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
        ({"fair": {"commitment": "0" * 64, "secret": SECRET, "contributions": ADDED[:2]}}, "a contribution from each"),
        ({"fair": {"commitment": "0" * 64, "secret": SECRET, "contributions": ["", "", "abc"]}}, "hex digits"),
        ({"fair": {"commitment": "0" * 64, "secret": SECRET, "contributions": ADDED, "more": 1}}, "no field 'more'"),
        (
            {"fair": {"commitment": "0" * 64, "secret": SECRET, "contributions": ADDED, "scheme": 3}},
            "1 or 2, not 3",
        ),
        ({"fair": {"commitment": "0" * 64, "secret": SECRET, "contributions": ADDED, "scheme": "2"}}, "broken"),
        ({"fair": {**proof(SECRET, ADDED, TABLE), "table": "\ud800"}}, "id of a table|broken"),
        ({"fair": {**proof(SECRET, ADDED, TABLE), "table": "t" * 65}}, "id of a table"),
    ],
)
def test_a_broken_fair_record_is_refused(change: dict[str, Any], reason: str) -> None:
    """Reading a record checks its names and fair-deal data."""
    record = {**fair_game("classic").record(), **change}
    with pytest.raises(InvalidRecord, match=reason):
        Game.replay(record)


# ---- the command -----------------------------------------------------------------------------------
def run(record: object, *args: str) -> Result:
    """Run `lastcard verify` on a record."""
    return CliRunner().invoke(cli.app, ["verify", "-", *args], input=json.dumps(record))


def test_the_command_tells_every_step() -> None:
    """`lastcard verify` shows each step, says that the deal was fair, and exits with code 0."""
    record = fair_game("classic").record()
    result = run(record, "--commitment", commitment(SECRET, TABLE))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == "The deal was fair."
    assert [line.split()[0] for line in lines[:-1]] == ["holds"] * len(verify(record, told=commitment(SECRET, TABLE)))


def test_the_command_tells_every_step_as_json() -> None:
    """With --json, `lastcard verify` prints every step as data, and the exit code stays the same."""
    record: Any = fair_game("classic").record()
    told = json.loads(run(record, "--json").stdout)
    assert told == {"fair": True, "findings": [finding._asdict() for finding in verify(record)]}
    record["fair"]["commitment"] = "0" * 64
    result = run(record, "--json")
    assert (result.exit_code, json.loads(result.stdout)["fair"]) == (1, False)


def test_the_command_fails_on_an_unfair_deal() -> None:
    """`lastcard verify` says what fails and exits with code 1."""
    record: Any = fair_game("classic").record()
    record["fair"]["commitment"] = "0" * 64
    result = run(record)
    assert result.exit_code == 1
    assert "FAILS  the secret is not the one that was committed to" in result.stdout
    assert result.stdout.splitlines()[-1] == "The deal does not check out."


def test_the_command_refuses_what_it_cannot_verify() -> None:
    """For a record without a fair deal, `lastcard verify` prints one line and exits with code 2."""
    result = run(Game("classic", 2, seed=1).record())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "lastcard: this record has no fair-deal data, so there is nothing to verify\n"
