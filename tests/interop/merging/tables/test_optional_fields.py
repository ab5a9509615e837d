"""Missing values of ROOT's ntuples stay missing when entries are written again, and ROOT reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import ramet
import ROOT

ROOT.gInterpreter.Declare(
    r"""
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleWriter.hxx>

struct RametOptional {
  static void write(const char *path, int first) {
    auto model = ROOT::RNTupleModel::Create();
    auto n = model->MakeField<int>("n");
    auto number = model->MakeField<std::optional<float>>("number");
    auto pointer = model->MakeField<std::unique_ptr<double>>("pointer");
    auto text = model->MakeField<std::optional<std::string>>("text");
    auto list = model->MakeField<std::optional<std::vector<float>>>("list");
    auto options = model->MakeField<std::vector<std::optional<int>>>("options");
    auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "Events", path);
    for (int i = first; i < first + 50; ++i) {
      *n = i;
      *number = i % 3 ? std::optional<float>(i / 2.f) : std::nullopt;
      *pointer = i % 2 ? std::make_unique<double>(i) : nullptr;
      *text = i % 4 ? std::optional<std::string>(std::to_string(i)) : std::nullopt;
      *list = i % 5 ? std::optional<std::vector<float>>(std::in_place, i % 4, float(i)) : std::nullopt;
      options->clear();
      for (int k = 0; k < i % 4; ++k) options->push_back((i + k) % 2 ? std::optional<int>(k) : std::nullopt);
      writer->Fill();
    }
  }
  static std::vector<std::string> read(const char *path) {
    auto reader = ROOT::RNTupleReader::Open("Events", path);
    std::vector<std::string> shown;
    for (auto entry : *reader) {
      std::ostringstream text;
      reader->Show(entry, text);
      shown.push_back(text.str());
    }
    return shown;
  }
};
"""
)


def entries_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(str(shown)) for shown in ROOT.RametOptional.read(str(path))]


@pytest.fixture
def written(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{number}.root" for number in range(3)]
    for number, path in enumerate(paths):
        ROOT.RametOptional.write(str(path), 50 * number)
    return paths


@pytest.mark.parametrize(
    ("changes", "is_kept", "dropped"),
    [
        ({"where": "n % 7 != 3"}, lambda n: n % 7 != 3, ()),
        ({"drop": ["n"]}, lambda _: True, ("n",)),
        ({"define": {"twice": "2 * n"}}, lambda _: True, ("twice",)),
    ],
    ids=["where", "drop", "define"],
)
def test_a_merge_that_writes_entries_again_keeps_missing_values(
    tmp_path: Path, written: list[Path], changes: dict[str, Any], is_kept: Any, dropped: tuple[str, ...]
) -> None:
    ramet.merge(tmp_path / "all.root", written, **changes)
    wanted = [entry for path in written for entry in entries_of(path) if is_kept(entry["n"])]
    found = entries_of(tmp_path / "all.root")
    for entries in (wanted, found):
        for entry in entries:
            for name in dropped:
                entry.pop(name, None)
    assert found == wanted
    assert {entry["number"] is None for entry in found} == {False, True}


def test_a_snapshot_keeps_missing_values(tmp_path: Path, written: list[Path]) -> None:
    frame = ramet.frame([f"{path}:Events" for path in written]).filter("n >= 10")
    assert frame.snapshot(tmp_path / "some.root", "Events", format="rntuple").value.count().value == 140
    assert entries_of(tmp_path / "some.root") == [entry for path in written for entry in entries_of(path)][10:]
    assert frame.filter_available("number").count().value == sum(bool(n % 3) for n in range(10, 150))
