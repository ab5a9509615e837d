"""Files that are merged: python generate_merging.py FOLDER KIND FILES.

KIND large: trees of 22 float columns and 20 MB; ntuple: the same as ntuples; small: trees of 50 columns, 200 entries.
histograms, many, most: 50 directories of 100, 390 or 19,500 TH1F of 100 bins each, made by ROOT with zlib 1; ten files
in turn. Those of most are links: 100 of them have 47 GB, and 4.7 GB on the disk.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))
import ramet

SHAPES = {"large": (22, 260_000), "ntuple": (22, 260_000), "small": (50, 200)}


HISTOGRAMS = {"histograms": 100, "many": 390, "most": 19_500}  # in each of 50 directories


def write_histograms(folder: Path, in_directory: int, files: int, *, links: bool) -> None:
    import ROOT

    ROOT.TH1.AddDirectory(False)
    random = np.random.default_rng(1)
    for number in range(files):
        path = folder / f"in{number:04}.root"
        if number >= 10:
            (os.link if links else shutil.copyfile)(folder / f"in{number % 10:04}.root", path)
            continue
        file = ROOT.TFile(str(path), "RECREATE", "", 101)
        for directory in range(50):
            made = file.mkdir(f"d{directory}")
            for name in range(in_directory):
                histogram = ROOT.TH1F(f"h{name}", "a histogram;x;entries", 100, 0, 1)
                histogram.FillN(300, random.random(300), np.ones(300))
                made.WriteTObject(histogram)
        file.Close()


def main(folder: str, kind: str, files: str) -> None:
    if kind in HISTOGRAMS:
        Path(folder).mkdir()
        return write_histograms(Path(folder), HISTOGRAMS[kind], int(files), links=kind == "most")
    columns, entries = SHAPES[kind]
    random = np.random.default_rng(1)
    path = Path(folder)
    path.mkdir()
    for number in range(int(files)):
        with ramet.create(path / f"in{number:04}.root", compression="zstd:5") as file:
            schema = {f"x{column}": "float32" for column in range(columns)}
            table = file.mkrntuple("t", schema) if kind == "ntuple" else file.mktree("t", schema)
            table.extend({name: random.normal(size=entries).astype("float32") for name in schema})
    return None


main(*sys.argv[1:])
