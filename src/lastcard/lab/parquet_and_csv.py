"""Results as Parquet or CSV, with a row for each round."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np
import polars as pl

from .arena import Row
from .counting import COLUMNS
from .file_names import whole
from .simulation import Outcome, Simulation


def write_data(path: Path, frame: pl.DataFrame) -> None:
    """Write a table in the format of the file's ending. Raises OSError if it cannot."""
    with whole(path) as part:
        try:
            if path.suffix.lower() == ".csv":
                frame.write_csv(part)
            else:
                frame.write_parquet(part)
        except pl.exceptions.PolarsError as error:
            raise OSError(str(error)) from None


def rows_frame(rows: Sequence[Row]) -> pl.DataFrame:
    """The rounds of an arena, one per row."""
    types: dict[Any, Any] = {str: pl.String, int: pl.Int64, float: pl.Float64, bool: pl.Boolean}
    schema = {name: types[(get_args(hint) or (hint,))[0]] for name, hint in get_type_hints(Row).items()}
    return pl.DataFrame(rows, schema=schema, orient="row")


def rounds_frame(simulation: Simulation, outcome: Outcome) -> pl.DataFrame:
    """The rounds of a simulation, one per row. ``setting`` is 1 for those with the house rule being compared."""
    return pl.concat([_setting_frame(simulation, outcome, number) for number in range(len(simulation.settings))])


def _setting_frame(simulation: Simulation, outcome: Outcome, number: int) -> pl.DataFrame:
    parts, setting = outcome.table(number), simulation.settings[number]
    rounds = np.concatenate([rows for _, rows in parts])
    deals = np.concatenate([_deals(simulation, chunk, len(rows)) for chunk, rows in parts])
    frame = pl.DataFrame({"deal": deals, **{name: rounds[:, i] for i, name in enumerate(COLUMNS)}})
    return frame.select(
        pl.lit(setting.edition).alias("edition"),
        pl.lit(setting.players, pl.Int32).alias("players"),
        pl.lit(number, pl.Int32).alias("setting"),
        "deal",
        "dealer",
        pl.when(pl.col("winner") >= 0).then(pl.col("winner")).alias("winner"),
        *COLUMNS[2:],
    )


def _deals(simulation: Simulation, chunk: int, count: int) -> Any:
    first = simulation.seed + chunk * simulation.chunk_size
    return np.arange(first, first + count, dtype=np.int64)
