"""`lastcard arena` and `lastcard simulate`: what they print, write and refuse."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import polars as pl
import pytest
from typer.testing import CliRunner, Result

from lastcard import Game, cli, editions, extras
from lastcard.lab.arena import Row
from lastcard.lab.commands import cards_for_rules
from lastcard.lab.counting import COLUMNS
from lastcard.lab.file_names import whole

TOLL = {"name": "Toll <b>", "steps": [{"does": "draws", "who": "chosen", "n": 2}, {"does": "plays again"}]}
CUSTOM = next(name for name in editions.names() if cards_for_rules(name))


def lastcard(*args: object, width: int = 100) -> Result:
    """Run a command line in this process."""
    return CliRunner().invoke(cli.app, [str(arg) for arg in args], env={"COLUMNS": str(width), "NO_COLOR": "1"})


def good(*args: object, width: int = 100) -> str:
    """Run a command line that works, and return its output."""
    result = lastcard(*args, width=width)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def refusal(*args: object) -> str:
    """Run a wrong command line, and return the one line it prints."""
    result = lastcard(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    """Pretend that these modules are not installed."""
    real = importlib.util.find_spec
    monkeypatch.setattr("lastcard.lab.commands.find_spec", lambda name: None if name in missing else real(name))


@pytest.fixture
def toll(tmp_path: Path) -> Path:
    """A file with a house rule."""
    path = tmp_path / "toll.json"
    path.write_text(json.dumps(TOLL))
    return path


# ---- arena -----------------------------------------------------------------------------------------
def test_the_arena_prints_pairings_and_ratings() -> None:
    """The arena prints each pairing's win rate and points, then each bot's rating, in eighty columns."""
    told = good("arena", "steady", "random", "chaos", "--games", 20, "--workers", 1, width=80)
    assert re.search(r"steady +random +20 +\d+\.\d% ± \d+\.\d%", told)
    assert re.search(r"random +chaos +20 ", told)
    assert "An even share is 50.0%" in told
    assert re.search(r"steady +\d+ ± \d+ +\d+\.\d ± \d+\.\d +-?\d+\.\d +\d+ µs", told)
    assert "…" not in told


def test_programs_play_in_the_arena(tmp_path: Path) -> None:
    """With --bot command:PROGRAM a program plays, and the arena says what it did wrong, if anything."""
    program, bad = Path(__file__).parents[2] / "examples" / "json_bot.py", tmp_path / "bad_bot.py"
    bad.write_text('import sys\nfor line in sys.stdin:\n    print(\'{"move": "dance"}\', flush=True)\n', encoding="utf-8")
    bots = [("--bot", f"command:{shlex.join([sys.executable, '-I', str(path)])}") for path in (program, bad)]
    told = " ".join(good("arena", "steady", *bots[0], *bots[1], "--games", 2, "--workers", 1, width=120).split())
    assert re.search(r"json_bot.py bad_bot.py 2 100.0%", told)
    assert re.search(r"bad_bot.py made \d+ illegal moves and failed 0 times in \d+ choices. The first time: 'dance'", told)
    assert "json_bot.py made" not in told
    assert "no bot" in refusal("arena", "steady", "--bot", "nobody")


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_arena_writes_every_round(ending: str, tmp_path: Path) -> None:
    """The results file has a row for each round and a column for each field."""
    path = tmp_path / f"rounds.{ending}"
    told = good("arena", "steady", "random", "--games", 6, "--seed", 12, "--workers", 1, "--out", path)
    frame = pl.read_csv(path) if ending == "csv" else pl.read_parquet(path)
    assert tuple(frame.columns) == Row._fields
    assert frame["deal"].to_list() == [12, 12, 13, 13, 14, 14]
    assert set(frame["winner_bot"]) <= {"steady", "random"}
    assert f"Wrote {path.name}" in told.replace(f"{path.parent}/", "").replace("\n", "")


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_arena_draws_a_picture(ending: str, tmp_path: Path) -> None:
    """The plot has the format of its file's ending."""
    path = tmp_path / f"plot.{ending}"
    good("arena", "steady", "random", "--games", 6, "--workers", 1, "--plot", path)
    start = path.read_bytes()[:8]
    assert start == (b"\x89PNG\r\n\x1a\n" if ending == "png" else b"<?xml ve")


