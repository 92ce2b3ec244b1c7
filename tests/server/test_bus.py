"""The bus and a NATS server that lets only those in who show a password, a certificate, or NATS's own credentials."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import nkeys  # type: ignore[import-untyped]
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from lastcard.server.cluster.bus import LOST_AFTER, Bus, BusError, NoAnswer, NobodyThere, check_address
from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.cluster.shortcut import Shortcut
from lastcard.server.live.metrics import Metrics
from live_server import PATIENCE, eventually

pytestmark = pytest.mark.anyio


class GuardedNats(NatsServer):
    """A NATS server with another configuration. Its ``place`` is its address without anything to get in with."""

    def __init__(self, config: str) -> None:
        super().__init__()
        self.place = f"127.0.0.1:{self._port}"
        (self._folder / "nats.conf").write_text(f'listen: "{self.place}"\n{config}', encoding="utf-8")


@contextmanager
def guarded(config: str) -> Iterator[str]:
    """Run a NATS server with this configuration, and give its place."""
    server = GuardedNats(config)
    try:
        server.start()
        yield server.place
    finally:
        server.remove()


async def ask_each_other(*addresses: str) -> bytes:
    """Connect one process for each address, and have the first ask the last."""
    buses = [Bus(address, f"p{number}") for number, address in enumerate(addresses)]
    try:
        for bus in buses:
            await bus.open()

        def answer(data: bytes, reply: Callable[[bytes], None]) -> None:
            reply(data.upper())

        buses[-1].asked = answer
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(NobodyThere, NoAnswer):  # a connection that broke on a busy machine is made again
                    return await buses[0].ask("p1", b"hello", PATIENCE)
    finally:
        for bus in buses:
            await bus.close()


async def refusal(address: str) -> str:
    """Return the sentence by which a bus can't be used. It tries for a moment only, because it never can."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lastcard.server.cluster.bus.CONNECT_WITHIN", 0.3)
        with pytest.raises(BusError, match="does not let this process in") as error:
            await ask_each_other(address)
    return str(error.value)


async def test_a_bus_that_is_closed_reports_no_outage(caplog: pytest.LogCaptureFixture) -> None:
    """A process that disconnects when it stops doesn't warn that the bus is gone."""
    with guarded("") as place:
        await ask_each_other(f"nats://{place}", f"nats://{place}")
    assert caplog.text == ""


def test_a_bus_that_has_just_gone_is_not_lost() -> None:
    """A bus is lost once it has been out of reach for a while now, whatever happened before."""
    now, bus = time.monotonic(), Bus("nats://127.0.0.1:1", "a")
    bus.outage.failed(now - 2 * LOST_AFTER)
    assert bus.is_lost
    bus.outage.ended()
    bus.outage.failed(now)
    assert not bus.is_lost


async def test_questions_that_wait_are_counted() -> None:
    """The metrics show how many questions wait for another process, and none once they are answered."""
    metrics, replies = Metrics(), list[Callable[[bytes], None]]()

    def waiting() -> str:
        (line,) = (line for line in metrics.text().splitlines() if line.startswith("lastcard_bus_questions "))
        return line.rpartition(" ")[2]

    with guarded("") as place:
        buses = [Bus(f"nats://{place}", "p0", metrics), Bus(f"nats://{place}", "p1")]
        try:
            for bus in buses:
                await bus.open()
            buses[1].asked = lambda _data, reply: replies.append(reply)
            asking = [asyncio.create_task(buses[0].ask("p1", b"hello", PATIENCE)) for _ in range(2)]
            await eventually(lambda: len(replies) == 2)
            assert waiting() == "2"
            for reply in replies:
                reply(b"hi")
            assert await asyncio.gather(*asking) == [b"hi"] * 2
            assert waiting() == "0"
        finally:
            for bus in buses:
                await bus.close()


