"""What the lines of tools/reference/uproot_typed.toml call by name, besides Python's own."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import pickle
import re
from collections.abc import Callable
from typing import Any

import awkward as ak
import hist
import numpy as np
import pandas as pd
import ramet

ENTRIES = 500
POINT = {"Event": {"I32": "int", "F64": "double"}}
COLUMNS = {
    "Run": "int32",
    "good": "bool",
    **dict.fromkeys(("px1", "py1", "pz1", "E1", "M"), "float64"),
    "Type": "string",
    "matrix": "2 * 3 * float32",
    "vec": "vector<float>",
    "deep": "vector<vector<int>>",
    "Muon": "var * {pt: float64, eta: float64}",
    "evt": "Event",
}


def write_files(folder: pathlib.Path) -> None:
    """The file that the lines read, in the folder and in two below it."""
    random = np.random.default_rng(7)
    numbers = {name: random.normal(40, 20, ENTRIES) for name in ("px1", "py1", "pz1", "E1", "M")}
    counts = random.integers(0, 4, ENTRIES)
    lists = {name: ak.unflatten(random.normal(size=counts.sum()), counts) for name in ("pt", "eta")}
    with ramet.recreate(folder / "z.root") as file:
        file.mktree("events", COLUMNS, "Z events", classes=POINT).extend(
            {
                **numbers,
                "Run": np.arange(ENTRIES),
                "good": counts > 1,
                "Type": ["GT", "TT"] * (ENTRIES // 2),
                "matrix": np.arange(6 * ENTRIES, dtype="f4").reshape(ENTRIES, 2, 3),
                "vec": ak.values_astype(lists["pt"], "f4"),
                "deep": [[[number], []] for number in range(ENTRIES)],
                "Muon": ak.zip(lists),
                "evt": {"I32": np.arange(ENTRIES), "F64": np.arange(ENTRIES) * 0.5},
            }
        )
        file["hpx"] = np.histogram(numbers["px1"], bins=20, range=(-50, 150))
        file["hpxpy"] = np.histogram2d(numbers["px1"], numbers["py1"], bins=(5, 4))
        file["weighted"] = hist.Hist.new.Reg(8, -50, 150, name="x").Weight().fill(numbers["px1"], weight=0.5)
        file["labelled"] = hist.Hist.new.StrCat(["a", "b"], name="x").Double().fill(["a"])
        file["hprof"] = ramet.Profile(4, (0, 100)).fill(numbers["px1"], sample=numbers["py1"])
        file["graph"] = ramet.Graph([1, 2], [3, 4])
        file["dir/sub/text"] = "some words"
        staff = {"Age": np.arange(10, dtype="int32"), "Cost": np.arange(10) * 1.5, "Nation": ["CH", "FR"] * 5}
        file.mkrntuple(
            "dir/staff", {"Age": "int32", "Cost": "float64", "Nation": "string", "pt": "var * float32"}
        ).extend(staff | {"pt": [[0.5] * (number % 3) for number in range(10)]})
    for number in range(2):
        (folder / f"run{number}").mkdir()
        (folder / f"run{number}" / "z.root").write_bytes((folder / "z.root").read_bytes())


def within(opened: Any, what: Callable[[Any], Any]) -> Any:
    """What a function gives in a `with` statement."""
    with opened as inside:
        return what(inside)


def closed(opened: Any) -> list[bool]:
    """What `closed` says before and after `close`."""
    before = bool(opened.closed)
    opened.close()
    return [before, bool(opened.closed)]


def raised(kind: type[Exception], call: Callable[[], Any]) -> str:
    """That a call raises such an error."""
    try:
        return f"nothing, but {call()!r}"
    except kind:
        return kind.__mro__[-3].__name__


def printed(show: Callable[[io.StringIO], Any]) -> list[str]:
    """The lines that a call prints to a stream."""
    out = io.StringIO()
    show(out)
    return out.getvalue().splitlines()


def first_column(show: Callable[[io.StringIO], Any]) -> list[str]:
    """The names in a table that a call prints: of an ntuple's, which uproot prints as a tree, the set of words."""
    names = [line.partition("|")[0].strip() for line in printed(show)]
    return sorted({word for name in names for word in re.findall(r"[A-Za-z_.0-9]+", name)} & _KNOWN)


_KNOWN = {*COLUMNS, "Muon_pt", "Muon_eta", "nMuon", "Age", "Cost", "Nation", "pt", "x", "y"}


def names_of(package: Any, folder: str) -> dict[str, Any]:
    """The names of a package's lines."""
    path = f"{folder}/z.root"
    file = package.open(path)
    found = {
        "uproot": package,
        "folder": folder,
        "path": path,
        "file": file,
        "events": file["events"],
        "branch": file["events"]["px1"],
        "muons": file["events"]["Muon_pt"],
        "staff": file["dir/staff"],
        "hpx": file["hpx"],
        "hpxpy": file["hpxpy"],
        "hprof": file["hprof"],
        "weighted": file["weighted"],
        "labelled": file["labelled"],
        "graph": file["graph"],
    }
    modules = {one.__name__: one for one in (io, os, pathlib, pickle, re, contextlib)} | {"hist": hist}
    helpers = {one.__name__: one for one in (within, closed, raised, printed, first_column)}

    def said(what: Callable[[Any], Any]) -> Any:
        with package.recreate(f"{folder}/said_by_{package.__name__}.root") as out:
            out.mktree("t", {"x": "int32", "y": "float32"})
            out["t"].extend({"x": np.arange(3, dtype="i4"), "y": np.zeros(3, "f4")})
            out["dir/text"] = "some words"
            out["h"] = np.histogram([0.5, 1.5], bins=2)
            return what(out)

    def updated(change: Callable[[Any], Any]) -> Any:
        changed = pathlib.Path(f"{folder}/changed_by_{package.__name__}.root")
        changed.write_bytes(pathlib.Path(path).read_bytes())
        with package.update(changed) as out:
            change(out)
        return sorted(package.open(changed).keys())

    return {**modules, **helpers, **found, "np": np, "ak": ak, "pd": pd, "said": said, "updated": updated}
