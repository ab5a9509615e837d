"""Print what uproot reads from files: see canonical.py."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import uproot
from canonical import HISTOGRAM_NUMBERS, canonical


def attempt(read: Callable[[], Any]) -> dict[str, Any]:
    try:
        return {"values": read()}
    except Exception as error:  # whatever it is, the reader refuses
        return {"refused": f"{type(error).__name__}: {error}"}


def histogram(found: Any) -> dict[str, Any]:
    axis = found.member("fXaxis")
    return canonical(
        {
            "name": found.member("fName"),
            "title": found.member("fTitle"),
            "label": axis.member("fTitle"),
            "bins": int(axis.member("fNbins")),
            "low": float(axis.member("fXmin")),
            "high": float(axis.member("fXmax")),
            "edges": list(map(float, axis.member("fXbins"))),
            "contents": found.values(flow=True).tolist(),
            "squares": list(map(float, found.member("fSumw2"))),
            **{name: float(found.member(member)) for name, member in HISTOGRAM_NUMBERS.items()},
        }
    )


def tree(found: Any) -> dict[str, Any]:
    branches = {
        branch.name: attempt(lambda branch=branch: canonical(branch.array().tolist())) for branch in found.branches
    }
    return {"entries": found.num_entries, "branches": branches}


def contents(path: str) -> dict[str, Any]:
    with uproot.open(path, handler=uproot.MemmapSource) as file:
        classes = file.classnames(cycle=False)
        return {
            "trees": {name: tree(file[name]) for name, kind in classes.items() if kind == "TTree"},
            "histograms": {
                name: attempt(lambda name=name: histogram(file[name]))
                for name, kind in classes.items()
                if kind == "TH1D"
            },
        }


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(json.dumps(contents(path)))
