"""Editions as data: everything a client needs to draw and explain them, so that it need not know any by name."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import msgspec
from msgspec import UNSET

from ... import editions
from ...bits import color_of_kind
from ...bots.levels import LEVELS
from ...card_examples import CardExample, card_examples
from ...cards import FIRST_WILD, SYMBOLS, WILD_SYMBOL, Kind
from ...edition import Edition
from ...events import Effect, Happening
from ...moves import Verb
from ...options import Option
from ...presets import PRESETS, Preset, applied
from ...primer import primer
from ...prompts import Prompt
from ...table_rule_words import WORDS
from ...table_rules import GROUPS
from .catalog_messages import (
    AnyForm,
    CardExampleInfo,
    Catalog,
    ColorInfo,
    EditionInfo,
    ExampleInfo,
    GroupInfo,
    HappeningInfo,
    KindInfo,
    LessonInfo,
    Mood,
    OptionForm,
    OptionInfo,
    PhaseInfo,
    PresetInfo,
    PrimerInfo,
    RuleInfo,
    ShownInfo,
    TipInfo,
    VerbInfo,
    WildInfo,
)
from .commands import VERSION, encode
from .emotes import EMOTES, THINGS
from .messages import GameEvent, SentenceInfo


@cache
def catalog() -> bytes:
    """The document served by GET /api/editions."""
    found = [edition_info(editions.get(name)) for name in editions.names()]
    return encode(Catalog(version=VERSION, levels=[*LEVELS], emotes=[*EMOTES], things=[*THINGS], editions=found))


def catalog_by_field() -> bytes:
    """The same document with one list per field of the editions.

    It packs into about a third, because what editions share is close together then, and gzip looks back only 32 kB.
    """
    told = msgspec.json.decode(catalog())
    described = told["editions"]
    return encode(told | {"editions": {field: [edition[field] for edition in described] for field in described[0]}})


def edition_info(edition: Edition) -> EditionInfo:
    """One edition of the catalog."""
    return EditionInfo(
        id=edition.id,
        title=edition.title,
        summary=edition.summary,
        version=edition.version,
        colors=[ColorInfo(name=c, symbol=SYMBOLS[c].name, glyph=SYMBOLS[c].glyph) for c in edition.colors],
        wild=WildInfo(symbol=WILD_SYMBOL.name, glyph=WILD_SYMBOL.glyph),
        cards=len(edition.deck(edition.read_options(None))),
        kinds=[_kind(edition, kind) for kind in edition.kinds],
        verbs=[_verb(verb) for verb in edition.every_verb],
        phases=[_phase(name, edition.prompt(name)) for name in edition.prompted],
        shows=[
            ShownInfo(
                name=name,
                holds=cast("Any", each.holds),
                says=each.says,
                you=each.you,
                sign=cast("Any", each.sign),
                label=each.label,
            )
            for name, each in edition.every_show.items()
        ],
        mood=Mood(**edition.mood._asdict()),
        options=[_option(option) for option in edition.options],
        groups=[GroupInfo(name=name, says=GROUPS[name]) for name in _groups(edition)],
        presets=[_preset(edition, preset) for preset in PRESETS],
        rulebook=[RuleInfo(**rule._asdict()) for rule in edition.rulebook],
        suggestions={word: list(texts) for word, texts in edition.suggestions.items()},
        lessons=[LessonInfo(id=i, title=title, rules=[*rules], steps=len(steps)) for i, title, rules, steps in edition.lessons],
        tips=[TipInfo(**tip._asdict()) for tip in edition.all_tips],
        primer=_primer(edition),
        happenings=[_happening(each, edition.teller.effects[code]) for code, each in edition.teller.happenings.items()],
    )


def _primer(edition: Edition) -> PrimerInfo:
    found = primer(edition)
    examples = [ExampleInfo(**each._asdict()) for each in found.examples]
    return PrimerInfo(**found._asdict() | {"examples": examples, "cards": [*map(_card_example, card_examples(edition))]})


def _card_example(example: CardExample) -> CardExampleInfo:
    events = [GameEvent(**event._replace(seen_by=None).to_dict()) for event in example.events]
    return CardExampleInfo(card=example.card, top=example.top, events=events)


def _kind(edition: Edition, kind: Kind) -> KindInfo:
    about = edition.info(kind)
    return KindInfo(
        text=kind.text,
        name=kind.title,
        face=kind.face,
        color=None if kind.code >= FIRST_WILD else edition.colors[color_of_kind(kind.code)],
        copies=kind.copies,
        value=kind.value,
        does=SentenceInfo(says=about.says, args=dict(about.args) or UNSET),
        symbol=kind.symbol or UNSET,
        emblem=kind.emblem or UNSET,
        number=kind.number or UNSET,
        digits=kind.digits or UNSET,
        glyph=kind.glyph or UNSET,
        foil=bool(edition.foil and kind.text == edition.foil[1]) or UNSET,
    )


def _phase(name: str, prompt: Prompt) -> PhaseInfo:
    return PhaseInfo(name=name, asks=prompt.asks, waits=prompt.waits, aloud=prompt.aloud, offers={**prompt.offers})


def _verb(verb: Verb) -> VerbInfo:
    told: dict[str, Any] = {name: getattr(verb, name) for name in VerbInfo.__struct_fields__}
    return VerbInfo(**told)


def _option(option: Option) -> OptionInfo:
    told: dict[str, Any] = {name: getattr(option, name) for name in OptionInfo.__struct_fields__}
    lists = {"changes": [*option.changes], "brings": [*option.brings]}
    return OptionInfo(**told | {"form": _form(option), "told": dict(option.told), "strips": dict(option.strips), **lists})


def _groups(edition: Edition) -> list[str]:
    """The groups of an edition's table rules, in the order of the catalog."""
    used = {option.group for option in edition.options}
    return [name for name in GROUPS if name in used]


def _preset(edition: Edition, preset: Preset) -> PresetInfo:
    options, left_out = applied(preset, edition.options)
    titles = [WORDS[name].title for name in left_out]
    return PresetInfo(id=preset.id, name=preset.name, says=preset.says, options=options, left_out=titles)


def _form(option: Option) -> OptionForm:
    """The form that draws an option's control. A third-party edition may ask for one that no client knows."""
    try:
        form: OptionForm = msgspec.convert(dict(option.form), OptionForm)
    except msgspec.ValidationError:
        form = AnyForm()
    return form


def _happening(happening: Happening, effect: Effect) -> HappeningInfo:
    return HappeningInfo(
        name=happening.name,
        says=happening.says,
        you=happening.you or UNSET,
        to_you=happening.to_you or UNSET,
        moves=happening.cards,
        secret=happening.secret,
        look=effect.look,
        at=effect.at,
        sound=effect.sound,
        weight=effect.weight,
        shout=[*effect.shout],
        words=[*happening.words],
        spoken=[*happening.spoken] or UNSET,
    )
