"""How long ten million rounds of `lastcard corpus` take, and how long the queries of `examples/corpus.ipynb` take on them.

    .venv/bin/python benchmarks/corpus.py [--rounds N] [--folder FOLDER] [--pictures FOLDER]

What is there already in the folder is not made again. Ten million rounds take 4.6 GB.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NOTEBOOK = Path(__file__).parents[1] / "examples" / "corpus.ipynb"
PICTURES = ("who_wins", "how_close", "what_is_played")


def make(folder: Path, rounds: int) -> None:
    """Write the corpus, or what is missing of it."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "lastcard", "corpus", "classic", "--rounds", str(rounds), "--out", str(folder)]
    subprocess.run(command, check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"made in {time.perf_counter() - began:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processor time")
    for table in ("moves", "rounds"):
        files = [*(folder / table).iterdir()]
        print(f"{table}: {sum(file.stat().st_size for file in files) / 1e6:,.1f} MB in {len(files)} files")


def run(pictures: Path | None) -> None:
    """Run every cell, and print how long it takes and its first line. Draw the pictures if asked to."""
    names: dict[str, object] = {"__name__": "__main__"}
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        source = "".join(cell["source"])
        began, spent = time.perf_counter(), time.process_time()
        exec(compile(source, f"<cell {number}>", "exec"), names)
        took = f"{time.perf_counter() - began:.2f} s, {time.process_time() - spent:.2f} s of processor time"
        print(f"cell {number}: {took}  {source.splitlines()[0]}")
    for name in ("seats", "lengths", "chances", "choices"):
        print(names[name])
    for name in PICTURES if pictures else ():
        drawn: str = names[name]()._repr_svg_()  # type: ignore[operator]
        (pictures / f"corpus-{name.replace('_', '-')}.svg").write_text(drawn, encoding="utf-8")  # type: ignore[operator]


def main() -> None:
    """Make the corpus, and run the notebook on it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=10_000_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--pictures", type=Path, help="also write the three pictures here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary) / "corpus-classic"
        make(folder, given.rounds)
        os.environ["LASTCARD_CORPUS"] = str(folder)
        run(given.pictures)


if __name__ == "__main__":
    main()
