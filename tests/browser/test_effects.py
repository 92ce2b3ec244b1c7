"""With full motion, every kind of event makes its effect, one at a time, and none is in the way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.dramas import BENS, CYS, DRAMAS, KEEP, MORE, OUTWEIGHED, SERVER, Drama
from browser.house import House
from browser.people import People, hurry
from browser.staff import Staff
from browser.tour import Tour
from distributions import install, on_path
from lastcard import Game, editions
from lastcard.events import CAPTION, Event

FULL = {"motion": "full", "speed": "normal"}
SOUNDS = json.loads((Path(__file__).parents[2] / "web" / "src" / "texts" / "en.json").read_text(encoding="utf-8"))
LONGEST = 900  # milliseconds at normal speed
# Remembers every moving part of an effect when it comes onto the page, with the browser's own timing of its animations.
WATCH = """
() => {
  window.captions = new Set();
  window.sounds = new Set();
  window.parts = [];
  window.most = 0;
  const placeOf = ({ transform }) => {
    const [x, y, scale] = transform.match(/-?[\\d.]+(?=px|\\))/g).map(Number);
    const far = (each) => {
      const box = each.getBoundingClientRect();
      return Math.hypot(box.left + box.width / 2 - x - 50 * scale, box.top + box.height / 2 - y - 75 * scale);
    };
    const places = [...document.querySelectorAll("[data-place]:not([data-place=table])")];
    return places.sort((a, b) => far(a) - far(b))[0].dataset.place;
  };
  const part = (node) => {
    const box = node.getBoundingClientRect();
    const [animation] = node.getAnimations();
    const frames = animation?.effect.getKeyframes() ?? [];
    const way = node.matches(".flyer") ? [placeOf(frames[0]), placeOf(frames.at(-1))] : [];
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return {
      is: node.matches(".caption") ? "caption" : node.matches("i") ? "spark" : node.classList[0],
      animation: animation?.animationName?.split("-").at(-1) ?? (animation ? "flight" : "none"),
      end: animation?.effect.getComputedTiming().endTime ?? 0,
      moves: new Set(frames.map(({ transform, opacity }) => `${transform} ${opacity}`)).size > 1,
      way: way.join(" to "),
      hit: !!hit?.closest(".effects, .flyers"),
    };
  };
  window.watcher?.disconnect();
  window.watcher = new MutationObserver((changes) => {
    const parts = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === 1)
      .flatMap((node) => [node, ...node.querySelectorAll("*")])
      .filter((node) => node.matches(".effects .caption, .effects .spot > *, .flyer"));
    window.parts.push(...parts.map(part));
    const captions = document.querySelectorAll("[data-look]");
    for (const caption of captions) window.captions.add(caption.innerText.replace(/\\s+/g, " ").trim());
    window.most = Math.max(window.most, captions.length);
    const sound = document.querySelector("[data-testid=sound-caption]");
    if (sound) window.sounds.add(sound.textContent.trim());
  });
  window.watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
}
"""


ANIMATIONS = {"caption": "stamp", "spin": "spin", "wash": "wash", "light": "light", "spark": "spark", "flyer": "flight"}


SHOWS = "n => Number(document.querySelector('.play')?.dataset.n ?? 1e9) >= n"
SAID = "text => [...window.captions].some((caption) => caption.includes(text))"


def seats_of(house: House, drama: Drama) -> list[dict[str, Any]]:
    """Start a game of people in a position."""
    house.arrange(drama.edition, **drama.position())
    ann = house.table(drama.edition, seats=len(drama.hands), options=drama.options or {})
    seats = [ann, *(house.join(ann, name) for name in ("Ben", "Cy")[: len(drama.hands) - 1])]
    house.start_game(*seats)
    house.see(ann["table"], drama.begin)
    return seats


def watched(people: People, seat: dict[str, Any], **settings: str) -> Page:
    """Open a page that remembers every effect."""
    page = people.seated(seat, settings={**FULL, **settings})
    expect(page.get_by_test_id("effects")).to_be_attached()
    page.evaluate(WATCH)
    return page


class Theater(NamedTuple):
    """A house, its people, and two pages that go from table to table and remember every effect.

    The page of Ann, in the first seat, has full motion, and that of Cy, in the third, reduced motion.
    """

    house: House
    people: People
    full: Page
    still: Page

    def visit(self, page: Page, seat: dict[str, Any]) -> None:
        """Go to a seat at another table."""
        page.get_by_test_id("effects").evaluate_all("(all) => all.forEach((each) => each.classList.add('seen'))")
        page.evaluate("token => localStorage.setItem('lastcard.token', JSON.stringify(token))", seat["token"])
        page.goto(f"{self.house.url}#table={seat['table']}")
        expect(page.locator('[data-testid="effects"]:not(.seen)')).to_be_attached()
        page.evaluate(WATCH)


@pytest.fixture(scope="module")
def theater(browser: Browser, staff: Staff, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Theater]:
    """Open the same pages for all dramas, because every effect is over before the next begins."""
    with pytest.MonkeyPatch.context() as patch:
        staff.work_for_servers(patch)
        house = House(tmp_path_factory.mktemp("theater"), patch)
        people = People(browser, house)
        full, still = (people.home(settings={**FULL, "captions": True, "motion": motion}) for motion in ("full", "reduced"))
        for page in (full, still):
            hurry(page)
        yield Theater(house, people, full, still)
        house.rest()
        people.close()
        house.stop()


class Shown(NamedTuple):
    """A drama that has been played, and the theater where it was."""

    drama: Drama
    theater: Theater


@pytest.fixture(scope="module", params=[*DRAMAS, *MORE])
def shown(request: pytest.FixtureRequest, theater: Theater) -> Shown:
    """Play a drama once for all tests that look at it."""
    drama = {**DRAMAS, **MORE}[request.param]
    seats = seats_of(theater.house, drama)
    for page, seat in ((theater.full, 0), (theater.still, 2)):
        theater.visit(page, seats[seat])
    play(theater.house, seats, drama, theater.full, theater.still)
    return Shown(drama, theater)


def test_an_effect_with_full_motion(shown: Shown) -> None:
    """An effect moves, names its victim, ends in time, and leaves the pointer alone."""
    drama, (_, people, page, _) = shown
    for caption in drama.captions:
        page.wait_for_function(SAID, arg=caption)
    page.wait_for_function("ways => ways.every((way) => window.parts.some((part) => part.way === way))", arg=[*drama.ways])
    page.wait_for_function("() => !document.querySelector('.flyer, .effects .caption')")
    parts = page.evaluate("window.parts")
    found = [part["is"] for part in parts]
    flies = ["flyer"] if drama.moves[0][1].startswith("play") else []
    assert {*drama.parts, *flies, *(["caption"] if drama.captions else [])} <= {*found}
    assert {part["is"]: part["animation"] for part in parts} == {part: ANIMATIONS[part] for part in found}
    assert all(part["moves"] and 0 < part["end"] < LONGEST and not part["hit"] for part in parts), parts
    assert all([part["way"] for part in parts].count(way) >= drama.ways.count(way) for way in drama.ways), parts
    assert page.evaluate("window.most") <= 1
    assert people.troubles == []


def play(house: House, seats: list[dict[str, Any]], drama: Drama, *pages: Page) -> None:
    """Make the moves of a drama, each when the pages have shown the one before."""
    for seat, move in drama.moves:
        if seat == SERVER:
            house.end_game(seats[0]["table"])
        else:
            house.command(seats[seat], do="move", move=move, n=10**6)
        for page in pages:
            page.wait_for_function(SHOWS, arg=house.number(seats[0]["table"]))


def test_an_effect_stands_still_with_reduced_motion(shown: Shown) -> None:
    """With reduced motion, an effect is a still badge with the same words, and nothing else is added."""
    drama, page = shown.drama, shown.theater.still
    for caption in (*drama.captions, *drama.still):
        said = re.sub(r"(\d) still to draw (\w+)", r"\2 draws \1 \2", caption)
        said = re.sub(r"(Round|Game) won! You", lambda won: f"Ann wins the {won[1].lower()}!", said)
        said = said.replace("You draw", "Ann draws").replace("You", "Ann")
        page.wait_for_function(SAID, arg=said.replace("Cy draws", "You draw").replace("Cy", "You"))
    parts = page.evaluate("window.parts")
    assert {(part["is"], part["animation"]) for part in parts} == {("caption", "none")}


def test_an_effect_sounds(shown: Shown) -> None:
    """What a move leads to has its own voice, which is shown in words, too."""
    voices = voices_of(shown.drama)
    assert voices
    words = [SOUNDS[f"sound.{voice}"] for voice in voices]
    shown.theater.full.wait_for_function("words => words.every((word) => window.sounds.has(word))", arg=words)


def voices_of(drama: Drama) -> set[str]:
    """Return the voice of the weightiest event that each move of a drama leads to."""
    game, voices = drama.begin(Game.arrange(drama.edition, options=drama.options or {}, **drama.position())), set()
    teller = game.edition.teller
    for seat, move in drama.moves:
        events = game.end() if seat == SERVER else game.move(seat, move)
        with_it = [(event.what, *["called"] * bool(event.uno), *["named"] * bool(event.color)) for event in events]
        names = [name for each in with_it for name in each]
        effects = [teller.effects[teller.by_name[name].code] for name in names]
        voices.add(max(reversed(effects), key=lambda effect: effect.weight).sound)
    return voices - {""}


def test_an_effect_gives_way_to_the_player(house: House, people: People) -> None:
    """A card that is played while an effect runs ends the effect at once."""
    drama = DRAMAS["skip"]._replace(hands=[["red-skip", *KEEP], BENS])
    seats = seats_of(house, drama)
    page = watched(people, seats[0], speed="slow")
    house.command(seats[0], do="move", move="play red-skip", n=10**6)
    stopped = page.wait_for_function(
        """() => {
          const caption = document.querySelector("[data-look]");
          const card = document.querySelector("[data-testid=hand] [data-card=red-1]");
          if (!caption || !card) return null;
          const [{ playState }] = caption.getAnimations();
          card.click();
          return new Promise((resolve) => requestAnimationFrame(() => resolve([playState, caption.isConnected])));
        }"""
    )
    assert stopped.json_value() == ["running", False]
    house.until(seats[0]["table"], lambda game: game.top == "red-1" or None, lambda: None)


def test_one_card_left_and_your_turn(house: House, people: People) -> None:
    """Once somebody has one card the table says so until the round ends. A turn that comes to you is announced on the table."""
    drama = DRAMAS["call"]
    seats = seats_of(house, drama)
    page = watched(people, seats[1], speed="slow")
    expect(page.get_by_test_id("tension")).to_have_count(0)
    house.command(seats[0], do="move", move="play red-1 uno", n=10**6)
    expect(page.get_by_test_id("your-turn")).to_have_text("Your turn!")
    expect(page.get_by_test_id("tension")).to_have_text("Ann has one card left!")
    hurry(page)
    for seat, move in ((1, "play red-5"), (2, "draw"), (2, "pass")):
        house.command(seats[seat], do="move", move=move, n=10**6)
    page.wait_for_function(SHOWS, arg=house.number(seats[0]["table"]))
    expect(page.get_by_test_id("tension")).to_have_text("Ann has one card left!")
    house.command(seats[0], do="move", move="play red-2", n=10**6)
    expect(page.get_by_test_id("screen-between")).to_be_visible()
    expect(page.get_by_test_id("tension")).to_have_count(0)


# Hides the page, and remembers what it notifies the player of.
HIDE = """
() => {
  Object.defineProperty(document, "hidden", { get: () => true });
  window.notices = [];
  window.Notification = class {
    static permission = "granted";
    constructor(text) { window.notices.push(text); }
    close() { window.notices.pop(); }
  };
}
"""


def test_a_player_who_looks_elsewhere_is_called(house: House, people: People) -> None:
    """While the page is hidden, the tab's title and a notification say that it's your turn, until you have moved."""
    drama = DRAMAS["call"]
    seats = seats_of(house, drama)
    page = people.seated(seats[1], settings={"notify": True})
    title = f"{editions.get(drama.edition).title} · lastcard"
    expect(page).to_have_title(title)
    page.evaluate(HIDE)
    house.command(seats[0], do="move", move="play red-1", n=10**6)
    expect(page).to_have_title(f"● Your turn! · {title}")
    assert page.evaluate("window.notices") == ["Your turn!"]
    house.command(seats[1], do="move", move="play red-5", n=10**6)
    expect(page).to_have_title(title)
    assert page.evaluate("window.notices") == []


COVERED = """
() => {
  window.covered = {};
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const look = (caption) => {
    const box = caption.getBoundingClientRect();
    const hidden = [...document.querySelectorAll("[data-matters]")].filter((each) => meet(box, each.getBoundingClientRect()));
    window.covered[caption.innerText.split("\\n")[0]] = hidden.map((each) => each.innerText || each.className);
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes)
      if (node.classList?.contains("caption")) requestAnimationFrame(() => look(node));
  });
  window.looker?.disconnect();
  window.looker = observer;
  observer.observe(document.body, { childList: true, subtree: true });
}
"""


@pytest.mark.parametrize(("players", "size"), [(2, (360, 640)), (10, (360, 640)), (4, (844, 390)), (10, (1280, 800))], ids=str)
def test_announcements_hide_nothing_that_matters(players: int, size: tuple[int, int], tour: Tour) -> None:
    """However many play on whatever screen, "Skipped!" and "Your turn!" leave names, counts, color and direction to be seen."""
    others = [[f"yellow-{seat + 1}", f"green-{seat + 1}"] for seat in range(players - 2)]
    hands = [["red-skip", "red-draw-two", *KEEP], *others, ["red-1", "blue-5", "blue-6"]]
    house = tour.house
    house.arrange("classic", hands=hands, top="red-9", turn=players - 1)
    ann = house.table("classic", seats=players, options={"target": 500})
    seats = [ann, *(house.join(ann, f"Ben the {n}th") for n in range(1, players))]
    house.start_game(*seats)
    viewport = ViewportSize(width=size[0], height=size[1])
    page = tour.visit(ann, viewport, settings={"motion": "reduced", "speed": "slow"})
    expect(page.get_by_test_id("effects")).to_be_attached()
    page.evaluate(COVERED)
    hurry(page)
    house.command(seats[-1], do="move", move="play red-1", n=10**6)
    page.wait_for_function("() => window.covered['Your turn!']")
    house.command(ann, do="move", move="play red-skip", n=10**6)
    page.wait_for_function("() => window.covered['Skipped!']")
    assert page.evaluate("window.covered") == {"Your turn!": [], "Skipped!": []}


def test_the_last_seconds_are_counted(house: House, people: People) -> None:
    """The last five seconds of a player's clock show large."""
    house.arrange("classic", hands=DRAMAS["skip"].hands, top="red-9", turn=0)
    ann = house.table("classic", seats=3, settings={"clock": 15})
    seats = [ann, house.join(ann, "Ben"), house.join(ann, "Cy")]
    house.start_game(*seats)
    page = people.seated(ann, settings=FULL)
    expect(page.get_by_test_id("effects")).to_be_attached()
    page.evaluate("() => { const now = Date.now.bind(Date); Date.now = () => now() + 11_000; }")
    expect(page.get_by_test_id("countdown")).to_be_visible()


