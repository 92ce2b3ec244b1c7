"""A bot that plays over the network: it joins with an invite code and makes random legal moves until the game is over.

    python examples/socket_bot.py http://localhost:8000 K7M2-9QXD-4TRB --name Robbie

It doesn't know the rules of any edition, because the server tells a seat its legal moves (see docs/protocol.md). It adds bytes
of its own to the deal and checks at the end that the server kept its promise (see docs/fairness.md).
"""

import argparse
import hashlib
import hmac
import json
import random
import secrets
import urllib.request
from typing import Any

from websockets.sync.client import connect

State = dict[str, Any]


def join(server: str, code: str, name: str) -> State:
    """Take a seat and return the table, the seat, and the token that holds it."""
    body = json.dumps({"code": code, "name": name}).encode()
    request = urllib.request.Request(f"{server}/api/join", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        joined: State = json.load(response)
        return joined


def choose(state: State, said: int, added: str) -> State | None:
    """Pick the command to send now, if there is anything to do."""
    seat = state["seats"][state["you"]]
    if seat.get("away"):
        return {"do": "back"}
    if state["stage"] == "lobby" and not seat.get("contributed"):
        return {"do": "contribute", "hex": added}
    if state["stage"] in ("lobby", "between") and not seat["ready"]:
        return {"do": "ready", "digest": state["digest"]}
    if state["stage"] == "playing" and state["you"] in state["to_move"]:
        move = random.choice([move for move in state["moves"] if move.startswith("play")] or state["moves"])
        return {"do": "move", "move": move.replace("…", f"beep {said}")}
    return None


def is_as_promised(state: State, promise: str, added: str) -> bool:
    """Check that the secret is the one the server committed to, and that the bytes we added are in the deal."""
    fair = state["fair"]
    secret, scheme = bytes.fromhex(fair["secret"]), fair.get("scheme", 1)
    if scheme == 1:  # a game that a server of version 1 began
        made = hashlib.sha256(secret).hexdigest()
    else:
        fields = f"lastcard/{scheme}/commitment".encode(), fair["table"].encode()
        message = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
        made = hmac.new(secret, message, "sha256").hexdigest()
    return made == promise and fair["contributions"][state["you"]] == added


def play(server: str, code: str, name: str) -> tuple[State, bool]:
    """Play one game and return the last state, and whether the deal was as promised."""
    seat, state, n, sent, waits = join(server, code, name), State(), 0, 0, False
    promise, added = "", secrets.token_hex(32)
    with connect(f"{server.replace('http', 'ws', 1)}/ws/{seat['table']}") as socket:
        socket.send(json.dumps({"token": seat["token"]}))
        for message in socket:
            frame = json.loads(message)
            state.update(frame.get("set", {}))
            n = frame.get("n", n)
            promise = promise or state["commitment"]
            if frame.get("id") == str(sent):
                waits = False
            if state["stage"] == "over":
                break
            command = None if waits else choose(state, sent, added)
            if command:
                sent, waits = sent + 1, True
                socket.send(json.dumps({**command, **({"n": n} if command["do"] == "move" else {}), "id": str(sent)}))
    return state, is_as_promised(state, promise, added)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="the server's address, such as http://localhost:8000")
    parser.add_argument("code", help="a table's invite code")
    parser.add_argument("--name", default="Robbie")
    given = parser.parse_args()
    end, holds = play(given.server.rstrip("/"), given.code, given.name)
    print("Over:", ", ".join(f"{seat['name']} {score}" for seat, score in zip(end["seats"], end["scores"], strict=True)))
    print("The deal was as promised." if holds else "The deal was not as promised.")
