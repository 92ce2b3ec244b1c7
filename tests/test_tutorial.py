"""The tutorial's editions, installed from its page as their own distribution, work everywhere editions are played."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from distributions import on_path
from lastcard import Game, testing
from live_server import serving
from test_docs import ROOT, blocks

pytestmark = pytest.mark.anyio
EDITIONS = ("ambush", "trade")
PACKAGE = "my_editions"  # as the page says


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the project that the page shows with its own build system, and have pip install it into a folder."""
    project, folder = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("site")
    for _, _, lines in blocks(ROOT / "docs" / "adding-an-edition.md"):
        if lines[0].startswith("# "):
            name = lines[0].removeprefix("# ")
            path = project / name if name == "pyproject.toml" else project / PACKAGE / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (project / PACKAGE / "__init__.py").touch()
    run("build", "--wheel", "--no-isolation", str(project))
    [wheel] = (project / "dist").iterdir()
    run("pip", "install", "--no-deps", "--no-index", "--disable-pip-version-check", "--target", str(folder), str(wheel))
    return folder


def run(module: str, *arguments: str) -> None:
    """Run a program of this environment, without network access."""
    done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the distribution available to this process and those it starts."""
    with on_path(monkeypatch, site):
        yield


@pytest.mark.usefixtures("installed")
def test_the_tutorials_editions_conform() -> None:
    """Both editions pass every check of the suite, and the one in which whole hands move is also compiled."""
    testing.check_edition("ambush", [name for name in testing.CHECKS if name != "both speeds agree"])
    testing.check_edition("trade")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("edition", "card", "move", "rule"),
    [
        ("ambush", "wild-ambush", "ambush 1", "Wild Ambush: pick a color and another player, who draws two."),
        ("trade", "wild-trade", "trade 1", "Wild Trade: pick a color and another player, and swap hands with them."),
    ],
)
def test_their_moves_are_explained(edition: str, card: str, move: str, rule: str) -> None:
    """Neither edition says a word about consequences, yet its card and its own verb tell players what they lead to."""
    game = Game.arrange(edition, hands=[[card, "red-1", "red-2"], ["blue-3"]], top="green-9")
    assert {str(text): [str(each) for each in said] for text, said in game.consequences(0).items()}[f"play {card} red"] == [
        rule
    ]
    game.move(0, f"play {card} red")
    assert {str(text): [str(each) for each in said] for text, said in game.consequences(0).items()} == {move: [rule]}


def test_the_command_line_plays_them(site: Path) -> None:
    """Both are listed with their rules, and bots play them in the arena."""
    for arguments, says in (
        (["editions"], "Wild Ambush: point at any player, who draws two."),
        (["rules", "trade"], "out-trade"),
        (["arena", "random", "steady", "--edition", "ambush", "--games", "1"], "ambush, 2 players"),
    ):
        command = [sys.executable, "-c", "from lastcard.cli import main; main()", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(site), "COLUMNS": "120"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120)
        assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
        assert says in done.stdout


@pytest.mark.usefixtures("installed")
async def test_the_server_serves_them(tmp_path: Path) -> None:
    """A table of such an edition can be created, dealt and played with a bot, and refuses moves with the edition's own rule."""
    async with serving(tmp_path) as live:
        listed = (await live.http.get("/api/editions")).json()["editions"]
        assert [book["id"] for book in listed][-2:] == list(EDITIONS)
        made = await live.create("ambush", bots=1, options={"dealer": 1})  # so that Ann goes first
        async with live.player(made["table"], made["token"]) as ann:
            await ann.ready()
            await ann.do("start")
            await ann.state_is(lambda state: "draw" in state.get("moves", ()))
            refused = await ann.move("ambush 1")
            assert "You can only ambush right after playing a Wild Ambush." in str(refused)
            await ann.move("draw")
            await ann.state_is(lambda state: "pass" in state.get("moves", ()))


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("edition", EDITIONS)
def test_environments_have_them(edition: str) -> None:
    """PettingZoo's interface plays an episode, and the compiled environment steps."""
    from lastcard.envs.aec import aec_env
    from lastcard.envs.vector import LastcardVectorEnv

    env = aec_env(edition, 3)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated or observation is None else int(observation["action_mask"].nonzero()[0][-1]))
    vector = LastcardVectorEnv(2, edition, 3)
    _, infos = vector.reset(seed=1)
    for _ in range(50):
        _, _, _, _, infos = vector.step(infos["action_mask"].argmax(1))
    assert infos["action_mask"].any(1).all()
