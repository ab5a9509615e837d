"""ntuples that ROOT writes, of every type that needs no dictionary, in every way that their columns can be stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import pytest
import ramet
import ROOT

ENTRIES = 5000

WRITER = r"""
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/RNTupleWriter.hxx>

void write_ramet_ntuple(const char *path, int compression, std::size_t page, bool checksums, int entries) {
  auto model = ROOT::RNTupleModel::Create();
  auto flag = model->MakeField<bool>("flag");
  auto letter = model->MakeField<char>("letter");
  auto small = model->MakeField<std::int8_t>("small");
  auto number = model->MakeField<std::int32_t>("number");
  auto large = model->MakeField<std::uint64_t>("large");
  auto real = model->MakeField<float>("real");
  auto precise = model->MakeField<double>("precise");
  auto text = model->MakeField<std::string>("text");
  auto list = model->MakeField<std::vector<float>>("list");
  auto flags = model->MakeField<std::vector<bool>>("flags");
  auto nested = model->MakeField<std::vector<std::vector<std::string>>>("nested");
  auto array = model->MakeField<std::array<std::int16_t, 3>>("array");
  auto pair = model->MakeField<std::pair<float, std::string>>("pair");
  auto tuple = model->MakeField<std::tuple<std::int32_t, bool, double>>("tuple");
  auto option = model->MakeField<std::optional<std::int64_t>>("option");
  auto pointer = model->MakeField<std::unique_ptr<double>>("pointer");
  auto variant = model->MakeField<std::variant<std::int32_t, std::string>>("variant");
  auto bits = model->MakeField<std::bitset<11>>("bits");
  auto atomic = model->MakeField<std::atomic<std::int32_t>>("atomic");
  ROOT::RNTupleWriteOptions options;
  options.SetCompression(compression);
  options.SetInitialUnzippedPageSize(page < 256 ? page : 256);
  options.SetMaxUnzippedPageSize(page);
  options.SetEnablePageChecksums(checksums);
  auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "ntpl", path, options);
  for (int i = 0; i < entries; ++i) {
    *flag = i % 3 == 0;
    *letter = 'a' + i % 26;
    *small = i % 200 - 100;
    *number = -7 * i;
    *large = 0x9e3779b97f4a7c15u * i;
    *real = i / 4.f;
    *precise = i / 3.;
    *text = std::string(i % 4, 'a' + i % 26);
    list->assign(i % 5, i / 2.f);
    flags->assign(i % 3, i % 2);
    nested->assign(i % 3, std::vector<std::string>(i % 2, "s" + std::to_string(i)));
    for (int k = 0; k < 3; ++k) (*array)[k] = i + k;
    *pair = {i / 8.f, std::to_string(i)};
    *tuple = {i, i % 2, i / 5.};
    if (i % 2) *option = i; else option->reset();
    if (i % 3) *pointer = std::make_unique<double>(i); else pointer->reset();
    if (i % 2) *variant = i; else *variant = std::to_string(i);
    *bits = i;
    *atomic = i;
    writer->Fill();
    if (i % 1500 == 700) writer->CommitCluster(i > 2500);
  }
}
"""


def expected(i: int) -> dict[str, Any]:
    return {
        "flag": i % 3 == 0,
        "letter": ord("a") + i % 26,
        "small": i % 200 - 100,
        "number": -7 * i,
        "large": 0x9E3779B97F4A7C15 * i % 2**64,
        "real": i / 4,
        "precise": i / 3,
        "text": chr(ord("a") + i % 26) * (i % 4),
        "list": [i / 2] * (i % 5),
        "flags": [i % 2 == 1] * (i % 3),
        "nested": [[f"s{i}"] * (i % 2)] * (i % 3),
        "array": [i, i + 1, i + 2],
        "pair": {"first": i / 8, "second": str(i)},
        "tuple": {"_0": i, "_1": i % 2 == 1, "_2": i / 5},
        "option": i if i % 2 else None,
        "pointer": float(i) if i % 3 else None,
        "variant": i if i % 2 else str(i),
        "bits": [i >> bit & 1 == 1 for bit in range(11)],
        "atomic": i,
    }


@pytest.fixture(scope="module")
def _writer() -> None:
    assert ROOT.gInterpreter.Declare(WRITER)


@pytest.mark.usefixtures("_writer")
@pytest.mark.parametrize(("compression", "page", "checksums"), [(0, 64, True), (0, 1 << 20, False), (505, 4096, True)])
def test_every_type_is_read_as_it_was_filled(tmp_path: Path, compression: int, page: int, *, checksums: bool) -> None:
    path = tmp_path / "ntpl.root"
    ROOT.write_ramet_ntuple(str(path), compression, page, checksums, ENTRIES)
    ntuple = ramet.open(path)["ntpl"]
    assert ntuple.num_entries == ENTRIES
    assert len(ntuple.clusters) == 4
    wanted = [expected(i) for i in range(ENTRIES)]
    whole = ntuple.arrays()
    assert ak.fields(whole) == list(wanted[0])
    for name in wanted[0]:
        assert whole[name].to_list() == [entry[name] for entry in wanted], name
    part = ntuple.arrays(entry_start=693, entry_stop=2209)
    for name in wanted[0]:
        assert part[name].to_list() == [entry[name] for entry in wanted[693:2209]], name
    steps = ak.concatenate(list(ntuple.iterate(["nested", "variant"], step_size=333)))
    for name in ("nested", "variant"):
        assert steps[name].to_list() == [entry[name] for entry in wanted], name
