"""Table rules: how a table may change the leaflet, as data. Every edition offers those that its cards have a use for.

Each is an option in a group, with its rules in words. The kernels read them from the fields of the rules (``fill_table``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from . import card_rules
from .bits import bit
from .cards import FIRST_WILD, FX_DRAW_FOUR, FX_DRAW_TWO, FX_NONE, FX_REVERSE, FX_SKIP, Kind
from .errors import InvalidOption
from .moves import DONE_VERB, JUMP_VERB, Verb, house_verbs, vote_verb
from .options import Option, Options, choice, flag, whole_number
from .rulebook import Rule
from .rules.amounts import Amounts
from .table_rule_words import WORDS

# The groups of the catalog, in its order.
GROUPS = {
    "answers": "Answering draw cards",
    "drawing": "Drawing",
    "uno": "UNO, going out and setup",
    "plays": "More plays",
    "cards": "Card rules",
    "teams": "Teams",
}

ENDS = "turn-limit"  # the rule that holds at every changed table
LIMIT = 1000  # turns after which a round at a changed table ends without a winner
MOST_DEALT = 75
LEAST_IN_TEAMS = 4
STACKING = ("off", "same", "up", "any")  # in the order of the kernels' numbers


class TableRule(NamedTuple):
    """An option that changes the leaflet, the rules it adds, and whether an edition with these cards has a use for it.

    ``verbs`` are those that its moves need, and ``fit`` makes the option depend on the edition's cards.
    """

    option: Option
    rules: tuple[Rule, ...]
    is_for: Callable[[Sequence[Kind]], bool]
    verbs: tuple[Verb, ...] = ()
    fit: Callable[[Sequence[Kind]], Option] | None = None


def _draws(kinds: Sequence[Kind]) -> bool:
    return any(kind.effect in (FX_DRAW_TWO, FX_DRAW_FOUR) for kind in kinds)


def _draws_four(kinds: Sequence[Kind]) -> bool:
    return any(kind.effect == FX_DRAW_FOUR for kind in kinds)


def _always(kinds: Sequence[Kind]) -> bool:
    return True


def _amount(name: str, about: str, low: int, high: int, rule: str) -> Option:
    """An option that is a number of cards. By default it is the leaflets' amount of that name."""
    words = {n: "1 card" if n == 1 else f"{n} cards" for n in range(low, high + 1)}
    amount = choice(name, about, *words, rule=rule, says=words)
    return amount._replace(default=getattr(Amounts, name), allowed=f"a whole number from {low} to {high}")


def _option(group: str, option: Option) -> Option:
    return option._replace(group=group, **WORDS[option.name]._asdict())


def _choice(group: str, name: str, about: str, rule: str, says: Mapping[str, str]) -> Option:
    """An option with a list of values, each explained. The first is the leaflet's."""
    return _option(group, choice(name, about, *says, rule=rule, says=says))


def _rule(name: str, text: str) -> Rule:
    return Rule(name, text, table=True)


def _card_rules(kinds: Sequence[Kind]) -> Option:
    return _option("cards", card_rules.option(kinds))


