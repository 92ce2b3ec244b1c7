"""Players hear and see each other: real browsers with made-up devices, connected over the loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

import chromium
from browser.house import House
from browser.media import FLAGS, caller, hears, join, sees, table_of, tables
from browser.people import DESKTOP, PHONE, People
from browser.players import Chooser, Player, Round
from lastcard import editions

EDITION = editions.names()[0]
RED = editions.get(EDITION).colors[0]
VOICE, VIDEO = {"media": "voice"}, {"media": "video"}
SENDS_PICTURES = """() => window.pairs.some((pair) =>
  pair.getTransceivers().some(({ sender }) => sender.track?.kind === "video"))"""
# What each sender may send and has to send, by kind, once the limits are set.
SENT = """() => {
  const senders = window.pairs[0].getSenders().filter(({ track }) => track);
  const sent = Object.fromEntries(senders.map((sender) => [sender.track.kind, {
    most: sender.getParameters().encodings[0]?.maxBitrate, name: sender.track.label,
    is: sender.track.getSettings(),
    asked: Object.fromEntries(
      Object.entries(sender.track.getConstraints()).map(([name, value]) => [name, value.ideal ?? value]),
    ),
  }]));
  return sent.audio?.most && sent.video?.most && sent;
}"""
LEVEL = "() => document.querySelector('[data-testid=level]')?.value > 0"
# More offers, answers and candidates than are allowed, and none of them makes sense.
NONSENSE = """(to) => {
  const say = (told) => window.sockets.at(-1).send(JSON.stringify({ do: "signal", to, ...told }));
  for (let i = 0; i < 300; i++) say({ kind: i % 2 ? "offer" : "answer", sdp: "v=0\\r\\nnonsense" });
  say({ kind: "candidates", candidates: [{ candidate: "candidate:1 1 udp 1 127.0.0.1 1 typ x", sdpMid: "99" }] });
  window.sockets.at(-1).send('{"do":"signal","to":"' + to + '","kind":"offer"}');
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Open a Chromium with a microphone and a camera that are made up."""
    with chromium.opened(*FLAGS) as browser:
        yield browser


def do(house: House, player: Player, move: str) -> None:
    """Make a move on a page that shows everything that has happened, and wait until it is done."""
    table = table_of(player.page)
    before = house.see(table, lambda game: game.event_count)
    player.catch_up(house.number(table))
    player.make(move)
    house.until(table, lambda game: game.event_count > before or None, lambda: None, f"after {move!r}")


def tell(page: Page, **command: Any) -> None:
    """Send a command over the page's connection."""
    page.evaluate("(command) => window.sockets.at(-1).send(JSON.stringify(command))", command)


def say(house: House, page: Page, move: str) -> None:
    """Make a move over the page's connection, where its clicks are not what is tested, and wait until it is done."""
    table = table_of(page)
    before = house.see(table, lambda game: game.event_count)
    tell(page, do="move", move=move, n=house.number(table))
    house.until(table, lambda game: game.event_count > before or None, lambda: None, f"after {move!r}")


def test_two_hear_each_other(house: House, people: People) -> None:
    """After consent two players hear each other, see a sign that they are heard, and can mute and leave."""
    ann, ben = tables(house, people, EDITION, ("Ann", "Ben"), settings=VOICE)
    expect(ben.get_by_test_id("call")).to_contain_text("Nobody is talking yet")
    ann.get_by_test_id("call-join").click()
    expect(ann.get_by_test_id("consent")).to_contain_text("IP address")
    ann.get_by_test_id("join-now").click()
    expect(ben.get_by_test_id("call")).to_contain_text("Ann is talking")
    assert ben.evaluate("window.pairs.length") == 0  # nobody is heard or connected before they join
    join(ben)
    hears(ann)
    hears(ben)
    expect(ann.get_by_test_id("on-air")).to_have_attribute("data-on", "microphone")
    expect(ann.get_by_test_id("media-1")).to_have_attribute("data-pair", "connected")
    expect(ann.locator('[data-testid="media-1"].speaks')).to_be_visible()
    ben.get_by_test_id("call-microphone").click()
    expect(ben.get_by_test_id("on-air")).to_have_attribute("data-on", "nothing")
    expect(ann.locator('[data-testid="media-1"].speaks')).to_have_count(0)
    expect(ann.get_by_test_id("media-1")).to_have_attribute("data-sign", "muted")
    ben.get_by_test_id("call-leave").click()
    expect(ann.get_by_test_id("media-1")).to_have_count(0)


def test_four_hear_and_see_each_other(house: House, people: People) -> None:
    """Four players are a mesh: each hears and sees the other three, where their faces are, in small pictures."""
    pages = tables(house, people, EDITION, ("Ann", "Ben", "Cleo", "Dan"), settings=VIDEO)
    ann, ben, *_ = pages
    ann.get_by_test_id("call-join").click()
    dialog = ann.get_by_test_id("dialog")
    dialog.get_by_label("Microphone").select_option(label="Fake Audio Input 2")
    ann.wait_for_function(LEVEL)
    dialog.get_by_test_id("join-camera").check()
    dialog.get_by_test_id("join-now").click()
    for page in pages[1:]:
        join(page, camera=True)
    for seat, page in enumerate(pages):
        hears(page, 3)
        sees(page, 3)
        for other in {0, 1, 2, 3} - {seat}:
            expect(page.get_by_test_id(f"picture-{other}")).to_be_visible()
        sends_little(page)
    # One picks another microphone in the middle of the call, and one turns the camera off.
    assert ann.evaluate(SENT)["audio"]["name"] == "Fake Audio Input 2"
    ann.get_by_test_id("call-settings").click()
    ann.wait_for_function(LEVEL)
    dialog.get_by_label("Microphone").select_option(label="Fake Audio Input 1")
    ann.wait_for_function(f"() => ({SENT})().audio?.name === 'Fake Audio Input 1'")
    expect(ann.get_by_test_id("on-air")).to_have_attribute("data-on", "both")
    ben.get_by_test_id("call-camera").click()
    expect(ann.get_by_test_id("picture-1")).to_have_count(0)
    expect(ben.get_by_test_id("on-air")).to_have_attribute("data-on", "microphone")


def sends_little(page: Page) -> None:
    """Check what a page's browser may send: a small picture and a voice without echoes, each within its limit."""
    sent = page.wait_for_function(SENT).json_value()
    assert (sent["audio"]["most"], sent["video"]["most"]) == (32_000, 200_000)
    assert sent["audio"]["is"]["echoCancellation"] is True
    assert (sent["video"]["is"]["width"], sent["video"]["is"]["height"]) == (320, 240)
    assert sent["video"]["asked"] == {"width": 320, "height": 240, "frameRate": 15}
    assert page.evaluate("window.pairs[0].getConfiguration().bundlePolicy") == "max-bundle"
    assert 1000 < page.evaluate("window.longest") < 8192  # an offer with pictures fits into one message


def test_nobody_is_heard_before_they_say_so(house: House, people: People) -> None:
    """With push-to-talk a microphone is closed until the button is held, and after a reload a player isn't in the call.

    Anyone can silence anyone for themselves, a second tab takes the call over, and the host can end it for everyone.
    """
    ann, ben = tables(house, people, EDITION, ("Ann", "Ben"), settings=VOICE)
    join(ann)
    ben.get_by_test_id("call-join").click()
    ben.get_by_test_id("call-mode").select_option("push")
    ben.get_by_test_id("join-now").click()
    sign = ben.get_by_test_id("on-air")
    expect(sign).to_have_attribute("data-on", "nothing")
    hears(ben)
    ben.get_by_test_id("call-talk").dispatch_event("pointerdown")
    expect(sign).to_have_attribute("data-on", "microphone")
    ben.get_by_test_id("call-talk").dispatch_event("pointerup")
    expect(sign).to_have_attribute("data-on", "nothing")
    ben.keyboard.down("v")
    expect(sign).to_have_attribute("data-on", "microphone")
    ben.keyboard.up("v")
    expect(sign).to_have_attribute("data-on", "nothing")
    ann.get_by_test_id("seat-1").get_by_role("button").first.click()
    ann.get_by_test_id("silence").click()
    expect(ann.get_by_test_id("media-1")).to_have_attribute("data-sign", "silenced")
    expect(ann.get_by_test_id("voice-1")).to_have_js_property("muted", True)
    ben.reload()
    expect(ben.get_by_test_id("call-join")).to_be_visible()
    expect(ann.get_by_test_id("media-1")).to_have_count(0)
    join(ben)
    hears(ben)
    tab = ben.context.new_page()
    tab.goto(ben.url)
    join(tab)
    hears(tab)
    expect(ben.get_by_test_id("call-trouble")).to_contain_text("another tab")
    tell(ann, do="change", settings={"media": "off"})
    for page in (ann, ben, tab):
        expect(page.get_by_test_id("call")).to_have_count(0)
        page.wait_for_function("() => window.pairs.every((pair) => pair.connectionState === 'closed')")


def test_a_dare_is_done_in_the_spotlight(house: House, people: People) -> None:
    """While Ben does a dare, his picture grows on both pages, also on a phone, with text and clock, until the vote is in."""
    hands = [["red-dare-3", "red-1", "red-2"], ["red-4", "red-6", "red-7"]]
    house.arrange("dare", hands=hands, top="red-9", rest=True)
    settings = {**VIDEO, "clock": 120}
    ann, ben = tables(house, people, "dare", ("Ann", "Ben"), settings=settings, viewports=(DESKTOP, PHONE))
    for page in (ann, ben):
        join(page, camera=True)
    sees(ann)
    one, two = Player(ann, 0), Player(ben, 1)
    say(house, ann, "play red-dare-3")
    do(house, two, "dare")
    for page in (ann, ben):
        expect(page.get_by_test_id("spotlight")).to_have_attribute("data-seat", "1")
        expect(page.get_by_test_id("spotlight-picture")).to_be_in_viewport(ratio=0.9)
        expect(page.get_by_test_id("spotlight-picture")).not_to_have_js_property("videoWidth", 0)
    expect(ben.get_by_test_id("spotlight").get_by_role("timer")).to_be_in_viewport(ratio=0.9)
    expect(ben.get_by_test_id("spotlight")).to_contain_text("Hum a tune")
    ann.get_by_test_id("decide").click()
    vote = ann.get_by_test_id("dialog")
    expect(vote.get_by_test_id("spotlight")).to_be_visible()
    expect(vote.get_by_role("timer")).to_be_in_viewport(ratio=0.9)
    expect(vote).to_contain_text("Hum a tune")
    do(house, one, "vote yes")
    for page in (ann, ben):
        expect(page.get_by_test_id("spotlight")).to_have_count(0)
    Round(house, table_of(ann), [one, two]).play(Chooser("dare"), lambda: None)
    hears(ann, still=True)


def test_a_line_is_said_in_the_spotlight(house: House, people: People) -> None:
    """Whoever has to say a line is in the spotlight. A line said aloud needs one click, and the others judge it."""
    hands = [["wild-favorite-line", "red-1"], ["red-4", "red-6"]]
    house.arrange("favorite-line", hands=hands, top="red-9", rest=True)
    ann, ben = tables(house, people, "favorite-line", ("Ann", "Ben"), settings=VIDEO)
    for page in (ann, ben):
        join(page, camera=True)
    sees(ann)
    say(house, ann, "play wild-favorite-line red uno")
    say(house, ann, "film The one with the ship")
    expect(ann.get_by_test_id("spotlight")).to_have_attribute("data-seat", "1")
    expect(ann.get_by_test_id("spotlight-picture")).to_be_visible()
    ben.get_by_test_id("said-aloud").click()
    house.until(table_of(ann), lambda game: game.phase == "vote" or None, lambda: None)
    say(house, ann, "vote yes")
    expect(ben.get_by_test_id("spotlight")).to_have_attribute("data-seat", "0")
    ann.get_by_test_id("said-aloud").click()
    house.until(table_of(ann), lambda game: game.phase == "vote" or None, lambda: None)
    say(house, ben, "vote yes")
    for page in (ann, ben):
        expect(page.get_by_test_id("spotlight")).to_have_count(0)
    say(house, ben, "play red-4 uno")
    say(house, ann, "play red-1")
    assert house.see(table_of(ann), lambda game: game.round_over)


def test_a_call_goes_on_through_trouble(house: House, people: People) -> None:
    """Two still hear each other after broken envelopes, a lost connection, a microphone that ends, and a server's restart."""
    ann, ben = tables(house, people, EDITION, ("Ann", "Ben"), settings=VOICE)
    join(ann)
    join(ben)
    hears(ann)
    hears(ben)
    strip = ann.get_by_test_id("call")
    call = strip.get_attribute("data-call") or ""
    # Hostile envelopes change nothing for others.
    ben.evaluate(NONSENSE, call)
    hears(ann, still=True)
    hears(ben, still=True)
    expect(ann.get_by_test_id("media-1")).to_have_attribute("data-pair", "connected")
    expect(ben.get_by_test_id("reconnecting")).to_have_count(0)
    # When the connection to the server breaks, the call goes on over the same connection between the browsers.
    ann.evaluate("window.sockets.at(-1).close()")
    ann.wait_for_function("() => window.sockets.length === 2 && window.sockets[1].readyState === 1")
    expect(ann.get_by_test_id("reconnecting")).to_have_count(0)
    expect(strip).to_have_attribute("data-call", call)
    hears(ann, still=True)
    ann.wait_for_function("() => window.pairs.length === 1")
    # When a microphone is unplugged the page says so, and one click opens it again.
    ann.evaluate("window.pairs[0].getSenders().find(({ track }) => track).track.dispatchEvent(new Event('ended'))")
    expect(ann.get_by_test_id("call-trouble")).to_contain_text("Your microphone is gone")
    expect(ann.get_by_test_id("on-air")).to_have_attribute("data-on", "nothing")
    expect(ann.get_by_test_id("media-1")).to_have_attribute("data-pair", "connected")
    ann.get_by_test_id("call-microphone").click()
    expect(ann.get_by_test_id("on-air")).to_have_attribute("data-on", "microphone")
    expect(ann.get_by_test_id("call-trouble")).to_have_count(0)
    # No voice passes through the server: while it is stopped they hear each other, and when it is back they still do.
    house.stop()
    expect(ann.get_by_test_id("reconnecting")).to_be_visible()
    hears(ann, still=True)
    hears(ben, still=True)
    house.start()
    expect(strip).not_to_have_attribute("data-call", call)
    hears(ann)


def test_two_who_find_no_path(house: House, people: People) -> None:
    """If two browsers can't reach each other, the page says whom and what helps, the game goes on, and they are tried again."""
    house.arrange(EDITION, hands=[[f"{RED}-1", f"{RED}-2"], [f"{RED}-3", f"{RED}-4"]], top=f"{RED}-5")
    ann, ben = tables(house, people, EDITION, ("Ann", "Ben"), settings=VOICE)
    for page in (ann, ben):
        expect(page.get_by_test_id("call-join")).to_be_visible()
        page.clock.install()
        page.evaluate("window.isCutOff = true")
        join(page)
    expect(ann.get_by_test_id("media-1")).to_have_attribute("data-pair", "connecting")
    for page, seat, name in ((ann, 1, "Ben"), (ben, 0, "Ann")):
        page.wait_for_function("() => window.pairs.length === 1")
        for _ in range(2):
            page.clock.fast_forward(12_500)
        expect(page.get_by_test_id("call-trouble")).to_contain_text(f"No connection to {name} yet")
        expect(page.get_by_test_id(f"media-{seat}")).to_have_attribute("data-sign", "unreachable")
    do(house, Player(ann, 0), f"play {RED}-1 uno")
    for page in (ann, ben):
        page.evaluate("window.isCutOff = false")
        page.clock.fast_forward(31_000)
    hears(ann)
    hears(ben)
    for page in (ann, ben):
        expect(page.get_by_test_id("call-trouble")).to_have_count(0)


def test_with_six_in_the_call_only_the_performer_is_seen(house: House, people: People) -> None:
    """Of six callers, two of them browsers, nobody sends a picture but the one who does a dare, while it is judged."""
    hands = [["red-dare-3", "red-1", "red-2"], *([f"blue-{n}", f"green-{n}"] for n in range(1, 6))]
    house.arrange("dare", hands=hands, top="red-9")
    seats = [house.table("dare", seats=6, settings=VIDEO)]
    seats += [house.join(seats[0], name) for name in ("Ben", "Cleo", "Dan", "Eve", "Finn")]
    house.start_game(*seats)
    ann, ben = [caller(people, seat) for seat in seats[:2]]

    def move(seat: int, move: str) -> None:
        house.command(seats[seat], do="move", move=move, n=house.number(seats[0]["table"]))

    def sends(page: Page, *, pictures: bool) -> None:
        page.wait_for_function(SENDS_PICTURES if pictures else f"() => !({SENDS_PICTURES})()")

    with ExitStack() as stack:
        for seat in seats[2:]:
            socket = stack.enter_context(connect(f"{house.url.replace('http', 'ws')}ws/{seat['table']}", max_queue=None))
            socket.send(json.dumps({"token": seat["token"]}))
            socket.send(json.dumps({"do": "call"}))
        for page in (ann, ben):
            expect(page.get_by_test_id("call")).to_contain_text("Cleo, Dan, Eve")
            join(page, camera=True)
        hears(ann)
        for page in (ann, ben):
            expect(page.get_by_test_id("media-5")).to_be_visible()
            expect(page.locator("[data-testid^=picture-]")).to_have_count(0)
            sends(page, pictures=False)
        move(0, "play red-dare-3")
        move(1, "dare")
        sends(ben, pictures=True)
        sends(ann, pictures=False)
        expect(ann.get_by_test_id("spotlight-picture")).to_be_visible()
        sees(ann)
        for judge in (0, 2, 3, 4, 5):
            move(judge, "vote yes")
        for page in (ann, ben):
            expect(page.locator("[data-testid^=picture-], [data-testid=spotlight]")).to_have_count(0)
            sends(page, pictures=False)


@pytest.mark.long
def test_from_six_on_only_the_performer_is_seen(house: House, people: People) -> None:
    """Six players all hear each other, but pictures are sent only by the one who does a dare, while it is judged."""
    hands = [["red-dare-3", "red-1", "red-2"], *([f"blue-{n}", f"green-{n}"] for n in range(1, 6))]
    house.arrange("dare", hands=hands, top="red-9")
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    pages = tables(house, people, "dare", names, settings=VIDEO)
    for page in pages:
        join(page, camera=True)
    for page in pages:
        hears(page, 5)
        expect(page.locator("[data-testid^=picture-]")).to_have_count(0)
    say(house, pages[0], "play red-dare-3")
    say(house, pages[1], "dare")
    for page in pages:
        expect(page.get_by_test_id("spotlight-picture")).to_be_visible()
    sees(pages[0])
    for judge in (0, 2, 3, 4, 5):
        say(house, pages[judge], "vote yes")
    for page in pages:
        expect(page.locator("[data-testid^=picture-]")).to_have_count(0)
