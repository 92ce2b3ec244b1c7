"""The checks of the conformance suite. Each is a function that asserts one property of an :class:`Edition`.

They use an edition as a player would, through :class:`lastcard.Game`. A message says where the walk was, so that you can walk
to the same position again with ``walk(edition, players, seed)``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from importlib.util import find_spec
from random import Random

from ..bits import verb_of
from ..edition import Edition
from ..errors import IllegalMove, InvalidEdition, InvalidMove, InvalidOption, LastcardError
from ..extras import how_to_install
from ..game import Game
from ..options import Options
from ..rules.build import interpret
from ..worlds import redeal
from .walks import LONGEST, walk

Check = Callable[[Edition], None]
TABLES = ((2, 1), (3, 2), (4, 3), (7, 4), (10, 5))  # players and seed of each walk
WORD = "[a-z0-9]+(-[a-z0-9]+)*"
NEVER = ("play", "dance", "play purple-77", "catch 77", "vote maybe", "uno uno", "", " ", "draw draw", "\0")


def positions(edition: Edition, every: int = 1, options: Options | None = None) -> Iterator[tuple[str, Game]]:
    """Positions of the walks, each with words that say where it is. The game moves on with the next step."""
    for players, seed in TABLES:
        for number, game in enumerate(walk(edition, players, seed, options)):
            if number % every == 0 or game.round_over:
                yield f"{edition.id}, {players} players, seed {seed}, after {number} moves, phase {game.phase!r}", game


def shown(game: Game, seat: int | None) -> bytes:
    """Everything that a seat (None: a spectator) can see of a game, as bytes."""
    view = game.view(seat)
    told = {
        "view": view.to_dict(),
        "numbers": repr(view.numbers),
        "moves": [] if seat is None else game.moves(seat),
        "consequences": {} if seat is None else game.consequences(seat),
        "to_move": game.to_move,
        "offers": game.offers(),
        "events": [event.to_dict() for event in game.events(seat)],
        "sentences": game.sentences(seat),
    }
    return json.dumps(told, ensure_ascii=False).encode()


def check_identity(edition: Edition) -> None:
    """There are an id, a title and a summary, each card has its own code and text, and there are enough cards to deal."""
    assert edition.id, "an edition needs an id"
    assert re.fullmatch(WORD, edition.id), (
        f"the id {edition.id!r} must be lower-case letters and digits, with hyphens between words"
    )
    assert edition.title, f"{edition.id} has no title"
    assert edition.summary, f"{edition.id} has no summary"
    for kind in edition.kinds:
        plain = all(re.fullmatch(WORD, part) for part in kind.text.split("@", 1))
        assert plain, f"{edition.id}: the card {kind.text!r} must be lower-case letters and digits, with hyphens between words"
    for what, values in (("code", [k.code for k in edition.kinds]), ("text", [k.text for k in edition.kinds])):
        twice = _twice(values)
        assert not twice, f"{edition.id}: two kinds of card have the {what} {twice[0]!r}"
    deck = edition.deck(edition.read_options(None))
    assert len(deck) > 71, f"{edition.id}: {len(deck)} cards are too few to deal seven each to ten players and turn one up"


def check_rules_build(edition: Edition) -> None:
    """The rules can be built, and the edition's kernels replace only hooks."""
    try:
        interpret(*edition.assembled())
    except InvalidEdition as error:
        raise AssertionError(str(error)) from None


def check_rulebook(edition: Edition) -> None:
    """Rule ids are unique, and every rule has a text."""
    assert edition.rulebook, f"{edition.id} has no rulebook"
    twice = _twice(rule.id for rule in edition.rulebook)
    assert not twice, f"{edition.id}: the rulebook has two rules with the id {twice[0]!r}"
    for rule in edition.rulebook:
        assert rule.id.strip(), f"{edition.id}: a rule has no id"
        assert rule.text.strip(), f"{edition.id}: the rule {rule.id!r} has no text"


def check_options(edition: Edition) -> None:
    """Option names are unique, each is explained, and every default is a value that the option allows."""
    twice = _twice(option.name for option in edition.options)
    assert not twice, f"{edition.id}: two options are called {twice[0]!r}"
    for option in edition.options:
        assert option.about.strip(), f"{edition.id}: the option {option.name!r} does not say what it is about"
        assert option.allowed.strip(), f"{edition.id}: the option {option.name!r} does not say which values it allows"
    defaults = edition.read_options(None)
    try:
        again = edition.read_options(defaults)
    except InvalidOption as error:
        raise AssertionError(f"{edition.id}: a default is not allowed: {error}") from None
    assert again == defaults, f"{edition.id}: the defaults change when they are read again: {defaults} became {again}"
    json.dumps(defaults)