TABLE_RULES = (
    TableRule(
        _choice(
            "answers",
            "stacking",
            "answering a draw card with another one",
            "stack",
            {
                "off": "not allowed",
                "same": "only a card of the same kind",
                "up": "also Wild Draw Four on Draw Two",
                "any": "also Draw Two of the chosen color on Wild Draw Four",
            },
        ),
        (
            _rule(
                "stack",
                "If a draw card hits you, you may put another one on top instead of drawing. The cards add up and move on to "
                "the next player. The table chooses what goes on top: a Draw Two on a Draw Two and a Wild Draw Four on a "
                "Wild Draw Four; also a Wild Draw Four on a Draw Two; or also a Draw Two of the chosen color on a Wild Draw "
                "Four. Whoever draws the cards loses a turn.",
            ),
            _rule(
                "stack-asked",
                "If a draw card hits you, you're always asked, no matter what you hold. Everyone sees how many cards have "
                "added up, and which answers the rules allow. A Draw Two as the first card of the round takes effect right "
                "away.",
            ),
            _rule(
                "stack-guilt",
                "On a stack, a Wild Draw Four is only a bluff if its player held a Draw Two that would have been allowed. If "
                "you put a card on top, you can't challenge the one below.",
            ),
            _rule(
                "stack-challenge",
                "If a Wild Draw Four on a stack hits you and a Draw Two would have been allowed instead, you may challenge. "
                "If it was a bluff, its player draws all the cards and it's your turn. If not, you draw them and two more.",
            ),
            _rule(
                "stack-out",
                "You can go out by putting a draw card on a stack. The player it hits draws all the cards and can't answer.",
            ),
        ),
        _draws,
    ),
    TableRule(
        _choice(
            "answers",
            "deflect",
            "answering a draw card with a Reverse",
            "deflect",
            {
                "off": "not allowed",
                "reverse": "a Reverse of the current color sends the cards back",
            },
        ),
        (
            _rule(
                "deflect",
                "If a draw card hits you, you may answer with a Reverse of the current color: play changes direction, and "
                "the cards go to the player who is next now. With two players, that's the other one. The last draw card "
                "still decides what can go on top, and nobody can challenge until another one is played. If the Reverse is "
                "your last card, you go out, and the player it hits draws the cards and can't answer.",
            ),
        ),
        _draws,
    ),
    TableRule(
        _choice(
            "answers",
            "draw_four",
            "when you can play a Wild Draw Four",
            "draw-four",
            {
                "bluff": "you may bluff, and you can be challenged",
                "strict": "only when the rule allows it, and nobody can challenge",
                "free": "any time, and nobody can challenge",
            },
        ),
        (
            _rule(
                "draw-four",
                "The table chooses when you can play a Wild Draw Four: as in the official rules, with bluffs and challenges; "
                "only when it breaks no rule; or any time. Without bluffs, nobody can challenge.",
            ),
        ),
        _draws_four,
    ),
    TableRule(
        _choice(
            "drawing",
            "draw",
            "how many cards you draw",
            "draw-until",
            {"one": "one", "until-playable": "as many as it takes until you can play"},
        ),
        (
            _rule(
                "draw-until",
                "When you draw, you keep drawing until you can play the card you drew, your hand is full, or there's nothing "
                "left to draw.",
            ),
        ),
        _always,
    ),
    TableRule(
        _choice(
            "drawing",
            "drawn",
            "playing the card you drew",
            "drawn-play",
            {"may": "you may keep it", "must": "you must play it if you can"},
        ),
        (
            _rule(
                "drawn-play",
                "If you can play the card you drew, you have to play it right away, unless that would break a rule.",
            ),
        ),
        _always,
    ),
    TableRule(
        _option("drawing", flag("must_play", "you have to play if you can", default=False, rule="must-play")),
        (
            _rule(
                "must-play",
                "As long as you can play, you can't draw by choice, unless every play would break a rule. That doesn't mean "
                "you have to play a card you just drew.",
            ),
        ),
        _always,
    ),
    TableRule(
        _option(
            "drawing",
            whole_number("hand_limit", "the most cards you can hold", None, 10, 40, "no limit")._replace(rule="hand-limit"),
        ),
        (
            _rule(
                "hand-limit",
                "With a full hand, you can't draw, and you don't have to draw the rest of a penalty. If everyone passes in a "
                "row, the round ends, whether full hands or an empty pile kept you from drawing. Cards that others give you "
                "can take you over the limit.",
            ),
        ),
        _always,
    ),
    TableRule(
        _option("uno", _amount("uno_penalty", "what forgetting UNO costs", 1, 10, "uno-penalty")),
        (_rule("uno-penalty", "The table chooses how many cards you draw if you're caught forgetting UNO."),),
        _always,
    ),
    TableRule(
        _choice(
            "uno",
            "uno_calls",
            "calling UNO",
            "uno-silent",
            {"call": "you have to call", "silent": "nobody has to call"},
        ),
        (_rule("uno-silent", "Nobody has to call UNO, and nobody can be caught."),),
        _always,
    ),
    TableRule(
        _choice(
            "uno",
            "last_card",
            "what your last card may be",
            "last-card",
            {"any": "any card", "no-wild": "anything but a wild", "number": "only a number card"},
        ),
        (
            _rule(
                "last-card",
                "If the table doesn't allow a card as your last one, you can't go out with it in any way. You keep drawing, "
                "and you still have to call UNO.",
            ),
        ),
        _always,
    ),
    TableRule(
        _option("uno", _amount("hand_size", "cards dealt to everyone", 3, 15, "hand-size")),
        (
            _rule(
                "hand-size",
                "The table chooses how many cards everyone is dealt. Together they can't be more than 75, so that a number "
                "card is left to begin with.",
            ),
            _rule(ENDS, "At a table with changed rules, a round ends without a winner after 1,000 turns."),
        ),
        _always,
    ),
    TableRule(
        _choice(
            "plays",
            "follow",
            "adding cards with the same number",
            "follow",
            {"off": "not allowed", "number": "after a number card, as many as you like"},
        ),
        (
            _rule(
                "follow",
                "After a number card, you may add more cards with the same number, one at a time. The color of the last one "
                "counts. You always say when you're done. You may also follow up a card that you drew. If you owe a call, "
                "call UNO before you add a card.",
            ),
        ),
        _always,
        (DONE_VERB,),
    ),
    TableRule(
        _choice(
            "plays",
            "jump_in",
            "jumping in out of turn",
            "jump-in",
            {"off": "not allowed", "identical": "with exactly the same card"},
        ),
        (
            _rule(
                "jump-in",
                "When someone else plays a number card, a Skip or a Reverse and you hold exactly the same card, you may play "
                "it out of turn until the next turn begins. Play then goes on after you. You can't jump in on the first card "
                "of the round, on a Reverse that sent a draw card back, or if every card like it lies open.",
            ),
        ),
        _always,
        (JUMP_VERB,),
    ),
    TableRule(
        _card_rules(()),
        (
            _rule(
                "card-rules",
                "A table may write rules on number, Skip, Reverse and Wild cards: on all cards that show the same, or on a "
                "single card of one color, which then follows only its own rule. When someone plays such a card, its usual "
                "effect comes first, and then its rule, step by step. A step may ask you to pick a player, ask someone to "
                "discard, or ask the others to judge what was done.",
            ),
            _rule(
                "card-rules-turn",
                "Turns lost to a card and to its rule add up, and with two players, a Reverse counts as one lost turn. If "
                "the rule lets you play again, you do so anyway, but at most three times in a row. In a rule, the next "
                "player is whoever is next after the card's usual effect.",
            ),
            _rule(
                "card-rules-not",
                "A card's rule only runs if someone plays the card. It doesn't run if the card opens the round, is "
                "discarded, sends a draw card back, or is someone's last card. If such a rule leaves you with one card, you "
                "don't have to call UNO.",
            ),
        ),
        _always,
        (vote_verb("card-rules"), *house_verbs("card-rules")),
        _card_rules,
    ),
    TableRule(
        _choice(
            "teams",
            "teams",
            "playing in teams",
            "teams",
            {"off": "everyone plays alone", "pairs": "partners sit opposite and win together"},
        ),
        (
            _rule(
                "teams",
                "An even number of players, four or more, may play in pairs: partners sit opposite each other. If one of them "
                "wins, both do. They score the hands of the other teams, not each other's, and always have the same score.",
            ),
            _rule("teams-hidden", "Partners see nothing of each other's hands."),
            _rule("teams-votes", "Nobody judges their own partner."),
        ),
        _always,
    ),
)


