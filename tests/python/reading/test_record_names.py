"""Records are called by their classes, so that awkward finds the behaviours that others define for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import pytest
import ramet

CLASSES = {"Momentum4D": {"px": "double", "py": "double", "inner": "Point"}, "Point": {"x": "float"}}
VALUES = [[{"px": 3.0, "py": 4.0, "inner": {"x": 1.0}}], []]


class Momentum(ak.Record):  # type: ignore[misc]
    @property
    def pt(self) -> Any:
        return (self["px"] ** 2 + self["py"] ** 2) ** 0.5


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        whole = ramet.Column("std::vector<Momentum4D>", split_level=0)
        schema = {"whole": whole, "split": "std::vector<Momentum4D>", "one": ramet.Column("Point", split_level=0)}
        batch = {"whole": VALUES, "split": VALUES, "one": [{"x": 1.0}, {"x": 2.0}]}
        file.mktree("T", schema, classes=CLASSES).extend(batch)
        file.mkrntuple("N", {"whole": "std::vector<Momentum4D>"}, classes=CLASSES).extend({"whole": VALUES})
        file.mktree("P", {"pair": {"a": "int32", "b": "float32"}}).extend({"pair": [(1, 2.0)]})
    return tmp_path / "x.root"


def test_records_have_behaviours_by_their_class(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ak.behavior, "Momentum4D", Momentum)
    tree, ntuple = ramet.open(path)["T"], ramet.open(path)["N"]
    dataset = ramet.open_many(f"{path}:T")
    found = [
        tree["whole"].array(),
        tree.arrays()["whole"],
        next(tree.iterate(["whole"]))["whole"],
        tree["split"].objects(),
        dataset["whole"].array(),
        dataset.take([0, 1], "whole")["whole"],
        ramet.concatenate(f"{path}:T", "whole")["whole"],
        ntuple["whole"].array(),
        ntuple.arrays().whole,
    ]
    for array in found:
        assert array.layout.content.parameter("__record__") == "Momentum4D"
        assert array[0, 0].pt == 5
        assert array.to_list() == VALUES
    assert tree["one"].array()[1].layout.array.parameter("__record__") == "Point"
    assert tree["one"].record_name == "Point"


def test_records_in_records_have_the_names_of_their_classes(path: Path) -> None:
    tree, ntuple, dataset = ramet.open(path)["T"], ramet.open(path)["N"], ramet.open_many(f"{path}:T")
    for array in [
        tree["whole"].array(),
        tree.arrays()["whole"],
        next(tree.iterate("whole"))["whole"],
        dataset["whole"].array(),
        dataset.take([0, 1], "whole")["whole"],
        dataset.add_friend({path: "T"}, "f", on=None).arrays(["f.whole"])["f.whole"],
        ntuple["whole"].array(),
        ntuple.arrays().whole,
    ]:
        assert array.inner.layout.content.parameter("__record__") == "Point"


def test_values_without_a_class_have_no_name(path: Path) -> None:
    pair = ramet.open(path)["P"]["pair"]
    assert pair.record_name == ""
    assert pair.array().layout.parameters == {}


def test_named_records_are_written_as_they_were_read(path: Path, tmp_path: Path) -> None:
    read = ramet.open(path)["N"].arrays()
    with ramet.recreate(tmp_path / "copy.root") as file:
        file.mkrntuple("N", {"whole": "std::vector<Momentum4D>"}, classes=CLASSES).extend(read)
    assert ramet.open(tmp_path / "copy.root")["N"].arrays().to_list() == read.to_list()
