"""A bot that reads questions and writes answers, each one line of JSON. It needs nothing but Python.

    lastcard arena steady 'command:python3 examples/json_bot.py' --games 100

It plays the card that matches the most cards left in its hand, and never forgets to call UNO.
"""

import json
import sys
from typing import Any


def choose(view: dict[str, Any], moves: list[str], may_decline: bool) -> str | None:  # noqa: FBT001
    """Pick one of the moves, or None to let a chance go by."""
    if "uno" in moves:
        return "uno"
    if may_decline:
        return None
    calling = [move for move in moves if move.endswith(" uno")]
    plays = [move for move in calling or moves if move.startswith("play ")]
    colors = [card.partition("-")[0] for card in view["hand"]]
    if plays:
        return max(plays, key=lambda move: sum(color in move for color in colors))
    return moves[0].replace("…", "Nobody's perfect")


for line in sys.stdin:
    question = json.loads(line)
    move = choose(question["view"], question["moves"], question["may_decline"])
    print(json.dumps({"id": question["id"], "move": move}), flush=True)
