"""The settings of ``lastcard serve``: flag, environment, file, default, in this order, and what ``--check`` says about them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lastcard import cli
from lastcard.server.http import read_settings as settings
from lastcard.server.http.limits import Limits
from lastcard.server.http.read_settings import CannotServe, Settings
from lastcard.server.serve_settings import SETTINGS, Config

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
SECRET = "north-by-northwest"


def written(folder: Path, text: str) -> str:
    """A file of settings with this text."""
    path = folder / "lastcard.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def check(*flags: str, **environment: str) -> tuple[int, str, str]:
    """The exit code, output and errors of ``lastcard serve --check``."""
    done = CliRunner().invoke(cli.app, ["serve", "--check", *flags], env=environment)
    return done.exit_code, done.stdout, done.stderr


def test_a_flag_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    """Each setting comes from the strongest place that has it, and --check says from where."""
    file = written(tmp_path, 'host = "127.0.0.3"\nport = 3\nworkers = 3\nexpire-days = 30')
    environment = {"LASTCARD_HOST": "127.0.0.2", "LASTCARD_PORT": "2"}
    found = Settings({"host": "127.0.0.1"}, environment, file)
    config = found.config()
    assert (config.host, config.port, config.workers, config.expire_days, config.qr) == ("127.0.0.1", 2, 3, 30, True)
    sources = {name: source for name, _, source in found.rows()}
    assert [sources[name] for name in ("host", "port", "workers", "qr")] == ["--host", "LASTCARD_PORT", file, "default"]


def test_limits_add_up_by_name(tmp_path: Path) -> None:
    """A limit from one place leaves the other limits alone, and the strongest place wins for each."""
    file = written(tmp_path, "[limit]\nconnections = 3\nseats_per_hour = 33")
    environment = {"LASTCARD_LIMIT": "connections=2, hints_per_minute=22"}
    limits = Settings({"limit": ["connections=1"]}, environment, file).config().limits
    assert limits == Limits(connections=1, hints_per_minute=22, seats_per_hour=33)


def test_every_setting_can_be_given_in_each_way(tmp_path: Path) -> None:
    """A flag, a variable and a line of a file give the same value for every setting."""
    examples = {bool: "false", int: "7", float: "7.5", str: "debug", tuple: "127.0.0.1"}
    odd = {"ice-server": "stun:a", "admin-token": "x" * 20}
    for each in SETTINGS:
        kind = settings.kind(each)
        if kind is Limits:
            continue
        text = odd.get(each.name, examples[kind])
        value = f'"{text}"' if kind in (str, tuple) else text
        file = written(tmp_path, f"{each.name} = {value}")
        given = (Settings({each.name: text}, {}), Settings({}, {each.variable: text}), Settings({}, {}, file))
        values = {found.in_force[each.name].value for found in given}
        assert len(values) == 1, each.name
        assert all(found.in_force[each.name].source != "default" for found in given), each.name
        assert values != {Settings({}, {}).in_force[each.name].value}, each.name


def test_what_is_given_reaches_the_server(tmp_path: Path) -> None:
    """Every field of the configuration that has a setting takes its value from there."""
    file = written(tmp_path, re.findall(r"```toml\n(.*?)```", HOSTING, re.DOTALL)[0])
    config = Settings({"origin": ["https://a.example/"], "allowed-host": ["Cards.Example"]}, {}, file).config()
    assert config == Config(
        database="sqlite:////var/lib/lastcard/tables.db",
        host="127.0.0.1",
        origins=("https://a.example",),
        allowed_hosts=("127.0.0.1", "cards.example"),
        trusted_proxies=("127.0.0.1",),
        limits=Limits(connections=300, seats_per_hour=1000),
        expire_days=90,
        admin_socket="/var/lib/lastcard/tables.db.admin",
        workers=settings.default_workers(),
        qr=False,
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 7", "no setting 'prot'; did you mean 'port'?"),
        ("cakes = 7", "no setting 'cakes'; there are database, host"),
        ('port = "seven"', "port: must be a whole number from 0 to 65535, not 'seven'"),
        ("port = 70000", "not 70000"),
        ("port = true", "not True"),
        ("expire-days = nan", "must be a number from 0.01 on"),
        ("qr = 7", "qr: must be true or false"),
        ("host = 7", "host: must be a text"),
        ("origin = [7]", "origin: must be a list of texts"),
        ('log-level = "loud"', "must be one of debug, info, warning, error"),
        ('trust-proxy = ["somewhere"]', "does not appear to be"),
        ("[limit]\nconnectoins = 7", "no limit 'connectoins'; did you mean 'connections'?"),
        ("[limit]\nconnections = 0", "NAME=NUMBER"),
        ("port = = 7", "is not a TOML file"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path: Path, text: str, sentence: str) -> None:
    """A wrong line of a file gives a sentence that names it, and the server doesn't start."""
    found = Settings({}, {}, written(tmp_path, text))
    assert len(found.problems) == 1
    assert sentence in found.problems[0]
    with pytest.raises(CannotServe):
        found.config()