def test_options_reach_the_table(tmp_path: Path) -> None:
    """An option of the edition applies to the arena's games."""
    path = tmp_path / "rounds.csv"
    good("arena", "steady", "random", "--games", 8, "--option", "dealer=1", "--workers", 1, "--out", path)
    assert set(pl.read_csv(path)["dealer"]) == {1}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["arena", "steady", "nobody"], "there is no bot 'nobody'"),
        (["arena", "steady", "random", "--players", "11"], "2 to 10 can play"),
        (["arena", "steady", "random", "--edition", "uno"], "there is no edition"),
        (["arena", "steady", "random", "--out", "rounds.xlsx"], "must end in .parquet or .csv"),
        (["arena", "steady", "random", "--plot", "rounds.pdf"], "must end in .svg or .png"),
        (["arena", "steady", "random", "--out", "no/such/folder/a.csv"], "there is no folder"),
        (["arena", "steady", "random", "--rollouts", "5", "--milliseconds", "5"], "not both"),
        (["arena", "steady", "random", "--option", "target=500"], "set the target with --target"),
        (["arena", "steady", "random", "--option", "color=red"], "there is no option 'color'"),
        (["simulate", "uno"], "there is no edition"),
        (["simulate", "classic", "--policy", "nobody"], "there is no bot 'nobody'"),
        (["simulate", "classic", "--report", "page.pdf"], "must end in .html"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_played(arguments: list[str], reason: str) -> None:
    """Wrong input prints one line that says what is wrong."""
    assert reason in refusal(*arguments)


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    """A folder in place of the file is refused at once, not after the work."""
    (tmp_path / "rounds.csv").mkdir()
    assert "cannot write" in refusal("arena", "steady", "random", "--out", tmp_path / "rounds.csv")


def test_a_full_disk_does_not_lose_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the file cannot be written in the end, the tables are printed anyway."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lastcard.lab.parquet_and_csv.write_data", full)
    for command in (["arena", "steady", "random", "--games", 2], ["simulate", "classic", "--games", 20]):
        result = lastcard(*command, "--workers", 1, "--out", tmp_path / "rounds.csv")
        assert (result.exit_code, result.stderr) == (1, "lastcard: cannot write: No space left on device\n")
        assert "95% interval" in result.stdout


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without polars and the other libraries, both commands say what to run: here in this clone, elsewhere in a clone."""
    without(monkeypatch, "polars")
    assert f"{sys.executable} -m pip install -e '{extras.CLONE}[lab]'" in refusal("arena", "steady", "random")
    monkeypatch.setattr(extras, "CLONE", Path("/nowhere"))
    assert "run pip install -e '.[lab]' in a clone of lastcard" in refusal("simulate", "classic")


@pytest.mark.parametrize("command", [["arena", "steady", "random"], ["simulate", "classic"]])
@pytest.mark.parametrize(("games", "bound"), [(0, "greater than or equal to 1"), (10**12, "less than or equal to")])
def test_an_absurd_number_of_games_is_refused(command: list[str], games: int, bound: str) -> None:
    """Zero games, or more than anyone could wait for, is refused in one sentence with the limit."""
    assert f"'--games': Input should be {bound}" in refusal(*command, "--games", games)


@pytest.mark.parametrize("given", [["--ray"], ["--ray", "--games", "4"], ["--ray", "auto"], ["--ray", "host:6379"]])
def test_ray_with_and_without_an_address(given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`--ray` works alone, before another option and with an address, and without Ray it names the extra to install."""
    without(monkeypatch, "ray")
    assert f"pip install -e '{extras.CLONE}[ray]'" in refusal("simulate", "classic", *given)
    assert f"pip install -e '{extras.CLONE}[ray]'" in refusal("simulate", *given, "classic")


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    """When interrupted, the arena prints the results so far, writes the file, and says so."""
    bot = (
        "import os, signal\nfrom lastcard.bots import get\n"
        "class Bot:\n    name, about = 'stopper', 'Stops the arena at deal 3.'\n    asked = 0\n"
        "    def choose(self, view, moves, rng):\n        self.asked += 1\n"
        "        if self.asked == 90: os.kill(os.getpid(), signal.SIGINT)\n"
        "        return get('steady').choose(view, moves, rng)\nBOT = Bot()\n"
    )
    (tmp_path / "stopper.py").write_text(bot)
    command = [sys.executable, "-c", "from lastcard.cli import main; main()", "arena", "stopper:BOT", "random"]
    command += ["--games", "4000", "--workers", "1", "--out", "rounds.csv"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120, env={**os.environ})
    rounds = len(pl.read_csv(tmp_path / "rounds.csv"))
    assert done.returncode == 130
    assert 0 < rounds < 100
    assert f"Stopped. These results are from {rounds} rounds." in done.stdout
    assert re.search(rf"stopper:BOT +random +{rounds} ", done.stdout)


def write_half(path: Path) -> None:
    """Fail like a full disk in the middle of a file."""
    with whole(path) as part:
        part.write_text("half of")
        raise OSError("full")


