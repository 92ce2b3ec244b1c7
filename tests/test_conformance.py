"""The conformance suite of lastcard.testing, on every installed edition and on editions broken on purpose."""

import dataclasses
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import SkipTest

import pytest

from edition_copies import changed
from lastcard import Edition, Game, InvalidEdition, editions, testing
from lastcard.bits import move_of
from lastcard.cards import FIRST_WILD, FX_NONE, Kind, wild_kind
from lastcard.edition import Mood
from lastcard.moves import DRAW
from lastcard.options import Option, choice
from lastcard.rules.build import kernel
from lastcard.rules.legal import add
from lastcard.rules.piles import gain, take
from lastcard.rules.seats import ask, begin
from lastcard.rules.state import SPECIAL, Round, Row, Rules
from lastcard.sentence_type import Sentence
from lastcard.testing.walks import other_options

# Compiling takes a while, so test_speeds.py compares both speeds.
INTERPRETED = [name for name in testing.CHECKS if name != "both speeds agree"]


@pytest.mark.parametrize("check", INTERPRETED)
@pytest.mark.parametrize("edition", editions.names())
def test_edition_conforms(edition: str, check: str) -> None:
    """Every installed edition passes every check."""
    testing.check_edition(edition, [check])


def fails(edition: Edition, check: str, says: str) -> None:
    """Assert that the check fails for this edition, with this reason."""
    with pytest.raises(AssertionError, match=says):
        testing.check_edition(edition, [check])


def classic(**changes: Any) -> Edition:
    """Return Classic with different data."""
    return dataclasses.replace(editions.get("classic"), **changes)


def broken(monkeypatch: pytest.MonkeyPatch, *kernels: Callable[..., Any], **changes: Any) -> Edition:
    """Return Classic with hooks replaced."""
    module = types.ModuleType("broken_rules")
    vars(module).update({name: value for name, value in globals().items() if not name.startswith("__")})
    for function in kernels:
        function.__module__ = module.__name__
        setattr(module, function.__name__, function)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return editions.get("classic").with_kernels(module, id="broken", **changes)


def test_leaking_view_does_not_conform() -> None:
    """An edition whose view reveals a hidden hand fails the check of hidden information."""
    leaky = classic(sees=lambda r, g, seat, said, options: {"first": list(g.hand[0])})
    fails(leaky, "hidden information", "depends on hidden cards")


def test_unmarked_chance_does_not_conform() -> None:
    """An edition whose call is not marked as a move out of turn fails the check of chances."""
    verbs = tuple(verb._replace(chance=False) for verb in editions.get("classic").verbs)
    fails(classic(verbs=verbs), "chances are marked", "the verb of '(uno|catch .)' is not marked as a chance")


