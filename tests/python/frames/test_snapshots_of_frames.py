"""Snapshots of frames that take objects along, or have variations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
import uproot
from ramet.rdataframe import RDF, RDataFrame
from ramet.session import use_threads


@pytest.fixture
def nano(tmp_path: Path) -> Path:
    """Two files with events, runs, a histogram and a text."""
    for number in range(2):
        with uproot.recreate(tmp_path / f"part{number}.root") as file:
            file.mktree("Events", {"x": "float32"}).extend({"x": np.arange(4, dtype="f4") + 4 * number})
            file.mktree("Runs", {"run": "int32"}).extend({"run": np.array([number], dtype="i4")})
            file["hists/h"] = np.histogram([0.5, 1.5], bins=2, range=(0, 2))
            file["tag"] = "v9"
    return tmp_path


def test_snapshots_take_other_tables_and_objects_along(nano: Path) -> None:
    frame = ramet.frame(f"{nano}/part?.root:Events").filter("x > 2")
    written = frame.snapshot(nano / "out.root", along=["Runs", "hists/*", "tag"])
    assert written.count().value == 5
    with uproot.open(nano / "out.root") as file:
        assert file["Runs"]["run"].array().tolist() == [0, 1]
        assert file["hists/h"].values().tolist() == [2, 2]
        assert file["tag"] == "v9"
    with pytest.raises(ramet.RametError, match="did you mean 'Runs'"):
        frame.snapshot(nano / "other.root", along="Rums")
    assert not (nano / "other.root").exists()


def test_variations_have_roots_names_masks_and_values(tmp_path: Path) -> None:
    """The values are those of ROOT 6.40, which keeps a nominal x where only a variation passed."""
    frame = RDataFrame(6).Define("x", "(float)rdfentry_").Define("y", "(int)rdfentry_*10").Define("v", "RVecF{x, x+1}")
    varied = frame.Vary("x", "ROOT::RVecF{x-2,x+2}", ["down", "up"], "sx").Vary("y", "ROOT::RVecI{y+1}", ["a"], "sy")
    options = RDF.RSnapshotOptions()
    options.fIncludeVariations = True
    chosen = varied.Define("z", "x*2").Filter("x > 2 && y < 45")
    chosen.Snapshot("t", str(tmp_path / "out.root"), ["x", "y", "z", "v"], options)
    tree = uproot.open(tmp_path / "out.root")["t"]
    assert tree["R_rdf_mask_t_0"].array().tolist() == [4, 4, 13, 13]
    found = {name: tree[name].array().tolist() for name in sorted(tree.keys())}
    assert found["x__sx_up"] == [3, 4, 5, 6]
    assert found["z__sx_up"] == [6, 8, 10, 12]
    assert found["x__sx_down"] == found["z__sx_down"] == [0, 0, 0, 0]
    assert found["y__sy_a"] == [0, 0, 31, 41]
    assert found["v"] == [[1, 2], [2, 3], [3, 4], [4, 5]]
    assert found["x"] == [1, 2, 3, 4]
    assert found["y"] == [10, 20, 30, 40]
    assert found["z"] == [2, 4, 6, 8]
    assert set(found) == {"R_rdf_mask_t_0", "x", "y", "z", "v"} | {
        f"{name}__sx_{tag}" for name in "xz" for tag in ("up", "down")
    } | {"y__sy_a"}


def test_root_knows_which_variations_an_entry_passed(tmp_path: Path) -> None:
    root = pytest.importorskip("ROOT")
    frame = ramet.frame(entries=6).define("x", "(float)rdfentry_")
    varied = frame.vary("x", "RVecF{x - 2, x + 2}", ["down", "up"], "s").filter("x > 2")
    path = tmp_path / "out.root"
    assert varied.snapshot(path, "t", ["x"], variations=True).count().value == 5
    read = root.RDataFrame("t", str(path))
    for name, expected in {"x": [3, 4, 5], "x__s_up": [3, 4, 5, 6, 7], "x__s_down": [3]}.items():
        assert list(read.FilterAvailable(name).Take["float"](name)) == expected


def test_a_file_that_vanished_is_named_and_nothing_is_replaced(nano: Path) -> None:
    (nano / "out.root").write_bytes(b"precious")
    written = ramet.frame(f"{nano}/part?.root:Events").snapshot(nano / "out.root")
    (nano / "part1.root").rename(nano / "gone.root")
    with pytest.raises(ramet.RametError, match="part1.root"):
        written.run(on_error="skip")  # it is not known how many entries are lost
    assert (nano / "out.root").read_bytes() == b"precious"


def test_an_exception_of_a_function_leaves_the_rows_that_were_done(tmp_path: Path) -> None:
    def checked(n: np.ndarray) -> np.ndarray:
        if len(n) > 0 and n[0] >= 60_000:
            raise ValueError("entry 60000 is not liked")
        return n

    frame = ramet.frame(entries=100_000).define("n", "(int)rdfentry_").define("m", checked)
    with pytest.raises(ValueError, match="entry 60000 is not liked"):
        frame.snapshot(tmp_path / "out.root", "t", ["n", "m"]).value  # noqa: B018
    with uproot.open(tmp_path / "out.root") as file:
        numbers = file["t"]["n"].array().tolist()
    assert numbers == sorted(set(numbers))
    assert 60_000 not in numbers


@pytest.mark.parametrize("threads", [1, 0])
@pytest.mark.parametrize("format", ["ttree", "rntuple"])
def test_clusters_of_narrow_tables_have_the_size_that_was_asked_for(
    tmp_path: Path, format: str, threads: int, request: pytest.FixtureRequest
) -> None:
    """Tasks have fewer bytes than the clusters, which are made of several. With several threads, a task that comes when
    its neighbours are written is a cluster of its own."""
    use_threads(threads)
    request.addfinalizer(lambda: use_threads(0))
    frame = ramet.frame(entries=1_000_000).define("x", "double(rdfentry_)")
    written = {}
    for size in (500_000, 4 << 20):
        path = tmp_path / f"{size}.root"
        copy = frame.snapshot(path, "t", "x", format=format, cluster_bytes=size).value
        assert copy.count().value == 1_000_000
        clusters = ramet.open(path)["t"].clusters
        assert all(8 * (end - begin) <= size for begin, end in clusters)
        small = [cluster for cluster in clusters[:-1] if 8 * (cluster[1] - cluster[0]) < size / 2]
        assert len(small) <= (0 if threads == 1 else len(clusters) / 2)
        written[size] = ramet.open(path)["t"]["x"].array(library="np")
    assert np.array_equal(*written.values())


@pytest.mark.parametrize("ending", ["root", "parquet"])
def test_columns_in_the_place_of_the_name_are_refused(tmp_path: Path, ending: str) -> None:
    numbers = ramet.frame(entries=3).define("x", "1.0")
    names: Any = ["x"]
    with pytest.raises(TypeError, match=r"columns stand behind it, snapshot\(path, columns=...\)"):
        numbers.snapshot(tmp_path / f"out.{ending}", names)
    assert not list(tmp_path.iterdir())
