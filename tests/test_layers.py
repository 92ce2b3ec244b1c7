"""The layers of the program: each module imports only modules above it.

Nothing outside editions/ names an edition, or a verb or card that only editions have.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lastcard import editions
from lastcard.cards import SYMBOLS, standard_kinds
from lastcard.moves import ANSWER_VERBS, DONE_VERB, JUMP_VERB, VERBS, color_verb, house_verbs, vote_verb

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "lastcard"

# From the top: a module may import those above it. A name ending in .* is a folder of modules that don't import each other.
LAYERS = [
    "errors",
    "sentence_type",
    "extras",
    "bits",
    "cards",
    "typed_text",
    "plugins",
    "moves",
    "events",
    "options",
    "scores",
    "rulebook",
    "house_rules",
    "rules.amounts",
    "table_rule_words",
    "card_rules",
    "table_rules",
    "presets",
    "cli_arguments",
    "lesson_type",
    "tips",
    "prompts",
    "rules",
    "rules.numba_parts",
    "rules.inline",
    "rules.build",
    "rules.hooks",
    "rules.state",
    "rules.piles",
    "rules.seats",
    "rules.stacking",
    "rules.jump_in",
    "rules.legal",
    "rules.house_steps",
    "rules.votes",
    "rules.round_end",
    "rules.effects",
    "rules.setup",
    "rules.openings",
    "rules.fair",
    "play",
    "play.evidence",
    "play.playout",
    "play.policy",
    "play.beliefs",
    "play.outlook",
    "play.trials",
    "play.network",
    "assembly",
    "shown_type",
    "edition_checks",
    "edition",
    "table_rulebook",
    "compiled",
    "editions.texts",
    "editions.texts.*",
    "editions.*",
    "editions",
    "refusals",
    "rule_effects",
    "consequences",
    "knowledge",
    "history",
    "repl_display",
    "view",
    "record",
    "seeds",
    "position",
    "game",
    "primer",
    "lesson_run",
    "card_examples",
    "worlds",
    "verify",
    "bench",
    "",  # lastcard itself: the public names
    "testing.walks",
    "testing.checks",
    "testing.claims",
    "testing.teaching",
    "testing",
    "bots.asking",
    "bots",
    "bots.bot_names",
    "bots.levels",
    "bots.histogram",
    "bots.workers",
    "bots.thinkers",
    "bots.simple",
    "bots.steady",
    "bots.trials",
    "bots.hint_words",
    "bots.search",
    "bots.learned",
    "bots.hints",
    "review_forms",
    "review",
    "review_text",
    "lab",
    "lab.statistics",
    "lab.programs",
    "lab.entrants",
    "lab.file_names",
    "lab.jobs",
    "lab.counting",
    "lab.counter_names",
    "lab.arena",
    "lab.simulation",
    "lab.parquet_and_csv",
    "lab.corpus_kernels",
    "lab.corpus_play",
    "lab.corpus",
    "lab.terminal_tables",
    "lab.plots",
    "lab.svg",
    "lab.review_plot",
    "lab.report",
    "lab.effect_kernels",
    "lab.effect_forms",
    "lab.effect_words",
    "lab.effects",
    "lab.effect_tables",
    "lab.commands",
    "envs.actions",
    "envs.seen",
    "envs.recalled",
    "envs.observation",
    "envs.render",
    "envs.episode",
    "envs.kernels",
    "envs.privileged",
    "envs.steady",
    "envs.places",
    "envs",
    "envs.single",
    "envs.compiled_episode",
    "envs.aec",
    "envs.vector",
    "envs.spiel",
    "envs.testing",
    "server",
    "server.http.limits",
    "server.serve_settings",
    "server.wire",
    "server.wire.table_settings",
    "server.wire.emotes",
    "server.wire.commands",
    "server.wire.close_codes",
    "server.wire.messages",
    "server.wire.catalog_messages",
    "server.wire.catalog",
    "server.wire.first_texts",
    "server.wire.schema",
    "server.wire.openapi",
    "server.table",
    "server.table.log",
    "server.table.seat",
    "server.table.tonight",
    "server.table.window",
    "server.table.moderation",
    "server.table.table",
    "server.table.state",
    "server.table.family",
    "server.table.talk",
    "server.table.free_name",
    "server.table.decide",
    "server.table.time_is_up",
    "server.table.frames",
    "server.table.lesson_frames",
    "server.table.log_lines",
    "server.table.summary",
    "server.table.archive",
    "server.table.checkpoint",
    "server.storage",
    "server.storage.database",
    "server.storage.migrations.versions.*",
    "server.storage.migrations.versions",
    "server.storage.migrations.env",
    "server.storage.migrations",
    "server.storage.outage",
    "server.storage.lock",
    "server.storage.writes",
    "server.storage.append_postgres",
    "server.storage.at_once",
    "server.storage.append_sqlite",
    "server.storage.writer",
    "server.storage.store",
    "server.live",
    "server.live.metrics",
    "server.cluster",
    "server.cluster.lease",
    "server.storage.orders",
    "server.storage.backups",
    "server.live.tokens",
    "server.live.once",
    "server.live.ask_worker",
    "server.live.rule_effects",
    "server.live.replay",
    "server.live.waiting",
    "server.live.subscribers",
    "server.live.room",
    "server.live.reader",
    "server.live.rooms",
    "server.live.timers",
    "server.live.bots",
    "server.live.hints",
    "server.live.finished",
    "server.live.housekeeping",
    "server.live.last_games",
    "server.live.presence",
    "server.live.ice",
    "server.live.calls",
    "server.live.hub",
    "server.live.answers",
    "server.cluster.letters",
    "server.cluster.shortcut",
    "server.cluster.bus",
    "server.cluster.one_bus",
    "server.cluster.nats_server",
    "server.cluster.owner_desk",
    "server.cluster.door",
    "server.http",
    "server.http.logs",
    "server.http.static_files",
    "server.http.addresses",
    "server.http.bans",
    "server.http.guard",
    "server.http.socket",
    "server.http.hosts",
    "server.http.read_settings",
    "server.http.processes",
    "server.http.middleware",
    "server.http.bodies",
    "server.http.connection",
    "server.http.admin",
    "server.http.app",
    "server.http.serve",
    "server.http.commands",
    "server.http.admin_commands",
    "tui",
    "tui.words",
    "tui.records",
    "tui.tips",
    "tui.drawing",
    "tui.seat",
    "tui.dialogs",
    "tui.picker",
    "tui.local",
    "tui.remote",
    "tui.windows",
    "tui.app",
    "tui.plain",
    "tui.learn",
    "tui.commands",
    "agents",
    "agents.marking",
    "agents.agent_text",
    "agents.seats",
    "agents.server",
    "agents.running",
    "agents.commands",
    "cli_shell",
    "cli",
    "__main__",
]

# Packages kept apart: the only modules that each of them may import from a neighbor.
CLOSED = {
    "tui": ("server", ()),  # the terminal talks to servers over the network only
    "agents": ("server", ()),  # and so do agents
    "server.wire": ("bots", ("bots.levels",)),  # messages are described without anything that runs
}


@cache
def modules() -> list[str]:
    """Return every module of the package, named without ``lastcard.``; the package itself is the empty name."""
    names = [path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".") for path in SOURCE.rglob("*.py")]
    return sorted(name.removesuffix("__init__").rstrip(".") for name in names)


def path_of(module: str) -> Path:
    """Return the file of a module."""
    place = SOURCE.joinpath(*module.split(".")) if module else SOURCE
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def layer(module: str) -> int:
    """Return how far down a module is, or -1 if the list doesn't have it."""
    for name in (module, f"{module.rpartition('.')[0]}.*"):
        if name in LAYERS:
            return LAYERS.index(name)
    return -1


