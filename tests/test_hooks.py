"""Hooks: what an edition may replace and call, and that anything else is an error when its rules are built."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hooks
from edition_copies import changed, load, load_module
from lastcard import Edition, Game, InvalidEdition, editions
from lastcard.assembly import optional_modules, shared_modules
from lastcard.moves import OTHER
from lastcard.rules.build import interpret
from lastcard.rules.hooks import hooks_in

IMPORT = "from lastcard.rules.build import kernel\n"
HELPER = '''
from lastcard.rules.build import kernel

@kernel
def {name}(g: Round) -> bool:
    """A helper."""
    return g.gifts_left > 0
'''
# Two modules that each make the next player draw one more than the kernel they replace.
ONE_MORE = """
from collections.abc import MutableSequence

from lastcard.edition import edition_2023
from lastcard.rules.build import entry, kernel
from lastcard.rules.piles import draw_cards
from lastcard.rules.seats import after
from lastcard.rules.effects import make_next_draw as make_next_draw_before
from lastcard.rules.state import Round, Rules


EDITION = edition_2023(id="one-more", title="One more", summary="Draw one more.")


@EDITION.hook
def make_next_draw(r: Rules, g: Round, seat: int) -> None:
    make_next_draw_before(r, g, seat)
    draw_cards(g, after(g, seat, 1), 1)
"""
RUN = '''
@entry
def run(rs: MutableSequence[Rules], gs: MutableSequence[Round], seat: int) -> None:
    """What Python calls when it is compiled."""
    make_next_draw(rs[0], gs[0], seat)
'''


def refused(edition: Edition, *says: str) -> None:
    """Check that this edition's rules can't be built, and that the error says why and where."""
    with pytest.raises(InvalidEdition) as raised:
        Game(edition, players=3, seed=1)
    for word in (*says, ".py, line "):
        assert word in str(raised.value)


def test_a_misspelled_hook_is_an_error(tmp_path: Path) -> None:
    """Something marked as a hook that isn't one is refused with its file, its name and the most similar hook."""
    broken = changed(tmp_path, ("def on_special", "def on_specail"))
    refused(broken, f"{tmp_path}", "there is no hook on_specail; the nearest by name is on_special")
    plain = changed(tmp_path, ("def consequence", "def consequences"))
    refused(plain, f"{tmp_path}", "there is no hook consequences; the nearest by name is consequence")


def test_a_kernel_that_nobody_calls_is_an_error(tmp_path: Path) -> None:
    """A helper that no hook calls is refused, with the hook it may have been meant to be."""
    broken = changed(tmp_path, more=HELPER.format(name="on_specail"))
    refused(broken, f"{tmp_path}", "nobody calls the kernel on_specail", "the nearest is on_special")


def unmarked(folder: Path, *names: str) -> Edition:
    """Return a copy in which these hooks are kernels that nothing marks as the edition's own."""
    marks = [(f"@EDITION.hook\ndef {name}(", f"@kernel\ndef {name}(") for name in names]
    return changed(folder, *marks, ("from __future__ import annotations\n", f"from __future__ import annotations\n{IMPORT}"))


def test_hooks_that_are_not_marked_are_an_error(tmp_path: Path) -> None:
    """An edition with kernels in its file must say which of them are its hooks."""
    hooks = ("clear_special", "on_special", "special_moves", "special_step", "prefer_special")
    refused(unmarked(tmp_path, *hooks), f"{tmp_path}", "clear_special, on_special", "are not used", "mark", "@EDITION.hook")
    refused(unmarked(tmp_path, "on_special"), "on_special has the name of a hook, but does not replace it; mark")


def test_what_is_declared_too_late_is_an_error(tmp_path: Path) -> None:
    """Once an edition has been played, adding to it is an error, because it would not notice."""
    edition = load(tmp_path, ONE_MORE)
    Game(edition, players=3, seed=1)
    for declare in (lambda: edition.verb("bow"), lambda: edition.phase("bowing"), lambda: edition.hook(refused)):
        with pytest.raises(InvalidEdition, match=r"one-more: .* declared after the edition was first used"):
            declare()
    assert replace(edition, id="another").verb("bow") == OTHER


@pytest.mark.parametrize(
    ("name", "home"), [("can_draw", "rules.piles"), ("swap", "play.beliefs"), ("see", "play.policy"), ("weigh", "play.outlook")]
)
def test_a_kernel_that_is_not_a_hook_cannot_be_replaced(tmp_path: Path, name: str, home: str) -> None:
    """A helper with the name of a shared kernel is refused, even if only the search uses that kernel."""
    uses = ("    g.gifts_left = r.gifts\n", f"    g.gifts_left = r.gifts + {name}(g)\n")
    broken = changed(tmp_path, uses, more=HELPER.format(name=name))
    refused(broken, f"the kernel {name} has the name of one in lastcard.{home} that cannot be replaced", "the nearest")


