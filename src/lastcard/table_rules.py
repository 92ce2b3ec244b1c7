"""Table rules: how a table may change the leaflet, as data. Every edition offers those that its cards have a use for.

Each is an option in a group, with its rules in words. The kernels read them from the fields of the rules (``fill_table``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .bits import bit
from .cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_NONE, Kind
from .errors import InvalidOption
from .options import Option, Options, choice, flag, whole_number
from .rulebook import Rule
from .table_words import WORDS

# The groups of the catalog, in its order.
GROUPS = {"answers": "Answering draw cards", "drawing": "Drawing", "uno": "UNO, going out and setup"}

LIMIT = 1000  # turns after which a round at a changed table ends without a winner
DEALT, MOST_DEALT = 7, 75
STACKING = ("off", "same", "up", "any")  # in the order of the kernels' numbers


class TableRule(NamedTuple):
    """An option that changes the leaflet, the rules it brings, and whether an edition with these cards has a use for it."""

    option: Option
    rules: tuple[Rule, ...]
    is_for: Callable[[Sequence[Kind]], bool]


def _draws(kinds: Sequence[Kind]) -> bool:
    return any(kind.effect in (FX_DRAW_TWO, FX_DRAW_FOUR) for kind in kinds)


def _draws_four(kinds: Sequence[Kind]) -> bool:
    return any(kind.effect == FX_DRAW_FOUR for kind in kinds)


def _always(kinds: Sequence[Kind]) -> bool:
    return True


def _amount(name: str, about: str, default: int, low: int, high: int, rule: str) -> Option:
    """An option that is a number of cards."""
    words = {n: "1 card" if n == 1 else f"{n} cards" for n in range(low, high + 1)}
    amount = choice(name, about, *words, rule=rule, says=words)
    return amount._replace(default=default, allowed=f"a whole number from {low} to {high}")


def _option(group: str, option: Option) -> Option:
    return option._replace(group=group, **WORDS[option.name]._asdict())


TABLE_RULES = (
    TableRule(
        _option(
            "answers",
            choice(
                "stacking",
                "putting a draw card on a draw card",
                *STACKING,
                rule="stack",
                says={
                    "off": "not allowed, as in the leaflet",
                    "same": "Draw Two on Draw Two, Wild Draw Four on Wild Draw Four",
                    "up": "also Wild Draw Four on Draw Two",
                    "any": "also Draw Two of the named color on Wild Draw Four",
                },
            ),
        ),
        (
            Rule(
                "stack",
                "Whoever is hit by a draw card may put another draw card on top instead of drawing, and the sum moves on to "
                "the next player. The table chooses how: a Draw Two on a Draw Two and a Wild Draw Four on a Wild Draw Four; "
                "also a Wild Draw Four on a Draw Two; or also a Draw Two of the named color on a Wild Draw Four. Whoever takes "
                "the sum loses the turn.",
                table=True,
            ),
            Rule(
                "stack-asked",
                "The player who is hit is always asked, whatever they hold. Everybody sees the sum and which answers the rules "
                "allow. An opening Draw Two takes effect at once.",
                table=True,
            ),
            Rule(
                "stack-guilt",
                "On a stack, a Wild Draw Four breaks the rule only if its player held a Draw Two that could have been put on. "
                "Putting a card on gives up the challenge.",
                table=True,
            ),
            Rule(
                "stack-challenge",
                "The player hit by a Wild Draw Four on a stack may challenge it if a Draw Two could have been put on instead. "
                "Guilty: its player takes the whole sum, and the challenger has the turn. Innocent: the challenger takes the "
                "sum and two more.",
                table=True,
            ),
            Rule(
                "stack-out",
                "A draw card put on as a last card goes out. The player it hits takes the whole sum and cannot answer.",
                table=True,
            ),
        ),
        _draws,
    ),
    TableRule(
        _option(
            "answers",
            choice(
                "deflect",
                "answering a draw card with a Reverse",
                "off",
                "reverse",
                rule="deflect",
                says={
                    "off": "not allowed, as in the leaflet",
                    "reverse": "a Reverse of the current color sends the cards back",
                },
            ),
        ),
        (
            Rule(
                "deflect",
                "Whoever is hit by a draw card may answer with a Reverse of the color in force: play turns around, and the "
                "sum goes to the neighbor in the new direction, with two players to the other. The last draw card still "
                "decides what may be put on, and nobody may challenge until another draw card is. A Reverse as a last card "
                "goes out, and the player it hits takes the sum and cannot answer.",
                table=True,
            ),
        ),
        _draws,
    ),
    TableRule(
        _option(
            "answers",
            choice(
                "draw_four",
                "when a Wild Draw Four may be played",
                "bluff",
                "strict",
                "free",
                rule="draw-four",
                says={
                    "bluff": "bluffing is possible, and so is a challenge",
                    "strict": "only when the rule allows it, without a challenge",
                    "free": "any time, without a challenge",
                },
            ),
        ),
        (
            Rule(
                "draw-four",
                "The table chooses when a Wild Draw Four may be played: by the leaflet, with bluffs and challenges; only when "
                "it breaks no rule; or at any time. Without bluffs, nobody can challenge.",
                table=True,
            ),
        ),
        _draws_four,
    ),
    TableRule(
        _option(
            "drawing",
            choice(
                "draw",
                "how many cards you draw",
                "one",
                "until-playable",
                rule="draw-until",
                says={"one": "one, as in the leaflet", "until-playable": "as many as it takes until you can play one"},
            ),
        ),
        (
            Rule(
                "draw-until",
                "Who draws keeps drawing until the drawn card may be played, the hand is full, or nothing is left to draw.",
                table=True,
            ),
        ),
        _always,
    ),
    TableRule(
        _option(
            "drawing",
            choice(
                "drawn",
                "playing the card you drew",
                "may",
                "must",
                rule="drawn-play",
                says={"may": "you may keep it, as in the leaflet", "must": "you must play it if you can"},
            ),
        ),
        (
            Rule(
                "drawn-play",
                "A drawn card that may be played must be played at once, unless playing it would break a rule.",
                table=True,
            ),
        ),
        _always,
    ),
    TableRule(
        _option("drawing", flag("must_play", "who can play may not draw instead", default=False, rule="must-play")),
        (
            Rule(
                "must-play",
                "You may not draw by choice while you can play, unless every play would break a rule. A drawn card need not be "
                "played for that reason.",
                table=True,
            ),
        ),
        _always,
    ),
    TableRule(
        _option(
            "drawing",
            whole_number("hand_limit", "the most cards a hand can grow to", None, 10, 40, "no limit")._replace(
                rule="hand-limit"
            ),
        ),
        (
            Rule(
                "hand-limit",
                "With a full hand there is nothing to draw, and the rest of a penalty is dropped. A lap of passes counts "
                "whether full hands or empty piles forbid drawing. Cards that others hand over may exceed the limit.",
                table=True,
            ),
        ),
        _always,
    ),
    TableRule(
        _option("uno", _amount("uno_penalty", "the cost of a forgotten UNO", 2, 1, 10, "uno-penalty")),
        (Rule("uno-penalty", "The table chooses how many cards a player draws who is caught without a call.", table=True),),
        _always,
    ),
    TableRule(
        _option(
            "uno",
            choice(
                "uno_calls",
                "calling UNO",
                "call",
                "silent",
                rule="uno-silent",
                says={"call": "you have to call, as in the leaflet", "silent": "nobody has to call"},
            ),
        ),
        (Rule("uno-silent", "Nobody has to call UNO, and nobody can be caught.", table=True),),
        _always,
    ),
    TableRule(
        _option(
            "uno",
            choice(
                "last_card",
                "what your last card may be",
                "any",
                "no-wild",
                "number",
                rule="last-card",
                says={"any": "any card, as in the leaflet", "no-wild": "anything but a wild", "number": "only a number card"},
            ),
        ),
        (
            Rule(
                "last-card",
                "A last card that the table does not allow cannot be played in any way. Its player keeps drawing, and still "
                "has to call UNO.",
                table=True,
            ),
        ),
        _always,
    ),
    TableRule(
        _option("uno", _amount("hand_size", "cards dealt to everyone", DEALT, 3, 15, "hand-size")),
        (
            Rule(
                "hand-size",
                "The table chooses how many cards everyone is dealt: at most 75 in all, so that a number card is left to begin "
                "with.",
                table=True,
            ),
            Rule(
                "turn-limit",
                "At a table that has changed the rules, a round that has seen 1,000 turns ends without a winner.",
                table=True,
            ),
        ),
        _always,
    ),
)


def offered(kinds: Sequence[Kind]) -> tuple[TableRule, ...]:
    """Return the table rules that an edition with these cards has a use for."""
    return tuple(rule for rule in TABLE_RULES if rule.is_for(kinds))


def draw_four_of(options: Options) -> str:
    """Return when a Wild Draw Four may be played: bluff, strict or free. Older tables say it with ``bluff``."""
    return str(options.get("draw_four", "bluff" if options.get("bluff", True) else "strict"))


def check_together(options: Options) -> None:
    """Raise InvalidOption if these table rules contradict one another."""
    limit, dealt = options.get("hand_limit"), options.get("hand_size", DEALT)
    if limit is not None and limit <= dealt:
        raise InvalidOption(f"a hand limit of {limit} is too low: everyone is dealt {dealt} cards")
    if options.get("uno_calls") == "silent" and "uno_penalty" in options:
        raise InvalidOption("with silent calls nobody is caught: choose a penalty or silent calls, not both")


def check_players(options: Options, players: int) -> None:
    """Raise InvalidOption if so many players can't play by these table rules."""
    dealt = options.get("hand_size", DEALT)
    if dealt * players > MOST_DEALT:
        raise InvalidOption(f"{players} players can be dealt at most {MOST_DEALT // players} cards each, not {dealt}")