def imports(module: str) -> Iterator[str]:
    """Return the modules of the package that a module imports, anywhere in its file."""
    path = path_of(module)
    package = ["lastcard", *module.split(".")] if module else ["lastcard"]
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name for alias in node.names for name in _ours(alias.name, []))
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else []
            yield from _ours(".".join([*start, *([node.module] if node.module else [])]), [a.name for a in node.names])


def _ours(source: str, names: list[str]) -> Iterator[str]:
    """Return the modules in ``from source import names``; a name that is a module counts as itself."""
    if source.partition(".")[0] != "lastcard":
        return
    module = source.removeprefix("lastcard").lstrip(".")
    inner = [name for name in names if f"{module}.{name}".lstrip(".") in modules()]
    yield from (f"{module}.{name}".lstrip(".") for name in inner)
    if len(inner) < len(names) or not names:
        yield module


@pytest.mark.parametrize("module", modules())
def test_imports_go_up(module: str) -> None:
    """Every module is in the list of layers and imports only modules above it, inside packages too."""
    here = layer(module)
    assert here >= 0, f"{module} has no place in LAYERS"
    below = [other for other in imports(module) if other != module and layer(other) >= here]
    assert below == [], f"{module} imports what stands below it"


@pytest.mark.parametrize("room", CLOSED)
def test_closed_rooms(room: str) -> None:
    """A package that is kept apart imports nothing from its neighbor except what is listed."""
    neighbor, allowed = CLOSED[room]
    inside = [name for name in modules() if name == room or name.startswith(f"{room}.")]
    found = {(name, other) for name in inside for other in imports(name) if other.partition(".")[0] == neighbor}
    assert {(name, other) for name, other in found if other not in allowed} == set()


