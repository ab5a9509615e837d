"""ntuples of ROOT, uproot and ramet that ramet adds entries to: all three read the old and the new ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
import ROOT
import uproot

WRITER = r"""
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/RNTupleWriter.hxx>
#include <TFile.h>

struct RametGrown {
  using Pair = std::pair<float, std::string>;
  using Nested = std::vector<std::vector<std::string>>;
  using Array = std::array<std::int16_t, 3>;

  static void write(const char *path, const char *directory, int compression, int entries) {
    TFile file(path, "RECREATE");
    TDirectory *into = *directory ? file.mkdir(directory) : &file;
    auto model = ROOT::RNTupleModel::Create();
    auto flag = model->MakeField<bool>("flag");
    auto number = model->MakeField<std::int32_t>("number");
    auto text = model->MakeField<std::string>("text");
    auto list = model->MakeField<std::vector<float>>("list");
    auto nested = model->MakeField<Nested>("nested");
    auto array = model->MakeField<Array>("array");
    auto pair = model->MakeField<Pair>("pair");
    auto option = model->MakeField<std::optional<std::int64_t>>("option");
    auto bits = model->MakeField<std::bitset<11>>("bits");
    auto half = std::make_unique<ROOT::RField<float>>("half");
    half->SetHalfPrecision();
    model->AddField(std::move(half));
    auto shown = ROOT::RFieldBase::Create("shown", "std::vector<float>").Unwrap();
    model->AddProjectedField(std::move(shown), [](const std::string &name) {
      return name == "shown" ? std::string("list") : std::string("list._0");
    });
    ROOT::RNTupleWriteOptions options;
    options.SetCompression(compression);
    auto writer = ROOT::RNTupleWriter::Append(std::move(model), "ntpl", *into, options);
    auto entry = writer->CreateEntry();
    std::shared_ptr<double> late;
    for (int i = 0; i < entries; ++i) {
      if (i == 400) {
        auto updater = writer->CreateModelUpdater();
        updater->BeginUpdate();
        updater->AddField(std::make_unique<ROOT::RField<double>>("late"));
        updater->CommitUpdate();
        entry = writer->CreateEntry();
      }
      *entry->GetPtr<bool>("flag") = i % 3 == 0;
      *entry->GetPtr<std::int32_t>("number") = -7 * i;
      *entry->GetPtr<std::string>("text") = std::string(i % 4, 'a' + i % 26);
      entry->GetPtr<std::vector<float>>("list")->assign(i % 5, i / 2.f);
      entry->GetPtr<Nested>("nested")->assign(i % 3, std::vector<std::string>(i % 2, "s" + std::to_string(i)));
      for (int k = 0; k < 3; ++k) (*entry->GetPtr<Array>("array"))[k] = i + k;
      *entry->GetPtr<Pair>("pair") = {i / 8.f, std::to_string(i)};
      if (i % 2) *entry->GetPtr<std::optional<std::int64_t>>("option") = i;
      else entry->GetPtr<std::optional<std::int64_t>>("option")->reset();
      *entry->GetPtr<std::bitset<11>>("bits") = i;
      *entry->GetPtr<float>("half") = i % 64 / 4.f;
      if (i >= 400) *entry->GetPtr<double>("late") = i / 3.;
      writer->Fill(*entry);
      if (i % 300 == 200) writer->CommitCluster(i > 500);
    }
  }

  template <class T>
  static int different(ROOT::RNTupleReader &reader, const char *field, int period) {
    auto view = reader.GetView<T>(field);
    int count = 0;
    for (auto i : reader.GetEntryRange())
      if (int(i) >= period) {
        const T first = view(i % period);
        count += !(view(i) == first);
      }
    return count;
  }

