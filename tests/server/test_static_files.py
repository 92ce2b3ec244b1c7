"""How the server delivers the built client: compressed, cached for as long as is safe, and nothing but the build."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from lastcard.server.http.app import make_app
from lastcard.server.serve_settings import Config

pytestmark = pytest.mark.anyio


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a build, served instead of the installed one."""
    folder = tmp_path / "build"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + "page " * 100, encoding="utf-8")
    (folder / "assets" / "main-1a2b.js").write_text("let a = 1;\n" * 100, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not for you", encoding="utf-8")
    (folder / "C:\\secret.txt").write_text("on another system this would be another folder", encoding="utf-8")
    monkeypatch.setenv("LASTCARD_STATIC", str(folder))
    return folder


def client() -> httpx.AsyncClient:
    """A client for an application that has not begun to serve tables."""
    app = make_app(Config(database="sqlite://"))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


async def test_the_page_is_asked_for_again_and_its_assets_are_not(build: Path) -> None:
    """A browser revalidates the page by its tag every time, and caches files with a hash in their name forever."""
    async with client() as http:
        page = await http.get("/")
        asset = await http.get("/assets/main-1a2b.js")
        again = await http.get("/", headers={"If-None-Match": page.headers["ETag"]})
    assert page.headers["Cache-Control"] == "no-cache"
    assert "immutable" in asset.headers["Cache-Control"]
    assert (again.status_code, again.content) == (304, b"")


async def test_what_can_be_packed_is_packed_for_whoever_can_unpack(build: Path) -> None:
    """Scripts are sent compressed, or plain to a client that does not ask for compression."""
    async with client() as http:
        packed = await http.get("/assets/main-1a2b.js", headers={"Accept-Encoding": "gzip"})
        plain = await http.get("/assets/main-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.text == plain.text
    assert int(packed.headers["Content-Length"]) < int(plain.headers["Content-Length"])


@pytest.mark.parametrize(
    "path", ["/assets/..%2F..%2Fsecret.txt", "/..%2Fsecret.txt", "/%2e%2e/secret.txt", "/assets", "/%00", "/C:%5Csecret.txt"]
)
async def test_nothing_outside_the_build_is_served(build: Path, path: str) -> None:
    """No spelling of a path leads out of the folder."""
    async with client() as http:
        response = await http.get(path)
    assert response.status_code == 404
    assert "not for you" not in response.text


async def test_a_new_build_is_served_at_once(build: Path) -> None:
    """Changes on disk change what is served."""
    async with client() as http:
        await http.get("/")
        (build / "index.html").write_text("another", encoding="utf-8")
        assert (await http.get("/")).text == "another"


async def test_a_missing_build_is_said_in_one_sentence(build: Path) -> None:
    """If the client has not been built, the page says how to get it."""
    (build / "index.html").unlink()
    async with client() as http:
        response = await http.get("/")
    assert response.status_code == 503
    assert "scripts/install" in response.text
