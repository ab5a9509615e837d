"""A merged file of more than 2 GB, whose last keys have 64-bit positions."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import ramet
import ROOT
import uproot
from merging.samples import by_ramet, opened, write

ENTRIES = 140_000_000  # of 8 bytes, in each of two files
CHUNK = 10_000_000


@pytest.mark.parametrize("kind", ["tree", "ntuple"])
def test_entries_beyond_2_gb_are_read(tmp_path: Path, kind: str) -> None:
    if shutil.disk_usage(tmp_path).free < 3 * 2 * ENTRIES * 8:
        pytest.skip("the disk has no room for 5 GB")
    inputs = []
    for number in range(2):
        inputs.append(tmp_path / f"in{number}.root")
        with ramet.recreate(inputs[-1], compression=None) as file:
            table = (file.mktree if kind == "tree" else file.mkrntuple)("Events", {"x": np.float64})
            for first in range(number * ENTRIES, (number + 1) * ENTRIES, CHUNK):
                table.extend({"x": np.arange(first, first + CHUNK, dtype=np.float64)})
            file["last"] = f"written by {number}"
    code, merged, complaint = by_ramet(tmp_path, inputs, "--rule", "TObjString=all")
    assert (code, complaint) == (0, "")
    for path in inputs:
        path.unlink()
    assert merged.stat().st_size > 2 * ENTRIES * 8
    places = [0, ENTRIES - 1, ENTRIES, 2 * ENTRIES - 1]
    with uproot.open(merged) as file:
        column = file["Events"].arrays(["x"], entry_start=2 * ENTRIES - 3, library="np")["x"]
        assert column.tolist() == [2 * ENTRIES - 3, 2 * ENTRIES - 2, 2 * ENTRIES - 1]
    if kind == "tree":
        with opened(merged) as file:
            tree = file.Get("Events")
            assert tree.GetEntries() == 2 * ENTRIES
            for place in places:
                tree.GetEntry(place)
                assert tree.x == place
            assert file.Get("last;2").GetString() == "written by 1"
    with ramet.open(merged) as file:
        assert [
            float(file["Events"]["x"].array(entry_start=place, entry_stop=place + 1)[0]) for place in places
        ] == places
    merged.unlink()


@pytest.mark.parametrize("options", [[], ["--cluster", "keep", "--verify", "values"], ["--missing", "fill"]])
def test_a_large_input_is_split_at_clusters(tmp_path: Path, options: list[str]) -> None:
    entries = 2000

    def fill(_: object) -> None:
        tree = ROOT.TTree("Events", "of many clusters")
        tree.SetAutoFlush(100)
        number, values = np.zeros(1, np.int32), ROOT.std.vector("double")()
        tree.Branch("run", number, "run/I")
        tree.Branch("values", values)
        for entry in range(entries):
            number[0] = entry
            values.assign(entry % 5, ROOT.gRandom.Rndm())
            tree.Fill()
        if "--missing" not in options:  # an index is not kept by a rewrite
            tree.BuildIndex("run")
        tree.Write()
        ROOT.TH1F("h", "", 10, 0, 1).Fill(0.5)

    inputs = [write(tmp_path / "in.root", fill), tmp_path / "more.root"]
    if "--missing" in options:
        with ramet.recreate(inputs[1]) as file:
            file.mktree("Events", {"run": np.int32}).extend({"run": np.zeros(3, np.int32)})
    else:
        del inputs[1:]
    size = inputs[0].stat().st_size
    code, merged, complaint = by_ramet(tmp_path, inputs, "--max-size", str(size // 3), *options)
    assert code == 0, complaint
    files = [merged, *sorted(tmp_path.glob("ramet_*.root"))]
    assert len(files) >= 4
    assert all(path.stat().st_size < size / 2 for path in files)
    chain, found, sizes = ROOT.TChain("Events"), [], []
    for path in files:
        chain.Add(str(path))
    for one in chain:
        found.append(one.run)
        sizes.append(one.values.size())
    assert found[:entries] == list(range(entries))
    assert sizes[:entries] == [entry % 5 for entry in range(entries)]
    first = 0
    for path in files:
        with opened(path) as file:
            assert bool(file.Get("h")) == (path == merged)
            tree = file.Get("Events")
            if "--missing" not in options and tree.GetEntries() > 0:
                assert tree.GetEntryNumberWithIndex(first) == 0
            first += tree.GetEntries()
