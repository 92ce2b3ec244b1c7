"""Editions and bots from other distributions; a broken one is left out with a warning."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import httpx
import pytest

from distributions import install, on_path
from lastcard import Game, bots, editions
from lastcard.server.wire.catalog import catalog
from serve_command import process

OURS = ["classic", "dare", "dark-side", "dawn-of-justice", "etheria", "favorite-line"]
EDITION = """
from lastcard.edition import edition_2023

EDITION = edition_2023(id="{id}", title="Aardvark", summary="The shared rules, with one rule less.", {more})
EDITION = __import__("dataclasses").replace(EDITION, rulebook=EDITION.rulebook[1:])
"""
BOT = """
class Bot:
    name, about = "first", "Does the first that it may."

    def choose(self, view, moves, rng):
        return moves[0]

BOT = Bot()
"""


def edition(folder: Path, distribution: str, id: str, more: str = "") -> None:  # noqa: A002
    """Install a distribution with one edition."""
    module = distribution.replace("-", "_")
    install(folder, distribution, {f"{module}.py": EDITION.format(id=id, more=more)}, editions.GROUP, it=module)


def test_editions_of_others_come_after_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition from another distribution can be played, and ours are listed first whatever its id."""
    edition(tmp_path, "plug-first", "aardvark")
    with on_path(monkeypatch, tmp_path):
        assert editions.names() == [*OURS, "aardvark"]
        assert Game("aardvark", players=3, seed=1).edition.title == "Aardvark"
    assert editions.names() == OURS


