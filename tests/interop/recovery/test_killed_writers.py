"""Salvage files of killed ROOT writers, which ROOT cannot open itself; ROOT reads what was salvaged."""

from __future__ import annotations

import pathlib
import signal
import subprocess
import sys

import numpy as np
import pytest
import ramet

ROOT = pytest.importorskip("ROOT")

# Entry k: number k; a double that does not compress; k % 4 floats k + j.
WRITERS = """
#include <ROOT/RNTupleFillContext.hxx>
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleParallelWriter.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/RNTupleWriter.hxx>
#include <TFile.h>
#include <TTree.h>
#include <csignal>
#include <cstdio>
#include <unistd.h>
namespace killed {
using namespace ROOT;
// The same numbers in every run, and none of them like another.
double noise(int k) { return (static_cast<unsigned>(k) * 2654435761U % 1000003) / 1000003.; }
void die() { kill(getpid(), SIGKILL); }
template <class Writer>
void fill(Writer &&writer, RNTupleModel &, REntry &entry, int first, int last) {
  auto number = entry.GetPtr<int>("number");
  auto value = entry.GetPtr<double>("value");
  auto list = entry.GetPtr<std::vector<float>>("list");
  for (int k = first; k < last; ++k) {
    *number = k;
    *value = noise(k);
    list->clear();
    for (int j = 0; j < k % 4; ++j) list->push_back(k + j);
    writer.Fill(entry);
  }
}
std::unique_ptr<RNTupleModel> model() {
  auto model = RNTupleModel::Create();
  model->MakeField<int>("number");
  model->MakeField<double>("value");
  model->MakeField<std::vector<float>>("list");
  return model;
}
RNTupleWriteOptions options(int compression) {
  RNTupleWriteOptions options;
  options.SetCompression(compression);
  options.SetApproxZippedClusterSize(100'000);
  return options;
}
void append(const char *path, int entries, int compression) {
  std::unique_ptr<TFile> file(TFile::Open(path, "RECREATE"));
  auto made = model();
  auto *fields = made.get();
  auto writer = RNTupleWriter::Append(std::move(made), "Events", *file, options(compression));
  auto entry = writer->CreateEntry();
  fill(*writer, *fields, *entry, 0, entries);
  die();
}
void recreate(const char *path, int entries, int compression) {
  auto made = model();
  auto *fields = made.get();
  auto writer = RNTupleWriter::Recreate(std::move(made), "Events", path, options(compression));
  auto entry = writer->CreateEntry();
  fill(*writer, *fields, *entry, 0, entries);
  die();
}
void parallel(const char *path, int entries, int compression) {
  std::unique_ptr<TFile> file(TFile::Open(path, "RECREATE"));
  auto made = model();
  auto *fields = made.get();
  auto writer = RNTupleParallelWriter::Append(std::move(made), "Events", *file, options(compression));
  auto one = writer->CreateFillContext();
  auto other = writer->CreateFillContext();
  auto entry = one->CreateEntry();
  auto next = other->CreateEntry();
  for (int k = 0; k < entries; k += 100) fill(k % 200 ? *one : *other, *fields, k % 200 ? *entry : *next, k, k + 100);
  die();
}
void tree(const char *path, int entries, int compression) {
  TFile file(path, "RECREATE", "", compression);
  TTree tree("Events", "");
  int number;
  double value;
  std::vector<float> list;
  tree.Branch("number", &number);
  tree.Branch("value", &value);
  tree.Branch("list", &list);
  for (int k = 0; k < entries; ++k) {
    number = k;
    value = noise(k);
    list.clear();
    for (int j = 0; j < k % 4; ++j) list.push_back(k + j);
    tree.Fill();
  }
  if (entries > 1000) die();
  tree.Write();
}
// The numbers, when all else is right.
std::vector<int> read(const char *path) {
  auto reader = RNTupleReader::Open("Events", path);
  auto number = reader->GetView<int>("number");
  auto value = reader->GetView<double>("value");
  auto list = reader->GetView<std::vector<float>>("list");
  std::vector<int> numbers;
  for (auto entry : reader->GetEntryRange()) {
    const int k = number(entry);
    if (value(entry) != noise(k) || list(entry).size() != static_cast<std::size_t>(k % 4)) return {};
    for (int j = 0; j < k % 4; ++j)
      if (list(entry)[j] != static_cast<float>(k + j)) return {};
    numbers.push_back(k);
  }
  return numbers;
}
std::vector<int> read_tree(const char *path) {
  TFile file(path);
  auto *tree = file.Get<TTree>("Events");
  int number;
  double value;
  std::vector<float> *list = nullptr;
  tree->SetBranchAddress("number", &number);
  tree->SetBranchAddress("value", &value);
  tree->SetBranchAddress("list", &list);
  std::vector<int> numbers;
  for (Long64_t entry = 0; entry < tree->GetEntries(); ++entry) {
    if (tree->GetEntry(entry) <= 0 || value != noise(number)) return {};
    if (list->size() != static_cast<std::size_t>(number % 4)) return {};
    numbers.push_back(number);
  }
  return numbers;
}
}  // namespace killed
"""


@pytest.fixture(scope="module")
def readers() -> None:
    ROOT.gInterpreter.Declare(WRITERS)


def write(how: str, path: pathlib.Path, entries: int, compression: int) -> int:
    script = (
        "import sys, ROOT\n"
        f"ROOT.gInterpreter.Declare(sys.stdin.read())\nROOT.killed.{how}({str(path)!r}, {entries}, {compression})\n"
    )
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script], input=WRITERS, text=True, capture_output=True
    ).returncode


@pytest.mark.usefixtures("readers")
@pytest.mark.parametrize(
    ("how", "compression", "entries", "least"),
    [("append", 0, 30_000, 20_000), ("recreate", 505, 900_000, 150_000), ("parallel", 505, 40_000, 10_000)],
)
def test_ntuples_without_a_footer(how: str, compression: int, entries: int, least: int, tmp_path: pathlib.Path) -> None:
    killed, new = tmp_path / "killed.root", tmp_path / "new.root"
    assert write(how, killed, entries, compression) == -signal.SIGKILL
    report = ramet.recover(killed, new)
    [table] = report.tables
    assert table.entries > least
    assert report.lost == {}
    numbers = np.asarray(ROOT.killed.read(str(new)))
    assert len(numbers) == table.entries
    if how == "parallel":
        # The clusters of two contexts, each in order, and every entry once.
        for context in range(2):
            mine = numbers[numbers // 100 % 2 == context]
            assert np.array_equal(mine, np.sort(mine))
        assert len(set(numbers)) == len(numbers)
    else:
        assert np.array_equal(numbers, np.arange(len(numbers)))


@pytest.mark.usefixtures("readers")
def test_trees_without_a_record(tmp_path: pathlib.Path) -> None:
    killed, like, new = tmp_path / "killed.root", tmp_path / "like.root", tmp_path / "new.root"
    assert write("tree", killed, 60_000, 505) == -signal.SIGKILL
    assert write("tree", like, 10, 505) == 0
    report = ramet.recover(killed, new, like=like)
    [table] = report.tables
    assert table.entries > 30_000
    assert report.lost == {}
    assert np.array_equal(np.asarray(ROOT.killed.read_tree(str(new))), np.arange(table.entries))
