"""Calls in browser tests: Chromium with made-up devices, and what its connections have received."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from browser.house import House
from browser.people import DESKTOP, People

# A slow camera, because pictures cost the most.
FLAGS = ("--use-fake-device-for-media-stream=fps=5", "--use-fake-ui-for-media-stream", "--allow-loopback-in-peer-connection")
CONNECTED_WITHIN = 90_000  # milliseconds: on a busy machine, browsers take long to find each other
# The test can look at every connection, and only candidates of the loopback go out. Of a page that is cut off, no signal does.
SPY = """
window.pairs = [];
window.sockets = [];
window.isCutOff = false;
window.longest = 0;
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...given) { super(...given); window.pairs.push(this); }
};
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (!window.sockets.includes(this)) window.sockets.push(this);
  const told = JSON.parse(data);
  if (told.do === "signal") {
    if (window.isCutOff) return;
    window.longest = Math.max(window.longest, data.length);
  }
  if (told.kind !== "candidates") return send.call(this, data);
  told.candidates = told.candidates.filter(({ candidate }) => candidate.includes(" 127.0.0.1 "));
  if (told.candidates.length) send.call(this, JSON.stringify(told));
};
"""
RECEIVED = """async ([kind, pairs, least, patience, afresh]) => {
 const before = new Map();
 for (const end = Date.now() + patience; Date.now() < end; await new Promise((go) => setTimeout(go, 50))) {
  const open = window.pairs.filter((pair) => pair.connectionState === "connected");
  const amounts = await Promise.all(open.map(async (pair) => {
    let amount = 0;
    for (const each of (await pair.getStats()).values())
      if (each.type === "inbound-rtp" && each.kind === kind)
        amount += kind === "video" ? each.framesDecoded : each.bytesReceived;
    if (!before.has(pair)) before.set(pair, afresh ? amount : 0);
    return amount - before.get(pair);
  }));
  if (amounts.filter((amount) => amount >= least).length >= pairs) return true;
 }
 return window.pairs.map((pair) => pair.connectionState).join(" ");
}"""


def caller(people: People, seat: dict[str, Any], **more: Any) -> Page:
    """Open a page at a seat, in a browser that grants the microphone and the camera."""
    context = people.context(permissions=["camera", "microphone"], **more)
    context.add_init_script(SPY)
    people.keep(context, "tables", {seat["table"]: {name: seat.get(name) for name in ("token", "invite", "watch")}})
    page = context.new_page()
    page.goto(f"{people.url}#table={seat['table']}", wait_until="commit")  # so that several pages load at once
    return page


def join(page: Page, *, camera: bool = False) -> None:
    """Join the call the way a person does."""
    page.get_by_test_id("call-join").click()
    expect(page.get_by_test_id("consent")).to_be_visible()
    if camera:
        page.get_by_test_id("join-camera").check()
        expect(page.get_by_test_id("preview")).to_be_visible()
    page.get_by_test_id("join-now").click()
    expect(page.get_by_test_id("on-air")).to_be_visible()


def hears(page: Page, others: int = 1, *, still: bool = False) -> None:
    """Wait until this many others can be heard: a kilobyte has come from each, or comes from now on if they ``still`` are."""
    assert page.evaluate(RECEIVED, ["audio", others, 1000, CONNECTED_WITHIN, still]) is True


def sees(page: Page, others: int = 1) -> None:
    """Wait until this many others can be seen: some frames have come from each."""
    assert page.evaluate(RECEIVED, ["video", others, 3, CONNECTED_WITHIN, False]) is True


def tables(
    house: House,
    people: People,
    edition: str,
    names: tuple[str, ...],
    viewports: tuple[ViewportSize, ...] = (),
    **more: Any,
) -> list[Page]:
    """Open a page for each of these players at a table whose game has started."""
    seats = [house.table(edition, names[0], len(names), **more)]
    seats += [house.join(seats[0], name) for name in names[1:]]
    house.start_game(*seats)
    sizes = viewports or (DESKTOP,) * len(names)
    return [caller(people, seat, viewport=size) for seat, size in zip(seats, sizes, strict=True)]


def table_of(page: Page) -> str:
    """Return the id of the table that a page shows."""
    return page.url.partition("#table=")[2]