BROKEN = {
    "cannot be imported": ("raise OSError('no such luck')", "the plug-in plug_broken .* is left out: OSError: no such luck"),
    "is no Python": ("def (", "the plug-in plug_broken .* is left out: SyntaxError"),
    "has the id of ours": (EDITION.format(id="dare", more=""), "the edition 'dare' .* there is another edition with that id"),
    "cannot be built": (
        EDITION.format(id="mine", more="") + "EDITION = __import__('dataclasses').replace(EDITION, colors=('red',))\n",
        "the edition 'mine' .* is left out: InvalidEdition: mine has 1 colors",
    ),
    "leaves Python": ("raise SystemExit('bye')", "the plug-in plug_broken .* is left out: SystemExit: bye"),
    "has an EDITION that isn't one": (
        "EDITION = {'id': 'mine'}",
        "the module plug_broken .* its EDITION is no Edition, but a dict",
    ),
    "has no EDITION": ("edition = None", "the plug-in plug_broken .* is left out: none of its modules has an EDITION"),
    "has an id that is no text": (
        EDITION.format(id="mine", more="").replace('"mine"', "['mine']"),
        "the id of an edition is text",
    ),
    "forgets a comma": (
        EDITION.format(id="mine", more="rulebook=__import__('lastcard.rulebook').rulebook.Rule('mine', 'It is mine.')"),
        "InvalidEdition: mine: 'mine' in rulebook is no Rule .a tuple of one needs a comma",
    ),
    "has a prompt that is text": (
        EDITION.format(id="mine", more="prompts={'turn': 'Go!'}"),
        "mine: 'Go!' in prompts is no Prompt",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_edition_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """One warning names the broken distribution, and all other editions and the server's list still work."""
    source, says = BROKEN[what]
    install(tmp_path, "plug-broken", {"plug_broken.py": source}, editions.GROUP, it="plug_broken")
    edition(tmp_path, "plug-whole", "zebra")
    monkeypatch.delitem(sys.modules, "plug_broken", raising=False)
    with on_path(monkeypatch, tmp_path):
        with pytest.warns(UserWarning, match=f"{says}") as told:
            assert editions.names() == [*OURS, "zebra"]
        assert [str(each.message).count("the distribution plug-broken") for each in told] == [1]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert b'"zebra"' in catalog()
            assert editions.get("dare").modules[-1].__name__ == "lastcard.editions.dare"


def test_an_entry_point_that_names_no_module_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point that names an edition instead of its module or package gets a warning that says so."""
    install(
        tmp_path,
        "plug-object",
        {"plug_object.py": EDITION.format(id="mine", more="")},
        editions.GROUP,
        it="plug_object:EDITION",
    )
    says = "the plug-in plug_object:EDITION .* names a module or a package, without a colon"
    with on_path(monkeypatch, tmp_path), pytest.warns(UserWarning, match=says):
        assert editions.names() == OURS


def test_a_broken_module_leaves_the_others_of_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plug-in file that cannot be imported is left out by name, and its other editions still work."""
    files = {
        "plug_package/__init__.py": "",
        "plug_package/bad.py": "import nothing_of_that_name",
        "plug_package/good.py": EDITION.format(id="zebra", more=""),
    }
    install(tmp_path, "plug-package", files, editions.GROUP, it="plug_package")
    with (
        on_path(monkeypatch, tmp_path),
        pytest.warns(UserWarning, match="the module plug_package.bad from the distribution plug-package .* ModuleNotFound"),
    ):
        assert editions.names() == [*OURS, "zebra"]


def test_two_plug_ins_with_one_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two editions with the same id, the first distribution by name wins, and a warning names the other."""
    edition(tmp_path, "plug-twin-a", "twin")
    edition(tmp_path, "plug-twin-b", "twin")
    says = "the edition 'twin' from the distribution plug-twin-b is left out"
    with on_path(monkeypatch, tmp_path), pytest.warns(UserWarning, match=says):
        assert editions.get("twin").id == "twin"


@pytest.mark.parametrize(
    ("name", "source", "says"),
    [
        ("class", BOT.replace("BOT = Bot()", "BOT = Bot"), "the bot 'class' .* is a class; the entry point names an object"),
        ("mute", "BOT = object()", "the bot 'mute' .*: plug_bots_mute:BOT has no name and no about and no choose"),
        ("steady", BOT, "the bot 'steady' .* there is another bot with that name"),
        ("mine", "import nothing_of_that_name", "the bot 'mine' .* ModuleNotFoundError"),
    ],
)
def test_a_broken_bot_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str, says: str) -> None:
    """A bot that cannot be imported, or takes the name of another, is left out with one warning."""
    install(tmp_path, "plug-bots", {f"plug_bots_{name}.py": source}, bots.GROUP, **{name: f"plug_bots_{name}:BOT"})
    install(tmp_path, "plug-more", {f"plug_more_{name}.py": BOT}, bots.GROUP, amiable=f"plug_more_{name}:BOT")
    with on_path(monkeypatch, tmp_path):
        with pytest.warns(UserWarning, match=says) as told:
            assert bots.names()[-3:] == ["search", "steady", "amiable"]
        assert [str(each.message).count("the distribution plug-bots") for each in told] == [1]
        assert bots.get("steady").name == "steady"


def test_no_default_depends_on_plug_ins(tmp_path: Path) -> None:
    """An arena without --edition plays the same edition whatever is installed."""
    edition(tmp_path, "plug-first", "aardvark")
    program = "from lastcard.cli import main; main()"
    command = [sys.executable, "-c", program, "arena", "random", "chaos", "--games", "1", "--seed", "1"]
    said = []
    for path in ("", str(tmp_path)):
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.splitlines()[0])
    assert said == ["classic, 2 players, deals from seed 1, each from every seat"] * 2


def test_a_server_warns_once_whatever_its_workers_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server warns at its start about what is left out, and its worker processes do not repeat it."""
    install(tmp_path, "plug-broken", {"plug_broken.py": "def ("}, editions.GROUP, it="plug_broken")
    install(tmp_path, "plug-bots", {"plug_bots.py": "import nothing_of_that_name"}, bots.GROUP, mine="plug_bots:Bot")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with process(tmp_path) as (server, address):
        with httpx.Client(base_url=address, timeout=60) as client:
            assert client.post("/api/replay", content=b"no record").status_code == 400  # which a worker has found
            assert client.post("/api/review", content=b"no record").status_code == 400
        server.terminate()
        told = server.communicate(timeout=30)[1]
    assert [told.count(f"the distribution {name} is left out") for name in ("plug-broken", "plug-bots")] == [1, 1], told


def test_the_command_line_warns_once_in_a_sentence(tmp_path: Path) -> None:
    """However many processes play, one line without a traceback says that a plug-in is left out."""
    edition(tmp_path, "plug-thief", "classic")
    program = "from lastcard.cli import main; main()"
    command = [sys.executable, "-c", program, "arena", "random", "chaos", "--games", "40", "--workers", "2"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120, cwd=tmp_path)
    says = "lastcard: the edition 'classic' from the distribution plug-thief is left out: there is another edition with that id"
    assert (done.returncode, [line for line in done.stderr.splitlines() if "left out" in line]) == (0, [says])
    assert "leave_out(" not in done.stderr
