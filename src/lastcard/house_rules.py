"""House rules as data: what a table writes on a Customizable card, and on the House Rules dare list.

A house rule has a name, a text, and steps from a small vocabulary that run in order. ``check_rule`` reads one from plain data
and says what is wrong with it, ``sentence`` puts it into words, and ``encode`` gives the rows that the rules run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .sentence_type import Sentence
from .typed_text import LONGEST, quoted, trouble_with

MOST_STEPS = 8
ROW = 3
MOST = 9
# A table's rules by number: first those of the option ``card_rules``, then those on cards of the edition's own.
CARD_RULES, OWN_RULES = 8, 2
MOST_RULES, OWN_RULE = CARD_RULES + OWN_RULES, CARD_RULES + 1
LONGEST_NAME = 40

# The steps and the players they are about, as the rules know them.
END, DRAWS, DISCARDS, HANDS_LEFT, HANDS_RIGHT, SWAPS, SKIPS, AGAIN, REVERSES, PERFORMS, HANDS_ON = range(11)
ME, NEXT, PREVIOUS, CHOSEN, EVERYONE, OTHERS, MOST_CARDS, FEWEST_CARDS = range(8)
# How a rule moves hands: not at all, by swaps with the chosen player alone, or in another way.
STAY, SWAP_CHOSEN, MOVE = range(3)

WHO = {
    "me": ME,
    "next": NEXT,
    "previous": PREVIOUS,
    "chosen": CHOSEN,
    "everyone": EVERYONE,
    "everyone else": OTHERS,
    "most": MOST_CARDS,
    "fewest": FEWEST_CARDS,
}
ANYBODY = tuple(WHO)
ANOTHER = ("next", "previous", "chosen", "most", "fewest")


class Step(NamedTuple):
    """A word of the vocabulary: its code, whom it can be about, whether it takes a number, and its sentence.

    ``you`` is the sentence if it is about the card's player, and ``one`` if the number is 1. ``other`` tells somebody else
    about the card's player {seat}, unless ``says`` does. ``strip`` shows it in pictures (table_rule_words.py). ``title`` is
    its name in a list, which says neither whom it is about nor how many.
    """

    code: int
    who: tuple[str, ...]
    takes_n: bool
    says: str
    you: str = ""
    one: str = ""
    other: str = ""
    strip: str = ""
    title: str = ""


STEPS = {
    "draws": Step(DRAWS, ANYBODY, takes_n=True, says="{who} draws {n}", you="you draw {n}", strip="+{n}", title="Draw cards"),
    "discards": Step(
        DISCARDS,
        ANYBODY,
        takes_n=True,
        says="{who} discards {n} of their cards, but never the last one",
        you="you discard {n} of your cards, but never your last one",
        strip="-{n}",
        title="Discard cards",
    ),
    "passes hands left": Step(HANDS_LEFT, (), takes_n=False, says="everyone passes their hand to the left", strip="back <"),
    "passes hands right": Step(HANDS_RIGHT, (), takes_n=False, says="everyone passes their hand to the right", strip="back >"),
    "passes hands on": Step(
        HANDS_ON, (), takes_n=False, says="everyone passes their hand on in the direction of play", strip="back >"
    ),
    "swaps hands": Step(
        SWAPS,
        ANOTHER,
        takes_n=False,
        says="you swap hands with {who}",
        other="{seat} swaps hands with {who}",
        strip="back swap back",
        title="Swap hands with you",
    ),
    "skips": Step(
        SKIPS,
        (),
        takes_n=True,
        says="the next {n} players lose a turn",
        one="the next player loses a turn",
        strip="0.skip",
        title="The next players lose a turn",
    ),
    "plays again": Step(AGAIN, (), takes_n=False, says="you play again", other="{seat} plays again", strip="again"),
    "reverses": Step(REVERSES, (), takes_n=False, says="play reverses", strip="0.reverse"),
    "performs": Step(
        PERFORMS,
        ANYBODY,
        takes_n=True,
        says="{who} does what the text says, judged by the table, or draws {n}",
        you="you do what the text says, judged by the table, or draw {n}",
        strip="act",
        title="Do what the text says, or draw",
    ),
}
NEEDS_TEXT = ("performs",)
THEN = "; then "

SUBJECTS = {
    "me": "you",
    "next": "the next player",
    "previous": "the previous player",
    "chosen": "the chosen player",
    "everyone": "everyone",
    "everyone else": "everyone else",
    "most": "whoever has the most cards",
    "fewest": "whoever has the fewest cards",
}


class Clause(NamedTuple):
    """A step's words about someone (None: nobody in particular) with a number (None: any other), which replaces {n}.

    If ``text`` addresses the card's player, ``other`` tells everybody else, and {seat} stands for that player.
    """

    who: str | None
    n: int | None
    text: str
    other: str = ""


def clauses(does: str) -> list[Clause]:
    """Everything that a step can say, in whole clauses for translation. The first that fits is used."""
    step = STEPS[does]
    if step.who:
        return [Clause(who, None, _about(step, who), _told_others(step, who)) for who in step.who]
    one = [Clause(None, 1, step.one)] if step.one else []
    return [*one, Clause(None, None, step.says, step.other)]


def _about(step: Step, who: str) -> str:
    return step.you if who == "me" and step.you else step.says.replace("{who}", SUBJECTS[who])


def _told_others(step: Step, who: str) -> str:
    if who == "me" and step.you:
        return step.says.replace("{who}", "{seat}")
    return step.other.replace("{who}", SUBJECTS[who])


def rules_form(places: Mapping[str, str]) -> dict[str, Any]:
    """The form of an option that holds an optional house rule at each of some places."""
    return {
        "type": "rules",
        "places": [{"value": place, "says": says} for place, says in places.items()],
        "who": [{"value": who, "says": says} for who, says in SUBJECTS.items()],
        "steps": [
            {
                "does": does,
                "who": list(step.who),
                "takes_n": step.takes_n,
                "needs_text": does in NEEDS_TEXT,
                "clauses": [clause._asdict() for clause in clauses(does)],
                "strip": step.strip,
                "title": step.title,
            }
            for does, step in STEPS.items()
        ],
        "then": THEN,
        "most_steps": MOST_STEPS,
        "most": MOST,
        "longest_name": LONGEST_NAME,
        "longest_text": LONGEST,
    }


def dares_form(places: int) -> dict[str, Any]:
    """The form of an option that holds a list of dares."""
    return {"type": "dares", "places": places, "longest_text": LONGEST}


def check_rules(given: Any, places: Sequence[str]) -> dict[str, Any]:
    """House rules as they are stored, one or None at each of these places. They may also be given as a list, in that order."""
    if given is None:
        given = {}
    if isinstance(given, (list, tuple)) and len(given) == len(places):
        given = dict(zip(places, given, strict=True))
    if not isinstance(given, Mapping) or not set(given) <= set(places):
        raise ValueError
    return {place: None if given.get(place) is None else check_rule(given[place]) for place in places}


def check_rule(given: Any) -> dict[str, Any]:
    """Check a house rule and return it as it is stored. ValueError says what is wrong."""
    if not isinstance(given, Mapping):
        raise ValueError(f"a house rule has a name, a text and steps, unlike {quoted(given)}")
    _only(given, ("name", "text", "steps"), "a house rule")
    name = _text(given, "name", LONGEST_NAME, required=True)
    text = _text(given, "text", LONGEST, required=False)
    steps = given.get("steps")
    if not isinstance(steps, Sequence) or isinstance(steps, (str, bytes)) or not steps:
        raise ValueError("a house rule needs a list of steps")
    if len(steps) > MOST_STEPS:
        raise ValueError(f"a house rule has at most {MOST_STEPS} steps, not {len(steps)}")
    checked = [check_step(step) for step in steps]
    if not text and any(step["does"] in NEEDS_TEXT for step in checked):
        raise ValueError("'performs' needs a text that says what to do")
    return {"name": name, "text": text, "steps": checked}


def check_step(given: Any) -> dict[str, Any]:
    """Check a step and return it as it is stored: ``does``, and ``who`` and ``n`` if the step takes them."""
    if not isinstance(given, Mapping):
        raise ValueError(f"a step is a mapping with 'does', not {quoted(given)}")
    _only(given, ("does", "who", "n"), "a step")
    does = given.get("does")
    step = STEPS.get(does) if isinstance(does, str) else None
    if step is None:
        raise ValueError(f"there is no step {quoted(does)}; the steps are {', '.join(STEPS)}")
    checked: dict[str, Any] = {"does": does}
    who, n = given.get("who"), given.get("n")
    if step.who:
        if who not in step.who:
            raise ValueError(f"'{does}' can be about {', '.join(step.who)}, not {quoted(who)}")
        checked["who"] = who
    elif who is not None:
        raise ValueError(f"'{does}' is about the whole table and takes no 'who'")
    if step.takes_n:
        if type(n) is not int or not 1 <= n <= MOST:
            raise ValueError(f"'{does}' takes a number n from 1 to {MOST}, not {quoted(n)}")
        checked["n"] = n
    elif n is not None:
        raise ValueError(f"'{does}' takes no number")
    return checked


def encode(rule: Mapping[str, Any] | None) -> list[int]:
    """A checked rule as rows of (step, who, n). Without a rule, the first row ends it."""
    rows = [END] * (MOST_STEPS * ROW)
    for i, step in enumerate(rule["steps"] if rule else ()):
        rows[ROW * i : ROW * (i + 1)] = [STEPS[step["does"]].code, WHO[step.get("who", "me")], step.get("n", 0)]
    return rows


def moving(rows: Sequence[int]) -> int:
    """How an encoded rule moves hands: STAY, SWAP_CHOSEN or MOVE."""
    steps = [(rows[i], rows[i + 1]) for i in range(0, MOST_STEPS * ROW, ROW)]
    if any(does in (HANDS_LEFT, HANDS_RIGHT, HANDS_ON) or (does == SWAPS and who != CHOSEN) for does, who in steps):
        return MOVE
    return SWAP_CHOSEN if (SWAPS, CHOSEN) in steps else STAY


def sentence(rule: Mapping[str, Any], by: str = "") -> str:
    """A checked rule in words, as the table reads it before agreeing to it, or as others read it when ``by`` plays the card."""
    words = THEN.join(_clause(step, by) for step in rule["steps"])
    return f"{words[0].upper()}{words[1:]}."


def _clause(step: Mapping[str, Any], by: str) -> str:
    who, n = step.get("who"), step.get("n")
    said = next(clause for clause in clauses(step["does"]) if clause.who == who and clause.n in (None, n))
    return (said.other.replace("{seat}", by) if by and said.other else said.text).replace("{n}", str(n))


ABOUT_CHOSEN = {
    "draws": "{seat} draws {n}.",
    "discards": "{seat} discards {n}, but never their last card.",
    "swaps hands": "You swap hands with {seat}.",
    "performs": "{seat} does what the card says, or draws {n}.",
}


def about_chosen(rule: Mapping[str, Any], seat: int) -> list[Sentence]:
    """Say what a checked rule does to the player chosen for it."""
    return [
        Sentence(ABOUT_CHOSEN[step["does"]], {"seat": seat, **({"n": step["n"]} if "n" in step else {})})
        for step in rule["steps"]
        if step.get("who") == "chosen"
    ]


def check_dares(given: Any, most: int) -> list[dict[str, Any] | None]:
    """Check the House Rules dare list and return it as it is stored: each dare's text and whether it lasts, or None."""
    if given is None:
        given = []
    if not isinstance(given, Sequence) or isinstance(given, (str, bytes)):
        raise ValueError("the House Rules list is a list of dares")
    if len(given) > most:
        raise ValueError(f"the list has {most} places, not {len(given)}")
    return [_dare(dare, i + 1) for i, dare in enumerate(given)] + [None] * (most - len(given))


def _dare(given: Any, number: int) -> dict[str, Any] | None:
    if given is None or given == "":
        return None
    if isinstance(given, str):
        given = {"text": given}
    if not isinstance(given, Mapping):
        raise ValueError(f"dare {number} is a text, or a mapping with 'text' and 'lasting'")
    _only(given, ("text", "lasting"), f"dare {number}")
    lasting = given.get("lasting", False)
    if not isinstance(lasting, bool):
        raise ValueError(f"dare {number}: 'lasting' is true or false, not {quoted(lasting)}")
    return {"text": _text(given, "text", LONGEST, required=True), "lasting": lasting}


def _only(given: Mapping[str, Any], allowed: tuple[str, ...], what: str) -> None:
    for key in given:
        if key not in allowed:
            raise ValueError(f"{what} has {', '.join(allowed)}, not {quoted(key)}")


def _text(given: Mapping[str, Any], key: str, longest: int, *, required: bool) -> str:
    value = given.get(key, "")
    if value == "" and not required:
        return ""
    trouble = trouble_with(value, longest)
    if trouble:
        raise ValueError(f"'{key}' {trouble}")
    return str(value).strip()
