"""Pickling: by place for objects on disk, by value for others; workers of multiprocessing return them."""

from __future__ import annotations

import copy
import io
import multiprocessing
import os
import pickle
from pathlib import Path
from typing import Any

import hist
import numpy as np
import pytest
import ramet
import uproot
from uproot.writing import identify


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def opened_by_a_worker(path: str) -> list[Any]:
    """The results of workers of multiprocessing."""
    tree = ramet.open(path)["dir/Events"]
    histogram = ramet.Histogram(8, (-4, 4)).fill(tree["energy"].array(library="np"))
    return [tree, tree["number"], ramet.open_many({path: "dir/Events"}), histogram]


@pytest.fixture
def two_cycles(tmp_path: Path) -> Path:
    path = tmp_path / "cycles.root"
    with ramet.recreate(path) as file:
        file["T"] = {"x": np.arange(3)}
        file["T"] = {"x": np.arange(5)}
        file["h"] = np.histogram([1.0, 2.0], bins=4, range=(0, 4))
    return path


def test_files_and_directories_are_opened_anew(mixed_file: Path) -> None:
    with ramet.open(mixed_file) as file:
        for one in (file, file["dir"]):
            made = again(one)
            assert type(made) is type(one)
            assert (made.keys(), made.path) == (one.keys(), one.path)
    assert again(ramet.open(mixed_file)["dir"].parent).keys() == ["dir;1", "dir/Events;1", "spectrum;1"]


def test_a_closed_file_cannot_be_pickled(mixed_file: Path) -> None:
    file = ramet.open(mixed_file)
    file.close()
    with pytest.raises(ramet.MisuseError, match=r"ReadOnlyFile \(closed\).* cannot be pickled"):
        pickle.dumps(file)


def test_trees_and_branches_are_opened_anew(mixed_file: Path) -> None:
    tree = ramet.open(mixed_file)["dir/Events"]
    made = again(tree)
    assert (made.object_path, made.num_entries, made.keys()) == ("dir/Events;1", 1000, tree.keys())
    for name in tree.keys():  # noqa: SIM118
        assert again(tree[name]).array(entry_stop=7).tolist() == tree[name].array(entry_stop=7).tolist()


def test_branches_that_are_pickled_together_share_one_tree(mixed_file: Path) -> None:
    tree = ramet.open(mixed_file)["dir/Events"]
    first, second, whole = again([tree["number"], tree["flag"], tree])
    assert first.tree is second.tree is whole


def test_ntuples_and_fields_are_opened_anew(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "n.root") as file:
        file.mkrntuple("N", {"pair": {"x": "float32", "n": "int32"}}).extend({"pair": {"x": [1.0], "n": [2]}})
    ntuple = ramet.open(tmp_path / "n.root")["N"]
    assert again(ntuple).keys() == ["pair", "pair.x", "pair.n"]
    assert again(ntuple["pair"]["x"]).array().tolist() == [1.0]


def test_the_cycle_that_was_opened_is_opened_again(two_cycles: Path) -> None:
    file = ramet.open(two_cycles)
    assert again(file["T;1"]["x"]).num_entries == 3
    newest = file["T"]
    with ramet.update(two_cycles) as changed:
        changed["T"] = {"x": np.arange(9)}
    assert again(newest).num_entries == 5


def test_datasets_keep_their_options_and_friends(tmp_path: Path) -> None:
    for name, column in (("a", "x"), ("b", "x"), ("c", "y"), ("d", "z")):
        with ramet.recreate(tmp_path / f"{name}.root") as file:
            file["T"] = {"id": np.arange(3), column: np.arange(3) + 0.5}
    first = ramet.open_many(
        [{tmp_path / "a.root": "T"}, {tmp_path / "c.root": "T"}], missing_columns="fill", defaults={"x": 7}
    )
    assert again(first)["x"].array().tolist() == [0.5, 1.5, 2.5, 7, 7, 7]
    joined = ramet.open_many({tmp_path / "a.root": "T"}).add_friend({tmp_path / "d.root": "T"}, "d", on="id")
    assert again(joined).arrays(library="np")["d.z"].tolist() == [0.5, 1.5, 2.5]
    assert again(joined["d.z"]).array().tolist() == [0.5, 1.5, 2.5]
    assert again(again(joined)).files == joined.files


def test_relative_paths_mean_the_folder_of_then(
    mixed_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mixed_file.parent)
    tree, dataset = ramet.open("mixed.root:dir/Events"), ramet.open_many({"mixed.root": "dir/Events"})
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert again(tree).num_entries == again(dataset).num_entries == 1000


