"""ROOT and uproot read the output of a live merge at each checkpoint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import ramet
import ROOT
import uproot
from merging.samples import opened


def write(path: Path, number: int) -> None:
    """A file of ROOT's with a tree, a histogram and a tree in a directory."""
    frame = (
        ROOT.RDataFrame(10)
        .Define("x", f"double(rdfentry_ + {10 * number})")
        .Define("v", "ROOT::RVecF(rdfentry_ % 3, x)")
    )
    frame.Snapshot("Events", str(path))
    file = ROOT.TFile.Open(str(path), "UPDATE")
    histogram = ROOT.TH1D("h", "", 4, 0, 4)
    histogram.Fill(0.5)
    file.mkdir("d").WriteTObject(histogram)
    file.Close()


def test_root_and_uproot_read_the_output_at_each_checkpoint(tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    with ramet.LiveMerge(output) as live:
        for number in range(4):
            path = tmp_path / f"in{number}.root"
            write(path, number)
            live.add(path)
            live.checkpoint()
            expected = list(range(10 * (number + 1)))
            with opened(output) as file:
                tree = file.Get("Events")
                assert [entry.x for entry in tree] == expected
                assert [len(entry.v) for entry in tree] == [value % 10 % 3 for value in expected]
                assert file.Get("d/h").GetEntries() == number + 1
                assert not file.TestBit(ROOT.TFile.kRecovered)
            with uproot.open(output) as file:
                assert file["Events/x"].array(library="np").tolist() == expected
                assert file["d/h"].values().tolist() == [number + 1, 0, 0, 0]
    file = ROOT.TFile.Open(str(output), "UPDATE")  # which ROOT can change, too
    file.WriteTObject(ROOT.TNamed("more", "text"))
    file.Close()
    with ramet.open(output) as file:
        assert file["Events"].num_entries == 40


def test_root_reads_ntuples_that_were_merged_live(tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    with ramet.LiveMerge(output) as live:
        for number in range(3):
            path = tmp_path / f"in{number}.root"
            with ramet.recreate(path) as file:
                file.mkrntuple("n", {"x": np.arange(10.0) + 10 * number})
            live.add(path)
            live.checkpoint()
            frame = ROOT.RDataFrame("n", str(output))
            assert list(frame.Take["double"]("x").GetValue()) == list(range(10 * (number + 1)))