PLUG_IN = '''
from lastcard.edition import edition_2023
from lastcard.rulebook import Rule
from lastcard.rules.piles import note
from lastcard.rules.seats import after, begin
from lastcard.rules.state import Round, Rules

EDITION = edition_2023(
    id="colds",
    title="Colds",
    summary="Wild Cold makes you sneeze.",
    special="wild-cold",
    rulebook=(Rule("cold", "Wild Cold: name a color, and sneeze."),),
)
SNEEZED = EDITION.event("sneezed-at", "{seat} sneezes")


@EDITION.hook
def on_special(r: Rules, g: Round, seat: int) -> None:
    """Sneeze."""
    note(g, SNEEZED, seat, 0, 0)
    begin(g, after(g, seat, 1))
'''


def test_an_edition_of_others_gets_its_effects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, house: House, people: People
) -> None:
    """What an edition from another distribution makes happen has an effect and a caption, without a line for the page."""
    install(tmp_path, "plug-colds", {"plug_colds.py": PLUG_IN}, editions.GROUP, it="plug_colds")
    drama = Drama("colds", [["wild-cold", *KEEP], BENS, CYS], [(0, "play wild-cold blue")], ["Sneezed at! You"])
    with on_path(monkeypatch, tmp_path):
        seats = seats_of(house, drama)
        page = watched(people, seats[0])
        hurry(page)
        play(house, seats, drama, page)
        page.wait_for_function(SAID, arg=drama.captions[0])
        expect(page.get_by_test_id("log")).to_contain_text("Ann sneezes")


