"""The unread rulebook: can an agent follow rules that it cannot have memorized?

    python benchmarks/unread_rulebook.py ask --out questions.jsonl             # write the questions, for agents of any kind
    python benchmarks/unread_rulebook.py answer --program 'python my_agent.py' --out answers.jsonl
    python benchmarks/unread_rulebook.py answer --bot steady --out steady.jsonl
    python benchmarks/unread_rulebook.py score answers.jsonl
    python benchmarks/unread_rulebook.py anchors                               # our bots' answers, scores and their table

Every question is a position at a table with its own rules: some table rules, and house rules on cards that nobody has written
before. The agent reads the rules in words, sees what its seat sees, and answers with a move. Nobody tells it which moves are
legal. An illegal move counts by the id of the rule that it breaks. For a legal one, the score says how much win chance it
gives away against the best move, by trials in imagined worlds, with the error. Questions follow from a seed, and the answers
are kept, so that anybody can score them again and get the same bytes.
"""

from __future__ import annotations

import argparse
import json
import math
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lastcard import Game, editions
from lastcard.bots import get
from lastcard.bots.search import estimates, worth_trying
from lastcard.bots.trials import Engine, Estimate, fastest
from lastcard.card_rules import faces, is_exact
from lastcard.edition import Edition
from lastcard.errors import InvalidMove, InvalidOption
from lastcard.house_rules import STEPS, sentence
from lastcard.lab.programs import MOST_FAILURES, ProgramFailed, Running
from lastcard.moves import PLAY
from lastcard.table_rulebook import rulebook_at
from lastcard.table_rules import offered
from lastcard.tui import words

ANCHORS = Path(__file__).parent / "unread-rulebook"  # the answers and scores of our bots
ANCHOR_BOTS = ("chaos", "random", "steady", "search")
DECISIONS = 200
ROLLOUTS = 400  # for each legal move
CHANGED = 0.3  # how likely a table changes each rule that it can change
UNTIL = (4, 40)  # moves that steady players make before a question
LATELY = 12  # sentences about what happened
SECONDS = 60.0  # for an answer of a program
LEAST = 3  # moves worth thinking about
VALUES: dict[str, Sequence[Any]] = {
    "stacking": ["same", "up", "any"],
    "deflect": ["reverse"],
    "draw_four": ["strict", "free"],
    "draw": ["until-playable"],
    "drawn": ["must"],
    "must_play": [True],
    "hand_limit": [10, 12],
    "uno_penalty": [1, 4, 6],
    "uno_calls": ["silent"],
    "last_card": ["no-wild", "number"],
    "hand_size": [5, 9],
    "follow": ["number"],
    "jump_in": ["identical"],
}
NOT_A_MOVE = "not-a-move"
HOW = (
    'Answer with one line of JSON: {"id": the number of the question, "move": your move as text}. A move has one of these '
    "forms. COLOR is the color you pick with a wild, and SEAT the number of a player. Add ' uno' to a card that leaves you one "
    "card if the rules want the call."
)


class Decision(NamedTuple):
    """A position in which a seat has to choose."""

    number: int
    game: Game
    seat: int


# ---- questions -------------------------------------------------------------------------------------
def sampled_rule(rng: Random, when: str) -> dict[str, Any]:
    """A house rule that nobody has written before."""
    steps = []
    for does in rng.sample([does for does in STEPS if does != "performs"], rng.choice((1, 1, 2))):
        step = STEPS[does]
        made: dict[str, Any] = {"does": does}
        if step.who:
            made["who"] = rng.choice(step.who)
        if step.takes_n:
            made["n"] = rng.choice((1, 1, 2))
        steps.append(made)
    return {"when": when, "name": f"Rule of {when}", "text": "", "steps": steps}


def sampled_options(rng: Random, edition: Edition) -> dict[str, Any]:
    """The options of a table: some table rules, and rules on up to three cards."""
    names = [rule.option.name for rule in offered(edition.kinds)]
    options = {name: rng.choice(VALUES[name]) for name in names if name in VALUES and rng.random() < CHANGED}
    cards = [face for face in faces(edition.kinds) if not is_exact(face)]
    options["card_rules"] = [sampled_rule(rng, when) for when in rng.sample(cards, rng.choice((1, 2, 3)))]
    return options


