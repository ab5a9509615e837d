"""Columns of one table that are compressed in different ways, as ROOT and uproot see them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import ROOT
import uproot

ENTRIES = 20_000
SCHEMA = {"x": "float64", "list": "var * int32", "flat": "int32", "text": "string"}
WANTED = {"*": "lz4:4", "list": "zstd:7", "flat": None}
CODES = {"x": 404, "list": 507, "nlist": 507, "flat": 0, "text": 404}

READER = r"""
#include <ROOT/RNTupleDescriptor.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <set>

/// The settings of a field's columns, and of those below it, in all clusters.
std::set<int> ramet_compressions_of(const char *path, const char *field) {
  auto reader = ROOT::RNTupleReader::Open("Events", path);
  const auto &descriptor = reader->GetDescriptor();
  std::set<int> found;
  std::vector<ROOT::DescriptorId_t> fields{descriptor.FindFieldId(field)};
  for (std::size_t next = 0; next < fields.size(); ++next) {
    for (const auto &below : descriptor.GetFieldIterable(fields[next])) fields.push_back(below.GetId());
    for (const auto &column : descriptor.GetColumnIterable(fields[next]))
      for (const auto &cluster : descriptor.GetClusterIterable())
        found.insert(static_cast<int>(cluster.GetColumnRange(column.GetPhysicalId()).GetCompressionSettings().value()));
  }
  return found;
}
"""


def values() -> dict[str, Any]:
    return {
        "x": np.arange(ENTRIES) / 8,
        "list": [[entry, 7] for entry in range(ENTRIES)],
        "flat": np.full(ENTRIES, 5, "int32"),
        "text": ["text"] * ENTRIES,
    }


@pytest.fixture
def path(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "compressions.root"
    options: dict[str, Any] = {"format": request.param, "cluster_entries": 7000}
    with (
        ramet.ParallelWriter(path, "Events", SCHEMA, compression=WANTED, **options) as writer,
        writer.context() as context,
    ):
        context.extend(values())
    return path


@pytest.mark.parametrize("path", ["ttree"], indirect=True)
def test_branches_have_their_compressions(path: Path) -> None:
    file = ROOT.TFile.Open(str(path))
    tree = file.Get("Events")
    assert {branch.GetName(): branch.GetCompressionSettings() for branch in tree.GetListOfBranches()} == CODES
    assert tree.GetBranch("flat").GetZipBytes() == tree.GetBranch("flat").GetTotBytes()
    assert tree.GetBranch("x").GetZipBytes() < tree.GetBranch("x").GetTotBytes()
    assert tree.Draw("x:list:flat", "x >= 0 && flat == 5", "goff") == 2 * ENTRIES
    assert max(tree.GetV2()[row] for row in range(2 * ENTRIES)) == ENTRIES - 1
    file.Close()
    with uproot.open(path) as read:
        found = {branch.name: branch.compression for branch in read["Events"].branches}
        assert {name: 0 if one is None else one.code for name, one in found.items()} == CODES
        assert read["Events"].arrays(library="ak").tolist()[-1] == {
            "x": (ENTRIES - 1) / 8,
            "nlist": 2,
            "list": [ENTRIES - 1, 7],
            "flat": 5,
            "text": "text",
        }


@pytest.mark.parametrize("path", ["rntuple"], indirect=True)
def test_columns_of_ntuples_have_their_compressions(path: Path) -> None:
    if not hasattr(ROOT, "ramet_compressions_of"):
        ROOT.gInterpreter.Declare(READER)
    found = {name: set(ROOT.ramet_compressions_of(str(path), name)) for name in SCHEMA}
    assert found == {name: {CODES[name]} for name in SCHEMA}
    frame = ROOT.RDataFrame("Events", str(path))
    assert frame.Sum("x").GetValue() == sum(range(ENTRIES)) / 8
    assert frame.Define("first", "list[0]").Sum("first").GetValue() == sum(range(ENTRIES))
    with uproot.open(path) as read:
        arrays = read["Events"].arrays()
        assert arrays["list"].tolist() == values()["list"]
        assert arrays["flat"].tolist() == [5] * ENTRIES
        clusters = read["Events"].page_link_list
        assert {column.compression_settings for columns in clusters for column in columns} == set(CODES.values())


@pytest.mark.parametrize("path", ["ttree", "rntuple"], indirect=True)
def test_ramet_reads_them(path: Path) -> None:
    with ramet.open(path) as file:
        arrays = file["Events"].arrays(["x", "list", "flat", "text"])
        assert {name: arrays[name].tolist() for name in SCHEMA} == {
            name: np.asarray(one).tolist() for name, one in values().items()
        }
