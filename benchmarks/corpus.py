"""How long the queries of `examples/corpus.ipynb` take on ten million rounds.

    .venv/bin/python benchmarks/corpus.py [--rounds N] [--corpus N] [--folder FOLDER] [--pictures FOLDER]

Rounds are played by `lastcard simulate`, the corpus is written by `lastcard corpus`, and then the notebook's cells run on both.
What is there already in the folder is not made again. Ten million rounds take about 60 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NOTEBOOK = Path(__file__).parents[1] / "examples" / "corpus.ipynb"


def make(folder: Path, rounds: int, corpus: int) -> None:
    """Write both tables, if they are missing."""
    lastcard = [sys.executable, "-m", "lastcard"]
    for name, arguments in (
        ("rounds.parquet", ["simulate", "classic", "--games", str(rounds), "--out"]),
        ("corpus-classic", ["corpus", "classic", "--rounds", str(corpus), "--out"]),
    ):
        if not (folder / name).exists():
            began = time.perf_counter()
            subprocess.run([*lastcard, *arguments, str(folder / name)], check=True, stdout=subprocess.DEVNULL)
            print(f"{name}: made in {time.perf_counter() - began:.0f} s")
        size = sum(file.stat().st_size for file in [folder / name, *(folder / name).rglob("*")] if file.is_file())
        print(f"{name}: {size / 1e6:,.1f} MB")


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
    for name in ("who_wins", "how_close", "what_is_played"):
        if pictures:
            drawn: str = names[name]()._repr_svg_()  # type: ignore[operator]
            (pictures / f"corpus-{name.replace('_', '-')}.svg").write_text(drawn, encoding="utf-8")


def main() -> None:
    """Make the tables, and run the notebook on them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=10_000_000)
    parser.add_argument("--corpus", type=int, default=20_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--pictures", type=Path, help="also write the three pictures here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        make(folder, given.rounds, given.corpus)
        os.environ |= {"LASTCARD_ROUNDS": str(folder / "rounds.parquet"), "LASTCARD_CORPUS": str(folder / "corpus-classic")}
        run(given.pictures)


if __name__ == "__main__":
    main()