def test_a_file_that_cannot_be_written_whole_leaves_the_one_before(tmp_path: Path) -> None:
    """A failure in the middle of writing keeps the old file and leaves no partial one."""
    (tmp_path / "rounds.csv").write_text("from yesterday")
    with pytest.raises(OSError, match="full"):
        write_half(tmp_path / "rounds.csv")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("rounds.csv", "from yesterday")]


def test_a_bot_may_be_any_object_and_end_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain object can enter, and a module that exits the program is refused in one line."""
    (tmp_path / "plainly.py").write_text(
        "from types import SimpleNamespace\nfrom lastcard.bots import get\nBOT = SimpleNamespace(choose=get('steady').choose)\n"
    )
    (tmp_path / "leaver.py").write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    assert lastcard("arena", "plainly:BOT", "random", "--games", 2, "--workers", 1).exit_code == 0
    assert "cannot load the bot 'leaver:BOT': SystemExit: 3" in refusal("arena", "leaver:BOT", "random")


def test_a_bot_s_failure_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a bot crashes, the rounds before it are printed and written, and the crash is one line."""
    (tmp_path / "faller.py").write_text(
        "from lastcard.bots import get\n"
        "class Bot:\n    name, about = 'faller', 'Falls at its fiftieth choice.'\n    asked = 0\n"
        "    def choose(self, view, moves, rng):\n        self.asked += 1\n"
        "        return get('steady').choose(view, moves, rng) if self.asked < 90 else moves['no']\nBOT = Bot()\n"
    )
    monkeypatch.chdir(tmp_path)
    result = lastcard("arena", "faller:BOT", "random", "--games", 400, "--workers", 1, "--out", "rounds.csv")
    assert result.exit_code == 2
    assert re.fullmatch(r"lastcard: the bot faller:BOT at seat \d crashed with TypeError: .* --seed \d+ .*\n", result.stderr)
    assert 0 < len(pl.read_csv("rounds.csv")) < 100


# ---- simulate --------------------------------------------------------------------------------------
def test_simulate_shows_what_a_round_is_like() -> None:
    """The tables show length, points, draws, leads, winners, cards and events in eighty columns."""
    told = good("simulate", "classic", "--games", 2_000, width=80)
    for pattern in (
        r"classic, 4 players, 2,000 rounds by random, deals from seed 0",
        r"moves +\d+\.\d+ ± ",
        r"points for the winner +\d+",
        r"lead changes +\d",
        r"left of the dealer +2\d\.\d% ± ",
        r"wild-draw-four +\d\.\d+ ± \d\.\d+ +4",
        r"someone challenges someone else +\d\.\d+ ± \S+ +\d+\.\d%",
    ):
        assert re.search(pattern, told), pattern
    assert "…" not in told


def test_simulate_writes_every_round(tmp_path: Path) -> None:
    """The data has a row for each round, and its deal is the seed of a game."""
    path = tmp_path / "rounds.parquet"
    good("simulate", "classic", "--games", 500, "--seed", 7, "--players", 3, "--out", path)
    frame = pl.read_parquet(path)
    assert frame.columns == ["edition", "players", "setting", "deal", *COLUMNS]
    assert frame["deal"].to_list() == list(range(7, 507))
    assert frame["dealer"][0] == Game("classic", 3, seed=7).dealer


