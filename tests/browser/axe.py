"""Accessibility faults that axe finds on a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# Only faults come back: what is right on a page is longer than the page.
RUN = "(options) => axe.run({ ...options, resultTypes: ['violations'] }).then(({ violations }) => violations)"

# Nothing moves or fades but what takes long, such as a clock.
STILL = "() => document.getAnimations().every(a => a.playState !== 'running' || a.effect.getComputedTiming().endTime > 3000)"


def faults(page: Page, *, forced: bool = False) -> list[str]:
    """Return what axe finds, one line each, after everything has come to rest.

    With forced colors, axe doesn't know which colors the browser really uses, so it can't judge contrast.
    """
    page.wait_for_function(STILL)
    options = {**RULES, "rules": {"color-contrast": {"enabled": not forced}}}
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(RUN, options)
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]
