"""ROOT's ntuples whose fields lie elsewhere, or are missing, are merged, and ROOT reads the result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import ramet
import ROOT

WRITER = r"""
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/RNTupleWriter.hxx>

struct RametReordered {
  static void write(const char *path, bool has_met, bool begins_with_run, int first, int compression = 505) {
    auto model = ROOT::RNTupleModel::Create();
    std::shared_ptr<float> met;
    std::shared_ptr<int> run;
    if (has_met) met = model->MakeField<float>("met");
    if (begins_with_run) run = model->MakeField<int>("run");
    auto pt = model->MakeField<std::vector<float>>("Muon_pt");
    auto names = model->MakeField<std::vector<std::vector<std::string>>>("names");
    if (!begins_with_run) run = model->MakeField<int>("run");
    auto count = ROOT::RFieldBase::Create("nMuon", "ROOT::RNTupleCardinality<std::uint32_t>").Unwrap();
    model->AddProjectedField(std::move(count), [](const std::string &) { return std::string("Muon_pt"); });
    ROOT::RNTupleWriteOptions options;
    options.SetCompression(compression);
    auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "Events", path, options);
    for (int i = first; i < first + 100; ++i) {
      if (met) *met = i / 2.f;
      *run = i;
      pt->assign(i % 4, i);
      names->assign(i % 3, std::vector<std::string>(i % 2, std::to_string(i)));
      writer->Fill();
    }
  }
  static void write_late(const char *path) {
    auto model = ROOT::RNTupleModel::Create();
    auto run = model->MakeField<int>("run");
    std::shared_ptr<int> late;
    auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "Events", path);
    for (int i = 0; i < 10; ++i) {
      *run = i;
      if (late) *late = i;
      writer->Fill();
      if (i != 4) continue;
      auto updater = writer->CreateModelUpdater();
      updater->BeginUpdate();
      late = updater->MakeField<int>("late");
      updater->CommitUpdate();
    }
  }
  static std::vector<double> read(const char *path) {
    ROOT::RDataFrame frame("Events", path);
    auto sum = [&](const char *what) { return frame.Define("sum_of", what).Sum<double>("sum_of"); };
    auto met = sum("double(met)"), run = sum("double(run)"), muons = sum("double(nMuon)");
    auto pt = sum("double(Sum(Muon_pt))");
    auto texts = sum("double t = 0; for (auto &n : names) for (auto &s : n) t += std::stod(s); return t;");
    return {double(*frame.Count()), *met, *run, *muons, *pt, *texts};
  }
};
"""


@pytest.fixture(scope="module")
def native() -> Any:
    assert ROOT.gInterpreter.Declare(WRITER)
    return ROOT.RametReordered


def expected(entries: range, *, met: range) -> list[float]:
    texts = sum(float(entry) * (entry % 3) * (entry % 2) for entry in entries)
    return [
        len(entries),
        sum(entry / 2 for entry in met),
        sum(entries),
        sum(entry % 4 for entry in entries),
        sum(entry * (entry % 4) for entry in entries),
        texts,
    ]


def test_fields_may_be_in_another_order(tmp_path: Path, native: Any) -> None:
    inputs = [tmp_path / name for name in ("a.root", "b.root", "c.root")]
    for number, path in enumerate(inputs):
        native.write(str(path), True, number == 1, 100 * number)
    report = ramet.merge(tmp_path / "merged.root", inputs)
    assert not report.differences
    assert list(native.read(str(tmp_path / "merged.root"))) == expected(range(300), met=range(300))


def test_fields_may_be_encoded_otherwise(tmp_path: Path, native: Any) -> None:
    inputs = [tmp_path / name for name in ("a.root", "b.root")]
    for number, path in enumerate(inputs):  # without compression ROOT does not split numbers into their bytes
        native.write(str(path), True, False, 100 * number, 505 if number else 0)
    report = ramet.merge(tmp_path / "merged.root", inputs)
    assert not report.differences
    assert list(native.read(str(tmp_path / "merged.root"))) == expected(range(200), met=range(200))


def test_fields_may_be_added_later(tmp_path: Path, native: Any) -> None:
    inputs = [tmp_path / name for name in ("a.root", "b.root")]
    for path in inputs:
        native.write_late(str(path))
    report = ramet.merge(tmp_path / "merged.root", inputs)
    assert not report.differences
    frame = ROOT.RDataFrame("Events", str(tmp_path / "merged.root"))
    assert list(frame.AsNumpy(["late"])["late"]) == 2 * [0, 0, 0, 0, 0, 5, 6, 7, 8, 9]
    assert frame.Sum("run").GetValue() == 90


@pytest.mark.parametrize("begins_with_run", [False, True])
def test_a_field_before_others_may_be_missing(tmp_path: Path, native: Any, *, begins_with_run: bool) -> None:
    inputs = [tmp_path / name for name in ("a.root", "b.root")]
    for number, path in enumerate(inputs):
        native.write(str(path), number == 0, begins_with_run and number == 1, 100 * number)
    ramet.merge(tmp_path / "merged.root", inputs, missing="fill")
    assert list(native.read(str(tmp_path / "merged.root"))) == expected(range(200), met=range(100))
