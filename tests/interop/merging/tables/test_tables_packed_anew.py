"""ROOT reads the same from baskets and pages that were joined, or got other compression, as from what hadd makes."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
import ROOT
from merging.samples import by_hadd, by_ramet, opened, write

WAYS = (["--cluster", "keep"], [], ["--cluster", "20kB"], ["--compress", "lzma:6"], ["--compress", "none"])

FILL_TYPES = """
#include "TLorentzVector.h"
void fill_types(int first, int last) {
  TTree tree("t", "many types");
  int count = 0; float values[50]; double fixed[3]; Char_t text[200]; Bool_t flag;
  struct { int i; double d; } leaves;
  std::string words; std::vector<int> ints; std::vector<std::vector<float>> nested; TLorentzVector vector;
  std::vector<std::string> texts;
  tree.Branch("n", &count, "n/I");
  tree.Branch("v", values, "v[n]/F");
  tree.Branch("fixed", fixed, "fixed[3]/D");
  tree.Branch("text", text, "text/C");
  tree.Branch("flag", &flag, "flag/O");
  tree.Branch("leaves", &leaves, "i/I:d/D");
  tree.Branch("words", &words);
  tree.Branch("ints", &ints);
  tree.Branch("nested", &nested);
  tree.Branch("split", &vector);
  tree.Branch("whole", &vector, 32000, 0);
  tree.Branch("texts", &texts);
  tree.SetAutoFlush(40);
  for (int number = first; number < last; ++number) {
    count = number % 9;
    for (int index = 0; index < count; ++index) values[index] = number + index / 8.f;
    for (int index = 0; index < 3; ++index) fixed[index] = number * index;
    words = std::string(number % 300, 'w') + std::to_string(number);
    strncpy(text, words.substr(0, 150).c_str(), 199);
    flag = number % 3 == 0;
    leaves = {number, number / 2.};
    ints.assign(number % 5, number);
    nested.assign(number % 4, std::vector<float>(number % 3, number));
    vector.SetXYZT(number, 1, 2, 3);
    texts.assign(number % 3, words);
    tree.Fill();
  }
  tree.Write();
}
std::vector<std::string> rows_of_types(const char* path) {
  TFile file(path);
  auto* tree = file.Get<TTree>("t");
  TTreeReader reader(tree);
  TTreeReaderArray<float> v(reader, "v"); TTreeReaderArray<double> fixed(reader, "fixed");
  TTreeReaderValue<Bool_t> flag(reader, "flag");
  TTreeReaderValue<std::string> words(reader, "words"); TTreeReaderArray<int> ints(reader, "ints");
  TTreeReaderValue<std::vector<std::vector<float>>> nested(reader, "nested");
  TTreeReaderValue<TLorentzVector> split(reader, "split"), whole(reader, "whole");
  TTreeReaderValue<std::vector<std::string>> texts(reader, "texts");
  TTreeReaderArray<char> text(reader, "text");
  std::vector<std::string> rows;
  while (reader.Next()) {
    std::ostringstream row;
    for (float value : v) row << value << ' ';
    for (double value : fixed) row << value << ' ';
    row << *flag << ' ' << *words << ' ';
    for (int value : ints) row << value << ' ';
    for (const auto& inner : *nested) { for (float value : inner) row << value << ' '; row << '|'; }
    row << split->X() << ' ' << whole->X() << ' ' << whole->T();
    for (const auto& one : *texts) row << one << ' ';
    row << static_cast<const char*>(tree->GetLeaf("text")->GetValuePointer());
    tree->GetBranch("leaves")->GetEntry(reader.GetCurrentEntry());
    row << tree->GetLeaf("leaves", "i")->GetValue() << ' ' << tree->GetLeaf("leaves", "d")->GetValue();
    rows.push_back(row.str());
  }
  return rows;
}
"""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Files with a tree of many types, in clusters of 40 entries."""
    if not hasattr(ROOT, "fill_types"):
        ROOT.gInterpreter.Declare(FILL_TYPES)
    folder = tmp_path_factory.mktemp("inputs")
    ranges = [(0, 100), (100, 101), (101, 1000), (1000, 1300)]
    return [
        write(folder / f"in{number}.root", lambda _, of=of: ROOT.fill_types(*of)) for number, of in enumerate(ranges)
    ]


@pytest.mark.parametrize("options", WAYS)
def test_entries_of_all_types_stay_the_same(inputs: list[Path], tmp_path: Path, options: list[str]) -> None:
    code, merged, complaint = by_ramet(tmp_path, inputs, *options)
    assert (code, complaint) == (0, "")
    code, expected = by_hadd(tmp_path, inputs, "-ff")
    assert code == 0
    rows = [str(row) for row in ROOT.rows_of_types(str(merged))]
    assert len(rows) == 1300
    assert rows == [str(row) for row in ROOT.rows_of_types(str(expected))]


@pytest.mark.parametrize("options", WAYS)
def test_branches_keep_their_classes_and_titles(inputs: list[Path], tmp_path: Path, options: list[str]) -> None:
    def described(path: Path) -> list[tuple[str, ...]]:
        with opened(path) as file:
            tree = file.Get("t")
            leaves = [(str(leaf.GetName()), str(leaf.GetTitle()), leaf.ClassName()) for leaf in tree.GetListOfLeaves()]
            return leaves + [(one.GetName(), one.GetTitle(), one.ClassName()) for one in tree.GetListOfBranches()]

    code, merged, _ = by_ramet(tmp_path, inputs, *options)
    assert code == 0
    assert described(merged) == described(inputs[0])