def sampled_decision(number: int, seed: int, names: Sequence[str]) -> Decision:
    """The question with this number. Positions without enough to choose from are dropped."""
    rng, steady = Random(f"{seed} {number}"), get("steady")
    while True:
        edition = editions.get(rng.choice(names))
        try:
            game = Game(edition, rng.choice((2, 3, 4)), rng.getrandbits(40), sampled_options(rng, edition))
        except InvalidOption:  # rules that don't go together
            continue
        for _ in range(rng.randrange(*UNTIL)):
            if not game.round_over:
                mover = game.to_move[0]
                moves = game.moves(mover)
                game.move(mover, steady.choose(game.view(mover), moves, rng) or moves[0])
        if game.round_over:
            continue
        seat = game.to_move[0]
        if len(worth_trying(game.view(seat), game.moves(seat))) >= LEAST:
            return Decision(number, game, seat)


def decisions(count: int, seed: int, names: Sequence[str]) -> Iterator[Decision]:
    """The questions of a seed."""
    return (sampled_decision(number, seed, names) for number in range(count))


def rules_text(edition: Edition, game: Game) -> str:
    """The rules of a table in words: what it has changed, the house rules on cards, and then everything."""
    cards = [f"- On every {row['when']}: {sentence(row)}" for row in game.options["card_rules"]]
    lines = ["This table has changed the rules.", *words.table_rule_lines(edition, game.options)]
    lines += ["When one of these cards is played, its house rule runs after its usual effect:", *cards, "", "All rules:"]
    entries = rulebook_at(edition, game.options)
    return "\n".join([*lines, *(f"- {each.rule.id} ({words.origin_at(each)}): {each.rule.text}" for each in entries)])


def forms(edition: Edition, game: Game) -> list[str]:
    """What a move can look like, whether or not it is legal now."""
    takes = {"card": "CARD", "color": "COLOR", "seat": "SEAT", "text": "TEXT", "card color": "CARD COLOR"}
    verbs = [verb for verb in sorted(edition.verbs_at(game.options)) if verb.code != PLAY]
    found = [f"{verb.word} {takes.get(verb.takes, '|'.join(verb.words))}".strip() for verb in verbs]
    return list(dict.fromkeys(["play CARD, or play WILD COLOR", *found]))


def question(decision: Decision) -> dict[str, Any]:
    """A question as an agent gets it: nothing but what its seat may know."""
    game, seat = decision.game, decision.seat
    view, edition = game.view(seat), game.edition
    names = [f"player {each}" for each in range(game.players)]
    facts = [f"{fact.rstrip('.')}." for fact in words.facts(edition, view, names)]
    return {
        "id": decision.number,
        "game": edition.title,
        "rules": rules_text(edition, game),
        "table": [
            f"You are player {seat} of {game.players}. Play runs {words.direction(view)}.",
            words.pile_line(edition, view),
            *words.count_lines(edition, view, names),
            *facts,
        ],
        "happened": [f"{line}." for line in words.news(edition, game.events(seat), names, seat)][-LATELY:],
        "hand": list(view.hand),
        "top": view.top,
        "color": view.color,
        "drawn": view.drawn,
        "phase": view.phase,
        "how": HOW,
        "moves": forms(edition, game),
    }


# ---- answers ---------------------------------------------------------------------------------------
def by_bot(name: str) -> Callable[[Decision], str]:
    """Answers of one of our bots, which is told the legal moves."""
    bot = get(name)

    def answer(decision: Decision) -> str:
        view, moves = decision.game.view(decision.seat), decision.game.moves(decision.seat)
        return str(bot.choose(view, moves, Random(decision.number)) or moves[0])

    return answer


