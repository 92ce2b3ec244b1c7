"""Runs the cells of a notebook without Jupyter. ``python tests/notebooks.py FILE...`` renews the outputs stored in it."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

PICTURE = "image/svg+xml"


def run(file: Path) -> dict[str, Any]:
    """Return the notebook with fresh outputs: what each cell prints, and its last value as text, HTML and a picture."""
    notebook: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, 1):
        cell["execution_count"] = number
        cell["outputs"] = _outputs("".join(cell["source"]), names, number)
    return notebook


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names) if last is not None else None  # type: ignore[attr-defined]
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": [repr(value)]}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = [value._repr_html_()]
        if hasattr(value, "_repr_svg_"):
            data[PICTURE] = value._repr_svg_().splitlines(keepends=True)
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def written(notebook: dict[str, Any]) -> str:
    """Return the notebook as the file holds it."""
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(written(run(Path(name))), encoding="utf-8")
