"""Table rules: how a table may change the leaflet, as data. Every edition offers those that its cards have a use for.

Each is an option in a group, with its rules in words. The kernels read them from the fields of the rules (``fill_table``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .cards import FX_DRAW_FOUR, FX_DRAW_TWO, Kind
from .options import Option, Options, choice
from .rulebook import Rule

# The groups of the catalog, in its order.
GROUPS = {"answers": "Answering draw cards"}

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


def _option(group: str, option: Option) -> Option:
    return option._replace(group=group)


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
)


def offered(kinds: Sequence[Kind]) -> tuple[TableRule, ...]:
    """Return the table rules that an edition with these cards has a use for."""
    return tuple(rule for rule in TABLE_RULES if rule.is_for(kinds))


def draw_four_of(options: Options) -> str:
    """Return when a Wild Draw Four may be played: bluff, strict or free. Older tables say it with ``bluff``."""
    return str(options.get("draw_four", "bluff" if options.get("bluff", True) else "strict"))


def fill_table(r: Any, options: Options) -> None:
    """Write the table rules into the rules' fields."""
    four = draw_four_of(options)
    r.bluff = int(four == "bluff")
    r.free = int(four == "free")
    r.stacking = STACKING.index(options.get("stacking", "off"))
    r.deflects = int(options.get("deflect") == "reverse")
    r.stacks = int(r.stacking > 0 or r.deflects > 0)


def changed(allowed: Sequence[Option], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table rules among these options that differ from the leaflet."""
    return {
        option.name: options[option.name]
        for option in allowed
        if option.group and options.get(option.name, option.default) != option.default
    }
