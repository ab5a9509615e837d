"""Tables that are assigned to a name of a file: both packages make the same ntuple of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pandas as pd
import pytest
import ramet

uproot = pytest.importorskip("uproot")

LISTS = ak.Array([[1.5, 2.5], [], [3.5]])
TABLES = {
    "a mapping": {"x": np.arange(3), "y": LISTS, "flag": np.array([True, False, True])},
    "a frame": pd.DataFrame({"x": np.arange(3, dtype="int16"), "y": np.arange(3.0)}),
    "a structured array": np.array([(1, 2.5), (2, 3.5)], dtype=[("a", "i4"), ("b", "f8")]),
    "records": ak.Array([{"a": 1, "b": {"c": [1.5]}}, {"a": 2, "b": {"c": []}}]),
    "lists of records": {"muon": ak.zip({"pt": LISTS, "eta": LISTS})},
    "texts": {"name": ak.Array(["one", "", "three"]), "n": np.arange(3)},
    "counts": {"nx": np.array([2, 0, 1]), "x": LISTS},
}


@pytest.mark.parametrize("given", TABLES)
def test_both_make_the_same_ntuple(tmp_path: Path, given: str) -> None:
    values: Any = TABLES[given]
    for package, path in ((ramet, tmp_path / "ours.root"), (uproot, tmp_path / "theirs.root")):
        with package.recreate(path) as file:
            file["dir/t"] = values
            file["dir/t"].extend(values)
            assert file["dir"].classnames()["t;1"] == "ROOT::RNTuple"
    for reader in (ramet, uproot):
        ours, theirs = (reader.open(tmp_path / f"{by}.root")["dir/t"] for by in ("ours", "theirs"))
        names, own = theirs.keys(), ours.keys()
        assert sorted(own) == sorted(names)  # uproot sorts the columns of mappings
        assert ours.typenames() == {name: theirs.typenames()[name] for name in names}
        for name in ours.keys(recursive=False):
            assert ours[name].array().to_list() == theirs[name].array().to_list()
        assert ours.num_entries == theirs.num_entries > 2


def test_a_tree_that_was_read_stays_one(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        file.mktree("T", {"nx": [2, 0, 1], "x": LISTS})
        file.mkrntuple("N", {"x": LISTS})
    with ramet.open(tmp_path / "x.root") as source, ramet.recreate(tmp_path / "copy.root") as file:
        file.update({"T": source["T"], "N": source["N"]})
    copy = ramet.open(tmp_path / "copy.root")
    assert copy.classnames(cycle=False) == {"T": "TTree", "N": "ROOT::RNTuple"}
    assert copy["T"]["x"].count_branch.name == "nx"
    assert copy["T"].arrays().to_list() == ramet.open(tmp_path / "x.root")["T"].arrays().to_list()


@pytest.mark.parametrize("name", ["Jet.pt", "a b", "a\\b"])
def test_names_that_ntuples_do_not_allow_are_refused_with_advice(tmp_path: Path, name: str) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        with pytest.raises(ramet.MisuseError, match=r"use mktree\('t', values\)"):
            file["t"] = {name: [1.0]}
        assert file.keys() == []
        file.mktree("t", {name: [1.0]})
    assert ramet.open(tmp_path / "x.root")["t"].arrays().fields == [name]
