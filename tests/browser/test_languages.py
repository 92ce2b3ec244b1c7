"""Every screen has room for long texts, and shows none that a language cannot translate.

The texts of a language that nobody speaks stand in for German: the English ones, four tenths longer and between ⟦ and ⟧.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser.house import House, read_once
from browser.people import DESKTOP, PHONE, People, resize
from browser.screens import NAMES, SCREENS
from lastcard import editions
from lastcard.bots.bot_names import BOT_NAMES
from lastcard.server.http import static_files
from lastcard.server.http.static_files import File
from test_translations import texts

WEB_TEXTS = Path(__file__).parents[2] / "web" / "src" / "texts"
TITLES = [editions.get(name).title for name in editions.names()]
PARTS = [part for title in TITLES if ": " in title for part in (title[: title.index(": ") + 1], title[title.index(": ") + 2 :])]
FILMS = [film for name in editions.names() for films in editions.get(name).suggestions.values() for film in films]
NOT_TRANSLATED = [*TITLES, *PARTS, *FILMS, "lastcard", "UNO"]  # whole titles first
# Texts outside the brackets, and texts that are cut off. Names are exempt, and so are parts marked as another language.
LOOK = """(exempt) => {
  const found = [];
  const wide = document.scrollingElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.data.trim(), parent = node.parentElement;
    if (!text || parent.closest("code, [lang]:not(html)") || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const whole = parent.closest("p, li, button, a, h1, h2, h3, label, summary, option, td, dd, dt, legend, div").textContent;
    const letters = exempt.reduce((left, word) => left.replaceAll(word, ""), text);
    if (/\\p{L}{2}/u.test(letters) && !whole.includes("\\u27e6")) found.push(`not translated: ${text}`);
    const style = getComputedStyle(parent), hides = style.overflowX !== "visible" && style.overflowX !== "auto";
    const small = parent.clientWidth <= 2; // for screen readers only
    if (hides && !small && style.textOverflow !== "ellipsis" && parent.scrollWidth > parent.clientWidth + 1)
      found.push(`cut off: ${text}`);
  }
  return found;
}"""


def longer(text: str) -> str:
    """Return a text whose words are four tenths longer, in brackets that no other text has."""
    return f"⟦{' '.join(word + '~' * round(len(word) * 0.4) for word in text.split(' '))}⟧"


@cache
def long_texts() -> tuple[dict[str, str], dict[str, str]]:
    """Return the long texts of the client by key, and those of the game by the English."""
    english = json.loads((WEB_TEXTS / "en.json").read_text(encoding="utf-8"))
    return {key: longer(text) for key, text in english.items()}, {text: longer(text) for text in texts()}


@cache
def at_length(code: str) -> str:
    """Return the code of a part of a language with these texts in place of its own, so that a screen has only its parts."""
    found = re.search(r"export\s*{\s*(\w+) as default\s*};?\s*$", code)
    assert found
    name = found.group(1)
    chosen = [
        {key: text for key, text in each.items() if json.dumps(key)[1:-1] in code or key in code} for each in long_texts()
    ]
    return f"""{code[: found.start()]}
      const long = (own, texts) => Object.fromEntries(Object.keys(own).map((key) => [key, texts[key] ?? own[key]]));
      const [flat, game] = {json.dumps(chosen)};
      export default {{ flat: long({name}.flat, flat), game: long({name}.game, game) }};"""


@cache
def at_length_if_german(path: Path, changed: int) -> File:
    """Read a file of the client. The parts of German have long texts."""
    file = read_once(path, changed)
    if not re.fullmatch(r"de-.*\.js", path.name):
        return file
    data = at_length(file.data.decode()).encode()
    return file._replace(data=data, packed=b"", tag=f'"{hash(data)}"')


def seen(page: Page) -> list[str]:
    """Return what is wrong with the texts of a page."""
    found: list[str] = page.evaluate(LOOK, [*NOT_TRANSLATED, "Ann", "Ben", *BOT_NAMES])
    return found


# These consist of parts that other screens have, too: of a table, of a result, and of a lesson.
LONG = ("watch", "replay", "between", "lesson")


@pytest.mark.parametrize("screen", [pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in NAMES])
def test_a_screen_has_room_for_long_texts(screen: str, house: House, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that are four tenths longer than in English fit on every screen, and none of them is English only."""
    monkeypatch.setattr(static_files, "_read", at_length_if_german)
    people.viewport = DESKTOP if screen == "board" else PHONE
    page = SCREENS[screen](house, people, {"language": "de"})
    page.wait_for_function("() => document.documentElement.lang === 'de'")
    if page.viewport_size != people.viewport:
        resize(page, people.viewport)
    assert seen(page) == []
    resize(page, DESKTOP)
    assert seen(page) == []
