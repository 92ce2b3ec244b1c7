"""A game: the rounds, scores, moves, events and views of one table.

``Game`` holds the truth. Players only get a :class:`~lastcard.view.View`, or events redacted for their seat. What a view
shows is decided in :mod:`lastcard.view`, which gives a game its method ``view``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Self

from . import editions
from .bits import has, verb_of
from .consequences import consequences
from .edition import Edition
from .errors import IllegalMove, InvalidMove, InvalidOption, InvalidRecord, LastcardError, Refusal
from .events import E_ENDED, E_RULE, Event, Row
from .history import Deal, History, Inside
from .moves import SEATS, VOTE, Move, Verb
from .options import read_rewritten
from .play.evidence import Evidence
from .position import Layout, as_data, lay_out, read_deck, read_position
from .record import END, FORMAT, LATEST, NEXT_ROUND, Fair, Position, Record, read
from .refusals import explain
from .repl_display import OpenHand, Picture
from .rules.fair import Shuffle, forget_key
from .rules.state import MOVES, NONE, OVER
from .scores import add_points, leaders, winners
from .seeds import SEED_BITS, read_seed, round_seed
from .sentence_type import Sentence
from .table_rules import check_players
from .typed_text import quoted
from .view import Seen

GAME_OVER = Refusal("match-deal", "game-over", "The game is over.")
RULES_CHANGED = "The rules have changed since this game: they no longer allow move {n}."


class Game(Seen):
    """One game of an edition, from the first deal to the winner.

    ``seed`` decides every shuffle (default: a random seed). A string of 64 hex digits is the seed of a fair deal
    (:mod:`lastcard.rules.fair`). ``deck`` sets the order of the first deal instead, starting with the card dealt first.
    ``names`` and ``fair`` go into the record if they are set. ``is_imagined`` marks a world of :mod:`lastcard.worlds`.
    """

    is_imagined = False
    has_forgotten = False
    names: list[str] | None = None
    faces: list[int] | None = None
    fair: Fair | None = None

    def __init__(
        self,
        edition: str | Edition,
        players: int = 4,
        seed: int | str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        deck: Sequence[str] | None = None,
    ) -> None:
        self._set_up(edition, players, seed, options)
        self._new_round(None if deck is None else read_deck(self.edition, self.options, deck))

    def _set_up(self, edition: str | Edition, players: int, seed: int | str | None, options: Mapping[str, Any] | None) -> None:
        self.edition = editions.get(edition)
        if type(players) is not int or not 2 <= players <= SEATS:
            raise InvalidOption(f"2 to {SEATS} can play, not {quoted(players)} (setup-players)")
        self.players: int = players
        self.seed = read_seed(seed)
        self.options = self.edition.read_options(options)
        self._shown_options = deepcopy(self.options)
        self._dealer: int | None = self.options.get("dealer")
        if self._dealer is not None and self._dealer >= players:
            raise InvalidOption(f"dealer is a seat from 0 to {players - 1}, not {self._dealer}")
        check_players(self.options, players)
        self.round_number = 0
        self.scores = (0,) * players
        self.winners: tuple[int, ...] = ()
        self._is_fair = isinstance(self.seed, str)
        self._kernels = self.edition.fair_kernels if self._is_fair else self.edition.kernels
        self._codec = self.edition.codec
        self._teller = self.edition.teller
        self._rules = self.edition.make_rules(self.options, players)
        self._kinds = self.edition.kinds_at(self._rules)
        self._history = History(self._teller, players)
        self._shuffles: list[tuple[int, int, int, bytes, bytes]] = []
        self._round: Any = self.edition.round()
        self._evidence = Evidence()
        self._told: tuple[int, dict[str, Any], dict[str, Any]] = (-1, {}, {})
        more: dict[str, Any] = {"log": self._history.rows}  # the interpreted rules write events there
        if isinstance(self.seed, str):
            more |= {"key": bytes.fromhex(self.seed), "shuffled": self._shuffles}
        vars(self._round).update(more)
        self._said: list[tuple[str, str]] = []
        self._out = [0] * MOVES
        self._last_mover = 0
        self._last_verb: Verb | None = None
        self._played: list[tuple[int | None, str, int | None]] = []
        self._rewritten: list[tuple[int, dict[str, Any]]] = []
        self._given_options = {} if options is None else deepcopy(dict(options))
        self._position: Position | None = None
        self._deck: list[int] | None = None

    # ---- rounds ------------------------------------------------------------------------------------
    def _new_round(self, deck: list[int] | None = None) -> None:
        self._deck = deck if self.round_number == 0 else self._deck
        g, kernels, seed = self._round, self._kernels, round_seed(self.seed, self.round_number)
        self._said = []
        kernels.forget_choices(self._evidence)
        dealer = NONE if self._dealer is None else self._dealer
        if deck is None:
            kernels.new_round(self._rules, g, seed, dealer)
        else:
            kernels.seed_dice(g, seed)
            kernels.clear(self._rules, g)
            g.dealer = kernels.choose_dealer(self._rules, g) if dealer == NONE else dealer
            g.draw[: len(deck)] = bytes(reversed(deck))
            kernels.deal(self._rules, g)
        self._begin_round()

    def _begin_round(self) -> None:
        """Note the dealer and take in the events once the cards are dealt."""
        self._dealer = self._last_mover = self._round.dealer
        self._last_verb = None
        self._take_in()

    def _take_in(self) -> None:
        """Take in the new events, and call each house rule by its name."""
        self._history.name(E_RULE, self._rule_name)
        self._history.take_in()

    def _rule_name(self, card: int) -> str:
        rule = self.edition.rule_on(self._rules, card, self.options)
        return str(rule["name"]) if rule else ""

    def last_deal(self) -> Deal:
        """Return what :meth:`dealt_again` needs to begin with the deal of this round."""
        history, rows = self._history, self._history.before_the_round()
        texts = {number: text for number, text in history.texts.items() if number < history.first + len(rows)}
        return Deal(self.round_number, int(self._round.dealer), self.scores, history.first, rows, texts)

    @classmethod
    def dealt_again(
        cls, edition: str | Edition, players: int, seed: int | str, options: Mapping[str, Any] | None, deal: Deal
    ) -> Self:
        """Return a game just after a deal. It knows little of what came before, so it has no record."""
        game = object.__new__(cls)
        game._set_up(edition, players, seed, options)
        game.has_forgotten = True
        game.round_number, game._dealer, game.scores = deal.round, deal.dealer, tuple(deal.scores)
        game._history.begin_with(deal)
        game._new_round()
        return game

    def next_round(self, options: Mapping[str, Any] | None = None) -> list[Event]:
        """Deal the next round, with house rules rewritten if given. Return the events as a spectator sees them."""
        if not self.round_over:
            raise IllegalMove(Refusal("match-deal", "round-not-over", "The round isn't over yet."))
        if self.over:
            raise IllegalMove(GAME_OVER)
        if options:
            self._rewrite(options)
        start = self.event_count
        self.round_number += 1
        self._dealer = (self._round.dealer + 1) % self.players
        self._played.append((None, NEXT_ROUND, None))
        self._new_round()
        return self.events(None, since=start)

    def _rewrite(self, options: Mapping[str, Any]) -> None:
        changed = read_rewritten(self.edition.options, self.options, options)
        self.options = changed
        self._shown_options = deepcopy(changed)
        self._rules = self.edition.make_rules(changed, self.players)
        self._kinds = self.edition.kinds_at(self._rules)
        self._rewritten.append((self.round_number + 1, deepcopy(dict(options))))

    def _count(self) -> None:
        g = self._round
        if g.winner != NONE:
            self.scores = add_points(self.options, self.scores, g.winner, g.score, g.points)
            self.winners = winners(self.options, self.scores, g.winner)

    def end(self) -> list[Event]:
        """End a game that goes on too long. The round has no winner, and the scores so far decide. Return public events."""
        if self.over:
            raise IllegalMove(GAME_OVER)
        start = self.event_count
        self._played.append((None, END, None))
        if not self.round_over:
            self._kernels.finish(self._rules, self._round, NONE)
        self._history.rows[start - self._history.first :] = [
            (E_ENDED, NONE, 0, 0)
        ]  # instead of what the rules say about a round that is stuck
        self._history.take_in()
        self.winners = leaders(self.options, self.scores)
        return self.events(None, since=start)

    # ---- moves -------------------------------------------------------------------------------------
    def moves(self, seat: int) -> list[Move]:
        """Return every legal move of a seat now, including moves out of turn."""
        n = self._kernels.legal(self._rules, self._round, self._check_seat(seat), self._out)
        move = self._codec.move
        return [move(code) for code in self._out[:n]]

    def move(self, seat: int, move: str, at: int | None = None) -> list[Event]:
        """Make a move (``at`` is in milliseconds) and return the events the mover may see. A refused move changes nothing."""
        start = self._history.count
        self.play(seat, move, at)
        return self._history.events(seat, start)

    def play(self, seat: int, move: str, at: int | None = None) -> None:
        """Make a move like :meth:`move`, without returning its events."""
        code, said = self._codec.read(move, self.players)
        if at is not None and (type(at) is not int or not 0 <= at < LATEST):
            raise InvalidMove(f"a move's time is a number of milliseconds, not {quoted(at)}")
        refusal = self._refusal(self._check_seat(seat), code, said)
        if refusal:
            raise IllegalMove(refusal)
        self._kernels.observe(self._rules, self._round, self._evidence, seat, code)
        self._kernels.step(self._rules, self._round, seat, code)
        self._played.append((seat, str(self._codec.move(code) if said is None else self._codec.say(code, said)), at))
        self._last_mover, self._last_verb = seat, self._codec.verbs[verb_of(code)]
        if said is not None:
            self._said.append((self._last_verb.word, said))
            self._history.say(said)
        self._take_in()
        if self._round.phase == OVER:
            self._count()

    def why_not(self, seat: int, move: str) -> Refusal | None:
        """Explain why a move is not allowed now, or return None if it is allowed."""
        code, said = self._codec.read(move, self.players)
        return self._refusal(self._check_seat(seat), code, said)

    def _refusal(self, seat: int, code: int, said: str | None) -> Refusal | None:
        n = self._kernels.legal(self._rules, self._round, seat, self._out)
        if code not in self._out[:n] and self._codec.twins.get(code) not in self._out[:n]:
            return explain(self.edition, self._rules, self._round, seat, code)
        if said is not None:
            return self.edition.hear(self._said, self._codec.verbs[verb_of(code)].word, said)
        return None

    def chances(self, seat: int) -> list[Move]:
        """Return a seat's moves that are out of turn: calls, catches, and what the edition adds."""
        n = self._kernels.chances(self._rules, self._round, self._check_seat(seat), self._out, 0)
        return [self._codec.move(code) for code in self._out[:n]]

    def consequences(self, seat: int) -> dict[Move, tuple[Sentence, ...]]:
        """Return what each legal move of a seat costs or brings, as far as this seat can know, in sentences."""
        codes = self._out[: self._kernels.legal(self._rules, self._round, self._check_seat(seat), self._out)]
        if not codes:
            return {}
        said = consequences(self.edition, self._rules, self._round, seat, codes, self._shown_options)
        return dict(zip(map(self._codec.move, codes), said, strict=True))

    def offers(self) -> tuple[int, ...]:
        """Return the seats to ask for moves out of turn now, from the left of the last mover, whatever they hold."""
        mask = self._kernels.offered(self._rules, self._round)
        order = ((self._last_mover + i) % self.players for i in range(1, self.players + 1))
        return tuple(seat for seat in order if has(mask, seat))

    # ---- events and views --------------------------------------------------------------------------
    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """Return what happened, as a seat (None: a spectator) may see it, starting at event number ``since``."""
        if seat is not None:
            self._check_seat(seat)
        return self._history.events(seat, since)

    def seers(self, since: int) -> frozenset[int]:
        """Return the seats that see more of the events from this number on than a spectator."""
        return self._history.seers(since)

    def sentences(self, seat: int | None, since: int = 0) -> list[str]:
        """Return the same events in words, which call cards by their names and the seat "you"."""
        return [self._teller.sentence(event, lambda s: f"seat {s}", seat) for event in self.events(seat, since)]

    # ---- the truth ---------------------------------------------------------------------------------
    @property
    def shows_act(self) -> bool:
        """Whether the last move was something people look at or listen to, like a line, a dare or the last vote about one."""
        verb = self._last_verb
        return verb is not None and verb.social and (verb.code != VOTE or self.phase != "vote")

    @property
    def performing(self) -> int | None:
        """The seat that performs now, until the first vote about it, or None. What lasts was done before the vote."""
        if self.phase != "vote" or (self._last_verb is not None and self._last_verb.code == VOTE):
            return None
        shows, special = self.edition.every_show, self.seen_by(None)["special"]
        deeds = [it for name, it in special.items() if isinstance(it, dict) and not shows[name].holds.endswith("by seat")]
        return self._round.performer if any(not deed.get("lasting") for deed in deeds) else None

    @property
    def hands(self) -> list[list[str]]:
        """Every hand, in the order the cards were received."""
        texts = self._codec.card_texts
        return [OpenHand(texts[kind] for kind in hand).named(self._kinds) for hand in self._history.truth.hands]

    @property
    def draw_pile(self) -> list[str]:
        """The draw pile, starting with the card drawn next."""
        g, texts = self._round, self._codec.card_texts
        return [texts[kind] for kind in reversed(g.draw[: g.draw_n])]

    @property
    def discard_count(self) -> int:
        """The number of cards in the discard pile."""
        return int(self._round.discard_n)

    @property
    def vetoable(self) -> tuple[str, int] | None:
        """A move on offer now that a player may have vetoed before the game, and the number it was vetoed by."""
        return self.edition.vetoable(self._rules, self._round)

    @property
    def event_count(self) -> int:
        """The number of events so far, which is the same for everyone."""
        return self._history.count

    def shuffles(self) -> list[Shuffle]:
        """Return every shuffle of a fair deal so far, as :func:`lastcard.rules.fair.shuffled` makes it. Otherwise none."""
        texts = self._codec.card_texts
        return [
            Shuffle(number, shuffle, top, tuple(texts[k] for k in before), tuple(texts[k] for k in after))
            for number, shuffle, top, before, after in self._shuffles
        ]

    def _picture(self) -> Picture:
        told = (self.to_move, self.direction, self.top, self.color, self._round.draw_n)
        names, hands = self.names or [f"seat {seat}" for seat in range(self.players)], self.hands
        ends = (self.scores, self.round_over, self.winners, self._kinds)
        counts = [len(hand) for hand in hands]
        return Picture("Game", self.edition.id, self.edition.title, self.round_number, names, *told, counts, hands, *ends)

    # ---- copies, worlds and positions ----------------------------------------------------------------------
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """Return a copy of the game that continues independently."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._round = self._round.copy()
        twin._evidence = self._evidence.copy()
        twin._history = self._history.copy()
        twin._round.log = twin._history.rows
        twin._said = self._said[:]
        twin._out = [0] * MOVES
        twin._shuffles = self._shuffles[:]
        if self._is_fair:
            twin._round.shuffled = twin._shuffles
        twin._played = self._played[:]
        twin._rewritten = self._rewritten[:]
        return twin

    def forget(self, keep: int) -> None:
        """Forget the events of old rounds, except the last ``keep``, and all moves. Play goes on, but there is no record."""
        self.has_forgotten = True
        self._history.forget(keep)
        self._played.clear()
        self._shuffles.clear()

    def inside(self) -> Inside:
        """Return the truth in the rules' own numbers, for :mod:`lastcard.worlds`. Never show it to a player."""
        return Inside(self._rules, self._round, self._kernels, self._history.rows, self._history.truth.hands)

    def imagine(self, rows: list[Row], pile: Iterable[int], rng: Random) -> None:
        """Replace the events that led here and the draw pile. The caller brings the state in line with them.

        The game gets its own dice and forgets where the true cards came from.
        """
        self.is_imagined = True
        self.fair = self._deck = self._position = None
        self._played, self._shuffles = [], []
        self._is_fair, self._kernels = False, self.edition.kernels
        g = self._round
        forget_key(g)
        self.seed = rng.getrandbits(SEED_BITS)
        self._kernels.seed_dice(g, rng.getrandbits(SEED_BITS))
        g.draw[: g.draw_n] = bytes(pile)
        self._history.imagine(rows)

    @classmethod
    def arrange(
        cls,
        edition: str | Edition,
        hands: Sequence[Sequence[str]],
        top: str,
        *,
        color: str | None = None,
        draw: Sequence[str] = (),
        discard: Sequence[str] = (),
        rest: bool = True,
        turn: int = 0,
        direction: int = 1,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str = 0,
    ) -> Self:
        """Start a game in the middle: the top card's effect is over, and players with one card cannot be caught.

        ``draw`` lists the next cards to be drawn, in order. The rest of the deck follows, shuffled, unless ``rest`` is False.
        ``discard`` lies under the top card, bottom first. An impossible position is refused with the reason.
        """
        given = {
            "hands": hands,
            "top": top,
            "color": color,
            "draw": draw,
            "discard": discard,
            "rest": rest,
            "turn": turn,
            "direction": direction,
            "dealer": dealer,
            "scores": scores,
        }
        position = as_data(given)
        game = object.__new__(cls)
        game._set_up(edition, len(hands), seed, options)
        game._position = position
        game._lay_out(read_position(game.edition, game.options, position))
        return game

    def _lay_out(self, layout: Layout) -> None:
        g, kernels = self._round, self._kernels
        kernels.seed_dice(g, round_seed(self.seed, self.round_number))
        kernels.clear(self._rules, g)
        dealer = self._dealer if layout.dealer is None else layout.dealer
        g.dealer = (layout.turn - 1) % self.players if dealer is None else dealer
        lay_out(layout, kernels, g, self._history.rows)
        self.scores = layout.scores
        self._begin_round()

    # ---- records -----------------------------------------------------------------------------------
    def record(self) -> Record:
        """Return the game as one JSON document."""
        if self.is_imagined or self.has_forgotten:
            raise InvalidRecord("a world with a new deal has no record, and neither has a game that has forgotten its moves")
        record: Record = {
            "format": FORMAT,
            "edition": self.edition.id,
            "rules_version": self.edition.version,
            "players": self.players,
            "seed": self.seed,
            "options": deepcopy(self._given_options),
            "moves": [list(entry[:2] if entry[2] is None else entry) for entry in self._played],
            "scores": list(self.scores),
            "winners": list(self.winners),
        }
        if self._rewritten:
            record["rewritten"] = {str(number): deepcopy(options) for number, options in self._rewritten}
        if self._deck is not None:
            record["deck"] = [self._codec.card_texts[kind] for kind in self._deck]
        if self._position is not None:
            record["position"] = deepcopy(self._position)
        if self.names is not None:
            record["names"] = list(self.names)
        if self.faces is not None:
            record["faces"] = list(self.faces)
        if self.fair is not None:
            record["fair"] = deepcopy(self.fair)
        return record

    @classmethod
    def replay(cls, record: object) -> Self:
        """Replay a record (a document or its JSON text) and return the game, or raise InvalidRecord if that fails."""
        for game in cls.replaying(record):  # noqa: B007 - the last one
            pass
        return game

    @classmethod
    def replaying(cls, record: object) -> Iterator[Self]:
        """Yield the game of a record before its first move and after each move. It is the same game at every step."""
        document = read(record)
        game = cls._begin(document)
        game.names, game.faces, game.fair = document.get("names"), document.get("faces"), document.get("fair")
        rewritten = document.get("rewritten", {})
        yield game
        for number, (seat, text, *time) in enumerate(document["moves"], 1):
            try:
                if text == END and seat is None:
                    game.end()
                elif seat is None:
                    game.next_round(rewritten.get(str(game.round_number + 1)))
                else:
                    game.move(seat, text, at=time[0] if time else None)
            except LastcardError as error:
                exact = f"move {number}, seat {quoted(seat)}, {quoted(text)}: {error}"
                says = "Move {n} of this record isn't allowed."
                if document["rules_version"] != game.edition.version:
                    exact, says = f"the rules have changed since this game: {exact}", RULES_CHANGED
                raise InvalidRecord(exact, says=says, n=number) from None
            yield game
        ends = {"scores": list(game.scores), "winners": list(game.winners)}
        if any(document.get(name, end) != end for name, end in ends.items()):
            says = "The scores or winners in this record don't follow from its moves."
            raise InvalidRecord(says, says=says)

    @classmethod
    def _begin(cls, document: Record) -> Self:
        version, options, seed = document["rules_version"], document["options"], document["seed"]
        try:
            edition = editions.get(document["edition"])
            if edition.plays(version) and "position" in document:
                return cls.arrange(edition, **document["position"], options=options, seed=seed)
            if edition.plays(version):
                return cls(edition, document["players"], seed, options, deck=document.get("deck"))
        except (LastcardError, TypeError) as error:
            exact = f"this record cannot begin: {error}"
            raise InvalidRecord(exact, says="The game in this record can't be played here.") from None
        exact = f"this record is of version {version} of the rules of {edition.id}, not {edition.version}"
        raise InvalidRecord(exact, says="This record was made with a different version of the rules.")
