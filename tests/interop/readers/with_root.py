"""Print what ROOT reads from files: see canonical.py."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import ROOT
from canonical import HISTOGRAM_NUMBERS, canonical

ROOT.gROOT.SetBatch(True)
ROOT.gInterpreter.Declare(f'#include "{Path(__file__).parent / "canonical_values.hpp"}"')


def branch_values(branch: Any) -> dict[str, Any]:
    if not branch.InheritsFrom("TBranchElement"):
        return {"values": json.loads(str(ROOT.canonical.read_leaves(branch)))}
    class_name = str(branch.GetClassName())
    read = ROOT.canonical.read_objects["std::string" if class_name == "string" else class_name]
    return {"values": json.loads(str(read(branch)))}


def tree(found: Any) -> dict[str, Any]:
    branches = {str(branch.GetName()): branch_values(branch) for branch in found.GetListOfBranches()}
    return {"entries": int(found.GetEntries()), "branches": branches}


def histogram(found: Any) -> dict[str, Any]:
    axis = found.GetXaxis()
    statistics = ROOT.std.vector["double"](4)
    found.GetStats(statistics.data())
    numbers = [found.GetEntries(), *statistics]
    return canonical(
        {
            "name": str(found.GetName()),
            "title": str(found.GetTitle()),
            "label": str(axis.GetTitle()),
            "bins": axis.GetNbins(),
            "low": axis.GetXmin(),
            "high": axis.GetXmax(),
            "edges": [float(axis.GetXbins()[at]) for at in range(axis.GetXbins().GetSize())],
            "contents": [found.GetBinContent(at) for at in range(axis.GetNbins() + 2)],
            "squares": [float(found.GetSumw2()[at]) for at in range(found.GetSumw2().GetSize())],
            **dict(zip(HISTOGRAM_NUMBERS, numbers, strict=True)),
        }
    )


def contents(path: str) -> dict[str, Any]:
    file = ROOT.TFile.Open(path)
    keys = {str(key.GetName()): str(key.GetClassName()) for key in file.GetListOfKeys()}
    found = {
        "trees": {name: tree(file.Get(name)) for name, kind in keys.items() if kind == "TTree"},
        "histograms": {name: {"values": histogram(file.Get(name))} for name, kind in keys.items() if kind == "TH1D"},
    }
    file.Close()
    return found


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(json.dumps(contents(path)))
