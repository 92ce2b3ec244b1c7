"""A bot that plays over the network: it sits down by an invite code and makes random legal moves until the game is over.

    python examples/socket_bot.py http://localhost:8000 K7M2-9QXD-4TRB --name Robbie

It knows no rule of any edition: the server tells a seat its legal moves. See docs/protocol.md.
"""

import argparse
import json
import random
import urllib.request
from typing import Any

from websockets.sync.client import connect

State = dict[str, Any]


def join(server: str, code: str, name: str) -> State:
    """Take a seat: the table, the seat, and the token that holds it."""
    body = json.dumps({"code": code, "name": name}).encode()
    request = urllib.request.Request(f"{server}/api/join", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        joined: State = json.load(response)
        return joined


def choose(state: State, said: int) -> State | None:
    """The command to send now, if there is anything to do."""
    seat = state["seats"][state["you"]]
    if seat.get("away"):
        return {"do": "back"}
    if state["stage"] in ("lobby", "between") and not seat["ready"]:
        return {"do": "ready", "digest": state["digest"]}
    if state["stage"] == "playing" and state["you"] in state["to_move"]:
        move = random.choice([move for move in state["moves"] if move.startswith("play")] or state["moves"])
        return {"do": "move", "move": move.replace("…", f"beep {said}")}
    return None


def play(server: str, code: str, name: str) -> State:
    """Play one game; the last state."""
    seat, state, n, sent, waits = join(server, code, name), State(), 0, 0, False
    with connect(f"{server.replace('http', 'ws', 1)}/ws/{seat['table']}") as socket:
        socket.send(json.dumps({"token": seat["token"]}))
        for message in socket:
            frame = json.loads(message)
            state.update(frame.get("set", {}))
            n = frame.get("n", n)
            if frame.get("id") == str(sent):
                waits = False
            if state["stage"] == "over":
                break
            command = None if waits else choose(state, sent)
            if command:
                sent, waits = sent + 1, True
                socket.send(json.dumps({**command, **({"n": n} if command["do"] == "move" else {}), "id": str(sent)}))
    return state


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="its address, as http://localhost:8000")
    parser.add_argument("code", help="the invite code of a table")
    parser.add_argument("--name", default="Robbie")
    given = parser.parse_args()
    end = play(given.server.rstrip("/"), given.code, given.name)
    print("Over:", ", ".join(f"{seat['name']} {score}" for seat, score in zip(end["seats"], end["scores"], strict=True)))