async def test_a_password_or_a_token_in_the_address_lets_in() -> None:
    """A user with a password, and a token, get in by the address alone; without them the bus says so in one sentence."""
    with guarded('authorization { user: "lastcard", password: "north" }') as place:
        mine = f"nats://lastcard:north@{place}"
        assert await ask_each_other(mine, mine) == b"HELLO"
        for wrong in (f"nats://{place}", f"nats://lastcard:south@{place}"):
            assert "south" not in await refusal(wrong)
    with guarded('authorization { token: "by-northwest" }') as place:
        assert await ask_each_other(f"nats://by-northwest@{place}", f"nats://by-northwest@{place}") == b"HELLO"


# ---- the shortcut past nats-py ---------------------------------------------------------------------------
async def test_messages_bypass_nats_py() -> None:
    """Messages take the shortcut with the nats-py that is installed, and go through nats-py if it offers none."""
    with guarded("") as place, pytest.MonkeyPatch.context() as patch:
        taken: list[Shortcut | None] = []
        of = Shortcut.of

        def noted(client: Any, hear: Callable[[bytes, bytes], bool]) -> Shortcut | None:
            taken.append(of(client, hear))
            return taken[-1]

        patch.setattr(Shortcut, "of", noted)
        assert await ask_each_other(f"nats://{place}", f"nats://{place}") == b"HELLO"
        assert len(taken) == 2
        assert all(taken)
        patch.setattr(Shortcut, "of", lambda _client, _hear: None)
        assert await ask_each_other(f"nats://{place}", f"nats://{place}") == b"HELLO"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
async def test_messages_arrive_in_any_pieces(size: int) -> None:
    """However NATS's data is cut up, the messages for this process come out of it, and the rest reaches nats-py unchanged."""
    mine = [
        b"MSG mine 1 9\r\nPING\r\nMSG\r\n",
        b"MSG mine 1 back 0\r\n\r\n",
        b"HMSG mine.gone 2 16 16\r\nNATS/1.0 503\r\n\r\n\r\n",
    ]
    others = [b"INFO {}\r\n", b"PING\r\n", b"MSG other 3 2\r\n\r\n\r\n", b"PONG\r\n", b"+OK\r\n"]
    passed_on = Collector()
    heard: list[tuple[bytes, bytes]] = []

    def hear(subject: bytes, data: bytes) -> bool:
        heard.append((subject, data))
        return subject.startswith(b"mine")

    transport = SimpleNamespace(get_protocol=lambda: passed_on, set_protocol=lambda _: None)
    shortcut = Shortcut(cast("asyncio.Transport", transport), hear)
    stream = others[0] + mine[0] + others[1] + others[2] + mine[1] + mine[2] + others[3] + others[4]
    for start in range(0, len(stream), size):
        shortcut.data_received(stream[start : start + size])
    assert passed_on.data == b"".join(others)
    assert heard == [
        (b"mine", b"PING\r\nMSG"),
        (b"other", b"\r\n"),
        (b"mine", b""),
        (b"mine.gone", b"NATS/1.0 503\r\n\r\n"),
    ]


class Collector(asyncio.Protocol):
    """Keeps what it receives."""

    data = b""

    def data_received(self, data: bytes) -> None:
        self.data += data


# ---- TLS ------------------------------------------------------------------------------------------------
class Authority:
    """Signs certificates for a test."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        basic = x509.BasicConstraints(ca=True, path_length=None)
        signed = self._begun(self._name, self._key).add_extension(basic, critical=True).sign(self._key, hashes.SHA256())
        self.file = folder / f"{name}.pem"
        self.file.write_bytes(signed.public_bytes(serialization.Encoding.PEM))

    def _begun(self, subject: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        today = datetime.now(UTC)
        begun = x509.CertificateBuilder().subject_name(subject).issuer_name(self._name).public_key(key.public_key())
        lasting = begun.not_valid_before(today - timedelta(days=1)).not_valid_after(today + timedelta(days=1))
        return lasting.serial_number(x509.random_serial_number())

    def sign(self, name: str) -> tuple[Path, Path]:
        """The files of a certificate for this machine, and of its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        signed = self._begun(subject, key).add_extension(here, critical=False).sign(self._key, hashes.SHA256())
        files = self._folder / f"{name}.crt", self._folder / f"{name}.key"
        files[0].write_bytes(signed.public_bytes(serialization.Encoding.PEM))
        encoded = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        files[1].write_bytes(key.private_bytes(*encoded))
        return files