def test_a_hook_of_another_form_is_an_error(tmp_path: Path) -> None:
    """A kernel that replaces a hook must take the same parameters, and return something if the hook does."""
    broken = changed(
        tmp_path, ("def on_special(r: DarkSideRules, g: DarkSideRound, seat: int)", "def on_special(g: Any, seat: int)")
    )
    refused(broken, "on_special(g, seat) -> None", "the hook it replaces, which is on_special(r, g, seat) -> None")
    silent = changed(tmp_path, ("seat: int, out: Row) -> int", "seat: int, out: Row) -> None"))
    refused(silent, "special_moves(r, g, seat, out) -> None", "special_moves(r, g, seat, out) -> int")


def test_a_hook_that_is_not_marked_is_an_error(tmp_path: Path) -> None:
    """A plain function with the name of a hook would do nothing, so it is refused."""
    broken = changed(tmp_path, ("@EDITION.hook\ndef on_special", "def on_special"))
    refused(broken, "on_special has the name of a hook, but is no kernel; mark it with @EDITION.hook")
    silent = changed(tmp_path, ("@EDITION.hook\ndef consequence", "def consequence"))
    refused(silent, "consequence has the name of a hook, but is not used; mark it with @EDITION.hook")


def test_a_hook_of_a_part_that_is_not_included_is_an_error(tmp_path: Path) -> None:
    """An edition that replaces a hook of the older openings must include them."""
    broken = changed(tmp_path, more=HELPER.format(name="open_wild"))
    refused(broken, "the hook open_wild belongs to lastcard.rules.openings, which the edition does not include")


CALLS = ("    g.gifts_left = r.gifts\n", "    g.gifts_left = r.gifts\n    {call}\n")
WRONG_CALLS = {
    "a plain function": (
        "aim(g)",
        "",
        "def aim(g: Round) -> None:\n    take_turn(g, 0)\n",
        "on_special calls aim, which is no kernel; mark it with @kernel",
    ),
    "a kernel by its module": (
        "seats.take_turn(g, 0)",
        "from lastcard.rules import seats\n",
        "",
        "on_special uses the module seats; import what it takes from there by name",
    ),
    "a part that is not included": (
        "cut(r, g)",
        "from lastcard.rules.openings import choose_dealer as cut\n",
        "",
        "on_special calls cut of lastcard.rules.openings, which the edition does not include; add that module to parts",
    ),
    "a kernel of the bots": (
        "does_it(g)",
        "from lastcard.play.playout import does_it\n",
        "",
        "on_special calls does_it of lastcard.play.playout, which only bots have",
    ),
}


@pytest.mark.parametrize("what", WRONG_CALLS)
def test_a_call_of_what_is_not_there_is_an_error(tmp_path: Path, what: str) -> None:
    """A kernel may only call kernels that exist when it runs; any other call would fail in the middle of a game."""
    call, imports, more, says = WRONG_CALLS[what]
    old, new = CALLS
    broken = changed(tmp_path, (old, new.format(call=call)), ("\nEDITION = ", f"\n{imports}\nEDITION = "), more=more)
    refused(broken, says)


def test_hooks_of_the_bots_may_call_the_bots_kernels(tmp_path: Path) -> None:
    """Code that runs only where bots imagine rounds may call the bots' kernels, and any kernel may find bits."""
    more = """
@EDITION.hook
def pick_special(r: Rules, g: Round, seat: int, people: Any, out: Any) -> int:
    return pick_held(g, seat, 15, 9, people) + lowest(1)
"""
    imports = "from lastcard.rules.build import lowest\nfrom lastcard.play.playout import pick_held\n"
    Game(changed(tmp_path, ("\nEDITION = ", f"\n{imports}\nEDITION = "), more=more), players=3, seed=1)


def test_a_missing_annotation_is_named(tmp_path: Path) -> None:
    """A hook without a return annotation is refused with the expected signature, and without Python internals."""
    bare = changed(
        tmp_path, ("def on_special(r: DarkSideRules, g: DarkSideRound, seat: int) -> None", "def on_special(r, g, seat)")
    )
    refused(bare, "on_special(r, g, seat) does not have the form", "which is on_special(r, g, seat) -> None")


def test_a_module_that_is_not_loaded_is_an_error() -> None:
    """The module of a hook must be one that Python knows by name."""
    space: dict[str, Any] = {"__name__": "nowhere", "EDITION": replace(editions.get("classic"), id="nowhere")}
    source = "@EDITION.hook\ndef on_out(r, g, seat) -> None:\n    pass\n"
    with pytest.raises(InvalidEdition, match="nowhere: the module 'nowhere' of on_out is not loaded under that name"):
        exec(source, space)


