"""Sphinx configuration; the rulebook page is written from the editions and the tests before each build."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

import rulebook  # noqa: E402  (found through the line above)
from lastcard import editions  # noqa: E402

project = "lastcard"
author = "lastcard contributors"
copyright = author  # noqa: A001  (Sphinx's name)
version = release = installed_version("lastcard")

extensions = ["myst_parser"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True

html_theme = "furo"
html_title = f"lastcard {version}"
html_static_path = ["_static"]
html_css_files = ["rulebook.css"]

rulebook.write(
    DOCS / "rulebook.md",
    editions=[editions.get(name) for name in editions.names()],
    tests=rulebook.marked_tests(DOCS.parent / "tests"),
)
