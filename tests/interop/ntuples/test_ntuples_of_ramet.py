"""ntuples that ramet's parallel writer makes, read by ROOT and uproot."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
import ROOT
import uproot

ENTRIES = 4000
SCHEMA = {
    "flag": "bool",
    "small": "int8",
    "number": "int32",
    "large": "uint64",
    "real": "float32",
    "precise": "float64",
    "text": "string",
    "list": "var * float32",
    "nested": "var * var * string",
    "array": "3 * int16",
    "tracks": "var * {pt: float32, hits: var * {layer: int32, flags: 2 * bool}}",
}

READER = r"""
#include <ROOT/RNTupleReader.hxx>
#include <sstream>

std::string ramet_ntuple_as_text(const char *path, const char *name) {
  auto reader = ROOT::RNTupleReader::Open(name, path);
  std::ostringstream lines;
  for (auto entry : reader->GetEntryRange()) {
    reader->Show(entry, lines);
    lines << '\0';
  }
  return lines.str();
}
"""


def entry(number: int) -> dict[str, Any]:
    return {
        "flag": number % 3 == 0,
        "small": number % 200 - 100,
        "number": -number,
        "large": number << 40,
        "real": number / 4,
        "precise": number / 8,
        "text": "x" * (number % 7),
        "list": [float(i) for i in range(number % 5)],
        "nested": [[str(i)] * (i % 3) for i in range(number % 4)],
        "array": [number % 100, 1, -1],
        "tracks": [
            {"pt": float(i), "hits": [{"layer": layer, "flags": [True, False]} for layer in range(i)]}
            for i in range(number % 4)
        ],
    }


@pytest.fixture(scope="module", params=["none", "zlib:1", "lz4", "zstd:5"])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ntuples") / "ramet.root"
    with ramet.ParallelWriter(
        path,
        "dir/Events",
        SCHEMA,
        format="rntuple",
        compression=request.param,
        cluster_entries=700,
        basket_size=2000,
    ) as writer:
        for part in range(2):
            with writer.context() as context:
                half = ENTRIES // 2
                context.extend(ak.Array([entry(number) for number in range(part * half, (part + 1) * half)]))
            writer.checkpoint()
    return path


def test_root_reads_every_entry(path: Path) -> None:
    if not hasattr(ROOT, "ramet_ntuple_as_text"):
        ROOT.gInterpreter.Declare(READER)
    text = str(ROOT.ramet_ntuple_as_text(str(path), "dir/Events"))
    shown = [json.loads(part) for part in text.split("\0")[:-1]]
    assert len(shown) == ENTRIES
    for number in (0, 1, 699, 700, 2000, ENTRIES - 1):
        assert shown[number] == entry(number)
    assert sum(one["number"] for one in shown) == -sum(range(ENTRIES))


def test_root_sums_it_on_threads(path: Path) -> None:
    frame = ROOT.RDataFrame("dir/Events", str(path))
    assert frame.Sum("precise").GetValue() == sum(range(ENTRIES)) / 8


def test_uproot_reads_all_columns(path: Path) -> None:
    arrays = uproot.open(f"{path}:dir/Events").arrays()
    expected = ak.Array([entry(number) for number in range(ENTRIES)])
    for name in SCHEMA:
        assert arrays[name].to_list() == expected[name].to_list(), name


def test_ramet_reads_it_back(path: Path) -> None:
    with ramet.open(path) as file:
        arrays = file["dir/Events"].arrays()
    assert np.array_equal(arrays["large"], np.arange(ENTRIES, dtype=np.uint64) << np.uint64(40))
    assert arrays["tracks"].to_list() == [entry(number)["tracks"] for number in range(ENTRIES)]


# --- columns that come later, and fields that show others ----------------------------------------------------------


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Entries 0 to 99 know one column, 100 to 199 all, 200 to 249 one again, and 250 to 299 all."""
    path = tmp_path_factory.mktemp("late") / "ramet.root"
    schema: dict[str, Any] = {"n": "int32", "muons": "var * {pt: float32, hits: var * int16}"}
    schema |= {"Muon_pt": ramet.Projection("muons.pt"), "nMuon": ramet.Projection("muons", sizes=True)}
    with ramet.ParallelWriter(path, "Events", schema, format="rntuple", cluster_entries=40) as writer:
        refreshed, ignorant = writer.context(), writer.context()
        refreshed.extend(ak.Array([early_entry(number) for number in range(100)]))
        writer.add_columns(
            {
                "x": "float64",
                "lists": "var * int32",
                "text": "string",
                "pairs": "2 * float32",
                "hits": ramet.Projection("muons.hits"),
                "same": ramet.Projection("x"),
            }
        )
        refreshed.refresh()
        refreshed.extend(ak.Array([late_entry(number) for number in range(100, 200)]))
        refreshed.close()
        ignorant.extend(ak.Array([early_entry(number) for number in range(200, 250)]))
        ignorant.close()
        with writer.context() as last:
            last.extend(ak.Array([late_entry(number) for number in range(250, 300)]))
    return path


