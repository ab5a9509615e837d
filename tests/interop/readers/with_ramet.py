"""Print what ramet reads from files: see canonical.py."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import ramet

sys.path.append(str(Path(__file__).parent.parent))

from readers.canonical import HISTOGRAM_NUMBERS, canonical


def tree(found: ramet.Tree) -> dict[str, Any]:
    branches: dict[str, Any] = {}
    for branch in found._all:
        try:
            branches[branch.name] = {"values": canonical(branch.array().tolist())}
        except ramet.UnsupportedError as error:
            branches[branch.name] = {"refused": f"{type(error).__name__}: {error}"}
    return {"entries": found.num_entries, "branches": branches}


def histogram(found: ramet.Histogram, stored: ramet.Object) -> dict[str, Any]:
    axis = found.axis()
    return canonical(
        {
            "name": stored.fName,
            "title": found.title,
            "label": axis.label,
            "bins": len(axis),
            "low": axis.low,
            "high": axis.high,
            "edges": [] if axis.is_regular else axis.edges().tolist(),
            "contents": found.values(flow=True).tolist(),
            "squares": found.variances(flow=True).tolist() if found.is_weighted else [],
            **{name: float(stored[member]) for name, member in HISTOGRAM_NUMBERS.items()},
        }
    )


def contents(path: str) -> dict[str, Any]:
    with ramet.open(path) as file:
        classes = file.classnames(cycle=False)
        return {
            "trees": {name: tree(file[name]) for name, kind in classes.items() if kind == "TTree"},
            "histograms": {
                name: {"values": histogram(file[name], file.object_of(name))}
                for name, kind in classes.items()
                if kind == "TH1D"
            },
        }


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(json.dumps(contents(path)))
