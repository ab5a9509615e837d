"""ntuples that ramet's parallel writer makes, read by ROOT and uproot."""

from __future__ import annotations

import json
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
