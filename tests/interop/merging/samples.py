"""Files of ROOT that are merged, and what ROOT finds in the result."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ROOT

Fill = Callable[[Any], None]
"""Puts objects into the directory that is open."""


def write(path: Path, fill: Fill, *, compression: int = 505) -> Path:
    """A new file, with what `fill` puts into it. Histograms belong to it, whatever other tests have switched off."""
    belonged = ROOT.TH1.AddDirectoryStatus()
    ROOT.TH1.AddDirectory(True)
    try:
        file = ROOT.TFile.Open(str(path), "RECREATE", "", compression)
        fill(file)
        file.Write()
        file.Close()
    finally:
        ROOT.TH1.AddDirectory(belonged)
    return path


def write_all(folder: Path, fills: Sequence[Fill]) -> list[Path]:
    """A file for each function."""
    return [write(folder / f"in{number}.root", fill) for number, fill in enumerate(fills)]


@contextmanager
def opened(path: Path) -> Any:
    """The file, as ROOT opens it."""
    file = ROOT.TFile.Open(str(path))
    try:
        yield file
    finally:
        file.Close()


def by_hadd(folder: Path, inputs: Sequence[Path], *options: str) -> tuple[int, Path]:
    """Merge with ROOT's program: its exit code, and the file."""
    program = Path(ROOT.__file__).parent / "bin" / "hadd"
    output = folder / "hadd.root"
    done = subprocess.run(
        [program, "-f", *options, output, *map(str, inputs)], capture_output=True, text=True, check=False
    )
    return done.returncode, output


def by_ramet(folder: Path, inputs: Sequence[Path], *options: str) -> tuple[int, Path, str]:
    """Merge with `ramet merge`: its exit code, the file, and what it complains of."""
    output = folder / "ramet.root"
    done = subprocess.run(
        ["ramet", "merge", "--force", *options, output, *map(str, inputs)], capture_output=True, text=True, check=False
    )
    return done.returncode, output, done.stderr


def cells_of(histogram: Any) -> dict[str, Any]:
    """All that is in a histogram."""
    found = {
        "class": histogram.ClassName(),
        "entries": histogram.GetEntries(),
        "contents": [histogram.GetBinContent(cell) for cell in range(histogram.GetNcells())],
        "errors": [histogram.GetBinError(cell) for cell in range(histogram.GetNcells())],
        "mean": histogram.GetMean(),
        "deviation": histogram.GetStdDev(),
    }
    for name, axis in (("x", histogram.GetXaxis()), ("y", histogram.GetYaxis()), ("z", histogram.GetZaxis())):
        found[name] = [axis.GetBinLowEdge(bin) for bin in range(1, axis.GetNbins() + 2)]
        found[f"{name} labels"] = [axis.GetBinLabel(bin) for bin in range(1, axis.GetNbins() + 1)]
    return found
