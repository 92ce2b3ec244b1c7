"""How much a NATS server passes on at most: as many messages as fit, from two processes to two others, on this machine.

    .venv/bin/python benchmarks/bus.py [--seconds 5] [--pairs 2]

The senders write prepared bytes, and the receivers only count what comes, so that they take little of the processor and the
server is what is busy. Sizes are those of a frame for one player and of what a busy process has for another at one moment.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import socket
import time
from contextlib import suppress
from multiprocessing.synchronize import Event
from typing import Any
from urllib.parse import urlsplit

import psutil

from lastcard.server.cluster.nats_server import NatsServer

SIZES = (300, 4000)  # bytes
BATCH = 1 << 20  # bytes written at once


def joined(address: str) -> socket.socket:
    """A connection to the server that has been let in."""
    parts = urlsplit(address)
    sock = socket.create_connection((parts.hostname, parts.port))
    hello = json.dumps({"verbose": False, "pedantic": False, "auth_token": parts.username})
    sock.sendall(f"CONNECT {hello}\r\nPING\r\n".encode())
    heard = b""
    while b"PONG" not in heard:
        heard += sock.recv(4096)
    return sock


def send(address: str, subject: str, size: int, stop: Event) -> None:
    """Send messages until told to stop."""
    one = f"PUB {subject} {size}\r\n".encode() + b"x" * size + b"\r\n"
    many = one * max(1, BATCH // len(one))
    with joined(address) as sock:
        while not stop.is_set():
            sock.sendall(many)


def receive(address: str, subject: str, heard: Any, stop: Event) -> None:
    """Count the bytes that come until told to stop."""
    with joined(address) as sock:
        sock.sendall(f"SUB {subject} 1\r\n".encode())
        sock.settimeout(0.5)
        while not stop.is_set():
            with suppress(TimeoutError):
                heard.value += len(sock.recv(BATCH))


def measure(server: NatsServer, pairs: int, size: int, seconds: float) -> str:
    """Let as many messages through as possible, and say how many there were and what they cost."""
    stop, heard = multiprocessing.Event(), [multiprocessing.Value("q", 0) for _ in range(pairs)]
    workers = []
    for number, count in enumerate(heard):
        subject = f"to.{number}"
        workers.append(multiprocessing.Process(target=receive, args=(server.address, subject, count, stop)))
        workers.append(multiprocessing.Process(target=send, args=(server.address, subject, size, stop)))
    for worker in workers:
        worker.start()
    nats = psutil.Process(server.pid)
    time.sleep(1)  # until all are connected
    began, before, so_far = time.perf_counter(), nats.cpu_times(), sum(count.value for count in heard)
    time.sleep(seconds)
    took, after, now = time.perf_counter() - began, nats.cpu_times(), sum(count.value for count in heard)
    stop.set()
    for worker in workers:
        worker.join(5)
        worker.kill()
    cpu = after.user + after.system - before.user - before.system
    messages = (now - so_far) / (len(f"MSG to.0 1 {size}\r\n") + size + 2)
    return (
        f"{size:>5} bytes: {messages / took:>9,.0f} messages a second, {messages * size / took / 1e6:>6,.0f} MB/s; "
        f"the server took {cpu / took:.2f} cores, {cpu / max(messages, 1) * 1e6:.2f} µs a message"
    )


def main() -> None:
    """Measure each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--pairs", type=int, default=2)
    given = parser.parse_args()
    server = NatsServer()
    try:
        server.start()
        for size in SIZES:
            print(measure(server, given.pairs, size, given.seconds))
    finally:
        server.remove()


if __name__ == "__main__":
    main()