def check_moves_listed(edition: Edition) -> None:
    """Legal moves are unique and in a fixed order, their texts read back, and ``why_not`` does not refuse them."""
    for where, game in positions(edition):
        for seat in range(game.players):
            moves = game.moves(seat)
            texts = [str(move) for move in moves]
            twice = _twice(texts)
            assert not twice, f"{where}: seat {seat} is offered {twice[0]!r} twice"
            assert texts == [str(m) for m in game.moves(seat)], f"{where}: seat {seat}'s moves change their order"
            for move in moves:
                _reads_back(edition, where, str(move))
                refusal = game.why_not(seat, move)
                assert refusal is None, f"{where}: seat {seat}'s legal move {move!r} is refused: {refusal}"


def _twice(values: Iterable[Hashable]) -> list[Hashable]:
    return [value for value, count in Counter(values).items() if count > 1]


def _reads_back(edition: Edition, where: str, text: str) -> None:
    code, said = edition.codec.read(text)
    move = edition.codec.move(code) if said is None else edition.codec.say(code, said)
    assert move == text, f"{where}: the move {text!r} reads back as {str(move)!r}"


def check_chances(edition: Edition) -> None:
    """Moves out of turn are exactly those of verbs marked as a chance."""
    for where, game in positions(edition, every=3):
        for seat in range(game.players):
            chances = {str(move) for move in game.chances(seat)}
            for move in game.moves(seat):
                verb = edition.codec.verbs[verb_of(edition.codec.read(move)[0])]
                said = "" if verb.chance else "not "
                assert verb.chance == (str(move) in chances), f"{where}: the verb of {str(move)!r} is {said}marked as a chance"


def check_cards_read_back(edition: Edition) -> None:
    """Every card's text leads to its code, and its code to its text."""
    for kind in edition.kinds:
        code = edition.codec.card(kind.text)
        assert code == kind.code, f"{edition.id}: {kind.text} reads as card {code}, not {kind.code}"
        assert edition.codec.card_texts[code] == kind.text, f"{edition.id}: card {code} is not written as {kind.text}"


def check_somebody_can_move(edition: Edition) -> None:
    """Every seat that the game is waiting for has a legal move, and it waits for nobody only when the round is over."""
    for where, game in positions(edition):
        assert bool(game.to_move) != game.round_over, f"{where}: the game is waiting for {game.to_move or 'nobody'}"
        for seat in game.to_move:
            assert game.moves(seat), f"{where}: the game is waiting for seat {seat}, which has no legal move"
        for seat in range(game.players):
            asked = seat in game.to_move or seat in game.offers()
            assert asked or not game.moves(seat), f"{where}: seat {seat} has a move but is never asked for it"


def check_conservation(edition: Edition) -> None:
    """No card is lost or duplicated: hands and piles together are the deck after every move."""
    for where, game in positions(edition):
        held = [card for hand in game.hands for card in hand]
        there = Counter([*held, *game.draw_pile, *game.discard_pile])
        deck = Counter(edition.codec.card_texts[code] for code in edition.deck(game.options))
        assert there == deck, f"{where}: too many {sorted(there - deck)}, missing {sorted(deck - there)}"
        counts = game.view(None).counts
        assert counts == tuple(map(len, game.hands)), (
            f"{where}: the counts are {counts}, the hands {list(map(len, game.hands))}"
        )
        assert game.view(None).draw_count == len(game.draw_pile), f"{where}: the draw pile is miscounted"


def check_color_in_force(edition: Edition) -> None:
    """There is a current color whenever a player is to play a card."""
    for where, game in positions(edition):
        owed = game.color is None and game.phase in ("turn", "drew")
        assert not owed, f"{where}: seat {game.turn} is to play on {game.top}, but there is no current color"


def check_termination(edition: Edition) -> None:
    """Rounds end, with a winner or because nobody can go on."""
    for players, seed in TABLES:
        *_, last = walk(edition, players, seed)
        assert last.round_over, f"{edition.id}, {players} players, seed {seed}: the round has not ended after {LONGEST} moves"
        out = [seat for seat, hand in enumerate(last.hands) if not hand]
        winner = last.view(None).winner
        assert winner is None or out, f"{edition.id}, {players} players, seed {seed}: seat {winner} won with cards in hand"