# A module that several editions of one author might share.
COMMON = '''
from lastcard.rules.build import kernel
from lastcard.rules.piles import draw_cards
from lastcard.rules.seats import after, begin
from lastcard.rules.state import Round, Rules


@kernel
def on_special(r: Rules, g: Round, seat: int) -> None:
    """The next player draws as many as the others have."""
    hit(g, after(g, seat, 1))
    begin(g, after(g, seat, 2))


@kernel
def hit(g: Round, seat: int) -> None:
    """A helper."""
    draw_cards(g, seat, 3)
'''
SHARED = """
from lastcard.edition import edition_2023
{imports}

EDITION = edition_2023(
    id="shared", title="Shared", summary="A card from elsewhere.", special="wild-hit", parts={parts},
)
"""


SUCCEEDS = """
@EDITION.hook
def succeeds(people) -> int:
    return 1
"""


@pytest.mark.parametrize("home", ["a module of your own", "another edition", "a part that is not included"])
def test_an_imported_hook_of_a_module_that_is_not_included_is_an_error(tmp_path: Path, home: str) -> None:
    """A hook that was merely imported would do nothing, so the error says where it is and what to do."""
    common = load_module(tmp_path, COMMON).__name__
    where, name = {
        "a module of your own": (common, "on_special"),
        "another edition": ("lastcard.editions.dark_side", "clear_special"),
        "a part that is not included": ("lastcard.rules.openings", "open_wild"),
    }[home]
    says = f"{name} is imported from {where}, which the edition does not include, so that it does nothing here; add "
    for more in ("", SUCCEEDS):
        broken = load(tmp_path, SHARED.format(imports=f"from {where} import {name}", parts="()") + more)
        with pytest.raises(InvalidEdition, match=re.escape(str(tmp_path)) + r".*\.py: " + says):
            Game(broken, players=3, seed=1)


def test_a_hook_of_a_part_is_used(tmp_path: Path) -> None:
    """The same module, included as a part, replaces the hook whether the edition imports it or not."""
    common = load_module(tmp_path, COMMON).__name__
    for imports in (f"import {common} as common", f"import {common} as common\nfrom {common} import on_special"):
        edition = load(tmp_path, SHARED.format(imports=imports, parts="(common,)"))
        game = Game.arrange(edition, hands=[["wild-hit", "red-1", "red-2"], ["blue-3"], ["blue-4"]], top="red-9")
        game.move(0, "play wild-hit red")
        assert (game.view(0).counts, game.turn) == ((2, 4, 1), 2)


def with_part(part: str) -> str:
    """Return the edition in which the next player draws one more, with a part."""
    source = ONE_MORE.replace("from lastcard.edition", f"import {part} as common\nfrom lastcard.edition")
    return source.replace('summary="Draw one more."', 'summary="Draw one more.", parts=(common,)')


MISTAKES_IN_A_PART: dict[str, tuple[tuple[str, str], str]] = {
    "a misspelled hook": (("def on_special", "def on_specail"), "nobody calls the kernel on_specail"),
    "a helper that nobody calls": (("    hit(g, after(g, seat, 1))\n", ""), "nobody calls the kernel hit"),
    "a plain function": (("@kernel\ndef hit", "def hit"), "on_special calls hit, which is no kernel; mark it with @kernel"),
}


@pytest.mark.parametrize("what", MISTAKES_IN_A_PART)
def test_a_part_is_checked_as_the_edition_is(tmp_path: Path, what: str) -> None:
    """Every module that an edition includes is checked, not only the last."""
    change, says = MISTAKES_IN_A_PART[what]
    common = load_module(tmp_path, COMMON.replace(*change)).__name__
    refused(load(tmp_path, with_part(common)), common, says)


def test_a_part_may_hold_helpers_for_the_edition(tmp_path: Path) -> None:
    """A kernel of a part counts as called even if only the edition's own module calls it."""
    part = COMMON.replace("    hit(g, after(g, seat, 1))\n", "")
    common = load_module(tmp_path, part).__name__
    own = with_part(common).replace("draw_cards(g, after(g, seat, 1), 1)", "hit(g, after(g, seat, 1))")
    assert next_draws(load(tmp_path, f"from {common} import hit\n{own}")) == 5


def test_a_copy_of_an_edition_is_checked_as_the_edition_is(tmp_path: Path) -> None:
    """A copy with another id or rulebook is still checked for unused kernels."""
    broken = unmarked(tmp_path, "clear_special", "on_special", "special_moves", "special_step", "prefer_special")
    refused(replace(broken, id="another"), f"{tmp_path}", "clear_special, on_special", "are not used")
    refused(replace(replace(broken, id="another"), title="Another"), f"{tmp_path}", "are not used")