  // How many values are not those of the entry `period` before.
  static int changed(const char *path, const char *name, int period, bool has_late) {
    auto reader = ROOT::RNTupleReader::Open(name, path);
    return different<bool>(*reader, "flag", period) + different<std::int32_t>(*reader, "number", period) +
           different<std::string>(*reader, "text", period) + different<std::vector<float>>(*reader, "list", period) +
           different<std::vector<float>>(*reader, "shown", period) + different<Nested>(*reader, "nested", period) +
           different<Array>(*reader, "array", period) + different<Pair>(*reader, "pair", period) +
           different<std::optional<std::int64_t>>(*reader, "option", period) +
           different<float>(*reader, "half", period) + (has_late ? different<double>(*reader, "late", period) : 0);
  }
};
"""


@pytest.fixture(scope="module")
def grown() -> Any:
    if not hasattr(ROOT, "RametGrown"):
        assert ROOT.gInterpreter.Declare(WRITER)
    return ROOT.RametGrown


@pytest.mark.parametrize(("directory", "compression"), [("", 505), ("", 0), ("d", 404)])
@pytest.mark.parametrize("entries", [0, 700])
def test_an_ntuple_of_root_goes_on_with_ramet(
    grown: Any, tmp_path: Path, directory: str, compression: int, entries: int
) -> None:
    path = tmp_path / "grown.root"
    name = f"{directory}/ntpl" if directory else "ntpl"
    grown.write(str(path), directory, compression, 700)
    with ramet.open(path) as file:
        filled = file[name].arrays()
    if entries == 0:
        grown.write(str(path), directory, compression, 0)
    columns = [field for field in ak.fields(filled) if field != "shown"]
    columns = columns if entries else [field for field in columns if field != "late"]
    total = entries
    for _ in range(3):
        with ramet.update(path) as file:
            assert file[name].keys() == columns
            assert file[name].num_entries == total
            file[name].extend({column: filled[column] for column in columns})
            file[name].flush()
            file.checkpoint()
        total += 700
        with ramet.open(path) as file:
            now = file[name].arrays()
        assert len(now) == total
        for column in [*columns, "shown"]:
            assert now[column].to_list() == filled[column].to_list() * (total // 700), column
        theirs = uproot.open(path)[name]
        assert theirs.num_entries == total
        for column in ["flag", "number", "text", "list", "nested", "option", "half", *columns[10:]]:
            assert theirs.arrays([column])[column].to_list() == now[column].to_list(), column
        assert grown.changed(str(path), name, 700, bool(entries)) == 0


def test_ntuples_of_uproot_and_of_ramet_go_on(tmp_path: Path) -> None:
    path = tmp_path / "grown.root"
    with uproot.recreate(path) as file:
        theirs = file.mkrntuple("theirs", {"x": np.arange(7.0), "j": ak.Array([[k] * (k % 3) for k in range(7)])})
        theirs.extend({"x": np.arange(7.0, 10.0), "j": ak.Array([[k] * (k % 3) for k in range(7, 10)])})
    schema = {"x": "float64", "j": "var * int64"}
    with (
        ramet.ParallelWriter(path, "d/ours", schema, format="rntuple", mode="update") as writer,
        writer.context() as context,
    ):
        context.extend({"x": np.arange(10.0), "j": ak.Array([[k] * (k % 3) for k in range(10)])})
    for first in (10, 1000):
        last = first + 990 if first == 10 else first + 7
        with ramet.update(path) as file:
            for name in ("theirs", "d/ours"):
                lists = ak.Array([[k] * (k % 3) for k in range(first, last)])
                file[name].extend({"x": np.arange(first, last).astype(float), "j": lists})
    wanted = [[k] * (k % 3) for k in range(1007)]
    with ramet.open(path) as file:
        for name in ("theirs", "d/ours"):
            assert file[name]["x"].array().to_list() == list(range(1007))
            assert file[name]["j"].array().to_list() == wanted
            assert uproot.open(path)[name].arrays(["j"]).j.to_list() == wanted
            frame = ROOT.RDataFrame(name, str(path))
            assert frame.Count().GetValue() == 1007
            assert frame.Sum("x").GetValue() == sum(range(1007))
            assert frame.Max("j").GetValue() == 1006


def test_fields_that_are_not_written_are_named(tmp_path: Path) -> None:
    path = tmp_path / "streamed.root"
    ROOT.gInterpreter.Declare("""
        #include <TAxis.h>
        void ramet_streamed(const char *path) {
          auto model = ROOT::RNTupleModel::Create();
          model->MakeField<float>("x");
          model->AddField(std::make_unique<ROOT::RStreamerField>("axis", "TAxis"));
          ROOT::RNTupleWriter::Recreate(std::move(model), "ntpl", path)->Fill();
        }""")
    ROOT.ramet_streamed(str(path))
    with ramet.update(path) as file, pytest.raises(ramet.UnsupportedError, match=r"field 'axis' cannot be continued"):
        file["ntpl"]
