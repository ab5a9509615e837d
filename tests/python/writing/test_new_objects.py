"""Objects of classes and ntuples in files of one thread, and contexts that report when memory is available."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import uproot

CLASSES = {
    "Point": ramet.Class({"x": "float", "y": "float"}, version=2),  # uproot does not read classes without versions
    "Base": ramet.Class({"run": "int"}, version=3),
    "Track": ramet.Class(
        {
            "pt": ("Double32_t", "[0,100,20]"),
            "cov": "float[3]",
            "name": "std::string",
            "hits": "std::vector<short>",
            "vertex": "Point",
            "lengths": "std::map<int,double>",
        },
        bases=["Base"],
        version=2,
    ),
}
TRACK: dict[str, Any] = {
    "run": 7,
    "pt": 50.0,
    "cov": [1.0, 2.0, 3.0],
    "name": "muon",
    "hits": [4, 5],
    "vertex": {"x": 1.5, "y": -2.5},
    "lengths": {1: 0.5},
}


def test_objects_of_described_classes_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "objects.root"
    with ramet.recreate(path) as file:
        file["dir/track"] = ramet.NewObject("Track", TRACK, CLASSES, title="the first")
        file["dir/track"] = ramet.NewObject("Track", TRACK | {"name": "electron"}, CLASSES)
    with ramet.open(path) as file:
        assert file.classnames()["dir/track;2"] == "Track"
        track = file["dir/track;1"]
        assert isinstance(track, ramet.Object)
        assert (track.classname, track.class_version) == ("Track", 2)
        assert (track["run"], track["pt"], track["name"]) == (7, pytest.approx(50, abs=1e-4), "muon")
        assert (list(track["cov"]), list(track["hits"]), track["vertex"]["y"]) == ([1, 2, 3], [4, 5], -2.5)
        assert track["lengths"].tolist() == [{"first": 1, "second": 0.5}]
        assert file["dir/track"]["name"] == "electron"
    with uproot.open(path) as peer:
        members = peer["dir/track;1"].all_members
        assert (members["run"], members["name"], members["vertex"].member("x")) == (7, "muon", 1.5)


def test_a_class_that_is_not_described_is_made_of_the_values(tmp_path: Path) -> None:
    path = tmp_path / "objects.root"
    beam = {"energy": 6.8, "bunches": 2760, "name": "LHC", "weights": [1.0, 2.0], "spot": {"x": 0.5, "y": 1.5}}
    with ramet.recreate(path) as file:
        file["beam"] = ramet.NewObject("Beam", beam)
    with ramet.open(path) as file:
        found = file["beam"]
        assert found["spot"].classname == "Beam_spot"
        assert {name: found[name] for name in ("energy", "bunches", "name")} == {
            name: beam[name] for name in ("energy", "bunches", "name")
        }
        assert (list(found["weights"]), found["spot"]["y"]) == ([1.0, 2.0], 1.5)


def test_members_that_do_not_fit_their_class_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "objects.root"
    with ramet.recreate(path) as file:
        for wrong in ({"x": 1.0}, {"x": 1.0, "y": "far"}, {"x": 1.0, "y": 2.0, "z": 3.0}):
            with pytest.raises((TypeError, ramet.MisuseError)):
                file["point"] = ramet.NewObject("Point", wrong, CLASSES)
        with pytest.raises(TypeError, match="values of type object cannot be stored"):
            file["point"] = ramet.NewObject("Point", {"x": object()})
    assert ramet.open(path).keys() == []


@pytest.mark.parametrize("checksums", [True, False])
def test_a_file_has_trees_and_ntuples_of_one_thread(tmp_path: Path, *, checksums: bool) -> None:
    path = tmp_path / "both.root"
    lists = [[[1.0], []], [], [[2.0, 3.0]]]
    with ramet.recreate(path) as file:
        ntuple = file.mkrntuple(
            "dir/N", {"n": "int32", "lists": "var * var * float64"}, "two", page_checksums=checksums
        )
        ntuple.extend({"n": np.arange(3), "lists": lists})
        file.mktree("T", {"x": np.arange(5)})
        ntuple.add_columns({"late": "string"})
        ntuple.extend({"n": [3], "lists": [[]], "late": ["now"]})
        assert (ntuple.num_entries, ntuple.keys(), file["dir/N"]) == (4, ["n", "lists", "late"], ntuple)
        with pytest.raises(ramet.MisuseError):
            file["T"].add_columns({"y": "int32"})
    with ramet.open(path) as file:
        assert file.classnames()["dir/N;1"] == "ROOT::RNTuple"
        found = file["dir/N"]
        assert found.description == "two"
        assert found["lists"].array().tolist() == [*lists, []]
        assert found["late"].array().tolist() == ["", "", "", "now"]
        assert file["T"].num_entries == 5
    with uproot.open(path) as peer:
        assert peer["dir/N"]["n"].array().tolist() == [0, 1, 2, 3]


def test_a_context_says_when_there_is_memory_again(tmp_path: Path) -> None:
    """One thread writes a cluster with all memory; another waits in an event loop."""
    noise = np.random.default_rng(1).integers(0, 1 << 40, 200_000)
    waits = 0

    async def fill(context: ramet.FillContext) -> int:
        nonlocal waits
        while waits == 0 or context.entries < 400_000:
            while not context.try_extend({"x": noise}):
                waits += 1
                await asyncio.wait_for(asyncio.wrap_future(context.when_ready()), 60)
        return context.entries

    with ramet.ParallelWriter(
        tmp_path / "full.root", "t", {"x": "int64"}, memory_budget="6 MB", compression="zlib:9", order="arrival"
    ) as writer:
        stop = threading.Event()

        def keep_busy() -> None:
            with writer.context() as busy:
                while not stop.is_set():
                    busy.extend({"x": noise})
                    busy.flush()

        with writer.context() as context:
            assert context.when_ready().result(timeout=60) is None  # nothing is on its way: now
            thread = threading.Thread(target=keep_busy)
            thread.start()
            try:
                assert asyncio.run(fill(context)) >= 400_000
            finally:
                stop.set()
                thread.join()
            cancelled = context.when_ready()
            cancelled.cancel()
        with pytest.raises(ramet.MisuseError):
            context.when_ready()
    assert waits > 0