def test_lost_card_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition in which a penalty loses a card fails the check of conservation."""

    @kernel
    def make_next_draw(r: Rules, g: Round, seat: int) -> None:
        take(g)

    fails(broken(monkeypatch, make_next_draw), "cards are conserved", "missing")


def test_duplicate_move_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition that lists a move twice fails the check of moves."""

    @kernel
    def special_chances(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
        return add(out, add(out, n, move_of(DRAW)), move_of(DRAW))

    fails(broken(monkeypatch, special_chances), "moves are listed", "twice")


def test_move_nobody_asks_for_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition with a move out of turn for a seat that is never asked fails the check that someone can move."""

    @kernel
    def special_chances(r: Rules, g: Round, seat: int, out: Row, n: int) -> int:
        return add(out, n, move_of(DRAW))

    fails(broken(monkeypatch, special_chances), "somebody can move", "never asked for it")


def test_waiting_in_vain_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition that waits for seats without a move fails the check that someone can move."""

    @kernel
    def begin(g: Round, seat: int) -> None:
        ask(g, seat, SPECIAL)

    fails(broken(monkeypatch, begin, phases={SPECIAL: "stuck"}), "somebody can move", "no legal move")


def test_endless_round_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition in which nobody ever goes out fails the check that rounds end."""

    @kernel
    def on_out(r: Rules, g: Round, seat: int) -> None:
        gain(g, seat, take(g))
        begin(g, seat)

    monkeypatch.setattr("lastcard.testing.walks.LONGEST", 500)
    monkeypatch.setattr("lastcard.testing.checks.TABLES", ((2, 1),))
    fails(broken(monkeypatch, on_out), "rounds end", "not ended")


def kinds(*more: Kind, **changes: Any) -> Edition:
    """Return Classic with more cards."""
    return classic(kinds=(*editions.get("classic").kinds, *more), **changes)


def red(text: str, code: int = 13, copies: int = 1, effect: int = FX_NONE) -> Kind:
    """Return a card that is red unless its text says otherwise."""
    return Kind(code, text, copies, effect, 20, text)


DATA: dict[str, tuple[Callable[[], Edition], str]] = {
    "113 cards": (lambda: kinds(red("red-star", copies=5)), "classic has 113 cards; there is room for 112"),
    "a 17th rank": (
        lambda: kinds(red("red-star", code=16)),
        "red-star has the code 16, which does not belong to red; 16 ranks .* there is room for: 0 to 15",
    ),
    "a 17th wild": (lambda: kinds(red("wild-star", code=80)), "wild-star has the code 80, which does not belong to the wilds"),
    "an unknown color": (
        lambda: classic(colors=("red", "yellow", "green", "mauve")),
        "nothing is known of the color 'mauve'; there are red, blue, green, yellow, gold, silver",
    ),
    "a color of another edition": (lambda: kinds(red("gold-star")), "gold-star is gold; the edition's colors are red, "),
    "a fifth color": (
        lambda: classic(colors=("red", "yellow", "green", "blue", "gold")),
        "classic has 5 colors .*; an edition has 4, plus wilds",
    ),
    "an unknown pattern": (
        lambda: classic(mood=Mood(("#000000", "#111111", "#222222"), "plaid")),
        "there is no pattern 'plaid'; there are rays, ",
    ),
    "an unknown drawing": (
        lambda: kinds(red("red-star")._replace(drawing="comet")),
        "red-star has the drawing 'comet'; there are skip, ",
    ),
    "not a color": (lambda: classic(mood=Mood(("black", "#111111", "#222222"), "rays")), "three to five colors"),
    "a deck without colors": (
        lambda: classic(kinds=(wild_kind(0, "wild", 80, FX_NONE),)),
        "no number card in any color, so that no round could begin",
    ),
}


@pytest.mark.parametrize("what", DATA)
def test_data_that_do_not_fit_do_not_conform(what: str) -> None:
    """An edition that exceeds a limit, or that nothing can draw, fails the first check in one sentence."""
    edition, says = DATA[what]
    fails(edition(), "rules are built", says)
    with pytest.raises(InvalidEdition, match=says):
        Game(edition(), players=3, seed=1)


DATA_END = '    special="wild-rule-of-two",\n'
IMPORTS = ("\nEDITION = ", "\nfrom lastcard.events import Happening\nfrom lastcard.moves import VERBS, Verb\n\nEDITION = ")
DECLARED = {
    "a verb with the number of another": (
        DATA_END,
        f"{DATA_END}    verbs=(*VERBS, Verb(4, 'bow')),\n",
        "'catch' and 'bow' .* number 4; .* begin at OTHER",
    ),
    "a verb with the number of votes": (
        DATA_END,
        f"{DATA_END}    verbs=(*VERBS, Verb(8, 'bow')),\n",
        "'bow' has the number 8.* 'vote'; .* begin at OTHER",
    ),
    "a verb that takes nobody knows what": (
        '"apprentice", "seat"',
        '"apprentice", "player"',
        "'apprentice' takes 'player'; .* seat, ",
    ),
    "a verb that does nobody knows what with a card": (
        'handles="parts"',
        'handles="burns"',
        "'give' handles its card by 'burns'; there are parts, hides, shows",
    ),
    "a verb that stands nobody knows where": (
        'handles="parts"',
        'at="shelf"',
        "'give' stands at 'shelf'; there are hand, pile, end, call, seat, or none",
    ),
    "a phase with the number of another": (
        DATA_END,
        f"{DATA_END}    phases={{1: 'bowing'}},\n",
        "'bowing' has the number 1.* 'turn'; .* begin at SPECIAL",
    ),
    "a phase with the name of another": (
        'GIVING = EDITION.phase("give"',
        'GIVING = EDITION.phase("turn"',
        "two phases have the name 'turn'",
    ),
    "an event with the number of another": (
        DATA_END,
        f"{DATA_END}    happenings=(Happening(6, 'bowed', 'bows'),),\n",
        "'drew' and 'bowed' .* number 6; .* OWN",
    ),
    "an event with the name of another": (
        'EDITION.event("done"',
        'EDITION.event("played"',
        "two events have the name 'played'",
    ),
    "one event too many": (
        'E_DONE = EDITION.event("done"',
        'for more in range(22):\n    EDITION.event(f"bow-{more}", "bows")\nE_DONE = EDITION.event("done"',
        "'done' has the number 56; .* 32 to 55",
    ),
}


@pytest.mark.parametrize("what", DECLARED)
def test_numbers_and_names_are_an_editions_own(tmp_path: Path, what: str) -> None:
    """Verbs, phases or events with the same number or name, or a number out of range, are refused at once."""
    old, new, says = DECLARED[what]
    with pytest.raises(InvalidEdition, match=f"dark-side-copy: .*{says}"):
        Game(changed(tmp_path, (old, new), IMPORTS), players=3, seed=1)


UNDECLARED = {
    "a phase": (
        "ask(g, seat, PICKING)",
        "ask(g, seat, GIVING + 1)",
        "the round waits in the phase 8, which is not among the edition's phases",
    ),
    "an event": ("note(g, E_DONE, ", "note(g, E_DONE + 1, ", "the event 35 is noted, .* not among .* happenings"),
    "a verb": (
        "\nDONE = EDITION.verb(",
        "\nDONE = 1 + EDITION.verb(",
        "a move with the verb 12 is listed, .* not among the edition's verbs",
    ),
    "an answer": (DATA_END, f"{DATA_END}    verbs=VERBS,\n", "a move with the verb 5 is listed, .* not among .* verbs"),
}


@pytest.mark.parametrize("what", UNDECLARED)
def test_what_is_not_declared_is_named(tmp_path: Path, what: str) -> None:
    """A phase, event or verb that happens but is not declared is reported by number, not as a KeyError."""
    old, new, says = UNDECLARED[what]
    fails(changed(tmp_path, (old, new), IMPORTS), "moves are listed", f"moves are listed: .*{says}")


def test_an_error_in_an_edition_is_reported_with_its_place(tmp_path: Path) -> None:
    """An error in a kernel fails the check, with the file and the line, and the other checks go on."""
    broken = changed(tmp_path, ("    g.gifts_left = r.gifts\n", "    g.gifts_left = g.presents\n"))
    says = r"moves are listed: AttributeError: .*presents.* \(.*copied_edition_\d+.py, line \d+, in on_special\)\nrounds end: "
    with pytest.raises(AssertionError, match=says):
        testing.check_edition(broken, ["moves are listed", "rounds end"])


WORDS = {
    "an event": (
        'EDITION.event("done"',
        'EDITION.event("done", "{player} is done giving"',
        "words",
        "the event 'done' says {player}, .* seat, to, card",
    ),
    "a verb": ("mild=True", 'mild=True, says="Give {n} more"', "words", "the verb 'done' says {n}, .* card, color, seat, word"),
    "a prompt": (
        'EDITION.phase("give"',
        'EDITION.phase("give", waits="Waiting for {player}"',
        "words",
        "prompt of 'give' says {player}, .* seats",
    ),
    "a prompt of no phase": (
        "prompts=PROMPTS",
        "prompts={'gift': Prompt('Give?', 'Waiting.')}",
        "words",
        "a prompt for 'gift', which is not a phase",
    ),
    "a text of no event": (
        'EDITION.event("done")',
        'EDITION.event("gifted", "{seat} is done")',
        "words",
        "texts for 'done', which is not an event",
    ),
    "an event without a sentence": (
        "event_texts=EVENTS",
        "event_texts={}",
        "words",
        "the event 'apprentice' says nothing",
    ),
    "a verb of no rule": (
        '"give", "card", "rule-of-two"',
        '"give", "card", "rule-of-3"',
        "words",
        "'give' .* 'rule-of-3', which is not in",
    ),
    "a refusal": (
        "phase=GIVING",
        'refuses={"not-held": "you lack {you}"}',
        "words",
        "the verb 'give' says {you}, but it may only say card, last",
    ),
    "a text of no verb": (
        'EDITION.verb("done"',
        'EDITION.verb("stop"',
        "words",
        "texts for 'done', which is not a verb",
    ),
}


@pytest.mark.parametrize("what", WORDS)
def test_words_that_cannot_be_filled_in_do_not_conform(tmp_path: Path, what: str) -> None:
    """An unknown name in braces, or a rule or phase that does not exist, is reported."""
    old, new, check, says = WORDS[what]
    prompt = ("\nEDITION = ", "\nfrom lastcard.edition import Prompt\n\nEDITION = ")
    fails(changed(tmp_path, (old, new), prompt), check, says)


def test_a_refusal_by_a_rule_that_does_not_exist_does_not_conform(tmp_path: Path) -> None:
    """The rule behind a refusal must be in the rulebook."""
    broken = changed(tmp_path, ('Refusal("etheria-secret"', 'Refusal("two"'), edition="etheria")
    fails(broken, "refusals are true", "by 'two', which is not in the rulebook")


UNKNOWN = {
    "a code": (
        'refuses={"not-green": "Give a green card."}',
        "the verb 'give' refuses by 'not-green'; there are not-yourself, .*why_not",
    ),
    "a phase": ("phase=40", "the verb 'give' belongs to the phase 40, which does not exist"),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_a_verb_with_something_unknown_is_refused(tmp_path: Path, what: str) -> None:
    """A verb can only be refused by the shared reasons, in a phase of the edition."""
    new, says = UNKNOWN[what]
    with pytest.raises(InvalidEdition, match=says):
        Game(changed(tmp_path, ("phase=GIVING", new)), players=2, seed=1)


def test_a_view_shows_only_public_numbers_as_they_are(tmp_path: Path) -> None:
    """A field that not everyone knows, or that needs words, is left to the hook ``sees``."""
    for change in (
        ('public=("apprentice", "gifts_left")', 'own=("apprentice", "gifts_left")'),
        ('"number", "Cards', '"card", "Cards'),
    ):
        with pytest.raises(InvalidEdition, match=r"a view can only show a public field .* in sees"):
            Game(changed(tmp_path, change), players=2, seed=1)


@pytest.mark.parametrize("name", ["two words", "a/b", "Über", ""])
def test_an_id_that_is_not_a_plain_word_does_not_conform(name: str) -> None:
    """An id that cannot be used in addresses, commands and records fails."""
    fails(classic(id=name), "identity", "lower-case letters and digits|needs an id")


def test_a_card_that_cannot_be_written_does_not_conform() -> None:
    """A card whose text is not one word fails."""
    fails(kinds(red("wild-Red Star", code=70)), "identity", "the card 'wild-Red Star' .* lower-case letters and digits")


def test_a_turn_without_a_color_does_not_conform() -> None:
    """A wild that picks no color, and after which nobody is asked for one, fails the check of colors."""
    silent = classic(colorless=frozenset({FIRST_WILD}))
    fails(silent, "a color is in force", "is to play on wild, but there is no current color")


KERNEL = ("\nEDITION = ", "\nfrom lastcard.rules.build import kernel\n\nEDITION = ")
BROKEN = {
    "a misspelled hook": (
        [("def on_special", "def on_specail")],
        "",
        "there is no hook on_specail; the nearest .* is on_special",
    ),
    "hooks that are not marked": ([("@EDITION.hook", "@kernel"), KERNEL], "", "are not used, .* with @EDITION.hook"),
    "a helper named can_draw": ([], "can_draw", "the kernel can_draw has the name of one in lastcard.rules.piles"),
    "a helper named swap": ([], "swap", "the kernel swap has the name of one in lastcard.play.beliefs"),
    "a helper named see": ([], "see", "the kernel see has the name of one in lastcard.play.policy"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_copy_does_not_conform(tmp_path: Path, what: str) -> None:
    """Each way in which an edition once broke silently is reported in its own sentence, and no other."""
    changes, helper, says = BROKEN[what]
    if helper:
        changes = [("    g.gifts_left = r.gifts\n", f"    g.gifts_left = r.gifts if {helper}(g) else 2\n"), KERNEL]
    more = f"@kernel\ndef {helper}(g: Round) -> bool:\n    return True\n" if helper else ""
    with pytest.raises(AssertionError, match=rf"(?s)\Adark-side-copy does not conform:\nrules are built: .*{says}[^\n]*\Z"):
        testing.check_edition(changed(tmp_path, *changes, more=more))


NEVER = {
    "the verb 'bow'": 'EDITION.verb("bow", "", "rule-of-two", "never", says="Bow")\n',
    "the phase 'bowing'": 'EDITION.phase("bowing")\n',
    "the event 'bowed'": 'EDITION.event("bowed", "{seat} bows")\n',
}


@pytest.mark.parametrize("what", NEVER)
def test_what_never_happens_does_not_conform(tmp_path: Path, what: str) -> None:
    """A verb, phase or event that is declared but never happens fails a check."""
    fails(changed(tmp_path, more=NEVER[what]), "everything happens", f"{what} is declared, but never happened")


def test_every_value_of_an_option_is_tried() -> None:
    """The random games also try each value between an option's first and last."""
    kinds = dataclasses.replace(
        editions.get("classic"), options=(*editions.get("classic").options, choice("pace", "how fast", "slow", "brisk", "fast"))
    )
    assert {other_options(kinds, number)["pace"] for number in range(4)} == {"brisk", "fast"}


def test_a_false_reason_does_not_conform(tmp_path: Path) -> None:
    """A refusal that calls a verb out of place is false if the player may use it now in another way."""
    silent = changed(tmp_path, ("    verb_texts=VERB_TEXTS,\n", ""), (", phase=PICKING", ""), (", phase=GIVING", ""))
    fails(silent, "refusals are true", r"'(apprentice|give) \S+' of seat . is refused because You can't .* now, just not")


FALSE = """
from lastcard.errors import Refusal
from lastcard.moves import CATCH, PLAY

@EDITION.hook
def why_not(r: DarkSideRules, g: DarkSideRound, seat: int, move: int) -> Refusal | None:
    return Refusal("rule-of-two", "{code}", "No.") if verb_of(move) == {verb} else None
"""


def test_a_reason_that_everybody_sees_to_be_false_does_not_conform(tmp_path: Path) -> None:
    """What a refusal says about seats and cards is checked against the table."""
    no_card = changed(tmp_path, more=FALSE.format(code="not-held", verb="DONE"))
    testing.check_edition(no_card, ["refusals are true"])
    for code, verb, says in (
        ("not-held", "PLAY", r"'play .* is refused because No\..*, but seat . holds"),
        ("not-yourself", "CATCH", "'catch .' of seat .*, but seat . is not seat"),
        ("no-such-seat", "CATCH", "'catch .' of seat .*, but there is a seat"),
    ):
        fails(changed(tmp_path, more=FALSE.format(code=code, verb=verb)), "refusals are true", says)


def test_speeds_that_are_not_compared_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba, the comparison of both speeds is a warning in a full run and a skipped test alone."""
    monkeypatch.setattr("lastcard.testing.checks.find_spec", lambda name: None)
    with pytest.warns(UserWarning, match="both speeds agree: .* of classic were not compared: numba is not installed"):
        testing.check_edition("classic", ["both speeds agree"])
    with pytest.raises(SkipTest, match="numba is not installed"):
        testing.CHECKS["both speeds agree"](editions.get("classic"))


def test_wrong_default_does_not_conform() -> None:
    """An edition with a default that its option refuses fails the check of options."""

    def check(value: Any) -> Any:
        if value != "green":
            raise ValueError
        return value

    shade = Option("shade", "red", "the shade", "green", check)
    fails(classic(options=(*editions.get("classic").options, shade)), "options", "shade is green")


def test_rule_id_twice_does_not_conform() -> None:
    """An edition with two rules of the same id fails the check of the rulebook."""
    rulebook = editions.get("classic").rulebook
    fails(classic(rulebook=(*rulebook, rulebook[0])), "rulebook", "two rules with the id")


def test_unexplained_move_does_not_conform() -> None:
    """An edition that has nothing to say about one of its moves fails the check that moves are explained."""
    silent = classic(consequence=lambda r, g, seat, move, options: [])
    fails(silent, "moves are explained", "isn't told what .* leads to; give its verb a rule, or brings")
    unfilled = classic(consequence=lambda r, g, seat, move, options: [Sentence("{seat} draws.")])
    fails(unfilled, "moves are explained", "says {seat}, but it may only say nothing in braces")


def test_suite_names_every_failure() -> None:
    """One run names every check that failed, each with its reason."""
    rulebook = editions.get("classic").rulebook
    edition = classic(rulebook=(*rulebook, rulebook[0]), title="")
    with pytest.raises(AssertionError, match=r"(?s)identity: .*no title.*\nrulebook: .*two rules with the id"):
        testing.check_edition(edition, ["identity", "rulebook", "options"])


def test_suite_takes_an_edition_that_is_not_installed() -> None:
    """An edition that is not installed can be checked too, including its replay."""
    testing.check_edition(classic(id="classic-at-home"), ["records replay", "identity"])