def test_without_numba_it_is_slow_but_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba, a warning mentions the speed, and the figures are the same."""
    fast = good("simulate", "classic", "--games", 60)
    without(monkeypatch, "numba")
    slow = lastcard("simulate", "classic", "--games", 60, "--workers", 1)
    assert slow.exit_code == 0
    assert slow.stdout == fast
    assert "without numba" in slow.stderr


def test_a_bot_can_be_the_policy() -> None:
    """Any bot can play all seats."""
    assert "20 rounds by steady" in good("simulate", "classic", "--games", 20, "--policy", "steady", "--workers", 1)


def test_what_never_happened_in_few_rounds_might_still() -> None:
    """A place that has not won in three rounds gets the margin that three rounds leave open."""
    assert "0.0% ± 63.2%" in good("simulate", "classic", "--games", 3, "--workers", 1)


def test_a_count_of_zero_has_a_margin() -> None:
    """Ten rounds without a reshuffle do not make it certain that there is none."""
    assert re.search(r"reshuffles +0\.00 ± 0\.37", good("simulate", "classic", "--games", 10, "--workers", 1))


def test_too_few_rounds_show_no_difference(toll: Path) -> None:
    """If too few rounds give a difference no margin, no difference is claimed."""
    told = good("simulate", CUSTOM, "--games", 5, "--house-rule", toll, "--workers", 1)
    assert re.search(r"draw-two .* too few rounds", told)
    assert "none, ± -" not in told


def test_a_house_rule_is_compared(toll: Path) -> None:
    """With a house rule, every figure is shown without and with it, and with the difference and its margin."""
    told = good("simulate", CUSTOM, "--games", 4_000, "--house-rule", toll, width=80)
    assert "Toll <b>: The chosen player draws 2; then you play again." in told
    assert re.search(r"per round +without +with Toll <b> +difference", told)
    assert re.search(r"cards drawn +\d\S+ ± \S+ +\d\S+ ± \S+ +\+\d\.\d+ ± ", told)
    assert re.search(r"again +0\.0+ ± \S+ +\d\.\d+ ± ", told)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "is not JSON"),
        ("[]", "is not a house rule: a house rule has a name"),
        ('{"name": "Ball", "steps": [{"does": "dances"}]}', "there is no step 'dances'"),
    ],
)
def test_a_wrong_house_rule_is_refused(content: str, reason: str, tmp_path: Path) -> None:
    """A file that is not a house rule is refused in one line with the reason."""
    path = tmp_path / "rule.json"
    path.write_text(content)
    assert reason in refusal("simulate", CUSTOM, "--house-rule", path)


def test_an_edition_without_cards_for_it_takes_no_house_rule(toll: Path) -> None:
    """If no card takes a house rule, the refusal names the editions that have such cards."""
    assert f"classic has no card for a house rule; editions that do: {CUSTOM}" in refusal(
        "simulate", "classic", "--house-rule", toll
    )


def test_a_missing_file_is_refused() -> None:
    """A house rule that cannot be read is refused in one line."""
    assert "cannot read 'none.json'" in refusal("simulate", CUSTOM, "--house-rule", "none.json")


# ---- pages and plots -------------------------------------------------------------------------------
class Page(HTMLParser):
    """Every tag and attribute of a page, and whether all tags are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The report of an edition, and of a house rule."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "toll.json").write_text(json.dumps(TOLL))
    good("simulate", "classic", "--games", 2_000, "--report", folder / "alone.html", "--plot", folder / "alone.svg")
    more = ["--report", folder / "pair.html", "--plot", folder / "pair.svg"]
    good("simulate", CUSTOM, "--games", 2_000, "--players", 10, "--house-rule", folder / "toll.json", *more)
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["alone.html", "pair.html"])
def test_a_report_asks_for_nothing_else(name: str, pages: dict[str, str]) -> None:
    """The page has no scripts, links or outside pictures, and its policy forbids them."""
    page = Page(pages[name])
    assert not {"script", "link", "img", "iframe", "image", "use", "a"} & {tag for tag, _ in page.tags}
    assert not [attrs for _, attrs in page.tags if {"src", "href", "xlink:href"} & set(attrs)]
    assert "url(" not in pages[name]
    assert "@import" not in pages[name]
    policy = next(attrs["content"] for tag, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


@pytest.mark.parametrize("name", ["alone.html", "pair.html"])
def test_a_report_is_well_made(name: str, pages: dict[str, str]) -> None:
    """Every tag is closed, every chart has a description, and the page has a light and a dark mode."""
    page = Page(pages[name])
    assert page.open == []
    charts = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert len(charts) >= 6
    assert all(attrs.get("aria-label") or attrs.get("aria-hidden") for attrs in charts)
    assert "light-dark(" in pages[name]
    for chart in re.findall(r"<svg.*?</svg>", pages[name], re.DOTALL):
        ET.fromstring(chart)


def test_a_report_shows_what_was_written_and_does_not_run_it(pages: dict[str, str]) -> None:
    """The name of a house rule is always plain text on the page."""
    assert "What Toll &lt;b&gt; does" in pages["pair.html"]
    assert "<b>" not in pages["pair.html"].partition("<header")[2].partition("numbers")[0]


@pytest.mark.parametrize("name", ["alone.svg", "pair.svg"])
def test_a_plot_is_a_picture_with_text(name: str, pages: dict[str, str]) -> None:
    """The SVG is well-formed, and its words are text."""
    ET.fromstring(pages[name])
    assert "Who wins" in pages[name]


def test_the_same_simulation_gives_the_same_files(tmp_path: Path) -> None:
    """Reports and plots are the same to the byte from run to run."""

    def made(number: int) -> list[bytes]:
        report, plot = tmp_path / f"{number}.html", tmp_path / f"{number}.svg"
        good("simulate", "classic", "--games", 500, "--report", report, "--plot", plot, "--workers", number)
        return [report.read_bytes(), plot.read_bytes()]

    assert made(1) == made(2)


def test_how_many_is_kept(pages: dict[str, Any]) -> None:
    """The report says how many rounds it is based on, and which command made it."""
    assert "2,000 rounds by random" in pages["alone.html"]
    assert "lastcard simulate classic --players 4 --policy random --games 2000 --seed 0" in pages["alone.html"]