def test_the_server_fits_on_a_hand() -> None:
    """The server's folder has at most eight entries, so that a newcomer can take it in at a glance."""
    assert len({name.split(".")[1] for name in modules() if name.startswith("server.")} | {"__init__"}) <= 8


def test_no_file_is_long() -> None:
    """No file of code has more than 600 lines, except a generated one."""
    files = [
        path
        for room in ("src/lastcard", "tests", "benchmarks", "docs", "scripts", "examples", "web/src")
        for path in (ROOT / room).rglob("*")
    ]
    code = [
        path
        for path in files
        if path.suffix in {".py", ".ts", ".svelte", ".css"} and "static" not in path.parts and "_build" not in path.parts
    ]
    lines = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in code}
    assert [name for name, count in lines.items() if count > 600] == ["web/src/wire.d.ts"]


def test_layers_exist() -> None:
    """Every module in the list of layers exists, so the list can't go stale."""
    plain = [name for name in LAYERS if not name.endswith(".*")]
    assert [name for name in plain if name not in modules()] == []


@cache
def words_of_editions() -> frozenset[str]:
    """Return the verbs that editions add to the shared ones, and the texts of cards that are in no other deck."""
    found = [editions.get(name) for name in editions.names()]
    verbs = {verb.word for edition in found for verb in edition.verbs}
    optional = (color_verb(""), vote_verb(""), *house_verbs(""), DONE_VERB, JUMP_VERB)
    shared = {verb.word for verb in (*VERBS, *ANSWER_VERBS, *optional)}
    faces = {kind.face for color in SYMBOLS for kind in standard_kinds((color,))}
    special = [kind for edition in found for kind in edition.kinds if kind.face not in faces]
    emblems = {kind.emblem for edition in found for kind in edition.kinds if kind.emblem}
    texts = {text for kind in special for text in (kind.text, kind.face, kind.symbol) if text}
    return frozenset((verbs - shared) | texts | emblems)


def test_editions_have_words_of_their_own() -> None:
    """The words that the tests below look for include those of a card, a move and an emblem."""
    assert {"wild-rule-of-two", "red-dare-3", "dare", "hero", "block", "apprentice", "batman"} <= words_of_editions()
    assert not {"play", "color", "vote", "wild", "skip", "red-skip@batman"} & words_of_editions()


# Where a word of an edition means something else: the module (or web client file) and the word.
OTHER_MEANINGS = {
    ("tui.remote", "keep"),  # the command that keeps a seat for someone
    ("peer.svelte.ts", "failed"),  # the state of a connection
    ("SpecialState.svelte", "dare"),  # the value of a view's field
    ("choices.ts", "dare"),
    ("verify.ts", "secret"),  # the secret of a fair deal
}


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings in a file's code, without docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def values(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the same strings except names of fields, attributes and exports, which are neither moves nor cards."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        (node.lineno, node.value) for parent in ast.walk(tree) for node in _named(parent) if isinstance(node, ast.Constant)
    }
    yield from (found for found in strings(path) if found not in names)