def test_a_mistyped_variable_is_said_and_a_foreign_one_is_not() -> None:
    """A variable that looks like a setting is wrong, but others may have variables that begin like ours."""
    assert Settings({}, {"LASTCARD_SERVICE_HOST": "10.0.0.1", "LASTCARD_STATIC": "x", "PORT": "y"}).problems == []
    (problem,) = Settings({}, {"LASTCARD_DATABSE": "x.db"}).problems
    assert "did you mean LASTCARD_DATABASE?" in problem


def test_check_says_everything_that_is_wrong(tmp_path: Path) -> None:
    """--check lists every problem, not only the first, and exits with 1; a start names the first and counts the others."""
    flags = ("--port", "lots", "--database", "mysql://x/y", "--config", str(tmp_path / "none.toml"))
    code, _, told = check(*flags, LASTCARD_WORKERS="0")
    assert code == 1
    assert [words in told for words in ("--port", "must be SQLite", "No such file", "LASTCARD_WORKERS")] == [True] * 4
    start = CliRunner().invoke(cli.app, ["serve", *flags], env={"LASTCARD_WORKERS": "0"})
    assert start.exit_code == 2
    assert "(and 2 more: see lastcard serve --check)" in start.stderr


def test_check_shows_no_secrets(tmp_path: Path) -> None:
    """--check shows that a secret is set and where, but never the secret, wherever it comes from."""
    kept = tmp_path / "secret"
    kept.write_text(f"{SECRET}\n")
    places = [
        (("--turn-secret", SECRET), {}, "--turn-secret"),
        ((), {"LASTCARD_TURN_SECRET": SECRET}, "LASTCARD_TURN_SECRET"),
        ((), {"LASTCARD_TURN_SECRET_FILE": str(kept)}, "LASTCARD_TURN_SECRET_FILE"),
        (("--config", written(tmp_path, f'turn-secret = "{SECRET}"')), {}, "lastcard.toml"),
    ]
    for flags, environment, source in places:
        code, shown, told = check(*flags, "--ice-server", "turn:a", **environment)
        assert (code, told) == (0, ""), source
        (line,) = [line for line in shown.splitlines() if line.startswith("turn-secret")]
        assert "(hidden)" in line
        assert line.endswith(source)
        assert SECRET not in shown
    database = f"postgresql://me:{SECRET}@db/x?sslpassword={SECRET}&a=b"
    code, shown, _ = check("--database", database)
    assert SECRET not in shown
    assert "postgresql://***@db/x?sslpassword=***&a=b" in shown
    for bus in (f"nats://me:{SECRET}@h:4222", f"nats://{SECRET}@h:4222"):
        code, shown, told = check("--database", "postgresql://me@db/x", "--bus", bus)
        assert (code, told) == (0, "")
        assert SECRET not in shown
        assert "nats://***@h:4222" in shown
    assert Settings({"ice-server": ["turn:a"]}, {"LASTCARD_TURN_SECRET_FILE": str(kept)}).config().turn_secret == SECRET


def test_every_check_is_of_a_setting() -> None:
    """Checks by name belong to settings that exist, and every setting has a name, a sentence and a default in words."""
    assert set(settings.CHECKS) <= set(settings.BY_NAME)
    assert all(each.about.endswith(".") and settings.told_default(each) for each in SETTINGS)
