"""Events of coffea: those that ramet reads are those that uproot reads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

nanoevents = pytest.importorskip("coffea.nanoevents")
pytestmark = pytest.mark.filterwarnings("ignore:Missing cross-reference")  # of jets, which there are not


def _write(path: Path, seed: int, entries: int = 2_000) -> None:
    random = np.random.default_rng(seed)
    counts = random.integers(0, 4, entries)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    muons = int(offsets[-1])

    def each(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return offsets, values

    with ramet.recreate(path) as file:
        file.mktree(
            "Events",
            {
                "run": "uint32",
                "luminosityBlock": "uint32",
                "event": "uint64",
                "Muon_pt": "var * float32",
                "Muon_eta": "var * float32",
                "Muon_phi": "var * float32",
                "Muon_mass": "var * float32",
                "Muon_charge": "var * int32",
                "MET_pt": "float32",
                "MET_phi": "float32",
                "HLT_IsoMu24": "bool",
            },
            counter_name=lambda name: "nMuon",
            cluster_size=20_000,
        ).extend(
            {
                "run": np.full(entries, seed, "uint32"),
                "luminosityBlock": np.ones(entries, "uint32"),
                "event": np.arange(entries, dtype="uint64"),
                "Muon_pt": each(random.exponential(20, muons).astype("float32")),
                "Muon_eta": each(random.normal(0, 2, muons).astype("float32")),
                "Muon_phi": each(random.uniform(-3, 3, muons).astype("float32")),
                "Muon_mass": each(np.full(muons, 0.105, "float32")),
                "Muon_charge": each(random.choice([-1, 1], muons).astype("int32")),
                "MET_pt": random.exponential(30, entries).astype("float32"),
                "MET_phi": random.uniform(-3, 3, entries).astype("float32"),
                "HLT_IsoMu24": random.random(entries) < 0.5,
            }
        )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("nano")
    for seed in (1, 2):
        _write(folder / f"{seed}.root", seed)
    return [f"{folder}/{seed}.root:Events" for seed in (1, 2)]


def _of_uproot(place: str, **options: Any) -> Any:
    path, _, tree = place.rpartition(":")
    schema = nanoevents.NanoAODSchema
    return nanoevents.NanoEventsFactory.from_root({path: tree}, schemaclass=schema, mode="eager", **options).events()


def _masses(events: Any) -> Any:
    """An analysis: pairs of muons of opposite charge, by the schema's vectors."""
    muons = events.Muon[events.Muon.pt > 10]
    pairs = ak.combinations(muons[events.HLT.IsoMu24], 2, fields=["a", "b"])
    pairs = pairs[pairs.a.charge != pairs.b.charge]
    return (pairs.a + pairs.b).mass


@pytest.mark.parametrize("mode", ["virtual", "eager"])
@pytest.mark.parametrize("columns", [(), ["Muon_pt", "Muon_eta", "Muon_phi", "Muon_mass", "nMuon"]])
def test_events_are_those_of_uproot(files: list[str], mode: str, columns: Any) -> None:
    ours = ramet.nano_events(files[0], mode=mode, columns=columns).events()
    theirs = _of_uproot(files[0])
    assert sorted(ours.fields) == sorted(theirs.fields)
    for name in theirs.fields:
        fields = sorted(theirs[name].fields)
        assert sorted(ours[name].fields) == fields
        for field in fields or [None]:
            one, other = (events[name] if field is None else events[name][field] for events in (ours, theirs))
            assert ak.array_equal(ak.materialize(one), other, check_parameters=False), (name, field)
    assert ak.array_equal(_masses(ours), _masses(theirs))
    assert type(ours.Muon).__name__ == type(theirs.Muon).__name__


def test_a_range_of_entries_and_what_is_looked_at(files: list[str]) -> None:
    looked_at: list[Any] = []
    factory = ramet.nano_events(
        files[0], entry_start=100, entry_stop=1_100, access_log=looked_at, metadata={"dataset": "z"}
    )
    events = factory.events()
    assert len(events) == len(factory) == 1_000
    assert events.metadata["dataset"] == "z"
    assert not looked_at
    assert ak.array_equal(
        ak.materialize(events.MET.pt),
        _of_uproot(files[0], entry_start=100, entry_stop=1_100).MET.pt,
        check_parameters=False,
    )
    assert {one.branch for one in looked_at} == {"MET_pt"}


def test_several_files_are_one(files: list[str]) -> None:
    events = ramet.nano_events(files).events()
    assert events.run.tolist() == [1] * 2_000 + [2] * 2_000
    both = ak.concatenate([_masses(_of_uproot(place)) for place in files])
    assert ak.array_equal(_masses(events), both)


def test_a_collection_of_dask_may_have_the_records_of_a_schema(files: list[str]) -> None:
    from coffea.nanoevents.factory import _map_schema_uproot

    schema = nanoevents.NanoAODSchema
    mapping = _map_schema_uproot(
        schemaclass=schema, behavior=dict(schema.behavior()), metadata={"dataset": "z"}, version="latest"
    )
    doc = {"__doc__": "title", "typename": "typename"}
    lazy = ramet.dask(files, form_mapping=mapping, ak_add_doc=doc, steps_per_file=2)
    both = [_of_uproot(place) for place in files]
    assert sorted(lazy.fields) == sorted(both[0].fields)
    for pick in (lambda events: events.Muon.pt, lambda events: events.HLT.IsoMu24, _masses):
        wanted = ak.concatenate([pick(events) for events in both])
        assert ak.array_equal(pick(lazy).compute(scheduler="sync"), wanted, check_parameters=False)
    assert lazy.npartitions == 4
    assert type(lazy.Muon.compute(scheduler="sync")).__name__ == type(both[0].Muon).__name__


def test_other_schemas_and_modes(files: list[str]) -> None:
    events = ramet.nano_events(files[0], schemaclass=nanoevents.BaseSchema).events()
    assert events.Muon_pt.ndim == 2
    with pytest.raises(ramet.MisuseError, match="mode='dask'"):
        ramet.nano_events(files[0], mode="dask")


def test_the_example_says_what_it_announces(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "examples" / "coffea" / "nano_events.py"
    environment = os.environ | {"PYTHONPATH": str(Path(ramet.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert f"# Says: {done.stdout}" in script.read_text()


def test_columns_are_named_or_patterns_and_must_be_there(files: list[str]) -> None:
    looked_at: list[Any] = []
    events = ramet.nano_events(files[0], columns=["Muon_*", "nMuon"], access_log=looked_at).events()
    assert ak.array_equal(_masses(events), _masses(_of_uproot(files[0])))
    with pytest.raises(ramet.KeyInFileError, match="no column 'Muon_ptt'; did you mean 'Muon_pt'"):
        ramet.nano_events(files[0], columns=["Muon_ptt"])
    with pytest.raises(ramet.KeyInFileError, match=r"no column 'Tau_\*'"):
        ramet.nano_events(files[0], columns="Tau_*")
