"""Star Wars (2023): the shared rules plus four Wild My Favorite Line."""

from __future__ import annotations

from typing import Any

from ..bits import arg_of, move_of, verb_of
from ..edition import Edition, Mood, Said, edition_2023
from ..errors import Refusal
from ..moves import ANSWER_VERBS, VERBS, VOTE, vote_brings, vote_verb
from ..options import Options, flag
from ..play.playout import People
from ..rules.build import kernel
from ..rules.legal import add
from ..rules.piles import below, draw_cards, note
from ..rules.seats import after, ask, begin, open_vote
from ..rules.state import VOTING, Round, Row, Rules
from ..sentence_type import Sentence, sentence, turn_of
from ..typed_text import PLACEHOLDER, bare
from .texts.basics_lesson import BASICS
from .texts.favorite_line import EVENTS, FILMS, LESSON, PROMPTS, RULEBOOK, TIPS, VERB_TEXTS

EDITION = edition_2023(
    id="favorite-line",
    title="Star Wars: My Favorite Line",
    summary="Wild My Favorite Line: pick a film, and the first player who can't say a line from it draws three.",
    version=2,
    reads=(1,),
    special="wild-favorite-line",
    does="Pick the color and a film. In turn, everyone says a line from it. The first player without one draws three.",
    called="Wild My Favorite Line",
    drawing="bubble",
    mood=Mood(("#0a1030", "#f2c14e", "#3d5a99", "#e8ecf7"), "stars"),
    lessons=(BASICS, LESSON),
    tips=TIPS,
    options=(
        flag("until_miss", "the lines keep going around until someone can't say one, for ten laps at most", default=False),
    ),
    prompts=PROMPTS,
    event_texts=EVENTS,
    verb_texts=VERB_TEXTS,
    vote_rule="favorite-line-judge",
    verbs=(*VERBS, *ANSWER_VERBS, vote_verb("favorite-line-judge")),
    suggestions={"film": FILMS},
    rulebook=RULEBOOK,
)

NAMING_FILM = EDITION.phase("film")
SAYING_LINE = EDITION.phase("line", aloud=True)

FILM = EDITION.verb("film", "text", "favorite-line", phase=NAMING_FILM, social=True)
LINE = EDITION.verb("line", "text", "favorite-line", social=True)
CANNOT = EDITION.verb("cannot", "", "favorite-line", mild=True, social=True)

E_FILM = EDITION.event("film", n="text")
E_LINE = EDITION.event("line", n="text")
E_CANNOT = EDITION.event("cannot")


@EDITION.state()
class FavoriteLineRules(Rules):
    """Whether lines keep going around, and the cost of missing one."""

    miss_n: int = 3  # favorite-line: the cards that the first player without a line draws
    laps: int = 1  # how many times the lines go around the table
    most_laps: int = 10  # favorite-line: with ``until_miss``


@EDITION.state(public=("lines",))
class FavoriteLineRound(Round):
    """A round in which lines may be said."""

    lines: int  # lines said and accepted since the card was played


@EDITION.hook
def clear_special(r: FavoriteLineRules, g: FavoriteLineRound) -> None:
    g.lines = 0


@EDITION.hook
def on_special(r: FavoriteLineRules, g: FavoriteLineRound, seat: int) -> None:
    """Start My Favorite Line: name a film, then everyone says a line from it, starting with the next player."""
    g.lines = 0
    ask(g, seat, NAMING_FILM)


@EDITION.hook
def special_moves(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, out: Row) -> int:
    if g.phase == NAMING_FILM:
        return add(out, 0, move_of(FILM))
    return add(out, add(out, 0, move_of(LINE)), move_of(CANNOT))


@EDITION.hook
def special_step(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, move: int) -> None:
    verb = verb_of(move)
    if verb == FILM:
        note(g, E_FILM, seat, 0, 0)
        ask(g, after(g, seat, 1), SAYING_LINE)
    elif verb == LINE:
        note(g, E_LINE, seat, 0, 0)
        open_vote(g, seat)
    else:
        miss(r, g, seat)


@EDITION.hook
def on_verdict(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, passed: int) -> None:
    if passed == 0:
        miss(r, g, seat)
        return
    g.lines += 1
    if g.lines == r.laps * g.players:
        begin(g, after(g, g.actor, 1))
    else:
        ask(g, after(g, seat, 1), SAYING_LINE)


@kernel
def miss(r: FavoriteLineRules, g: FavoriteLineRound, seat: int) -> None:
    """Make the first player without a line draw three, and end the lap."""
    note(g, E_CANNOT, seat, 0, 0)
    draw_cards(g, seat, r.miss_n)
    begin(g, after(g, g.actor, 1))


@EDITION.hook
def pick_special(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, people: People, out: Row) -> int:
    """Say a line in playouts if the player knows one."""
    if g.phase == NAMING_FILM:
        return move_of(FILM)
    return move_of(LINE) if below(people, 1000) < people.line else move_of(CANNOT)


@EDITION.hook
def succeeds(people: People) -> int:
    """Let every line that is said in playouts be right."""
    return 1


def _since_card(said: Said) -> Said:
    """Return what was said since the last film was named, starting with its title."""
    titles = [i for i, (word, _) in enumerate(said) if word == "film"]
    return said[titles[-1] :] if titles else []


EDITION.show("film", "text", "Film: {it}")
EDITION.show("lines", "texts", "Said so far: {it}")


@EDITION.hook
def sees(r: FavoriteLineRules, g: FavoriteLineRound, seat: int | None, said: Said, options: Options) -> dict[str, Any]:
    """Show the film, and the lines said since the card was played."""
    if g.phase not in (SAYING_LINE, VOTING):
        return {}
    (_, film), *lines = _since_card(said)
    return {"film": film, "lines": [text for _, text in lines]}


@EDITION.hook
def hear(said: Said, word: str, text: str) -> Refusal | None:
    """Refuse a line that was said before. The player may say another."""
    if word != "line" or text == PLACEHOLDER:
        return None
    if any(word == "line" and line != PLACEHOLDER and bare(line) == bare(text) for word, line in _since_card(said)):
        return Refusal("favorite-line-judge", "line-repeated", "That line has already been said: say another.")
    return None


@EDITION.hook
def consequence(r: FavoriteLineRules, g: FavoriteLineRound, seat: int, move: int, options: Options) -> list[Sentence] | None:
    """Say who has to say a line, and what it costs to have none."""
    verb = verb_of(move)
    if verb == FILM:
        says = "{seat} says the first line, and you say the last. The first player without one draws {n}."
        return [sentence(says, seat=after(g, seat, 1), n=r.miss_n)]
    if verb == LINE:
        return [sentence("The others judge your line. If they reject it, you draw {n}.", n=r.miss_n)]
    if verb == CANNOT:
        return [sentence("You draw {n}, and nobody else has to say a line.", n=r.miss_n), turn_of(after(g, g.actor, 1), seat)]
    if verb == VOTE and not g.for_rule:
        return vote_brings(arg_of(move), g.performer, r.miss_n, unanimous=False)
    return None


@EDITION.hook
def fill(r: Any, edition: Edition, options: Options) -> None:
    if options["until_miss"]:
        r.laps = r.most_laps