def fill_table(r: Any, kinds: Sequence[Kind], options: Options) -> None:
    """Write the table rules into the rules' fields."""
    four = draw_four_of(options)
    r.bluff = int(four == "bluff")
    r.free = int(four == "free")
    r.stacking = STACKING.index(options.get("stacking", "off"))
    r.deflects = int(options.get("deflect") == "reverse")
    r.stacks = int(r.stacking > 0 or r.deflects > 0)
    r.until = int(options.get("draw") == "until-playable")
    r.drawn_must = int(options.get("drawn") == "must")
    r.forced = int(options.get("must_play", False))
    r.hand_limit = options.get("hand_limit") or 0
    r.silent = int(options.get("uno_calls") == "silent")
    r.uno_penalty = options.get("uno_penalty", r.uno_penalty)
    r.hand_size = options.get("hand_size", r.hand_size)
    r.limit = LIMIT if is_changed(options) else 0
    last = options.get("last_card", "any")
    r.ends = int(last != "any")
    numbers = sum(bit(kind.code) for kind in kinds if kind.code < FIRST_WILD and kind.effect == FX_NONE)
    r.last_kinds = _signed(numbers) if last == "number" else -1
    r.last_wilds = -1 if last == "any" else 0
    r.narrows = int(r.stacks or r.ends)


def is_changed(options: Options) -> bool:
    """Whether a table has changed the rules, other than by a strict Wild Draw Four (turn-limit)."""
    return any(name in NAMES and (name, value) != ("draw_four", "strict") for name, value in options.items())


NAMES = frozenset(rule.option.name for rule in TABLE_RULES)


def _signed(kinds: int) -> int:
    """Return a set of kinds as compiled rules hold it, in 64 bits with a sign."""
    return int.from_bytes(kinds.to_bytes(8, "little"), "little", signed=True)
