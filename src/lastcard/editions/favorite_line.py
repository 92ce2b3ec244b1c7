"""Star Wars (2023): the shared rules plus four Wild My Favorite Line."""

from __future__ import annotations

from typing import Any

from ..edition import Edition, Mood, Prompt, Said, Shown, edition_2023
from ..errors import Refusal
from ..events import OWN, VOTE_HAPPENINGS, Happening
from ..moves import ANSWER_VERBS, OTHER, VERBS, VOTE, Verb, vote_verb
from ..options import Options, flag
from ..rulebook import Rule
from ..rules import votes
from ..rules.build import kernel
from ..rules.core import NONE, SPECIAL, VOTING, add, after, ask, begin, below, draw_cards, note
from ..rules.playout import People
from ..rules.state import Row
from ..rules.votes import VotingRound, VotingRules, cast_vote, open_vote, vote_moves
from ..texts import PLACEHOLDER, bare

NAMING_FILM, SAYING_LINE = SPECIAL, SPECIAL + 1
FILM, LINE, CANNOT = OTHER, OTHER + 1, OTHER + 2
E_FILM, E_LINE, E_CANNOT = OWN, OWN + 1, OWN + 2
MOST_LAPS = 10


class FavoriteLineRules(VotingRules):
    """How many times the lines go round."""

    laps: int


class FavoriteLineRound(VotingRound):
    """A round in which lines may be said."""

    lines: int  # said and accepted since the card was played


@kernel
def clear_special(r: FavoriteLineRules, g: FavoriteLineRound) -> None:
    g.performer = NONE
    g.lines = 0


@kernel
def on_special(r: FavoriteLineRules, g: FavoriteLineRound, seat: int) -> None:
    """My Favorite Line: name a film; from the next player on each says a line of it, the card's player last."""
    g.lines = 0
    ask(g, seat, NAMING_FILM)


@kernel
def special_moves(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, out: Row) -> int:
    if g.phase == VOTING:
        return vote_moves(out)
    if g.phase == NAMING_FILM:
        return add(out, 0, FILM << 12)
    return add(out, add(out, 0, LINE << 12), CANNOT << 12)


@kernel
def special_step(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, move: int) -> None:
    verb = move >> 12
    if verb == VOTE:
        cast_vote(r, g, seat, move >> 1 & 15)
    elif verb == FILM:
        note(g, E_FILM, seat, 0, 0)
        ask(g, after(g, seat, 1), SAYING_LINE)
    elif verb == LINE:
        note(g, E_LINE, seat, 0, 0)
        open_vote(g, seat)
    else:
        miss(g, seat)


@kernel
def on_verdict(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, passed: int) -> None:
    if passed == 0:
        miss(g, seat)
        return
    g.lines += 1
    if g.lines == r.laps * g.players:
        begin(g, after(g, g.actor, 1))
    else:
        ask(g, after(g, seat, 1), SAYING_LINE)


@kernel
def miss(g: FavoriteLineRound, seat: int) -> None:
    """The first who cannot draws three, and the lap ends."""
    note(g, E_CANNOT, seat, 0, 0)
    draw_cards(g, seat, 3)
    begin(g, after(g, g.actor, 1))


@kernel
def pick_special(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, people: People, out: Row) -> int:
    """In playouts, who knows a line says it."""
    if g.phase == NAMING_FILM:
        return FILM << 12
    return LINE << 12 if below(people, 1000) < people.line else CANNOT << 12


@kernel
def succeeds(people: People) -> int:
    """In playouts, who says a line knows it."""
    return 1


def _since_card(said: Said) -> Said:
    """What was said since the last film was named, the title first."""
    titles = [i for i, (word, _) in enumerate(said) if word == "film"]
    return said[titles[-1] :] if titles else []


