"""Configures Sphinx, and writes the rulebook and hooks pages before each build."""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))

import hooks  # noqa: E402  (found through the line above)
import rulebook  # noqa: E402  (found through the line above)
from lastcard import __version__, editions  # noqa: E402

project = "lastcard"
author = "lastcard contributors"
copyright = author  # noqa: A001  (Sphinx's name)
version = release = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True

html_theme = "furo"
html_title = f"lastcard {version}"
html_static_path = ["_static"]
html_css_files = ["home.css", "rulebook.css"]

found = [editions.get(name) for name in editions.names()]
hooks.write(DOCS / "hooks.md", editions=found)
rulebook.write(
    DOCS / "rulebook.md",
    editions=found,
    tests=rulebook.marked_tests(DOCS.parent / "tests"),
)
