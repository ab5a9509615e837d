"""A cut of entries is applied while reading: what it leaves out is neither read nor computed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

ENTRIES = 5000


def filled(path: Path, format: str, first: int = 0) -> Path:
    counts = np.arange(ENTRIES) % 4
    with ramet.recreate(path) as file:
        make = file.mktree if format == "ttree" else file.mkrntuple
        make("T", {"n": "int32", "x": "float32", "name": "string", "v": "var * float32"}).extend(
            {
                "n": first + np.arange(ENTRIES),
                "x": (first + np.arange(ENTRIES)) / 4,
                "name": [f"e{first + entry}" for entry in range(ENTRIES)],
                "v": ak.unflatten(np.arange(counts.sum(), dtype="float32"), counts),
            }
        )
    return path


@pytest.fixture(params=["ttree", "rntuple", "dataset"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "dataset":
        filled(tmp_path / "a.root", "ttree")
        filled(tmp_path / "b.root", "ttree", first=ENTRIES)
        return ramet.open_many(f"{tmp_path}/[ab].root:T")
    return ramet.open(filled(tmp_path / "x.root", request.param))["T"]


@pytest.mark.parametrize("library", ["ak", "np", "pd"])
@pytest.mark.parametrize("entries", [(None, None), (100, 4100), (-700, -1), (10, 10)])
def test_a_cut_gives_what_a_mask_gives(table: Any, library: str, entries: tuple[int | None, int | None]) -> None:
    start, stop = entries
    names = ["n", "x + 0.5", "name", "v"] if library == "ak" else ["n", "x + 0.5", "name"]
    chosen = table.arrays(names, "(n % 7 == 2) & (x > 30)", entry_start=start, entry_stop=stop, library=library)
    every = table.arrays([*names, "x"], entry_start=start, entry_stop=stop, library=library)
    keep = (every["n"] % 7 == 2) & (every["x"] > 30)
    for name in names:
        assert ak.to_list(chosen[name]) == ak.to_list(every[name][keep])
    if library == "pd":
        assert list(chosen.index) == list(every.index[keep])


def test_mistakes_in_entries_that_do_not_pass_do_not_happen(table: Any) -> None:
    found = table.arrays(["v[:, 0]"], "num(v) > 0", library="np")
    assert len(found["v[:, 0]"]) == table.num_entries * 3 // 4
    with pytest.raises(ramet.RametError, match="entry"):
        table.arrays(["v[:, 0]"], "n >= 0", library="np")


def test_for_pandas_all_entries_are_computed(table: Any) -> None:
    """The index are the numbers of entries, of which a selection knows nothing."""
    with pytest.raises(ramet.RametError, match="entry"):
        table.arrays(["v[:, 0]"], "num(v) > 0", library="pd")


def test_a_column_and_an_alias_of_its_name_are_told_apart(table: Any) -> None:
    aliases = {"n": "n + 1000000"}
    found = table.arrays(["/n", "n"], "x > 30", aliases=aliases, library="np")
    assert found["/n"][0] == 121
    assert found["n"][0] == 1000121
    with pytest.raises(ValueError, match="is a column and an alias"):
        table.arrays(["/v"], "v > 1", aliases={"v": "v * 2"})


def test_to_arrow_takes_a_cut(table: Any) -> None:
    pytest.importorskip("pyarrow")
    found = table.to_arrow(["n", "v"], "n % 1000 == 1")
    assert found["n"].to_pylist()[:2] == [1, 1001]
    assert found["v"].to_pylist()[0] == [0.0]


def test_a_seed_chooses_the_random_numbers(table: Any) -> None:
    def drawn(seed: int) -> Any:
        return table.arrays(["normal(0, 1)", "uniform()"], "n < 100", seed=seed, library="np")["normal(0, 1)"]

    assert np.array_equal(drawn(1), drawn(1))
    assert not np.array_equal(drawn(1), drawn(2))
    whole = table.arrays(["normal(0, 1)"], seed=1, library="np")["normal(0, 1)"]
    assert np.array_equal(whole[:100], drawn(1)[:100])
    some = table.arrays("n", "uniform() < 0.1", seed=1, library="np")["n"]
    assert 0 < len(some) < table.num_entries / 5
    assert np.array_equal(some, table.arrays("n", "uniform() < 0.1", seed=1, library="np")["n"])
    assert not np.array_equal(some, table.arrays("n", "uniform() < 0.1", seed=2, library="np")["n"])
    with pytest.raises(ramet.MisuseError, match=re.escape("seed is -1")):
        drawn(-1)


def test_columns_that_only_results_need_are_not_read_without_entries(tmp_path: Path) -> None:
    path = filled(tmp_path / "x.root", "ttree")
    damage(path, "x")
    table = ramet.open(path)["T"]
    assert len(table.arrays(["x"], "n < 0", library="np")["x"]) == 0
    with pytest.raises(ramet.CorruptError):
        table.arrays(["x"], "n >= 0", library="np")


def test_files_of_different_widths_have_the_common_type(tmp_path: Path) -> None:
    for name, width in (("a", "int32"), ("b", "int64")):
        with ramet.recreate(tmp_path / f"{name}.root") as file:
            file.mktree("T", {"n": width}).extend({"n": np.arange(10) + (0 if width == "int32" else 2**40)})
    table = ramet.open_many(f"{tmp_path}/[ab].root:T", schema="all")
    found = table.arrays(["n", "n + 1"], "n % 2 == 1", library="np")
    assert found["n"].dtype == found["n + 1"].dtype == np.dtype("int64")
    assert found["n"].tolist() == [1, 3, 5, 7, 9, *(2**40 + np.array([1, 3, 5, 7, 9]))]


def damage(path: Path, name: str) -> None:
    """Overwrite compressed bytes of each basket of a branch."""
    contents = bytearray(path.read_bytes())
    key = b"\x07TBasket" + bytes([len(name)]) + name.encode()
    at = contents.find(key)
    assert at > 0
    while at > 0:
        contents[at + 60 : at + 100] = bytes(40)
        at = contents.find(key, at + 1)
    path.write_bytes(contents)
