"""Read columns with ROOT, as objects of their C++ types, which the library given has: see jobs.py."""

from __future__ import annotations

import functools
import json
import os
from typing import Any

import ROOT
from jobs import run_jobs

ROOT.gROOT.SetBatch(True)
ROOT.gErrorIgnoreLevel = ROOT.kError
ROOT.gSystem.ResetSignals()  # a crash is an end, without a walk through the stack
assert ROOT.gSystem.Load(os.environ["RAMET_TYPES_LIBRARY"]) >= 0


@functools.cache
def file(path: str) -> Any:
    return ROOT.TFile.Open(path)


def column(path: str, name: str, wanted: str) -> dict[str, Any]:
    if name == "objects":
        return {"values": json.loads(str(ROOT.ramet_read_object(file(path), name, wanted)))}
    if str(file(path).GetKey(name).GetClassName()) == "ROOT::RNTuple":
        return {"values": json.loads(str(ROOT.ramet_read_field(path, name, wanted)))}
    tree = file(path).Get(name)
    return {"values": json.loads(str(ROOT.ramet_read_branch(tree, wanted)))}


if __name__ == "__main__":
    run_jobs(column)
