"""Collections of Dask that read files when they are computed."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import ClassVar

import awkward as ak
import numpy as np
import pytest
import ramet

dask = pytest.importorskip("dask")
dask_awkward = pytest.importorskip("dask_awkward")
uproot = pytest.importorskip("uproot")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, entries in enumerate((5, 0, 7)):
        with ramet.recreate(tmp_path / f"run{number}.root") as file:
            counts = np.arange(entries) % 3
            file.mktree("dir/T", {"x": "float64", "m": "2 * int32", "Muon": "var * {pt: float32}"}).extend(
                {
                    "x": np.arange(entries) + 10.0 * number,
                    "m": np.arange(2 * entries).reshape(entries, 2),
                    "Muon": {"pt": ak.unflatten(np.arange(counts.sum()), counts)},
                }
            )
            file.mkrntuple("N", {"x": "float64", "deep": "var * var * float32"}).extend(
                {"x": np.arange(entries), "deep": [[[0.5] * number] for number in range(entries)]}
            )
    return tmp_path


@pytest.mark.parametrize("tree", ["dir/T", "N"])
def test_the_values_are_those_of_concatenate(folder: Path, tree: str) -> None:
    files = f"{folder}/run*.root:{tree}"
    lazy = ramet.dask(files)
    whole = ramet.concatenate(files)
    assert lazy.fields == whole.fields
    assert lazy.compute().to_list() == whole.to_list()
    assert str(lazy.compute().type) == str(whole.type)
    for options in ({"steps_per_file": 3}, {"step_size": 2}, {"step_size": "100 B"}):
        assert ramet.dask(files, **options).compute().to_list() == whole.to_list()


def test_only_columns_that_are_used_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ramet.reading.datasets import dask_collections

    read: list[tuple[str, ...]] = []
    part_of = dask_collections.part_of
    monkeypatch.setattr(
        dask_collections, "part_of", lambda part, names, **more: read.append(names) or part_of(part, names, **more)
    )
    lazy = ramet.dask(f"{folder}/run*.root:dir/T")
    assert (lazy.x * 2).compute().to_list() == [0, 2, 4, 6, 8, *range(40, 54, 2)]
    assert read == [("x",)] * 2
    read.clear()
    good = ak.any(lazy.Muon_pt > 1, axis=1)
    assert lazy.x[good].compute().to_list() == [2, 4, 22, 24, 25]
    assert {name for names in read for name in names} == {"x", "Muon_pt"}


def test_parts_are_the_files_or_steps_of_them(folder: Path) -> None:
    files = f"{folder}/run*.root:dir/T"
    assert ramet.dask(files).divisions == (0, 5, 12)
    assert ramet.dask(files, steps_per_file=2).divisions == (0, 3, 5, 9, 12)
    assert ramet.dask(files, step_size=4).divisions == (0, 4, 5, 9, 12)
    for steps in ([[0, 2], [3, 5]], [0, 2, 3]):
        said = {f"{folder}/run0.root": {"object_path": "dir/T", "steps": steps}}
        assert ramet.dask(said).npartitions == uproot.dask(said).npartitions == 2
        assert ramet.dask(said).x.compute().to_list() == uproot.dask(said).x.compute().to_list()


def test_numpy_collections(folder: Path) -> None:
    files = [f"{folder}/run{number}.root:dir/T" for number in range(3)]  # uproot sorts no globs
    ours, theirs = (package.dask(files, library="np", filter_name=["x", "m"]) for package in (ramet, uproot))
    assert set(ours) == set(theirs) == {"x", "m"}
    assert ours.pop("m").compute().shape == (12, 2)  # uproot's says (12,), and has these
    for name, array in ours.items():
        assert (array.shape, array.dtype) == (theirs[name].shape, theirs[name].dtype)
        assert array.compute().tolist() == theirs[name].compute().tolist()
    assert np.sqrt(ours["x"]).sum().compute() == pytest.approx(np.sqrt(theirs["x"]).sum().compute())
    assert ramet.dask(files, library="np")["Muon_pt"].compute()[2].tolist() == [1, 2]


def test_the_same_as_uproot(folder: Path) -> None:
    for files in ({f"{folder}/run0.root": "dir/T"}, [f"{folder}/run0.root:dir/T", f"{folder}/run2.root:dir/T"]):
        for options in (
            {},
            {"filter_name": "x"},
            {"steps_per_file": 2},
            {"open_files": False, "filter_typename": "double"},
        ):
            ours, theirs = (package.dask(files, **options) for package in (ramet, uproot))
            assert ours.fields == theirs.fields
            assert ours.compute().to_list() == theirs.compute().to_list()


def test_titles_become_parameters_of_the_columns(folder: Path) -> None:
    lazy = ramet.dask(f"{folder}/run0.root:dir/T", ak_add_doc=True)
    assert ak.parameters(lazy.x.compute()) == lazy._meta["x"].layout.parameters == {"__doc__": "x/D"}


def test_collections_can_be_pickled_and_files_of_any_folder_are_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    lazy = ramet.dask("run0.root:dir/T").x
    tasks = pickle.loads(pickle.dumps(dict(dask.optimize(lazy)[0].dask)))
    monkeypatch.chdir("/")
    assert dask.get(tasks, lazy.__dask_keys__())[0].to_list() == [0, 1, 2, 3, 4]


def test_trees_and_missing_trees(folder: Path) -> None:
    tree = ramet.open(folder / "run0.root")["dir/T"]
    assert ramet.dask([tree, tree]).x.compute().to_list() == [0, 1, 2, 3, 4] * 2
    with ramet.recreate(folder / "run3.root") as file:
        file["text"] = "no tree"
    with pytest.raises(ramet.KeyInFileError):
        ramet.dask(f"{folder}/run*.root:dir/T").compute()
    assert len(ramet.dask(f"{folder}/run*.root:dir/T", allow_missing=True).compute()) == 12


def test_a_dataset_without_entries_is_an_empty_array(folder: Path) -> None:
    lazy = ramet.dask(f"{folder}/run1.root:dir/T")
    assert lazy.compute().to_list() == []
    assert ramet.dask(f"{folder}/run1.root:dir/T", library="np")["x"].compute().tolist() == []


def test_invalid_arguments_are_refused(folder: Path) -> None:
    files = f"{folder}/run0.root:dir/T"
    with pytest.raises(ValueError, match="library 'ak' or 'np', not 'pd'"):
        ramet.dask(files, library="pd")
    with pytest.raises(ValueError, match="takes form_mapping for library 'ak', not 'np'"):
        ramet.dask(files, library="np", form_mapping=Doubled())
    with pytest.raises(ramet.MisuseError, match="form_mapping='x': expected one as uproot's ImplementsFormMapping"):
        ramet.dask(files, form_mapping="x")
    with pytest.raises(TypeError, match="has no argument 'recursive'"):
        ramet.dask(files, recursive=False)
    with pytest.raises(TypeError, match="expected 'object_path' and 'steps'"):
        ramet.dask({files: {"object_path": "T"}})
    with pytest.raises(ramet.MisuseError, match="steps_per_file is 0"):
        ramet.dask(files, steps_per_file=0)


class Doubled:
    """A form mapping: every column of numbers also doubled, and a behaviour."""

    behavior: ClassVar[dict[str, object]] = {"of": "tests"}

    def __call__(self, form: ak.forms.RecordForm) -> tuple[ak.forms.Form, Doubled]:
        assert form.parameters["typenames"]["x"] == "double"
        contents = [form.content("x").copy(form_key="x"), form.content("x").copy(form_key="x twice")]
        return ak.forms.RecordForm(contents, ["x", "double"], form_key="all"), self

    @staticmethod
    def buffer_key(form_key: str, attribute: str, form: ak.forms.Form) -> str:
        return f"{form_key}|{attribute}"

    def parse_buffer_key(self, key: str) -> tuple[str, ...]:
        return tuple(key.split("|"))

    def keys_for_buffer_keys(self, keys: frozenset[str]) -> frozenset[str]:
        return frozenset("x" for key in keys if key.startswith("x"))

    def load_buffers(
        self, tree: ramet.Tree, keys: list[str], start: int, stop: int, *_: object
    ) -> dict[str, np.ndarray]:
        read.append(tuple(keys))
        x = tree["x"].array(library="np", entry_start=start, entry_stop=stop) if keys else np.array([])
        return {"x|data": x, "x twice|data": 2 * x}


read: list[tuple[str, ...]] = []


def test_a_form_mapping_makes_other_arrays_of_what_is_used(folder: Path) -> None:
    lazy = ramet.dask(f"{folder}/run*.root:dir/T", form_mapping=Doubled(), steps_per_file=2)
    assert lazy.fields == ["x", "double"]
    assert lazy.behavior["of"] == "tests"
    read.clear()
    assert lazy.double.compute(scheduler="sync").to_list() == [0, 2, 4, 6, 8, *range(40, 54, 2)]
    assert read == [("x",)] * 4
    assert lazy.compute(scheduler="sync").to_list() == [
        {"x": x, "double": 2 * x} for x in [0, 1, 2, 3, 4, *range(20, 27)]
    ]
    assert ramet.dask(f"{folder}/run0.root:dir/T", form_mapping=None).fields == ["x", "m", "nMuon", "Muon_pt"]


@pytest.mark.parametrize("library", ["ak", "np"])
def test_a_collection_is_of_one_state_of_its_files(folder: Path, library: str) -> None:
    path = folder / "run0.root"
    lazy = ramet.dask(f"{path}:N", library=library, filter_name="x")
    old = (lazy if library == "ak" else lazy["x"]).compute(scheduler="sync")
    assert len(old) == 5
    path.unlink()
    (folder / "run2.root").rename(path)
    with pytest.raises(ramet.FileIOError, match=r"run0\.root' has changed since the collection was made"):
        (lazy if library == "ak" else lazy["x"]).compute(scheduler="sync")
    path.unlink()
    with pytest.raises(ramet.FileMissingError, match=r"run0\.root"):
        (lazy if library == "ak" else lazy["x"]).compute(scheduler="sync")


def test_steps_beyond_the_end_are_misuse(folder: Path) -> None:
    lazy = ramet.dask({f"{folder}/run0.root": {"object_path": "N", "steps": [[0, 3], [3, 6]]}})
    with pytest.raises(ramet.MisuseError, match=r"run0\.root:N' has 5 entries, and not 3 to 5"):
        lazy.compute(scheduler="sync")
