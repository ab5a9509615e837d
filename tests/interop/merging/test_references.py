"""References between objects (TRef) of files of several processes, and entry lists, mean the same in the output."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import ramet
import ROOT
from merging.samples import by_hadd, by_ramet, opened

JOB = """
import sys
import ROOT

ROOT.gInterpreter.Declare('''
#include <TClonesArray.h>
#include <TRef.h>
#include <TRefArray.h>
#include <TTree.h>

/// Entries with hits, a reference to the last one, and references to all that have even numbers.
void fill_references(int first, int entries, int split, int basket, bool in_list) {
  TTree tree("events", "", split);
  TClonesArray hits("TNamed", 8);
  TRef last;
  TRefArray even;
  TClonesArray* pointer = &hits;
  TRef* to_last = &last;
  TRefArray* to_even = &even;
  tree.Branch("hits", &pointer, basket, 0);
  tree.Branch("last", &to_last, basket, 0);
  tree.Branch("even", &to_even, basket, 0);
  for (int entry = 0; entry < entries; ++entry) {
    hits.Delete();
    even.Clear();
    last = nullptr;
    const int count = 1 + (first + entry) % 5;
    for (int hit = 0; hit < count; ++hit) {
      auto* made = new (hits[hit]) TNamed(Form("hit%d", hit), Form("%d", 100 * (first + entry) + hit));
      last = made;
      if (hit % 2 == 0) even.Add(made);
    }
    tree.Fill();
  }
  tree.Write();
}
''')
path, first, entries, split, basket = sys.argv[1], *map(int, sys.argv[2:])
file = ROOT.TFile(path, "RECREATE")
ROOT.fill_references(first, entries, split, basket, True)
target = ROOT.TNamed("target", str(first))
reference = ROOT.TRef(target)
target.Write()
reference.Write("reference")
members = ROOT.TList()
member = ROOT.TNamed("member", str(first))
pointing = ROOT.TRef(member)
members.Add(member)
members.Add(pointing)
members.Write("members", ROOT.TObject.kSingleKey)
file.Close()
"""


def job(path: Path, first: int, entries: int, *, split: int = 0, basket: int = 2000) -> Path:
    """A file of a process of its own, so that its process identifier is one of its own."""
    arguments = [str(number) for number in (first, entries, split, basket)]
    subprocess.run([sys.executable, "-W", "ignore", "-c", JOB, str(path), *arguments], check=True, capture_output=True)
    return path


def titles(file: Any) -> list[tuple[str, list[str]]]:
    """For each entry the title of the hit that `last` points to, and of those that `even` does."""
    found = []
    for entry in file.Get("events"):
        even = entry.even
        found.append(
            (str(entry.last.GetObject().GetTitle()), [str(even.At(n).GetTitle()) for n in range(even.GetEntries())])
        )
    return found


def expected(ranges: Sequence[tuple[int, int]]) -> list[tuple[str, list[str]]]:
    """What they point to."""
    return [
        (str(100 * number + number % 5), [str(100 * number + hit) for hit in range(0, 1 + number % 5, 2)])
        for first, count in ranges
        for number in range(first, first + count)
    ]


@pytest.mark.parametrize("options", [("--cluster", "keep"), ("--cluster", "1MB"), ("--compress", "zlib:1")])
def test_references_of_several_processes_point_to_the_same_objects(tmp_path: Path, options: tuple[str, ...]) -> None:
    ranges = [(0, 40), (40, 3), (1000, 60)]
    inputs = [job(tmp_path / f"{first}.root", first, count) for first, count in ranges]
    code, merged, complaint = by_ramet(tmp_path, inputs, "--rule", "TNamed=all", *options)
    assert (code, complaint) == (0, "")
    with opened(merged) as file:
        assert [key.GetName() for key in file.GetListOfKeys() if key.GetClassName() == "TProcessID"] == [
            "ProcessID0",
            "ProcessID1",
            "ProcessID2",
        ]
        assert titles(file) == expected(ranges)
        for cycle, (first, _) in enumerate(ranges, start=1):
            target = file.Get(f"target;{cycle}")
            assert str(target.GetTitle()) == str(first)
            assert file.Get(f"reference;{cycle}").GetObject() == target
        members = file.Get("members")
        assert members.GetSize() == 6
        for number, (first, _) in enumerate(ranges):
            assert str(members.At(2 * number).GetTitle()) == str(first)
            assert members.At(2 * number + 1).GetObject() == members.At(2 * number)


def test_outputs_with_references_are_merged_again_and_appended_to(tmp_path: Path) -> None:
    ranges = [(0, 5), (5, 6), (11, 7)]
    inputs = [job(tmp_path / f"{first}.root", first, count) for first, count in ranges]
    first = tmp_path / "first.root"
    rules: dict[str, Any] = {"TNamed": "all"}
    ramet.merge(first, inputs[:2], rules=rules)
    ramet.merge(tmp_path / "all.root", [inputs[2], first, inputs[0]], rules=rules, verify="bytes")
    with opened(tmp_path / "all.root") as file:
        assert titles(file) == expected([ranges[2], *ranges[:2], ranges[0]])
        processes = [key for key in file.GetListOfKeys() if key.GetClassName() == "TProcessID"]
        assert len(processes) == 3
    ramet.merge(first, [inputs[2]], rules=rules, append=True)
    with opened(first) as file:
        assert titles(file) == expected(ranges)


def test_live_merges_number_references_anew(tmp_path: Path) -> None:
    ranges = [(0, 5), (5, 6), (11, 7)]
    inputs = [job(tmp_path / f"{first}.root", first, count) for first, count in ranges]
    with ramet.LiveMerge(tmp_path / "all.root", rules={"TNamed": "all"}) as live:
        for path in inputs:
            live.add(path)
            live.checkpoint()
    with opened(tmp_path / "all.root") as file:
        assert titles(file) == expected(ranges)


def listed(path: Path, first: int, entries: int, cut: str) -> Path:
    """A file with a tree and the list of its entries that pass a cut."""
    file = ROOT.TFile(str(path), "RECREATE")
    ROOT.gInterpreter.ProcessLine(f'''{{
        TTree tree("t", "");
        int x = 0;
        tree.Branch("x", &x);
        for (int entry = 0; entry < {entries}; ++entry) {{ x = {first} + entry; tree.Fill(); }}
        tree.Draw(">>list", "{cut}", "entrylist");
        gDirectory->Get("list")->Write();
        tree.Write();
    }}''')
    file.Close()
    return path


def test_entry_lists_select_the_same_entries_of_the_merged_tree(tmp_path: Path) -> None:
    cuts = ["x % 7 == 0", "x % 2 == 0 || x > 100000", "x < 0", "x != 270001"]
    sizes = [100, 150_000, 10, 130_000]
    inputs, wanted, first = [], [], 0
    for number, (cut, size) in enumerate(zip(cuts, sizes, strict=True)):
        inputs.append(listed(tmp_path / f"in{number}.root", first, size, cut))
        chosen = cut.replace("||", "or")
        wanted += [x for x in range(first, first + size) if eval(chosen, {"x": x})]
        first += size
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    with opened(merged) as file:
        tree, entries = file.Get("t"), file.Get("list")
        assert entries.GetN() == len(wanted)
        assert str(entries.GetFileName()) == str(merged)
        tree.SetEntryList(entries)
        tree.SetEstimate(len(wanted))
        assert tree.Draw("x", "", "goff") == len(wanted)
        values = tree.GetV1()
        assert [int(values[number]) for number in range(len(wanted))] == wanted
        tree.SetEntryList(ROOT.nullptr)
        chain = ROOT.TChain("t")
        chain.Add(str(merged))
        chain.SetEntryList(entries)
        assert chain.Draw("x", "", "goff") == len(wanted)
        chain.SetEntryList(ROOT.nullptr)
    code, theirs = by_hadd(tmp_path, inputs)  # whose lists are of the inputs, not of the merged tree
    assert code == 0
    with opened(theirs) as file:
        assert file.Get("list").GetLists().GetSize() == 4


@pytest.mark.parametrize("several", [False, True])
def test_rewritten_trees_do_not_lose_references_without_a_word(tmp_path: Path, several: bool) -> None:  # noqa: FBT001
    """They are written as numbers, which do not say of which process they are."""
    inputs = [job(tmp_path / "0.root", 0, 10), *([job(tmp_path / "1.root", 10, 10)] if several else [])]
    options = ("--rule", "TNamed=all", "--table", "events", "--where", "1>0", "--drop", "hits")
    code, merged, complaint = by_ramet(tmp_path, inputs, *options)
    if not several:
        assert (code, complaint) == (0, "")
        with ramet.open(inputs[0]) as before, ramet.open(merged) as after:
            expected = [{"last": row["last"]["ref"]} for row in before["events"].arrays(["last"]).to_list()]
            assert after["events"].arrays(["last"]).to_list() == expected
        return
    assert code == 3
    assert "'events' (last): references between objects (TRef) of several processes" in complaint
    assert "--drop last leaves them out" in complaint
    assert "'events' (even" in complaint
    assert by_ramet(tmp_path, inputs, *options, "--drop", "last", "--drop", "even*")[0] == 2  # no column is left
