"""The build hook: wheel, sdist and editable install contain the web client, which is built if it is missing or old."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILD = Path(__file__).with_name("web") / "build.py"


def _client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lastcard_web_build", BUILD)
    assert spec and spec.loader  # noqa: PT018 - a file of ours
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client if needed, and asks for Node only then."""

    PLUGIN_NAME = "custom"

    def _is_ready(self) -> bool:
        """Whether there is nothing to build. scripts/install says so, because it builds the client itself later."""
        return os.environ.get("LASTCARD_CLIENT") == "later" or bool(_client().is_built())

    def dependencies(self) -> list[str]:
        """What the build needs, apart from hatchling."""
        return [] if self._is_ready() else [_client().NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client before the files are collected."""
        client = _client()
        if self._is_ready():
            return
        try:
            client.build()
        except client.CannotBuild as error:
            self.app.abort(f"lastcard cannot be built: {error}")
