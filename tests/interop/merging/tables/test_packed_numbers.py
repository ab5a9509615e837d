"""Branches of Float16_t and Double32_t that ramet writes again: ROOT finds the same types, ranges and values."""

from __future__ import annotations

import array
import subprocess
from pathlib import Path
from typing import Any

import ramet
import ROOT
from merging.samples import by_ramet, opened, write

LEAVES = {
    "limits": ("f", "limits/f[0,1,10]"),
    "angle": ("d", "angle/d[-pi,pi,16]"),
    "cut": ("f", "cut/f[0,0,12]"),
    "half": ("f", "half/f"),
    "single": ("d", "single/d"),
    "row": ("d", "row[3]/d[0,6.28,12]"),
    "matrix": ("d", "matrix[2][2]/d"),
    "list": ("f", "list[n]/f[0,1,8]"),
}


def packed(first: int) -> Any:
    """Fills a tree with numbers of few bits."""

    def fill(_: Any) -> None:
        tree = ROOT.TTree("t", "few bits")
        count = array.array("i", [0])
        tree.Branch("n", count, "n/I")
        places = {name: array.array(letter, [0.0] * 4) for name, (letter, _) in LEAVES.items()}
        for name, (_, leaves) in LEAVES.items():
            tree.Branch(name, places[name], leaves)
        for number in range(first, first + 50):
            count[0] = number % 4
            for place in places.values():
                for index in range(4):
                    place[index] = (number % 50) / 50 + index / 200
            tree.Fill()
        tree.Write()

    return fill


def leaves_of(path: Path) -> dict[str, tuple[str, str, str]]:
    with opened(path) as file:
        leaves = list(file.Get("t").GetListOfLeaves())
        return {leaf.GetName(): (leaf.ClassName(), leaf.GetTitle(), leaf.GetBranch().GetTitle()) for leaf in leaves}


def values_of(path: Path) -> list[list[float]]:
    with opened(path) as file:
        tree = file.Get("t")
        names = [leaf.GetName() for leaf in tree.GetListOfLeaves()]
        rows = []
        for entry in range(tree.GetEntries()):
            tree.GetEntry(entry)
            leaves = [tree.GetLeaf(name) for name in sorted(names)]
            rows.append([leaf.GetValue(index) for leaf in leaves for index in range(leaf.GetLen())])
        return rows


def test_merges_that_write_entries_again_keep_ranges_and_bits(tmp_path: Path) -> None:
    inputs = [write(tmp_path / f"in{number}.root", packed(50 * number)) for number in range(2)]
    code, merged, complaint = by_ramet(tmp_path, inputs, "--where", "n >= 0", "--compress", "zstd:3")
    assert (code, complaint) == (0, "")
    assert leaves_of(merged) == leaves_of(inputs[0])
    assert values_of(merged) == values_of(inputs[0]) + values_of(inputs[1])


def test_skims_keep_ranges_and_bits(tmp_path: Path) -> None:
    path = write(tmp_path / "in.root", packed(0))
    output = tmp_path / "out.root"
    subprocess.run(["ramet", "skim", f"{path}:t", "-o", output], check=True, capture_output=True)
    assert leaves_of(output) == leaves_of(path)
    assert values_of(output) == values_of(path)


def test_numbers_that_have_no_place_in_the_range_are_stored_in_full(tmp_path: Path) -> None:
    def full(_: Any) -> None:
        tree = ROOT.TTree("t", "")
        value = array.array("f", [0.0])
        tree.Branch("limits", value, "limits/F")
        for value[0] in (5.5, -7.25):
            tree.Fill()
        tree.Write()

    inputs = [write(tmp_path / "few.root", packed(0)), write(tmp_path / "all.root", full)]
    options = ("--keep", "limits", "--missing", "drop", "--types", "convert")
    code, merged, complaint = by_ramet(tmp_path, inputs, *options)
    assert code == 0, complaint
    assert leaves_of(merged)["limits"][0] == "TLeafF"
    assert [row[0] for row in values_of(merged)[-2:]] == [5.5, -7.25]


def test_conversions_change_no_value(tmp_path: Path) -> None:
    path = write(tmp_path / "in.root", packed(0))
    ntuple, tree = tmp_path / "ntuple.root", tmp_path / "tree.root"
    for source, target in ((path, ntuple), (ntuple, tree)):
        subprocess.run(["ramet", "convert", f"{source}:t", target], check=True, capture_output=True)
    assert leaves_of(tree)["single"][0] == "TLeafD32"
    expected = ramet.open(path)["t"].arrays(library="ak")
    for other in (ntuple, tree):
        found = ramet.open(other)["t"].arrays(library="ak")
        for name in expected.fields:
            assert found[name].tolist() == expected[name].tolist(), name


ROOT.gInterpreter.Declare("""
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleWriter.hxx>
void write_halves(const char *path, int first) {
  auto model = ROOT::RNTupleModel::Create();
  auto half = std::make_unique<ROOT::RField<float>>("half");
  half->SetHalfPrecision();
  model->AddField(std::move(half));
  auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "t", path);
  auto entry = writer->CreateEntry();
  for (int i = first; i < first + 50; ++i) {
    *entry->GetPtr<float>("half") = i / 8.f;
    writer->Fill(*entry);
  }
}
std::vector<float> halves_of(const char *path) {
  auto reader = ROOT::RNTupleReader::Open("t", path);
  auto view = reader->GetView<float>("half");
  std::vector<float> found;
  for (auto i : reader->GetEntryRange()) found.push_back(view(i));
  return found;
}
""")


def test_half_precision_of_ntuples_is_written_as_root_reads_it(tmp_path: Path) -> None:
    inputs = [tmp_path / "in0.root", tmp_path / "in1.root"]
    for number, path in enumerate(inputs):
        ROOT.write_halves(str(path), 50 * number)
    for options in (("--where", "half > -1"), ("--where", "half > -1", "--compress", "none")):
        code, merged, complaint = by_ramet(tmp_path, inputs, *options)
        assert (code, complaint) == (0, "")
        assert list(ROOT.halves_of(str(merged))) == [number / 8 for number in range(100)]
