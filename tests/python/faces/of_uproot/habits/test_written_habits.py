"""What users of uproot write, and both packages take: forms, dictionaries as records, titles, and compressions."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import awkward as ak
import pytest
import ramet

uproot = pytest.importorskip("uproot")
both = pytest.mark.parametrize("package", [ramet, uproot])


@both
def test_compression_has_uproots_properties(package: ModuleType) -> None:
    one = package.LZMA(3)
    assert (one.name, one.level, one.code, one.code_pair) == ("LZMA", 3, 203, (2, 3))


@both
@pytest.mark.parametrize("form", ["whole", "selected"])
def test_forms_of_records_are_types_of_columns(package: ModuleType, tmp_path: Path, form: str) -> None:
    values = ak.Array({"a": [1, 2, 3], "b": [1.5, 2, 3]})
    layout = values.layout if form == "whole" else values[[0, 2]].layout
    with package.recreate(tmp_path / "x.root") as file:
        file.mkrntuple("made", layout.form).extend(values)
        file["assigned"] = values.layout.form
    read = uproot.open(tmp_path / "x.root")
    assert read["made"].arrays().to_list() == values.to_list()
    assert read["assigned"].arrays()["a"].to_list() == []


@both
def test_columns_of_dictionaries_are_records(package: ModuleType, tmp_path: Path) -> None:
    records = [{"x": 1, "y": 2.5}, {"x": 2, "y": 3.5}]
    with package.recreate(tmp_path / "x.root") as file:
        file["t"] = {"one": records, "many": [records, []]}
    read = uproot.open(tmp_path / "x.root")["t"].arrays()
    assert (read["one"].to_list(), read["many"].to_list()) == (records, [records, []])


def test_dictionaries_of_other_names_are_named(tmp_path: Path) -> None:
    with (
        ramet.recreate(tmp_path / "x.root") as file,
        pytest.raises(TypeError, match=r"'t'|dictionaries of \['x'\] and of \['y'\]"),
    ):
        file["t"] = {"t": [{"x": 1}, {"y": 1}]}


@both
def test_a_histogram_of_hist_is_called_by_its_title(package: ModuleType, tmp_path: Path) -> None:
    hist = pytest.importorskip("hist")
    histogram = hist.Hist.new.Reg(2, 0, 2).Double()
    histogram.title = "a title"
    with package.recreate(tmp_path / "x.root") as file:
        file["h"] = histogram
    assert uproot.open(tmp_path / "x.root")["h"].title == "a title"