def check_refusals(edition: Edition) -> None:
    """Text that is not a move, or not a legal one, is refused with a reason and changes nothing."""
    texts = sorted({str(move) for _, game in positions(edition, 10) for s in range(game.players) for move in game.moves(s)})
    rng = Random(0)
    for where, game in positions(edition, 20):
        before = _everything(game)
        for seat in range(game.players):
            legal = game.moves(seat)
            for text in (*NEVER, *(t for t in rng.sample(texts, min(12, len(texts))) if t not in legal)):
                _is_refused(game, where, seat, text)
        assert before == _everything(game), f"{where}: a refused move changed something"


def _everything(game: Game) -> list[object]:
    views = [game.view(seat).to_dict() for seat in range(game.players)]
    return [game.record(), game.hands, game.draw_pile, views, shown(game, None)]


def _is_refused(game: Game, where: str, seat: int, text: str) -> None:
    error = _error_of(game, seat, text)
    what = f"{where}: {text!r} of seat {seat}"
    assert error is not None, f"{what} is accepted, though it is not among the legal moves"
    assert str(error), f"{what} is refused without a message"
    if isinstance(error, IllegalMove):
        assert error.sentence, f"{what} is refused without a sentence"
        known = {rule.id for rule in game.edition.rulebook}
        assert error.rule in known, f"{what} is refused by {error.rule!r}, which is not in the rulebook"


def _error_of(game: Game, seat: int, text: str) -> LastcardError | None:
    try:
        game.move(seat, text)
    except (IllegalMove, InvalidMove) as error:
        return error
    return None


def check_hidden_information(edition: Edition) -> None:
    """If everything a seat cannot see is dealt again, the seat sees the same, byte for byte."""
    rng = Random(0)
    for where, game in positions(edition, 20):
        for seat in (None, *range(game.players)):
            world = redeal(game, seat, rng)
            who = "a spectator" if seat is None else f"seat {seat}"
            assert shown(world, seat) == shown(game, seat), f"{where}: {who} sees something that depends on hidden cards"


def check_replay(edition: Edition) -> None:
    """Replaying a record, as data or as JSON text, gives the same game."""
    for players, seed in TABLES:
        *_, last = walk(edition, players, seed)
        record = last.record()
        if edition.id not in _installed() or _installed()[edition.id] is not edition:
            _replay_by_hand(last)
            continue
        for again in (Game.replay(record), Game.replay(json.dumps(record))):
            assert again.record() == record, f"{edition.id}, {players} players, seed {seed}: replaying changes the record"
            _is_same(last, again, f"{edition.id}, {players} players, seed {seed}")


def _installed() -> dict[str, Edition]:
    from .. import editions

    return {name: editions.get(name) for name in editions.names()}


def _replay_by_hand(game: Game) -> None:
    """Do what Game.replay does, for an edition that is not installed."""
    record = game.record()
    again = Game(game.edition, players=game.players, seed=game.seed, options=record["options"])
    for seat, text, *_ in record["moves"]:
        again.move(seat, text)
    _is_same(game, again, f"{game.edition.id}, {game.players} players, seed {game.seed}")


def _is_same(game: Game, again: Game, where: str) -> None:
    assert again.hands == game.hands, f"{where}: replaying leads to different hands"
    assert again.draw_pile == game.draw_pile, f"{where}: replaying leads to a different draw pile"
    for seat in (None, *range(game.players)):
        assert shown(again, seat) == shown(game, seat), f"{where}: replaying shows seat {seat} something different"


def check_speeds_agree(edition: Edition) -> None:
    """Interpreted and compiled rules give the same totals. Raises SkipTest if numba is not installed."""
    if find_spec("numba") is None:
        from unittest import SkipTest

        missing = f"numba is not installed ({how_to_install('lab')})"
        raise SkipTest(f"the two speeds of {edition.id} were not compared: {missing}")
    from ..compiled import Compiled
    from ..play.playout import DEFAULT_PEOPLE, People
    from ..rules.state import MOVES

    rounds = 20
    compiled = Compiled(edition, players=4, quiet=True)
    people, round_ = People(), edition.round()
    vars(round_)["log"] = []
    for name, value in DEFAULT_PEOPLE.items():
        setattr(people, name, value)
    rules = edition.make_rules(edition.read_options(None), 4)
    totals = [0] * 13
    interpret(*edition.assembled("playouts")).playouts([rules], [round_], [people], [0] * MOVES, 1, rounds, totals)
    fast = compiled.playouts(1, rounds)
    slow = (rounds, totals[0], totals[1], totals[2], tuple(totals[3:7]))
    assert tuple(fast) == slow, f"{edition.id}: the compiled rules give {fast}, but the interpreted ones {slow}"
