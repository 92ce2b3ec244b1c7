"""Every happening has an effect: its own, or one that fits what it does."""

from __future__ import annotations

import pytest

from lastcard import editions
from lastcard.events import CAPTION, Effect, Happening, effect_of


def effect(says: str = "{seat} sneezes", **more: object) -> Effect:
    """Return the effect of a made-up happening."""
    return effect_of(Happening(40, "sneezed-at", says, **more))  # type: ignore[arg-type]


def test_an_edition_need_not_name_any_effect() -> None:
    """Without one of its own, a happening gets an effect that fits its cards and what it names, with its name as caption."""
    assert effect() == Effect("stamp", "seat", "special", 2, ("Sneezed at!",))
    assert effect("a storm comes up").at == "table"
    assert effect(n="seat").at == "to"
    assert effect(cards="gift", n="seat").look == "flight"
    assert effect(cards="in").look == "rain"
    assert effect(n="color").look == "wash"
    assert effect(n="word", words=("no", "yes")).shout == ("No!", "Yes!")


def test_a_secret_makes_no_effect() -> None:
    """What only one seat may know is not put on the table by an effect."""
    assert effect(kind="card", secret="own").weight == 0


def test_an_effect_of_its_own_comes_first() -> None:
    """An edition's own effect is taken as it is."""
    own = Effect("burst", "table", "win", 3, ("Bless you!",))
    assert effect(effect=own) == own


@pytest.mark.parametrize(
    "wrong",
    [
        Effect("stamps"),
        Effect("stamp", "sky"),
        Effect("stamp", sound="boom"),
        Effect("stamp", weight=9),
        Effect("stamp", shout=("a", "b")),
    ],
)
def test_a_wrong_effect_is_an_error(wrong: Effect) -> None:
    """A misspelled look, place or sound, and a weight or captions that cannot be, are errors that name the happening."""
    with pytest.raises(ValueError, match="sneezed-at"):
        effect(effect=wrong)


@pytest.mark.parametrize("edition", editions.names())
def test_every_caption_has_words(edition: str) -> None:
    """An effect heavy enough for a caption has one."""
    effects = editions.get(edition).teller.effects.values()
    assert all(each.shout for each in effects if each.weight >= CAPTION)
