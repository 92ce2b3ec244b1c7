"""What a house rule does when its card is played, step by step, told to one player.

A step about somebody is told as it concerns the reader: "You draw 2" and "Bo draws 2" are the same step for two readers. Where
nobody can know yet whom it will be about, the sentence says who decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .rules.house_steps import MOST_AGAIN
from .sentence_type import Sentence, sentence, turn_of

# By what the step does, and whom it is about: the reader (you), another player (seat), or players nobody can know yet.
ABOUT = {
    "draws": {
        "you": "You draw {n}.",
        "seat": "{seat} draws {n}.",
        "everyone": "Everyone draws {n}.",
        "everyone else": "Everyone else draws {n}.",
        "everyone but": "Everyone but {seat} draws {n}.",
        "you choose": "You pick a player, who draws {n}.",
        "chosen": "{seat} picks a player, who draws {n}.",
        "most": "Whoever has the most cards draws {n}.",
        "fewest": "Whoever has the fewest cards draws {n}.",
    },
    "discards": {
        "you": "You discard {n}, but never your last card.",
        "seat": "{seat} discards {n}, but never their last card.",
        "everyone": "Everyone discards {n}, but never their last card.",
        "everyone else": "Everyone else discards {n}, but never their last card.",
        "everyone but": "Everyone but {seat} discards {n}, and nobody their last card.",
        "you choose": "You pick a player, who discards {n}, but never their last card.",
        "chosen": "{seat} picks a player, who discards {n}, but never their last card.",
        "most": "Whoever has the most cards discards {n}.",
        "fewest": "Whoever has the fewest cards discards {n}, but never their last card.",
    },
    "performs": {
        "you": "You do what the card says, or draw {n}.",
        "seat": "{seat} does what the card says, or draws {n}.",
        "everyone": "Everyone does what the card says, or draws {n}.",
        "everyone else": "Everyone else does what the card says, or draws {n}.",
        "everyone but": "Everyone but {seat} does what the card says, or draws {n}.",
        "you choose": "You pick a player, who does what the card says, or draws {n}.",
        "chosen": "{seat} picks a player, who does what the card says, or draws {n}.",
        "most": "Whoever has the most cards does what the card says, or draws {n}.",
        "fewest": "Whoever has the fewest cards does what the card says, or draws {n}.",
    },
}
SWAPS = {
    "you": "{seat} swaps hands with you.",
    "seat": "You swap hands with {seat}.",
    "others": "{seats} swap hands.",
    "you choose": "You pick a player and swap hands with them.",
    "chosen": "{seat} picks a player and swaps hands with them.",
    "your most": "You swap hands with whoever has the most cards.",
    "most": "{seat} swaps hands with whoever has the most cards.",
    "your fewest": "You swap hands with whoever has the fewest cards.",
    "fewest": "{seat} swaps hands with whoever has the fewest cards.",
}
TABLE = {
    "passes hands left": "Everyone passes their hand to the left.",
    "passes hands right": "Everyone passes their hand to the right.",
    "passes hands on": "Everyone passes their hand on in the direction of play.",
}


class Played(NamedTuple):
    """A card with a rule that ``actor`` has played or would play, as the seat ``you`` sees it.

    ``after`` returns the seat this many places after the actor. The card's own effect costs ``lost`` turns and leaves the
    direction of play (``way`` 1) or turns it (-1). ``row`` says how often the actor has just played again.
    """

    actor: int
    you: int
    after: Callable[[int], int]
    lost: int = 0
    way: int = 1
    row: int = 0


def rule_effect(rule: Mapping[str, Any], played: Played) -> list[Sentence]:
    """Say what a checked rule does to whom, and whose turn comes next."""
    said = [sentence("House rule: {text}.", text=rule["name"])]
    if any(step["does"] == "performs" for step in rule["steps"]):
        said.append(sentence("The card says: “{text}”.", text=rule["text"].rstrip(".")))
    if played.way < 0:
        said.append(Sentence("Play reverses."))
    skips, again = played.lost, False
    for step in rule["steps"]:
        if step["does"] == "reverses":
            played = played._replace(way=-played.way)
            said.append(Sentence("Play reverses."))
        elif step["does"] == "skips":
            skips += step["n"]
        elif step["does"] == "plays again":
            again = played.row < MOST_AGAIN
        else:
            said.append(_step(step, played))
    return [*said, *_next(played, skips, again=again)]


def _step(step: Mapping[str, Any], played: Played) -> Sentence:
    does, who = step["does"], step.get("who")
    if does in TABLE:
        return Sentence(TABLE[does])
    known = {"me": played.actor, "next": played.after(played.way), "previous": played.after(-played.way)}.get(str(who))
    if does == "swaps hands":
        return _swap(str(who), known, played)
    forms, n = ABOUT[does], step["n"]
    if known is not None:
        return sentence(forms["you"], n=n) if known == played.you else sentence(forms["seat"], seat=known, n=n)
    mine = played.actor == played.you
    if who in ("chosen", "everyone else"):
        yours, theirs = ("you choose", "chosen") if who == "chosen" else ("everyone else", "everyone but")
        return sentence(forms[yours], n=n) if mine else sentence(forms[theirs], seat=played.actor, n=n)
    return sentence(forms[str(who)], n=n)


def _swap(who: str, other: int | None, played: Played) -> Sentence:
    """Say who swaps hands with whom."""
    actor, you = played.actor, played.you
    if other is None:
        yours = "you choose" if who == "chosen" else f"your {who}"
        return Sentence(SWAPS[yours]) if actor == you else sentence(SWAPS[who], seat=actor)
    if actor == you:
        return sentence(SWAPS["seat"], seat=other)
    return sentence(SWAPS["you"], seat=actor) if other == you else sentence(SWAPS["others"], seats=[actor, other])


def _next(played: Played, skips: int, *, again: bool) -> list[Sentence]:
    """Say who loses a turn and who is next. Playing again beats losing turns."""
    if again:
        by_you = played.actor == played.you
        return [Sentence("You play again.") if by_you else sentence("{seat} plays again.", seat=played.actor)]
    hit = [played.after(played.way * i) for i in range(1, skips + 1)]
    lost = [sentence("The next {n} players lose a turn.", n=skips)] if skips > 1 else []
    if played.you in hit:
        lost.append(Sentence("You lose your turn."))
    elif skips == 1:
        lost.append(sentence("{seat} loses a turn.", seat=hit[0]))
    return [*lost, turn_of(played.after(played.way * (1 + skips)), played.you)]
