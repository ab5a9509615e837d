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


def test_user_info_is_joined_at_each_checkpoint_and_small_baskets_are_gathered(tmp_path: Path) -> None:
    output = tmp_path / "all.root"
    with ramet.LiveMerge(output, metadata="join", cluster="1 MB") as live:
        for number in range(6):
            path = tmp_path / f"in{number}.root"
            file = ROOT.TFile.Open(str(path), "RECREATE")
            ROOT.gInterpreter.ProcessLine(f"""{{
                TTree tree("t", "");
                int x = 0;
                tree.Branch("x", &x);
                for (int entry = 0; entry < 10; ++entry) {{ x = 10 * {number} + entry; tree.Fill(); }}
                tree.GetUserInfo()->Add(new TParameter<double>("lumi", 1.5 + {number}, '+'));
                tree.GetUserInfo()->Add(new TNamed("tag", "same"));
                tree.SetAlias("twice", "2 * x");
                tree.Write();
            }}""")
            file.Close()
            live.add(path)
            if number % 3 == 2:
                live.checkpoint()
                with opened(output) as file:
                    tree = file.Get("t")
                    assert [entry.x for entry in tree] == list(range(10 * (number + 1)))
                    assert tree.GetBranch("x").GetWriteBasket() == (number + 1) // 3
                    info = tree.GetUserInfo()
                    assert [str(one.GetName()) for one in info] == ["lumi", "tag"]
                    assert info.FindObject("lumi").GetVal() == sum(1.5 + one for one in range(number + 1))
                    assert str(tree.GetAlias("twice")) == "2 * x"


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
