"""The fixtures of the web client's tests are up to date."""

from __future__ import annotations

import pytest

import web_fixtures


@pytest.mark.parametrize("name", web_fixtures.FIXTURES)
def test_the_web_client_is_tested_against_what_the_rules_say_now(name: str) -> None:
    """Every fixture of the web client's tests is what the Python code produces now."""
    kept = (web_fixtures.FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert kept == web_fixtures.text(name), "run: python tests/web_fixtures.py"