def _named(parent: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of an expression that are names: keys, indices, tags, and what getattr or __all__ list."""
    match parent:
        case ast.Dict():
            yield from (key for key in parent.keys if key)
        case ast.Subscript():
            yield from ast.walk(parent.slice)
        case ast.ClassDef():
            yield from (keyword.value for keyword in parent.keywords)
        case ast.Call(func=ast.Name("getattr")):
            yield parent.args[1]
        case ast.Assign(targets=[ast.Name("__all__")]):
            yield from ast.walk(parent.value)


def outside() -> list[str]:
    """Return the modules of the package that aren't editions."""
    return [name for name in modules() if name.partition(".")[0] != "editions"]


def test_nothing_else_names_a_verb_or_a_card_of_an_edition() -> None:
    """Bots, clocks, reviews and screens ask the edition about a verb or card instead of naming it."""
    named = [
        f"{name}:{line}: {text}"
        for name in outside()
        for line, text in values(path_of(name))
        if text in words_of_editions() and (name, text) not in OTHER_MEANINGS
    ]
    assert named == []


# A quoted string: the value of an attribute in a template, the name of a command, or something else.
QUOTED = re.compile(r"""([\w-]=|\bdo: )?(["'`])([^"'`\n]*)\2""")


def client_files() -> list[Path]:
    """Return the web client's own code, without translations, tests, and files generated from the server's schema."""
    found = [path for ending in ("*.ts", "*.svelte") for path in (ROOT / "web" / "src").rglob(ending)]
    aside = {"texts", "testing"}
    made = (".d.ts", ".test.ts")
    return [path for path in found if not aside & {*path.relative_to(ROOT).parts} and not path.name.endswith(made)]


def test_the_web_client_names_no_verb_and_no_card_of_an_edition() -> None:
    """The browser takes what it shows about a verb or card from the catalog."""
    assert client_files()
    named = [
        f"{path.name}: {text}"
        for path in client_files()
        for aside, _, text in QUOTED.findall(path.read_text(encoding="utf-8"))
        if text in words_of_editions() and not aside and (path.name, text) not in OTHER_MEANINGS
    ]
    assert named == []


# Where the web client means something else by the word of a shared verb.
OTHER_MEANINGS_OF_SHARED_VERBS = {
    ("choices.ts", "uno"),  # what follows a move that calls UNO
    ("choices.ts", "color"),  # the name of a question, and what a verb takes
    ("Ask.svelte", "color"),
    ("player.svelte.ts", "color"),
    ("face-layout.ts", "color"),  # a field of a kind
    ("hand-order.ts", "color"),  # how a hand is sorted
    ("settings.svelte.ts", "color"),
    ("choices.ts", "vote"),  # the name of a phase
    ("shown.svelte.ts", "vote"),  # the name of an event
    ("motion.ts", "draw"),  # the draw pile, where cards fly from
    ("motion.ts", "discard"),  # the discard pile, where they fly to
    ("scenes.svelte.ts", "discard"),
    ("effects.ts", "discard"),
    ("Settings.svelte", "play"),  # the name of a sound
    ("Settings.svelte", "uno"),
}


def test_the_web_client_names_no_shared_verb_either() -> None:
    """Where a move stands on the table comes from the catalog, so that an edition's own verb gets the same treatment."""
    shared = {verb.word for name in editions.names() for verb in editions.get(name).every_verb} - words_of_editions()
    assert {"play", "draw", "pass", "uno", "catch", "accept", "vote"} <= shared
    found = [
        (path.name, text)
        for path in client_files()
        for aside, _, text in QUOTED.findall(path.read_text(encoding="utf-8"))
        if not aside and (text in shared or ("${" in text and text.partition(" ${")[0] in shared))
    ]
    assert {each for each in found if each not in OTHER_MEANINGS_OF_SHARED_VERBS} == set()
    assert {each for each in OTHER_MEANINGS_OF_SHARED_VERBS if each not in found} == set()


def test_the_server_is_seen_at_a_glance() -> None:
    """The server's top level has at most eight entries."""
    entries = [path.name for path in (SOURCE / "server").iterdir() if path.name != "__pycache__"]
    assert len(entries) <= 8, sorted(entries)


def test_nothing_else_names_an_edition() -> None:
    """No code of the package or the documentation outside editions/ names an edition by its id or module."""
    ids = set(editions.names())
    words = ids | {name.replace("-", "_") for name in ids} | {f"lastcard.editions.{name.replace('-', '_')}" for name in ids}
    places = [*map(path_of, outside()), *(ROOT / "docs").glob("*.py")]
    assert [f"{path}:{line}: {text}" for path in places for line, text in values(path) if text in words] == []


def test_nothing_else_imports_an_edition() -> None:
    """No module outside editions/ imports an edition's module: editions are discovered, not listed."""
    inside = [name for name in modules() if name.startswith("editions")]
    outside = [name for name in modules() if name not in inside]
    assert [(name, other) for name in outside for other in imports(name) if other in inside and other != "editions"] == []


# Modules with their own bit layout, and others that shift for another reason. No other module shifts.
SHIFTING = {
    "bits": "kinds, moves and sets",
    "play.evidence": "choices and piles",
    "play.policy": "dice, several throws in one number",
    "rules.numba_parts": "sets, as instructions of the machine",
    "rules.piles": "dice",
    "lab.counting": "places of counters",
    "envs.seen": "events of a story",
    "envs.kernels": "the words of an observation",
    "envs.places": "the places of seats in a word",
    "seeds": "numbers of this many bits",
    "record": "megabytes",
    "server.http.guard": "megabytes",
    "tui.remote": "megabytes",
}


def shifts(module: str) -> Iterator[str]:
    """Yield where a module shifts a number or masks it with a literal; ``64 << 10`` is a number, not a shift."""
    for node in ast.walk(ast.parse(path_of(module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp | ast.AugAssign):
            sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
            written = [isinstance(side, ast.Constant) for side in sides]
            is_shift = isinstance(node.op, ast.LShift | ast.RShift) and not all(written)
            if is_shift or (isinstance(node.op, ast.BitAnd) and any(written)):
                yield f"{module}:{node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("module", modules())
def test_bits_have_names(module: str) -> None:
    """Moves, kinds and sets are read and written with the names in ``bits``, never with a module's own arithmetic."""
    found = [*shifts(module)]
    assert bool(found) == (module in SHIFTING), found
