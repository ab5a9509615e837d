"""Expressions of the NanoAOD-like tree's columns, which are in memory, with awkward or NumExpr, on one thread.

usage: python_expressions.py HOW VARIANT FILE ENTRIES ROUNDS TIMES
"""

from __future__ import annotations

import json
import re
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import uproot

FLAT = (
    "(f10*f11 + f12*f13)*0.5 - f10/(f11 + 2) + {np}sqrt(f12*f12 + f13*f13)*(f10 - f11) + (f12 + f13)*(f10 + 1.5)"
    " - f10*f12*0.25"
)
JAGGED = (
    "(Jet_pt*Jet_area + Jet_eta*Jet_btag)*0.5 - Jet_pt/(Jet_area + 2) + np.sqrt(Jet_eta*Jet_eta + Jet_btag*Jet_btag)"
    "*(Jet_pt - f10) + (Jet_eta + Jet_btag)*(Jet_pt + 1.5) - Jet_pt*Jet_eta*0.25"
)
BOTH = {
    "flat": FLAT,
    "sqrt": "{np}sqrt(f10*2.)",
    "exp": "{np}exp(-f10/10.)",
    "log": "{np}log(f10 + 1.)",
    "sin": "{np}sin(f0*2.)",
    "two numbers": "(f10 > 20) & (abs(f0) < 1.5)",
    "a trigger": "((i6 != 0) | (i7 != 0) | (i8 != 0)) & (f12 > 30)",
    "a distance": "({np}sqrt(f10*f10 + f11*f11) > 25) & (abs(f1 - f2) < 0.5)",
}
ONLY_AWKWARD = {
    "jagged": JAGGED,
    "two muons": "(nMuon >= 2) & (ak.fill_none(ak.pad_none(Muon_pt, 2)[:, 0], 0) > 20)"
    " & (ak.fill_none(ak.pad_none(Muon_pt, 2)[:, 1], 0) > 10)",
    "charges": "(nMuon == 2) & (ak.fill_none(ak.pad_none(Muon_charge, 2)[:, 0], 0)"
    " != ak.fill_none(ak.pad_none(Muon_charge, 2)[:, 1], 0))",
    "any muon": "ak.any((Muon_tightId == 1) & (Muon_pt > 25), axis=1)",
    "count of jets": "ak.sum((Jet_pt > 30) & (abs(Jet_eta) < 2.4), axis=1) >= 2",
    "sum of jets": "ak.sum(Jet_pt[Jet_pt > 30], axis=1) > 100",
    "first jet": "ak.fill_none(ak.max(Jet_pt, axis=1), 0) > 50",
}


def masses(columns: dict[str, Any]) -> Any:
    """The masses of the pairs of muons of opposite charge, by pt, eta and phi of massless ones, as is usual."""
    import awkward as ak

    muons = ak.zip({name: columns[f"Muon_{name}"] for name in ("pt", "eta", "phi", "mass", "charge")})
    one, other = ak.unzip(ak.combinations(muons, 2))
    opposite = one.charge != other.charge
    one, other = one[opposite], other[opposite]

    def four(of: Any) -> tuple[Any, Any, Any, Any]:
        x, y, z = of.pt * np.cos(of.phi), of.pt * np.sin(of.phi), of.pt * np.sinh(of.eta)
        return x, y, z, np.sqrt(x * x + y * y + z * z + of.mass * of.mass)

    x, y, z, e = (a + b for a, b in zip(four(one), four(other), strict=True))
    return np.sqrt(e * e - x * x - y * y - z * z)


def job_of(how: str, variant: str, tree: Any, entries: int) -> Callable[[], Any]:
    if variant == "pairs":
        names = [f"Muon_{name}" for name in ("pt", "eta", "phi", "mass", "charge")]
        read = {name: tree[name].array(entry_stop=entries) for name in names}
        return lambda: masses(read)
    text = {**BOTH, **ONLY_AWKWARD}[variant].format(np="" if how == "numexpr" else "np.")
    stored = tree.keys()
    names = [name for name in stored if re.search(rf"\b{name}\b", text)]
    if how == "numexpr":
        import numexpr

        numexpr.set_num_threads(1)
        numbers = {name: tree[name].array(entry_stop=entries, library="np") for name in names}
        return lambda: numexpr.evaluate(text, numbers)
    import awkward as ak

    scope = {"np": np, "ak": ak} | {name: tree[name].array(entry_stop=entries) for name in names}
    code = compile(text, "expression", "eval")
    return lambda: eval(code, scope)


def main(how: str, variant: str, path: str, entries: int, rounds: int, times: int) -> None:
    import awkward as ak

    job = job_of(how, variant, uproot.open(path)["Events"], entries)
    for number in range(times):
        cpu, wall = time.process_time(), time.perf_counter()
        for _ in range(rounds):
            result = job()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        line = {
            "contender": how,
            "variant": variant,
            "threads": 1,
            "time": number,
            "wall": wall,
            "cpu": cpu,
            "bytes": 0,
            "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "check": float(np.sum(ak.to_numpy(ak.flatten(result, axis=None)), dtype=np.float64)),
        }
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], *map(int, sys.argv[4:7]))