def test_a_colon_in_a_folder_is_no_object(two_cycles: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a:b"
    folder.mkdir()
    os.rename(two_cycles, folder / "c.root")  # noqa: PTH104
    assert again(ramet.open(folder / "c.root")["T"]).num_entries == 5


def test_objects_read_from_a_stream_have_no_place(mixed_file: Path) -> None:
    file = ramet.open(io.BytesIO(mixed_file.read_bytes()))
    tree = file["dir/Events"]
    for one in (file, file["dir"], tree, tree["number"]):
        with pytest.raises(ramet.UnsupportedError, match="'<BytesIO>' was read from a stream"):
            pickle.dumps(one)
        assert copy.copy(one).__class__ is one.__class__
    assert again(file["spectrum"]) == file["spectrum"]


def test_a_file_that_is_gone_is_missing_when_it_is_loaded(two_cycles: Path) -> None:
    pickled = pickle.dumps(ramet.open(two_cycles)["T"])
    two_cycles.unlink()
    with pytest.raises(ramet.FileMissingError):
        pickle.loads(pickled)


def test_copies_of_files_are_closed_apart(mixed_file: Path) -> None:
    for make in (copy.copy, copy.deepcopy):
        with ramet.open(mixed_file) as file:
            copied = make(file)
        assert file.closed
        assert copied["dir/Events"].num_entries == 1000
        assert make(copied["dir"]).keys() == ["Events;1"]


def test_copies_of_what_never_changes_are_itself(mixed_file: Path) -> None:
    tree = ramet.open(mixed_file)["dir/Events"]
    for one in (tree, tree["number"], ramet.open_many({mixed_file: "dir/Events"})):
        assert copy.copy(one) is one
        assert copy.deepcopy(one) is one


@pytest.mark.parametrize("weight", [None, 0.3])
def test_histograms_are_pickled_by_value(weight: float | None) -> None:
    heights = np.random.default_rng(2).normal(1, 2, 1000)
    histogram = ramet.Histogram([-3, -1, 0, 0.5, 4], name="m", title="mass", label="m [GeV]").fill(
        heights, weight=weight
    )
    made = again(histogram)
    assert made == histogram
    assert (made.name, made.title, made.axis().label) == ("m", "mass", "m [GeV]")
    assert (made.mean, made.standard_deviation) == (histogram.mean, histogram.standard_deviation)
    made.fill([0.2])
    assert made != histogram
    assert made == copy.deepcopy(histogram).fill([0.2])


def test_histograms_of_files_are_pickled_by_value(two_cycles: Path) -> None:
    histogram = ramet.open(two_cycles)["h"]
    pickled = pickle.dumps(histogram)
    filled = pickle.dumps(copy.copy(histogram).fill([1.5]))
    two_cycles.unlink()
    assert pickle.loads(pickled) == histogram
    assert pickle.loads(filled).values().tolist() == [0, 2, 1, 0]


def test_histograms_with_labels_are_pickled_by_value(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "c.root") as file:
        file["c"] = hist.Hist(hist.axis.StrCategory(["a", "b"])).fill(["a", "a", "b"])
    labelled = ramet.open(tmp_path / "c.root")["c"]
    assert again(labelled) == labelled
    assert list((labelled * 2).axis()) == ["a", "b"]


def test_histograms_of_more_axes_are_pickled_by_value(tmp_path: Path) -> None:
    with uproot.recreate(tmp_path / "two.root") as file:
        file["h"] = np.histogram2d([0.5, 1.5], [0.5, 0.5], bins=(2, 3))
    found = ramet.open(tmp_path / "two.root")["h"]
    assert again(found) == found
    assert again(found + found).values().sum() == 4
    assert (found * 2).values().sum() == 4


def test_profiles_are_added_and_pickled(tmp_path: Path) -> None:
    sums = [np.array(numbers, dtype=float) for numbers in ([2, 4, 0, 0], [4, 10, 0, 0], [1, 2, 0, 0], [])]
    axes = [identify.to_TAxis(name, "", 2, 0.0, 2.0) for name in ("xaxis", "yaxis", "zaxis")]
    with uproot.recreate(tmp_path / "p.root") as file:
        file["p"] = identify.to_TProfile(None, "", sums[0], 3.0, 2.0, 2.0, 1.0, 0.5, 4.0, 10.0, *sums[1:], *axes)
    found = ramet.open(tmp_path / "p.root")["p"]
    assert again(found) == found
    assert copy.deepcopy(found) == found
    total = sum([found, found])
    assert (total.values().tolist(), total.weights().tolist()) == ([2, 0], [4, 0])
    assert again(total) == total


def test_workers_return_branches_datasets_and_histograms(mixed_file: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as workers:
        returned = workers.map(opened_by_a_worker, [str(mixed_file)] * 2)
    for (tree, branch, dataset, histogram), here in zip(
        returned, [opened_by_a_worker(str(mixed_file))] * 2, strict=True
    ):
        assert tree.num_entries == dataset.num_entries == 1000
        assert branch.array(library="np").tolist() == list(range(1000))
        assert histogram == here[3]
    assert sum(one[3] for one in returned).num_entries == 2000


def test_objects_and_axes_are_copied_as_they_are(mixed_file: Path) -> None:
    file = ramet.open(mixed_file)
    for one in (file.object_of("spectrum"), file.object_of("spectrum").fFunctions, file["spectrum"].axis()):
        assert copy.copy(one) is copy.deepcopy(one) is one
        assert copy.deepcopy({"one": one})["one"] is one


def test_axes_are_pickled_by_value(two_cycles: Path, tmp_path: Path) -> None:
    regular = ramet.Histogram(7, (0.1, 0.9), label="m [GeV]").axis()
    variable = ramet.Histogram([0, 1, 5]).axis()
    categories = hist.Hist(hist.axis.StrCategory(["a", "b"])).fill(["a", "b"])
    with ramet.recreate(tmp_path / "c.root") as file:
        file["c"] = categories
    for one in (regular, variable, ramet.open(tmp_path / "c.root")["c"].axis(), ramet.open(two_cycles)["h"].axes[0]):
        made = again(one)
        assert made == one
        assert (list(made), made.label, made.name, made.traits) == (list(one), one.label, one.name, one.traits)
        assert (made.is_regular, made.time_format, made.shown) == (one.is_regular, one.time_format, one.shown)
        assert again(made) == one
    read = ramet.open(two_cycles)["h"].axes[0]
    pickled = pickle.dumps(read)
    two_cycles.unlink()
    assert pickle.loads(pickled).edges().tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ramet.UnsupportedError, match="'xaxis' was not read from a file"):
        _ = pickle.loads(pickled).classname


def test_objects_are_pickled_by_place_also_those_inside_of_others(two_cycles: Path) -> None:
    file = ramet.open(two_cycles)
    whole = file.object_of("h")
    axis, base, functions = whole.fXaxis, whole.bases[0].bases[0], whole.fFunctions
    assert again(whole).tojson() == whole.tojson()
    assert again(file["h"].bases[0]).classname == "TH1"
    assert (again(axis).classname, again(axis).tojson()) == ("TAxis", axis.tojson())
    assert (again(base).classname, again(base).fName) == ("TNamed", "h")
    assert (type(again(functions)), len(again(functions))) == (type(functions), 0)
    assert again(again(axis)).fNbins == 4
    assert (again(axis).file.file_path, again(axis).file.keys()) == (file.file_path, file.keys())


def test_items_of_lists_and_texts_are_pickled_by_place(tmp_path: Path) -> None:
    root = pytest.importorskip("ROOT")
    written = root.TFile(str(tmp_path / "l.root"), "RECREATE")
    texts, pairs = root.TList(), root.TMap()
    kept = [root.TObjString(word) for word in ("one", "two", "key", "value")]
    texts.Add(kept[0])
    texts.Add(kept[1])
    pairs.Add(kept[2], kept[3])
    written.mkdir("dir").WriteObject(texts, "texts")
    written.WriteObject(pairs, "pairs")
    written.Close()
    file = ramet.open(tmp_path / "l.root")
    texts, pairs = file["dir/texts"], file["pairs"]
    assert [str(one) for one in again(texts)] == ["one", "two"]
    assert str(again(texts[1])) == "two"
    assert str(again(file["dir"]["texts"][0])) == "one"
    assert [str(again(one)) for pair in pairs.items() for one in pair] == ["key", "value"]


def test_keys_and_values_of_maps_are_pickled_by_place(tmp_path: Path) -> None:
    root = pytest.importorskip("ROOT")
    pairs, listed = root.TMap(), root.TList()
    kept = [root.TNamed(name, f"title of {name}") for name in ("key", "value", "first", "second")]
    pairs.Add(kept[0], kept[1])
    listed.Add(kept[2])
    listed.Add(kept[3])
    word = root.TObjString("listed")
    pairs.Add(word, listed)
    written = root.TFile(str(tmp_path / "m.root"), "RECREATE")
    written.WriteObject(pairs, "pairs")
    written.Close()
    pairs = ramet.open(tmp_path / "m.root")["pairs"]
    key = next(one for one in pairs if one.classname == "TNamed")
    for one, name in ((key, "key"), (pairs[str(key)], "value"), (pairs["listed"][1], "second")):
        made = again(one)
        assert (made.classname, made.fName, made.fTitle) == ("TNamed", name, f"title of {name}")
        assert again(made).fName == name
    assert [one.fName for one in again(pairs["listed"])] == ["first", "second"]


def test_objects_of_a_stream_have_no_place(two_cycles: Path) -> None:
    whole = ramet.open(io.BytesIO(two_cycles.read_bytes())).object_of("h")
    for one in (whole, whole.fXaxis):
        with pytest.raises(ramet.UnsupportedError, match="'<BytesIO>' was read from a stream"):
            pickle.dumps(one)