async def test_tls_with_certificates_from_files(tmp_path: Path) -> None:
    """With TLS, server and process check each other's certificates; whoever trusts nobody or has none stays out."""
    ours, theirs = Authority(tmp_path, "ours"), Authority(tmp_path, "theirs")
    (cert, key), (mine, my_key) = ours.sign("server"), ours.sign("process")
    config = f'tls {{ cert_file: "{cert}", key_file: "{key}", ca_file: "{ours.file}", verify: true }}'
    with guarded(config) as place:
        good = f"tls://{place}?ca={ours.file}&certificate={mine}&key={my_key}"
        assert await ask_each_other(good, good) == b"HELLO"
        stranger, its_key = theirs.sign("stranger")
        for wrong in (
            f"tls://{place}?ca={ours.file}",
            f"tls://{place}?ca={theirs.file}&certificate={mine}&key={my_key}",
            f"tls://{place}?ca={ours.file}&certificate={stranger}&key={its_key}",
            f"nats://{place}",
        ):
            await refusal(wrong)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """An address that names a file which can't be read is refused at the start, and the sentence names the file."""
    with pytest.raises(BusError, match=r"can't be read: .*none\.pem"):
        check_address(f"tls://host?ca={tmp_path / 'none.pem'}")


# ---- NATS's own credentials -------------------------------------------------------------------------------
class Signer:
    """An operator, account or user of NATS, who signs what others may do."""

    def __init__(self, prefix: int) -> None:
        self.seed = nkeys.encode_seed(os.urandom(32), prefix)
        self._pair = nkeys.from_seed(self.seed)
        self.name = self._pair.public_key.decode()

    def signs(self, about: Signer, kind: str, **more: Any) -> str:
        """A signed statement about another one, as a JSON Web Token."""
        claims = {"jti": kind, "iat": 1, "iss": self.name, "sub": about.name, "name": kind}
        parts = {"typ": "JWT", "alg": "ed25519-nkey"}, claims | {"nats": {"type": kind, "version": 2, **more}}
        said = ".".join(_written(json.dumps(part).encode()) for part in parts)
        return f"{said}.{_written(self._pair.sign(said.encode()))}"


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


async def test_credentials_from_a_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A file of credentials as NATS's own tools write it lets in, one of another account does not. No log repeats them."""
    caplog.set_level(logging.DEBUG)
    operator, account, other = (Signer(kind) for kind in (nkeys.PREFIX_BYTE_OPERATOR, *[nkeys.PREFIX_BYTE_ACCOUNT] * 2))
    free = dict.fromkeys(("subs", "data", "payload", "imports", "exports", "conn", "leaf"), -1)
    trusted = operator.signs(account, "account", limits={**free, "wildcards": True})

    secrets = []

    def written(by: Signer) -> Path:
        user = Signer(nkeys.PREFIX_BYTE_USER)
        file = tmp_path / f"{by.name[:8]}.creds"
        signed = by.signs(user, "user", subs=-1, data=-1, payload=-1)
        secrets.extend([signed, user.seed.decode()])
        file.write_text(
            f"-----BEGIN NATS USER JWT-----\n{signed}\n------END NATS USER JWT------\n\n"
            f"-----BEGIN USER NKEY SEED-----\n{user.seed.decode()}\n------END USER NKEY SEED------\n"
        )
        return file

    config = f"operator: {operator.signs(operator, 'operator')}\nresolver: MEMORY\n"
    with guarded(f"{config}resolver_preload: {{ {account.name}: {trusted} }}\n") as place:
        good = f"nats://{place}?credentials={written(account)}"
        assert await ask_each_other(good, good) == b"HELLO"
        refused = await refusal(f"nats://{place}?credentials={written(other)}")
    assert "the bus" in caplog.text
    assert [secret for secret in secrets if secret in caplog.text + refused] == []
