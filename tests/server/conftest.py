from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from clusters import Cluster
from lastcard.server.cluster.nats_server import NatsServer
from lastcard.server.http.serve import loop_factory
from lastcard.server.storage.store import Store
from live_server import Live, serving
from postgres import Postgres


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Run async tests with the event loop that ``lastcard serve`` takes."""
    return "asyncio", {"use_uvloop": loop_factory() is not None}


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL. A test that stops it starts it again."""
    server = Postgres(durable=False)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def nats() -> Iterator[NatsServer]:
    """A running NATS server. A test that stops it starts it again."""
    server = NatsServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
async def cluster(tmp_path: Path, postgres: Postgres, nats: NatsServer) -> AsyncIterator[Cluster]:
    """A cluster without servers."""
    async with AsyncExitStack() as stack:
        yield Cluster(tmp_path, postgres, nats, stack)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, first SQLite and then PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Postgres)
    return server.database()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store."""
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    """A running server."""
    async with serving(tmp_path) as live:
        yield live