class Agent:
    """A program that reads questions and writes answers, one line of JSON each. It is started again after a failure."""

    def __init__(self, command: str, seconds: float) -> None:
        self.words = shlex.split(command)
        self.seconds = seconds
        self.failures = 0  # in a row
        self.running: Running | None = None

    def answer(self, decision: Decision) -> str:
        """Return the program's move, or nothing if it fails. After many failures in a row, it isn't asked anymore."""
        if self.failures == MOST_FAILURES:
            return ""
        try:
            move = self._ask(decision)
        except ProgramFailed as error:
            print(f"question {decision.number}: the program {error}", file=sys.stderr)
            self.failures += 1
            self.stop()
            return ""
        self.failures = 0
        return move

    def _ask(self, decision: Decision) -> str:
        running = self.running = self.running or Running(self.words)
        running.ask(question(decision))
        while True:
            number, move = read_answer(running.next_line(self.seconds))
            if number in (None, decision.number):
                return move

    def stop(self) -> None:
        """End the program, if it is running."""
        if self.running is not None:
            self.running.stop()
        self.running = None


def by_program(command: str, asked: Iterable[Decision], seconds: float = SECONDS) -> Iterator[tuple[int, str]]:
    """Answers of a program, which has this long for each. Late answers to earlier questions are skipped."""
    agent = Agent(command, seconds)
    try:
        for decision in asked:
            yield decision.number, agent.answer(decision)
    finally:
        agent.stop()