def sees(r: FavoriteLineRules, g: FavoriteLineRound, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    """The film, and the lines said since the card was played."""
    if g.phase not in (SAYING_LINE, VOTING):
        return {}
    (_, film), *lines = _since_card(said)
    shown: dict[str, Any] = {"film": film, "lines": [text for _, text in lines]}
    if g.phase == VOTING:
        shown["performer"] = g.performer
    return shown


def hear(said: Said, word: str, text: str) -> Refusal | None:
    """A line said before is refused and may be replaced."""
    if word != "line" or text == PLACEHOLDER:
        return None
    if any(word == "line" and line != PLACEHOLDER and bare(line) == bare(text) for word, line in _since_card(said)):
        return Refusal("favorite-line-judge", "line-repeated", "that line has been said already; say another")
    return None


def fill(r: Any, edition: Edition, options: Options) -> None:
    r.laps = MOST_LAPS if options["until_miss"] else 1


FILMS = (
    "Episode I: The Phantom Menace",
    "Episode II: Attack of the Clones",
    "Episode III: Revenge of the Sith",
    "Episode IV: A New Hope",
    "Episode V: The Empire Strikes Back",
    "Episode VI: Return of the Jedi",
    "Episode VII: The Force Awakens",
    "Episode VIII: The Last Jedi",
    "Episode IX: The Rise of Skywalker",
    "Rogue One",
    "Solo",
)

EDITION = edition_2023(
    id="favorite-line",
    title="Star Wars: My Favorite Line",
    summary="Wild My Favorite Line: name a film, and the first who cannot say a line of it draws three.",
    special="wild-favorite-line",
    called="Wild My Favorite Line",
    mood=Mood(("#0a1030", "#f2c14e", "#3d5a99", "#e8ecf7"), "stars"),
    options=(flag("until_miss", "the lines go round until somebody misses, ten laps at most", default=False),),
    module=__name__,
    parts=(votes,),
    rules=FavoriteLineRules,
    round=FavoriteLineRound,
    public=("performer", "lines"),
    own=("ballots",),
    phases={NAMING_FILM: "film", SAYING_LINE: "line"},
    prompts={
        "film": Prompt("Which film shall the lines be from?", "Waiting for {seats} to name a film."),
        "line": Prompt("Say a line from the film.", "Waiting for {seats} to say a line."),
        "vote": Prompt("Is that a line from the film?", "Waiting for {seats} to judge the line."),
    },
    shows={
        "film": Shown("text", "Film: {it}"),
        "lines": Shown("texts", "Said so far: {it}"),
        "performer": Shown("seat", "Judged: {it}"),
    },
    vote_rule="favorite-line-judge",
    verbs=(
        *VERBS,
        *ANSWER_VERBS,
        vote_verb("favorite-line-judge"),
        Verb(FILM, "film", "text", "favorite-line", "for who has just played My Favorite Line", says="Name the film"),
        Verb(LINE, "line", "text", "favorite-line", "when it is your turn to say a line", says="Say the line"),
        Verb(CANNOT, "cannot", "", "favorite-line", "when it is your turn to say a line", says="I have no line"),
    ),
    happenings=(
        *VOTE_HAPPENINGS,
        Happening(E_FILM, "film", "{seat} names the film: {text}", n="text"),
        Happening(E_LINE, "line", "{seat} says: {text}", n="text"),
        Happening(E_CANNOT, "cannot", "{seat} has no line"),
    ),
    suggestions={"film": FILMS},
    rulebook=(
        Rule(
            "favorite-line",
            "Wild My Favorite Line: name a color and a Star Wars film. From the next player on, once round the table and the "
            "card's player last, each says a line of it; the first who cannot draws three, and the lap ends. Where nobody "
            "fails nobody draws; an option keeps going round, ten laps at most.",
            ruling=True,
        ),
        Rule(
            "favorite-line-judge",
            "A line is rejected when more than half of the votes cast say no; abstentions do not count, ties favor the "
            "speaker, and with two players the other judges alone. A line said before, ignoring case, spaces and "
            "punctuation, is refused and may be replaced. Giving up or running out of time means that one cannot.",
            ruling=True,
        ),
    ),
    fill=fill,
    sees=sees,
    hear=hear,
)
