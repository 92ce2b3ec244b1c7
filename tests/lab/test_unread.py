"""The unread rulebook: questions that nobody can have memorized, answers that are kept, and scores that can be repeated."""

import json
import sys
from pathlib import Path
from random import Random

import pytest
from benchmarks.unread_rulebook import (
    ANCHOR_BOTS,
    ANCHORS,
    DECISIONS,
    NOT_A_MOVE,
    Decision,
    anchors_table,
    by_bot,
    by_program,
    decisions,
    main,
    question,
    sampled_decision,
    score,
    score_files,
    written,
)

from lastcard import Game, editions
from lastcard.bots.trials import interpreted
from lastcard.worlds import redeal

CLASSIC = ["classic"]
# An agent that follows one rule of thumb: it plays a card of the current color if it has one, and otherwise draws.
SCRIPT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    fits = [card for card in asked["hand"] if card.split("-")[0] == asked["color"]]
    move = f"play {fits[0]}" if fits else "draw"
    print(json.dumps({"id": asked["id"], "move": move}), flush=True)
"""


def test_questions_follow_from_the_seed() -> None:
    """The same seed asks the same questions, and another asks others. Every table has rules on cards of its own."""
    asked = [question(each) for each in decisions(3, 5, editions.names())]
    assert asked == [question(each) for each in decisions(3, 5, editions.names())]
    assert asked != [question(each) for each in decisions(3, 6, editions.names())]
    assert all("- On every " in each["rules"] for each in asked)


@pytest.mark.rule("hidden")
@pytest.mark.parametrize("number", range(4))
def test_a_question_says_what_the_seat_sees_alone(number: int) -> None:
    """If everything the seat can't see is dealt again, the question stays the same to the byte."""
    decision = sampled_decision(number, 3, editions.names())
    world = Decision(number, redeal(decision.game, decision.seat, Random(1)), decision.seat)
    assert json.dumps(question(world)) == json.dumps(question(decision))


def test_a_scripted_agent_is_scored_by_the_rules_it_breaks(tmp_path: Path) -> None:
    """A program answers every question. Illegal moves count by rule, and legal ones by the win chance they give away."""
    script = tmp_path / "agent.py"
    script.write_text(SCRIPT, encoding="utf-8")
    asked = list(decisions(8, 4, CLASSIC))
    answers = dict(by_program(f"{sys.executable} {script}", asked))
    assert set(answers) == set(range(8))
    result = score(asked, answers, 20, interpreted)
    assert (result["legal"], result["illegal_by_rule"]) == (6, {"must-play": 1, "turn-drawn-only": 1})
    assert 0 <= result["regret"] <= 1
    broken = score(asked, {0: "play the fool", 1: "juggle"}, 20, interpreted)
    assert broken["illegal_by_rule"] == {NOT_A_MOVE: 8}


def test_a_scripted_agent_is_scored_again_to_the_byte(tmp_path: Path) -> None:
    """The kept answers of a program, legal and illegal, give the same bytes whenever they are scored."""
    script, path = tmp_path / "agent.py", tmp_path / "answers.jsonl"
    script.write_text(SCRIPT, encoding="utf-8")
    settings = ["--decisions", "8", "--seed", "4", "--editions", "classic"]
    main(["answer", "--program", f"{sys.executable} {script}", *settings, "--out", str(path)])
    [first] = score_files([path], 20, interpreted)
    told = json.loads(first)
    assert (told["legal"], told["decisions"]) == (6, 8)
    answers = {line["id"]: line["move"] for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()[1:])}
    assert score_files([path, path], 20, interpreted) == [first, first]
    assert first == written(score(decisions(8, 4, CLASSIC), answers, 20, interpreted))


def test_an_illegal_answer_names_its_rule() -> None:
    """A card that doesn't match breaks the rule about matching."""
    game = Game.arrange("classic", [["red-1", "blue-2", "wild"], ["green-1", "green-2"]], top="red-9")
    result = score([Decision(0, game, 0)], {0: "play blue-2"}, 20, interpreted)
    assert (result["legal"], result["illegal_by_rule"]) == (0, {"turn-match": 1})


def test_random_answers_are_legal_and_scored_again_to_the_byte(tmp_path: Path) -> None:
    """The bot ``random`` breaks no rule, and its kept answers give the same bytes whenever they are scored."""
    path = tmp_path / "random.jsonl"
    main(["answer", "--bot", "random", "--decisions", "6", "--seed", "2", "--editions", "classic", "--out", str(path)])
    asked = list(decisions(6, 2, CLASSIC))
    answer = by_bot("random")
    kept = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert kept[0] == {"decisions": 6, "editions": CLASSIC, "seed": 2}
    assert [line["move"] for line in kept[1:]] == [answer(each) for each in asked]
    answers = {line["id"]: line["move"] for line in kept[1:]}
    first = written(score(asked, answers, 20, interpreted))
    assert first == written(score(list(decisions(6, 2, CLASSIC)), answers, 20, interpreted))
    assert json.loads(first)["legal"] == 6


@pytest.mark.parametrize("bot", ANCHOR_BOTS[:-1])
def test_the_kept_answers_of_a_bot_are_the_ones_it_gives(bot: str) -> None:
    """Our bots still answer the first questions as they did when they were scored, and all answers were legal."""
    first, *lines = map(json.loads, (ANCHORS / f"{bot}.jsonl").read_text(encoding="utf-8").splitlines())
    assert first == {"decisions": DECISIONS, "editions": editions.names(), "seed": 0}
    answer = by_bot(bot)
    assert [line["move"] for line in lines[:4]] == [answer(each) for each in decisions(4, 0, editions.names())]
    told = json.loads((ANCHORS / f"{bot}.json").read_text(encoding="utf-8"))
    assert (told["legal"], len(lines)) == (DECISIONS, DECISIONS)


def test_the_table_of_our_bots_is_fresh() -> None:
    """The table on the page has the scores that are kept. ``python benchmarks/unread_rulebook.py anchors`` makes both."""
    assert (ANCHORS / "table.md").read_text(encoding="utf-8") == anchors_table()


@pytest.mark.long
def test_kept_answers_are_scored_again_to_the_byte() -> None:
    """Whoever scores the kept answers of our bots gets the same bytes."""
    kept = [(ANCHORS / f"{bot}.json").read_text(encoding="utf-8") for bot in ANCHOR_BOTS]
    assert score_files([ANCHORS / f"{bot}.jsonl" for bot in ANCHOR_BOTS]) == kept
