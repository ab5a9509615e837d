"""Reading ntuples: the interface of a tree, and additional features."""

from __future__ import annotations

import io
import re
from pathlib import Path

import awkward as ak
import numpy as np
import pytest
import ramet
import uproot

FILE = Path(__file__).parents[2] / "compat" / "root_ntuple.root"
ENTRIES = range(20)


@pytest.fixture
def ntuple() -> ramet.NTuple:
    opened = ramet.open(f"{FILE}:ntpl")
    assert isinstance(opened, ramet.NTuple)
    return opened


def test_an_ntuple_says_what_is_in_it(ntuple: ramet.NTuple) -> None:
    assert (ntuple.name, ntuple.description, ntuple.num_entries) == ("ntpl", "every kind", 20)
    assert ntuple.writer.startswith("ROOT")
    assert ntuple.keys()[:4] == ["number", "text", "list", "pairs"]
    assert ntuple.keys(filter_name="pairs.*") == ["pairs._0", "pairs._1"]
    assert ntuple.typenames()["pairs"] == "std::vector<std::pair<float,std::string>>"
    assert ntuple.clusters == [(0, 12), (12, 20)]
    assert ntuple.compressed_bytes > 0
    shown = io.StringIO()
    ntuple.show(shown)
    assert re.search(r"option +\| std::optional<std::int64_t>", shown.getvalue())
    assert "<td>pairs._1</td>" in ntuple._repr_html_()
    assert repr(ntuple) == f"<NTuple 'ntpl' ({len(ntuple)} fields) of 20 entries>"
    with ntuple as same:
        assert same is ntuple


def test_a_field_says_what_it_is(ntuple: ramet.NTuple) -> None:
    field = ntuple["option"]
    assert isinstance(field, ramet.Field)
    assert (field.path, field.type, field.typename) == ("option", "?int64", "std::optional<std::int64_t>")
    assert ntuple["pairs._1"].type == "var * string"
    assert ntuple["variant"].type == "union[int32, string]"
    assert field.ntuple is ntuple
    assert field.num_pages == 4
    assert field.description == ""
    assert field.compression_ratio == field.uncompressed_bytes / field.compressed_bytes
    assert ntuple.fields[0].path == "number"


def test_every_field_that_is_listed_can_be_read(ntuple: ramet.NTuple) -> None:
    assert {name: len(ntuple[name].array()) for name in ntuple} == dict.fromkeys(ntuple, 20)
    assert "variant" in ntuple
    assert "variant._0" not in ntuple  # which uproot does not list, either


def test_fields_of_every_kind_are_awkward_arrays(ntuple: ramet.NTuple) -> None:
    arrays = ntuple.arrays()
    assert ak.fields(arrays) == ["number", "text", "list", "pairs", "option", "lists", "variant", "bits"]
    assert arrays["number"].to_list() == [-i for i in ENTRIES]
    assert arrays["list"].to_list() == [[i / 2] * (i % 3) for i in ENTRIES]
    assert arrays["pairs"].to_list() == [[{"first": i / 4, "second": str(i)}] * (i % 3) for i in ENTRIES]
    assert arrays["option"].to_list() == [i if i % 2 else None for i in ENTRIES]
    assert arrays["lists"].to_list() == [[i / 2] * (i % 3) if i % 2 else None for i in ENTRIES]
    assert arrays["variant"].to_list() == [i if i % 2 else str(i) for i in ENTRIES]
    assert arrays["bits"].to_list() == [[i >> bit & 1 == 1 for bit in range(3)] for i in ENTRIES]
    assert str(arrays["option"].type) == "20 * ?int64"
    assert str(arrays["variant"].type) == "20 * union[int32, string]"


def test_fields_are_numpy_arrays_where_numpy_can_say_it(ntuple: ramet.NTuple) -> None:
    assert ntuple["number"].array(library="np").dtype == np.int32
    assert ntuple["bits"].array(library="np").shape == (20, 3)
    assert ntuple["option"].array(library="np").tolist() == [i if i % 2 else None for i in ENTRIES]
    assert ntuple["variant"].array(library="np").tolist() == [i if i % 2 else str(i) for i in ENTRIES]


def test_a_member_of_a_collection_is_read_alone(ntuple: ramet.NTuple) -> None:
    assert ntuple["pairs._0"].array().to_list() == [[i / 4] * (i % 3) for i in ENTRIES]
    assert ramet.open(FILE)["ntpl/pairs._1"].array(entry_start=-1).to_list() == [["19"]]


def test_entries_are_read_in_ranges_and_steps(ntuple: ramet.NTuple) -> None:
    part = ntuple.arrays(["list", "option", "variant"], entry_start=7, entry_stop=15)
    assert part["list"].to_list() == [[i / 2] * (i % 3) for i in range(7, 15)]
    assert part["option"].to_list() == [i if i % 2 else None for i in range(7, 15)]
    assert part["variant"].to_list() == [i if i % 2 else str(i) for i in range(7, 15)]
    steps = list(ntuple.iterate(["number"], step_size=6))
    assert [len(step) for step in steps] == [6, 6, 6, 2]
    assert ak.concatenate(steps)["number"].to_list() == [-i for i in ENTRIES]


def test_a_missing_field_suggests_near_ones(ntuple: ramet.NTuple) -> None:
    with pytest.raises(ramet.KeyInFileError, match=r"no field 'optio' in ntuple 'ntpl' .*did you mean 'option'"):
        ntuple["optio"]
    assert "pairs._0" in ntuple
    assert "pairs.x" not in ntuple


def test_steps_of_bytes_count_what_values_take_in_memory_once(tmp_path: Path) -> None:
    """Fields that show the columns of another one, and the sizes of its lists, as NanoAOD has them, are read once."""
    schema = {
        "muons": "var * {pt: float32, eta: float32}",
        "nMuon": ramet.Projection("muons", sizes=True),
        "Muon_pt": ramet.Projection("muons.pt"),
        "Muon_eta": ramet.Projection("muons.eta"),
    }
    with ramet.recreate(tmp_path / "n.root") as file:
        muons = ak.Array([[{"pt": 1.0, "eta": 2.0}] * 3] * 1000)
        file.mkrntuple("N", schema).extend({"muons": muons})
    ntuple = ramet.open(tmp_path / "n.root")["N"]
    each = 8 + 3 * 2 * 4 + 8  # where lists begin, their values, their sizes
    assert ntuple.num_entries_for("10 kB") == round(10_000 / each)
    assert ntuple.num_entries_for("10 kB", ["Muon_pt"]) == round(10_000 / (8 + 3 * 4))
    steps = ntuple.iterate(step_size="10 kB")
    assert len(next(steps)) == round(10_000 / each)
    with uproot.open(tmp_path / "n.root") as file:
        assert abs(file["N"].num_entries_for("10 kB") - ntuple.num_entries_for("10 kB")) <= 1
