"""Which bot plays each level at a table.

A bot has a name here if it is installed: `pyproject.toml` lists ours under ``lastcard.bots``, as other packages list theirs.
"""

# The bots that can play each level. The first one installed is used.
PLAYERS = {"easy": ("random",), "medium": ("steady", "random"), "hard": ("search", "steady", "random")}
LEVELS = tuple(PLAYERS)
PLAINEST, STAND_IN, HARDEST = "easy", "medium", "hard"
