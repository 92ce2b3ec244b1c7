"""Where the Tab key leads, and whether it shows."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

# What is wrong with the way the focus shows. Somebody must see what has it: it is what is in its own middle. And somebody must
# see which element that is: by a line around it, or around the tile that it belongs to.
HIDDEN_FOCUS = """
() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  if (at === document.body) return null;
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const seen = there && (at.contains(there) || there.contains(at) || at.labels?.[0]?.contains(there));
  const outlined = [at, at.closest("label")].some((element) => {
    const style = element && getComputedStyle(element);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  const trouble = seen ? "not outlined" : `covered by ${there?.outerHTML.slice(0, 120)} at ${box.x}, ${box.y}`;
  return seen && outlined ? null : `${trouble}: ${at.outerHTML.slice(0, 120)}`;
}
"""


def stops(page: Page, count: int) -> Iterator[str]:
    """Press Tab this often, and yield what has the focus if it is covered or looks no different."""
    for _ in range(count):
        page.keyboard.press("Tab")
        if trouble := page.evaluate(HIDDEN_FOCUS):
            yield trouble
