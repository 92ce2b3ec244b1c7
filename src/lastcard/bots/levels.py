"""Which bots play each level at a table, and what they are called."""

# The bots that can play each level. The first one installed is used.
PLAYERS = {"easy": ("random",), "medium": ("steady", "random"), "hard": ("search", "steady", "random")}
LEVELS = tuple(PLAYERS)
PLAINEST, STAND_IN, HARDEST = "easy", "medium", "hard"
BOT_NAMES = ("Ada", "Bo", "Cleo", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit")