def read_answer(line: bytes) -> tuple[int | None, str]:
    """The id and the move in a line. A line without an id is an answer without a move."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None, ""
    number = told.get("id") if isinstance(told, dict) else None
    return (number, str(told.get("move", ""))) if isinstance(number, int) else (None, "")


def write_answers(path: Path, settings: dict[str, Any], answers: Iterable[tuple[int, str]]) -> None:
    """Write the settings and the answers, one line each."""
    lines = [settings, *({"id": number, "move": move} for number, move in answers)]
    path.write_text("".join(json.dumps(line, sort_keys=True) + "\n" for line in lines), encoding="utf-8")


# ---- scores ----------------------------------------------------------------------------------------
class Scored(NamedTuple):
    """What came of an answer: the rule that it breaks, or the win chance that it gives away and the error of that."""

    broke: str | None
    regret: float = 0.0
    error: float = 0.0


def tried(decision: Decision, rollouts: int, engine: Callable[[Edition], Engine]) -> list[Estimate]:
    """Try every legal move in the same worlds, whichever will be chosen."""
    moves = decision.game.moves(decision.seat)
    view, dice = decision.game.view(decision.seat), Random(decision.number)
    return estimates(view, moves, rollouts=rollouts * len(moves), rng=dice, engine=engine)


def score_answer(decision: Decision, text: str, found: Callable[[], list[Estimate]]) -> Scored:
    """Judge one answer. ``found`` returns what trying the legal moves has shown."""
    try:
        refusal = decision.game.why_not(decision.seat, text)
    except InvalidMove:
        return Scored(NOT_A_MOVE)
    if refusal is not None:
        return Scored(refusal.rule or "turn")
    codec = decision.game.edition.codec
    listed = codec.move(codec.read(text)[0])  # whatever the spaces, and whatever is said
    best = max(found(), key=lambda each: each.win)
    [taken] = [each for each in found() if each.move == listed]
    error = math.hypot(best.error, taken.error) if taken is not best else 0.0
    return Scored(None, best.win - taken.win, error)


def scores(
    asked: Iterable[Decision],
    agents: Sequence[Mapping[int, str]],
    rollouts: int = ROLLOUTS,
    engine: Callable[[Edition], Engine] = fastest,
) -> list[dict[str, Any]]:
    """The scores of agents, given the answers of each, as plain data. Moves are tried once for all of them."""
    scored: list[list[Scored]] = [[] for _ in agents]
    for decision in asked:
        found = cache(partial(tried, decision, rollouts, engine))
        for answers, column in zip(agents, scored, strict=True):
            column.append(score_answer(decision, answers.get(decision.number, ""), found))
    return [summary(column) for column in scored]


def score(asked: Iterable[Decision], answers: Mapping[int, str], *how: Any) -> dict[str, Any]:
    """The score of one agent."""
    return scores(asked, [answers], *how)[0]


def summary(scored: Sequence[Scored]) -> dict[str, Any]:
    """What came of all answers of an agent."""
    legal = [each for each in scored if each.broke is None]
    broken = Counter(each.broke for each in scored if each.broke is not None)
    n = max(len(legal), 1)
    spread = math.sqrt(sum((each.regret - sum(e.regret for e in legal) / n) ** 2 for each in legal)) / n
    return {
        "decisions": len(scored),
        "legal": len(legal),
        "illegal_by_rule": dict(sorted(broken.items())),
        "regret": round(sum(each.regret for each in legal) / n, 6),
        "regret_error_of_trials": round(math.sqrt(sum(each.error**2 for each in legal)) / n, 6),
        "regret_error_of_decisions": round(spread, 6),
    }


def written(result: dict[str, Any]) -> str:
    """A score as text, always the same for the same answers."""
    return json.dumps(result, indent=2, sort_keys=True) + "\n"


def score_files(paths: Sequence[Path], rollouts: int = ROLLOUTS, engine: Callable[[Edition], Engine] = fastest) -> list[str]:
    """The scores of files of answers to the same questions, as text."""
    files = [[*map(json.loads, path.read_text(encoding="utf-8").splitlines())] for path in paths]
    first = files[0][0]
    if any(lines[0] != first for lines in files):
        raise ValueError("these files answer different questions")
    agents = [{line["id"]: line["move"] for line in lines[1:]} for lines in files]
    asked = decisions(first["decisions"], first["seed"], first["editions"])
    return [written(each) for each in scores(asked, agents, rollouts, engine)]


def measure_anchors(settings: dict[str, Any], rollouts: int) -> None:
    """Let our bots answer, and keep their answers and scores. Bots that have a score already are left out."""
    ANCHORS.mkdir(exist_ok=True)
    asked = list(decisions(settings["decisions"], settings["seed"], settings["editions"]))
    files = [ANCHORS / f"{name}.jsonl" for name in ANCHOR_BOTS if not (ANCHORS / f"{name}.json").exists()]
    for path in files:
        answer = by_bot(path.stem)
        write_answers(path, settings, ((each.number, answer(each)) for each in asked))
    for path, text in zip(files, score_files(files, rollouts) if files else (), strict=True):
        path.with_suffix(".json").write_text(text, encoding="utf-8")
    (ANCHORS / "table.md").write_text(anchors_table(), encoding="utf-8")


def anchors_table() -> str:
    """The scores of our bots as a table."""
    lines = ["| bot | legal | regret | error of trials | error of decisions |", "| --- | --- | --- | --- | --- |"]
    for name in ANCHOR_BOTS:
        told = json.loads((ANCHORS / f"{name}.json").read_text(encoding="utf-8"))
        errors = f"{told['regret_error_of_trials']:.2%} | {told['regret_error_of_decisions']:.2%}"
        lines.append(f"| `{name}` | {told['legal']} of {told['decisions']} | {told['regret']:.2%} | {errors} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Ask, answer or score."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("what", choices=("ask", "answer", "score", "anchors"))
    parser.add_argument("answers", nargs="?", type=Path, help="the file to score")
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--editions", nargs="+", default=editions.names())
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS, help="for each legal move, to score")
    parser.add_argument("--program", help="reads a question and writes an answer, one line of JSON each")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="the time limit for an answer of the program")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(arguments)
    settings = {"decisions": given.decisions, "seed": given.seed, "editions": list(given.editions)}
    if given.what == "score":
        [text] = score_files([given.answers], given.rollouts)
        (given.out.write_text(text, encoding="utf-8") if given.out else sys.stdout.write(text))
        return
    if given.what == "anchors":
        measure_anchors(settings, given.rollouts)
        return
    asked = decisions(given.decisions, given.seed, given.editions)
    if given.what == "ask":
        given.out.write_text("".join(json.dumps(question(each)) + "\n" for each in asked), encoding="utf-8")
    elif given.program:
        write_answers(given.out, settings, by_program(given.program, asked, given.seconds))
    else:
        answer = by_bot(given.bot)
        write_answers(given.out, settings, ((each.number, answer(each)) for each in asked))


if __name__ == "__main__":
    main()
