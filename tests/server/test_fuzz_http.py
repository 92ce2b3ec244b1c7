"""Requests generated from the OpenAPI document: whatever fits it, or nearly does, is answered as documented."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from lastcard.server.wire.openapi import openapi
from serve_command import process

LIMITS = (
    "requests_per_second",
    "tables_per_hour",
    "seats_per_hour",
    "lists_per_minute",
    "guesses_per_minute",
    "replays_per_minute",
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    folder: Path = tmp_path_factory.mktemp("fuzz")
    wide = [word for name in LIMITS for word in ("--limit", f"{name}=1000000")]
    with process(folder, *wide) as (_, address):
        yield address


schema = schemathesis.openapi.from_dict(openapi())


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_keeps_its_word(case: Any, address: str) -> None:
    """Valid and invalid requests alike cause no server error and get a documented response."""
    checks = [not_a_server_error, content_type_conformance, response_schema_conformance]
    case.call_and_validate(
        base_url=address, checks=checks, headers={"Authorization": "Bearer 00000000000000000000000000000000"}
    )