def offered(kinds: Sequence[Kind]) -> tuple[TableRule, ...]:
    """Return the table rules that an edition with these cards has a use for."""
    found = [rule for rule in TABLE_RULES if rule.is_for(kinds)]
    options = [rule.fit(kinds) if rule.fit else rule.option for rule in found]
    ids = [tuple(each.id for each in rule.rules if each.id != ENDS) for rule in found]
    return tuple(
        rule._replace(option=option._replace(brings=brings)) for rule, option, brings in zip(found, options, ids, strict=True)
    )


def verbs_for(names: Collection[str]) -> tuple[Verb, ...]:
    """Return the verbs that moves need at a table with these options."""
    return tuple(verb for rule in TABLE_RULES if rule.option.name in names for verb in rule.verbs)


def draw_four_of(options: Options) -> str:
    """Return when a Wild Draw Four may be played: bluff, strict or free. Older tables say it with ``bluff``."""
    return str(options.get("draw_four", "bluff" if options.get("bluff", True) else "strict"))


def check_together(options: Options) -> None:
    """Raise InvalidOption if these table rules contradict one another."""
    limit, dealt = options.get("hand_limit"), options.get("hand_size", Amounts.hand_size)
    if limit is not None and limit <= dealt:
        raise InvalidOption(f"a hand limit of {limit} is too low: everyone is dealt {dealt} cards")
    if options.get("uno_calls") == "silent" and "uno_penalty" in options:
        raise InvalidOption("with silent calls nobody is caught: choose a penalty or silent calls, not both")


def check_players(options: Options, players: int) -> None:
    """Raise InvalidOption if this many players can't play by these table rules."""
    if options.get("teams") == "pairs" and (players < LEAST_IN_TEAMS or players % 2):
        raise InvalidOption(f"teams need an even number of players, four or more, not {players} (teams)")
    dealt = options.get("hand_size", Amounts.hand_size)
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
    r.teams = int(options.get("teams") == "pairs")
    r.jumps = int(options.get("jump_in") == "identical")
    count_twins(r, kinds)
    r.follows = int(options.get("follow") == "number")
    r.narrows = int(r.stacks or r.ends or r.follows)


def count_twins(r: Any, kinds: Sequence[Kind]) -> None:
    """For each card that somebody may jump in with, write how many look like it, emblems aside (jump-in)."""
    alike = Counter[tuple[str | None, str]]()
    for kind in kinds:
        alike[kind.color, kind.symbol] += kind.copies
    for kind in kinds:
        jumps = kind.code < FIRST_WILD and kind.effect in (FX_NONE, FX_SKIP, FX_REVERSE)
        r.twins[kind.code] = alike[kind.color, kind.symbol] if jumps else 0


def is_changed(options: Options) -> bool:
    """Whether a table has changed the rules, other than by a strict Wild Draw Four (turn-limit)."""
    return any(name in NAMES and (name, value) != ("draw_four", "strict") for name, value in options.items())


NAMES = frozenset(rule.option.name for rule in TABLE_RULES)


def _signed(kinds: int) -> int:
    """Return a set of kinds as compiled rules hold it, in 64 bits with a sign."""
    return int.from_bytes(kinds.to_bytes(8, "little"), "little", signed=True)