def test_small_baskets_become_one_for_each_branch(inputs: list[Path], tmp_path: Path) -> None:
    code, merged, _ = by_ramet(tmp_path, inputs)
    assert code == 0
    with opened(merged) as file:
        tree = file.Get("t")
        clusters = tree.GetClusterIterator(0)
        assert (clusters.Next(), clusters.GetNextEntry()) == (0, 1300)
        for name in ("n", "v", "fixed", "flag", "leaves"):
            assert tree.GetBranch(name).GetWriteBasket() == 1


@pytest.mark.parametrize(("option", "code"), [("-f404", 404), ("-f", 101), ("-f0", 0)])
def test_hadd_s_own_numbers_recompress(inputs: list[Path], tmp_path: Path, option: str, code: int) -> None:
    merged = tmp_path / "merged.root"
    subprocess.run(["ramet", "hadd", "-v", "0", option, merged, *inputs], check=True)
    with opened(merged) as file:
        tree = file.Get("t")
        assert tree.GetBranch("v").GetCompressionSettings() == code
        assert file.GetCompressionSettings() == code
        if code == 0:
            assert tree.GetZipBytes() >= tree.GetTotBytes()
    rows = [str(row) for row in ROOT.rows_of_types(str(merged))]
    assert rows == [row for path in inputs for row in map(str, ROOT.rows_of_types(str(path)))]


def ntuple_with(first: int, last: int) -> Any:
    def fill(file: Any) -> None:
        model = ROOT.RNTupleModel.Create()
        model.MakeField["std::int32_t"]("n")
        model.MakeField["bool"]("flag")
        model.MakeField["std::string"]("text")
        model.MakeField["std::vector<std::vector<float>>"]("nested")
        model.MakeField["std::variant<int, float>"]("either")
        with ROOT.RNTupleWriter.Append(model, "ntpl", file) as writer:
            entry = writer.CreateEntry()
            for number in range(first, last):
                entry["n"] = number
                entry["flag"] = number % 3 == 0
                entry["text"] = "w" * (number % 20)
                entry["nested"] = [[float(number)] * (number % 3)] * (number % 4)
                writer.Fill(entry)

    return fill


@pytest.mark.parametrize("options", WAYS)
def test_pages_of_ntuples_stay_the_same(tmp_path: Path, options: list[str]) -> None:
    ranges = [(0, 50), (50, 51), (51, 120), (120, 200)]
    inputs = [write(tmp_path / f"in{number}.root", ntuple_with(*of)) for number, of in enumerate(ranges)]
    code, merged, complaint = by_ramet(tmp_path, inputs, *options)
    assert (code, complaint) == (0, "")
    frame = ROOT.RDataFrame("ntpl", str(merged))
    numbers = frame.Take["std::int32_t"]("n")
    flags = frame.Take["bool"]("flag")
    texts = frame.Take["std::string"]("text")
    nested = frame.Take["std::vector<std::vector<float>>"]("nested")
    assert list(numbers.GetValue()) == list(range(200))
    assert list(flags.GetValue()) == [number % 3 == 0 for number in range(200)]
    assert [str(text) for text in texts.GetValue()] == ["w" * (number % 20) for number in range(200)]
    assert [[list(inner) for inner in outer] for outer in nested.GetValue()] == [
        [[float(number)] * (number % 3)] * (number % 4) for number in range(200)
    ]


FILL_INDEXED = """
void fill_indexed(int first, int last, bool has_index) {
  TTree tree("t", "indexed");
  int run, event;
  tree.Branch("run", &run, "run/I");
  tree.Branch("event", &event, "event/I");
  for (int number = first; number < last; ++number) {
    run = 7 - number % 5;
    event = number * 37 % 1000;
    tree.Fill();
  }
  if (has_index) tree.BuildIndex("run", "event");
  tree.Write();
}
"""


def write_indexed(folder: Path, ranges: list[tuple[int, int, bool]]) -> list[Path]:
    if not hasattr(ROOT, "fill_indexed"):
        ROOT.gInterpreter.Declare(FILL_INDEXED)
    return [
        write(folder / f"in{number}.root", lambda _, of=of: ROOT.fill_indexed(*of)) for number, of in enumerate(ranges)
    ]


@pytest.mark.parametrize("options", [["--cluster", "keep"], [], ["--compress", "101"]])
def test_an_index_has_the_entries_of_all_files(tmp_path: Path, options: list[str]) -> None:
    inputs = write_indexed(tmp_path, [(0, 100, True), (100, 101, True), (101, 400, True)])
    code, merged, complaint = by_ramet(tmp_path, inputs, *options)
    assert (code, complaint) == (0, "")
    code, expected = by_hadd(tmp_path, inputs, "-ff")
    assert code == 0
    with opened(merged) as file, opened(expected) as other:
        tree, wanted = file.Get("t"), other.Get("t")
        assert tree.GetTreeIndex().GetN() == 400
        for number in range(400):
            pair = 7 - number % 5, number * 37 % 1000
            assert tree.GetEntryNumberWithIndex(*pair) == wanted.GetEntryNumberWithIndex(*pair) == number
        assert tree.GetEntryNumberWithIndex(99, 99) == -1


def test_an_index_that_only_some_files_have_is_refused(tmp_path: Path) -> None:
    inputs = write_indexed(tmp_path, [(0, 100, True), (100, 200, False)])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == 3
    assert "index (TTreeIndex)" in complaint
