"""Files that are merged: python generate_merging.py FOLDER KIND FILES.

KIND large: trees of 22 float columns and 20 MB; ntuple: the same as ntuples; small: trees of 50 columns, 200 entries.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))
import ramet

SHAPES = {"large": (22, 260_000), "ntuple": (22, 260_000), "small": (50, 200)}


def main(folder: str, kind: str, files: str) -> None:
    columns, entries = SHAPES[kind]
    random = np.random.default_rng(1)
    path = Path(folder)
    path.mkdir()
    for number in range(int(files)):
        with ramet.create(path / f"in{number:04}.root", compression="zstd:5") as file:
            schema = {f"x{column}": "float32" for column in range(columns)}
            table = file.mkrntuple("t", schema) if kind == "ntuple" else file.mktree("t", schema)
            table.extend({name: random.normal(size=entries).astype("float32") for name in schema})


main(*sys.argv[1:])
