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
    score_answer,
    score_files,
    written,
)

from lastcard import Game, editions
from lastcard.bots.trials import Estimate, interpreted
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


def regret(game: Game, seat: int, text: str) -> float:
    """The regret of an answer if every move wins less often than the one that is listed before it."""
    found = [Estimate(move, 1 - i / 10, 0.01, 0.0, 0.0, 100) for i, move in enumerate(game.moves(seat))]
    told = score_answer(Decision(0, game, seat), text, lambda: found)
    assert told.broke is None
    return round(told.regret, 6)


def test_spaces_change_nothing() -> None:
    """A legal answer with more spaces than needed is scored as the move it is, not as the best one."""
    game = Game.arrange("classic", [["red-1", "blue-2", "wild"], ["green-1", "green-2"]], top="red-9")
    for i, move in enumerate(game.moves(0)):
        for typed in (str(move), f"{move} ", f" {move}", f"{move}\n", move.replace(" ", "  ")):
            assert regret(game, 0, typed) == i / 10, typed


def test_whatever_is_said_is_scored_as_a_line() -> None:
    """A line in an agent's own words is the listed move to say a line, not the best move."""
    hands = [["wild-favorite-line", "blue-1", "blue-2"], ["green-1", "red-1"], ["green-2", "red-1"]]
    game = Game.arrange("favorite-line", hands=hands, top="red-9")
    game.move(0, "play wild-favorite-line blue")
    game.move(0, "film Episode IV: A New Hope")
    listed = [str(move) for move in game.moves(1)]
    assert regret(game, 1, "line Here we go again!") == listed.index("line …") / 10
    assert regret(game, 1, "cannot ") == listed.index("cannot") / 10


def answers_of(folder: Path, code: str, seconds: float = 60) -> list[tuple[int, str]]:
    """The answers of a program that does this for every question."""
    script = folder / "agent.py"
    head = "import json, sys, time\ndef say(number, move):\n    print(json.dumps({'id': number, 'move': move}), flush=True)\n"
    loop = "for line in sys.stdin:\n    number = json.loads(line)['id']\n"
    script.write_text(head + loop + "".join(f"    {row}\n" for row in code.splitlines()), encoding="utf-8")
    return list(by_program(f"{sys.executable} -I {script}", decisions(4, 4, CLASSIC), seconds))


def test_an_answer_counts_for_its_own_question(tmp_path: Path) -> None:
    """Answers with the id of another question are skipped, so a program that says something twice stays in step."""
    twice = answers_of(tmp_path, 'say(number, f"play red-{number}")\nsay(number, "twice")')
    assert twice == [(number, f"play red-{number}") for number in range(4)]
    assert answers_of(tmp_path, 'say(number - 1, "late")\nsay(number, "draw")') == [(number, "draw") for number in range(4)]


def test_a_line_without_an_id_is_no_answer(tmp_path: Path) -> None:
    """A program that babbles before it answers loses that question and no other."""
    told = answers_of(tmp_path, 'if number == 1:\n    print("Let me think", flush=True)\nsay(number, "draw")')
    assert told == [(0, "draw"), (1, ""), (2, "draw"), (3, "draw")]
    assert answers_of(tmp_path, 'print(\'{"move": "draw"}\', flush=True)') == [(number, "") for number in range(4)]


def test_a_slow_program_loses_the_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that hangs is stopped after its time, and started again for the next question."""
    told = answers_of(tmp_path, 'if number == 2:\n    time.sleep(600)\nsay(number, "draw")', 0.5)
    assert told == [(0, "draw"), (1, "draw"), (2, ""), (3, "draw")]
    assert "question 2: the program took longer than 0.5 s" in capsys.readouterr().err


def test_a_program_that_ends_is_not_asked_forever(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A crash loses the question, and the reason is told."""
    assert answers_of(tmp_path, 'sys.exit("no idea")') == [(number, "") for number in range(4)]
    assert "question 3: the program ended with code 1 and the words 'no idea'" in capsys.readouterr().err


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
