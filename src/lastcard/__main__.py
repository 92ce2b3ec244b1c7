"""``python -m lastcard`` is the same as ``lastcard``."""

from .cli import main

main()