def test_every_caption_is_seen() -> None:
    """Every caption that an edition declares is in one of these dramas, if it isn't outweighed in all of them."""
    captions = [caption for drama in (*DRAMAS.values(), *MORE.values()) for caption in drama.captions]
    effects = {effect for name in editions.names() for effect in editions.get(name).teller.effects.values()}
    declared = {shout for effect in effects if effect.weight >= CAPTION for shout in effect.shout}
    unseen = {shout for shout in declared if not any(re.match(shout_pattern(shout), caption) for caption in captions)}
    assert unseen == {*OUTWEIGHED}


def shout_pattern(shout: str) -> str:
    """Return what a caption with this shout begins with."""
    return re.escape(shout).replace(re.escape("{n}"), r"\d+")


def test_every_verb_of_the_effects_is_legal() -> None:
    """The moves of these tests are moves of their editions, and what is outweighed comes with something heavier."""
    assert {drama.edition for drama in DRAMAS.values()} == set(editions.names())
    outweighed = set()
    for name, drama in {**DRAMAS, **MORE}.items():
        game = drama.begin(Game.arrange(drama.edition, options=drama.options or {}, **drama.position()))
        for seat, move in drama.moves:
            weights = weights_of(game, game.end() if seat == SERVER else game.move(seat, move))
            for shout, (where, what) in OUTWEIGHED.items():
                if name == where and what in weights:
                    assert weights[what] < max(weights.values())
                    outweighed.add(shout)
    assert outweighed == {*OUTWEIGHED}


def weights_of(game: Game, events: list[Event]) -> dict[str, int]:
    """Return how much of a scene each of these events makes."""
    teller = game.edition.teller
    return {event.what: teller.effects[teller.by_name[event.what].code].weight for event in events}
