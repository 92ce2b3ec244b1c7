"""The built web client as the server delivers it: from memory, compressed, each file only under its own name.

It is built from ``web/`` when lastcard is installed. During development, the environment variable LASTCARD_STATIC can name
another folder with a build.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).with_name("static")
FOR_EVER = "public, max-age=31536000, immutable"  # a file under assets/ has a hash of its content in its name
NOT_BUILT = "The web client is not built: run scripts/install, or install lastcard again.\n"
PLAIN = re.compile(r"(assets/)?[A-Za-z0-9_][A-Za-z0-9_.-]*")  # a name that cannot lead out of the folder on any system
PACKED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


class File(NamedTuple):
    """One file: when it was read, its content, the compressed content (empty if no smaller), its tag and its type."""

    changed: int
    data: bytes
    packed: bytes
    tag: str
    kind: str


class Client:
    """The files of one build."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(os.environ.get("LASTCARD_STATIC") or FOLDER)
        self._files: dict[str, File] = {}

    def file(self, name: str) -> File | None:
        """A file by its path inside the folder, or None if it does not exist."""
        path = self.folder / name
        try:
            changed = path.stat().st_mtime_ns
            known = self._files.get(name)
            if known is None or known.changed != changed:
                known = self._files[name] = _read(path, changed)
        except (OSError, ValueError):
            return None
        return known

    async def page(self, request: Request) -> Response:
        """GET /."""
        found = self.file("index.html")
        return _answer(request, found, "no-cache") if found else Response(NOT_BUILT, 503, media_type="text/plain")

    async def root(self, request: Request) -> Response:
        """Serve a file next to the page: icons, the manifest, the service worker."""
        return self._named(request, request.path_params["name"], "no-cache")

    async def asset(self, request: Request) -> Response:
        """GET /assets/{name}."""
        return self._named(request, f"assets/{request.path_params['name']}", FOR_EVER)

    def _named(self, request: Request, name: str, cache: str) -> Response:
        found = self.file(name) if PLAIN.fullmatch(name) else None
        if found is None:
            raise HTTPException(404)
        return _answer(request, found, cache)


def _read(path: Path, changed: int) -> File:
    data = path.read_bytes()
    kind = "application/manifest+json" if path.suffix == ".webmanifest" else mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    packed = gzip.compress(data, mtime=0) if kind.startswith(PACKED) or kind.endswith("javascript") else data
    tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
    return File(changed, data, packed if len(packed) < len(data) else b"", tag, kind)


def _answer(request: Request, file: File, cache: str) -> Response:
    headers = {"ETag": file.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.kind)
    return Response(file.data, headers=headers, media_type=file.kind)