def test_house_rules_replace_hooks_only(tmp_path: Path) -> None:
    """A module added to an edition can't replace that edition's own kernels either."""
    house = load(tmp_path, ONE_MORE.replace("make_next_draw", "on_out") + HELPER.format(name="hero_against"))
    refused(editions.get("dawn-of-justice").with_kernels(module_of(house)), "hero_against", "dawn_of_justice")


def test_private_names_belong_to_their_edition(tmp_path: Path) -> None:
    """A helper may share its name with any kernel outside the rules, and neither calls the other."""
    from lastcard.lab import counting

    uses = ("    g.gifts_left = r.gifts\n", "    g.gifts_left = r.gifts if watch(g) else 2\n")
    same = changed(tmp_path, uses, more=HELPER.format(name="watch"))
    kernels = interpret(*same.assembled("search", (counting,)))
    inside = kernels.play_counted.__globals__
    assert inside["watch"].__code__ is counting.watch.__code__
    assert kernels.on_special.__globals__["watch"].__code__ is vars(module_of(same))["watch"].__code__


def next_draws(edition: Edition) -> int:
    """Return how many cards a Draw Two makes the next player draw."""
    game = Game.arrange(edition, hands=[["red-draw-two", "red-1", "red-2"], ["blue-3"]], top="red-9")
    game.move(0, "play red-draw-two")
    return len(game.hands[1]) - 1


def test_a_replacement_calls_what_it_replaces(tmp_path: Path) -> None:
    """A hook imported under another name is the one that the module replaces, however long the chain is."""
    one = load(tmp_path, ONE_MORE)
    two = one.with_kernels(module_of(load(tmp_path, ONE_MORE)), id="two-more")
    assert (next_draws(editions.get("classic")), next_draws(one), next_draws(two)) == (2, 3, 4)


def test_a_last_card_that_makes_nobody_draw_does_not_call_make_next_draw(tmp_path: Path) -> None:
    """A replacement needn't check which card was last: a last number ends the round as usual, and a last Draw Two draws."""
    edition = load(tmp_path, ONE_MORE)
    for last, drawn in (("red-5", 0), ("red-draw-two", 3)):
        game = Game.arrange(edition, hands=[[last], ["blue-3"]], top="red-9")
        game.move(0, f"play {last}")
        assert game.round_over
        assert len(game.hands[1]) - 1 == drawn


def module_of(edition: Edition) -> ModuleType:
    """Return the module of an edition."""
    return edition.modules[-1]


def test_compiled_replacements_call_what_they_replace(tmp_path: Path) -> None:
    """A chain of replacements works the same way when compiled."""
    from lastcard.compiled import allocate
    from lastcard.rules.build import compile_kernels

    two = load(tmp_path, ONE_MORE).with_kernels(module_of(load(tmp_path, ONE_MORE + RUN)))
    kernels = compile_kernels(*two.assembled(), cache=False)
    rules: Any = allocate(two.rules)
    rounds: Any = allocate(two.round)
    two.fill_rules(rules[0], two.read_options(None), 3)
    rounds[0].players, rounds[0].direction, rounds[0].draw_n = 3, 1, 50
    rounds[0].card = two.codec.card("red-draw-two")
    kernels.run(rules, rounds, 0)
    assert list(rounds[0].hand_n[:3]) == [0, 4, 0]


def test_a_hook_can_be_exchanged_where_the_rules_are_put_together() -> None:
    """A function that replaces a hook, or any kernel, while the rules are put together is the one they call."""

    def begin(g: Any, seat: int) -> None:
        pass

    kernels = interpret(*editions.get("dare").assembled(), begin=lambda _: begin)
    assert kernels.begin is begin
    assert kernels.opening.__globals__["begin"] is begin


def test_the_page_names_every_hook_and_who_uses_it() -> None:
    """The page of hooks says when each one runs, what it may change, and which editions replace it."""
    found = [editions.get(name) for name in editions.names()]
    page = hooks.render(found)
    headings = re.findall("^### (.*)$", page, re.MULTILINE)
    assert sorted(headings) == sorted(hooks_in((*shared_modules(), *optional_modules())))
    assert page.count("*When it runs*: ") == page.count("*What it may change*: ") == len(headings)
    assert hooks.users("begin", found) == ["dare"]
    assert hooks.users("opening", found) == ["dare", "dawn-of-justice"]
    assert hooks.users("on_named", found) == []


@pytest.mark.parametrize("name", hooks_in((*shared_modules(), *optional_modules())))
def test_every_hook_is_explained(name: str) -> None:
    """Every hook says when it runs and what it may change."""
    text = hooks_in((*shared_modules(), *optional_modules()))[name].__doc__ or ""
    assert re.search(r"\n\n    When: \S.*\n    May: \S", text, re.DOTALL)
