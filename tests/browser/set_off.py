"""What a background or a shadow sets off from what is around it, and what does so with forced colors, which have neither."""

from __future__ import annotations

from playwright.sync_api import Page

# Remembers what has another ground than the element around it, or a shadow. Pictures and fields are set off by what they are.
REMEMBER = """
() => {
  const isClear = (color) => color === "transparent" || /^rgba.*, 0\\)$/.test(color);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(each);
      if (backgroundImage !== "none" || !isClear(backgroundColor)) return backgroundImage + backgroundColor;
    }
    return "";
  };
  window.setOff = [...document.body.querySelectorAll("*")].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest("svg, .avatar, .face, .picture, .stack, [data-face], .back, input, select, textarea")) return false;
    // Whole screens, what is out of view, and names inside of a border.
    if (element.matches("main > *, [data-testid=screen-play], [data-testid=board-table], .skip, .who .text")) return false;
    const { width, height } = element.getBoundingClientRect();
    if (width < 4 || height < 4) return false;
    return ground(element) !== ground(element.parentElement) || getComputedStyle(element).boxShadow !== "none";
  });
  return window.setOff.length;
}
"""
# Of these, what has neither a line around it nor a color of its own.
LOST = """
() => {
  const isClear = (color) => color === "transparent" || /^rgba.*, 0\\)$/.test(color);
  const hue = (color) => color.match(/\\d+/g).slice(0, 3).join();
  const page = hue(getComputedStyle(document.body).backgroundColor); // the system's, of which all grounds become shades
  const hasLine = (element) => [null, "::before", "::after"].some((part) => {
    const style = getComputedStyle(element, part);
    if (part && style.content === "none") return false;
    const line = (side) => parseFloat(style[`border${side}Width`]) > 0 && !isClear(style[`border${side}Color`]);
    const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    return outline || ["Top", "Left", "Bottom", "Right"].some(line);
  });
  return window.setOff.filter((element) => {
    const { forcedColorAdjust, backgroundColor } = getComputedStyle(element);
    if (!element.checkVisibility() || forcedColorAdjust === "none") return false;
    return (isClear(backgroundColor) || hue(backgroundColor) === page) && !hasLine(element);
  }).map((element) => element.outerHTML.slice(0, 160));
}
"""


def remember_what_is_set_off(page: Page) -> None:
    """Keep in mind what is set off on a page that shows its own colors."""
    assert page.evaluate(REMEMBER) > 0


def lost_with_forced_colors(page: Page) -> list[str]:
    """Return what nothing sets off now that the page has forced colors."""
    found: list[str] = page.evaluate(LOST)
    return found