def early_entry(number: int) -> dict[str, Any]:
    return {"n": number, "muons": [{"pt": float(i), "hits": [i] * i} for i in range(number % 4)]}


def late_entry(number: int) -> dict[str, Any]:
    late = {"x": number / 2, "lists": list(range(number % 3)), "text": "t" * (number % 5), "pairs": [1.0, number]}
    return early_entry(number) | late


def expected_late(number: int) -> dict[str, Any]:
    zeros = {"x": 0.0, "lists": [], "text": "", "pairs": [0.0, 0.0]}
    is_late = 100 <= number < 200 or number >= 250
    one = late_entry(number) if is_late else early_entry(number) | zeros
    muons = one["muons"]
    shown = {"Muon_pt": [muon["pt"] for muon in muons], "hits": [muon["hits"] for muon in muons]}
    return one | shown | {"nMuon": len(muons), "same": one["x"]}


def test_root_sees_late_columns_and_projections(late: Path) -> None:
    # Not by RNTupleReader::Show, which throws for every RNTupleCardinality (ROOT 6.40).
    names = ["n", "x", "same", "nMuon", "text", "lists", "pairs", "Muon_pt", "sum_of_hits"]
    frame = ROOT.RDataFrame("Events", str(late))
    sum_of_hits = "int sum = 0; for (auto &some : hits) for (int hit : some) sum += hit; return sum;"
    read = frame.Define("sum_of_hits", sum_of_hits).AsNumpy(names)
    for number in range(300):
        expected = expected_late(number)
        for name in ("n", "x", "same", "nMuon"):
            assert read[name][number] == expected[name], (name, number)
        assert str(read["text"][number]) == expected["text"]
        for name in ("lists", "pairs", "Muon_pt"):
            assert list(read[name][number]) == expected[name], (name, number)
        assert read["sum_of_hits"][number] == sum(sum(hits) for hits in expected["hits"])


def test_root_sums_late_columns_on_threads(late: Path) -> None:
    frame = ROOT.RDataFrame("Events", str(late))
    assert frame.Sum("x").GetValue() == sum(expected_late(number)["x"] for number in range(300))
    assert frame.Sum("nMuon").GetValue() == sum(number % 4 for number in range(300))


def test_uproot_reads_late_columns(late: Path) -> None:
    arrays = uproot.open(f"{late}:Events").arrays(["n", "x", "lists", "text", "pairs"])
    for name in ("n", "x", "lists", "text", "pairs"):
        assert arrays[name].to_list() == [expected_late(number)[name] for number in range(300)], name


def test_ramet_reads_late_columns_and_projections(late: Path) -> None:
    with ramet.open(late) as file:
        arrays = file["Events"].arrays()
    for name in expected_late(0):
        assert arrays[name].to_list() == [expected_late(number)[name] for number in range(300)], name


MERGE = """
import ROOT, sys
merger = ROOT.TFileMerger(False, False)
merger.OutputFile(sys.argv[1], "RECREATE")
for path in sys.argv[2:]:
    assert merger.AddFile(path, False)
assert merger.Merge()
"""


def test_root_merges_ntuples_with_late_columns(tmp_path: Path) -> None:
    # Of numbers and lists: what ROOT 6.40 merges of late arrays of fixed size, its own ones too, it cannot open.
    path, merged = tmp_path / "late.root", tmp_path / "merged.root"
    schema = {"v": "var * float32", "sizes": ramet.Projection("v", sizes=True)}
    lists = ak.Array([[1.0] * (number % 3) for number in range(100)])
    with (
        ramet.ParallelWriter(path, "Events", schema, format="rntuple", cluster_entries=40) as writer,
        writer.context() as context,
    ):
        context.extend({"v": lists})
        writer.add_columns({"x": "float64", "w": "var * int32"})
        context.refresh()
        context.extend({"v": lists, "x": np.arange(100.0), "w": ak.Array([[7]] * 100)})
    # On its own, for it warns that merging is experimental, and here warnings are errors.
    subprocess.run([sys.executable, "-W", "ignore", "-c", MERGE, merged, path, path], check=True)
    frame = ROOT.RDataFrame("Events", str(merged))
    assert frame.Count().GetValue() == 400
    assert frame.Sum("x").GetValue() == 2 * sum(range(100))
    with ramet.open(merged) as file:
        arrays = file["Events"].arrays()
    assert arrays["v"].to_list() == lists.to_list() * 4
    assert arrays["sizes"].to_list() == ak.num(lists).to_list() * 4
    assert arrays["w"].to_list() == ([[]] * 100 + [[7]] * 100) * 2
