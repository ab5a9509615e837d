"""Frames of damaged files: what is lost, and what errors name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import ramet

COUNT = 100_000
VALUES = np.random.default_rng(1).random(COUNT)


@pytest.fixture
def place(tmp_path: Path) -> str:
    """Columns x and y in baskets of a few thousand entries, some of them in one cluster."""
    path = tmp_path / "events.root"
    with ramet.recreate(path) as file:
        tree = file.mktree("Events", {"x": "float64", "y": "float64"}, cluster_size=800_000)
        tree.extend({"x": VALUES, "y": VALUES})
    return f"{path}:Events"


def damage(place: str, branch: str, *baskets: int) -> list[tuple[int, int]]:
    """Overwrite baskets; the first and one past the last of the entries of each."""
    with ramet.open(place) as tree:
        assert tree[branch].num_baskets > 3
        ranges = [tree[branch].basket_entry_start_stop(basket) for basket in baskets]
        seeks = [int(tree[branch].member("fBasketSeek")[basket]) for basket in baskets]
    with Path(place.removesuffix(":Events")).open("rb+") as file:
        for seek in seeks:
            file.seek(seek + 100)
            file.write(b"\0" * 200)
    return ranges


def left(ranges: list[tuple[int, int]]) -> np.ndarray:
    kept = np.ones(COUNT, dtype=bool)
    for first, last in ranges:
        kept[first:last] = False
    return VALUES[kept]


def test_only_the_entries_of_damaged_baskets_are_lost(place: str, tmp_path: Path) -> None:
    ranges = damage(place, "y", 1, 3)
    frame = ramet.frame(place)
    both = frame.define("z", "x + y")
    results = {
        "count": both.filter("z >= 0").count(),
        "values": both.take("z"),
        "order": both.fold(lambda state, z: [*state, z], "z", []),
        "skim": both.snapshot(tmp_path / "skim.root", "Events", ["x", "y"]),
        "table": both.snapshot(tmp_path / "skim.parquet", columns=["x", "y"]),
    }
    report = ramet.run(*results.values(), on_error="skip")[0]
    assert [(one.first, one.last) for one in report.lost] == ranges
    for number, one in zip((1, 3), report.lost, strict=True):
        assert f"branch 'y', basket {number}" in one.reason
    kept = left(ranges)
    assert results["count"].value == len(kept)
    assert np.array_equal(results["values"].value, 2 * kept)
    assert np.array_equal(np.concatenate(results["order"].value), 2 * kept)
    for name in ("skim", "table"):
        assert np.array_equal(results[name].value.take("x").value, kept)


def test_a_column_that_is_not_needed_loses_nothing(place: str) -> None:
    ((first, last),) = damage(place, "y", 2)
    frame = ramet.frame(place)
    assert frame.sum("x").run(on_error="skip").is_complete
    around = (first - 10_000, last + 10_000)  # as batches are read as wholes
    behind = frame.filter(f"rdfentry_ < {around[0]} || rdfentry_ >= {around[1]}").sum("y")
    assert behind.run(on_error="skip").is_complete
    assert behind.value == pytest.approx(left([around]).sum())


def test_damage_in_one_of_several_files(place: str, tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "before.root") as file:
        file.mktree("Events", {"x": "float64", "y": "float64"}).extend({"x": VALUES[:7], "y": VALUES[:7]})
    ((first, last),) = damage(place, "x", 2)
    total = ramet.frame(f"{tmp_path}/*.root:Events").sum("x")
    (lost,) = total.run(on_error="skip").lost
    assert (lost.first, lost.last) == (first + 7, last + 7)
    assert "events.root" in lost.reason
    assert total.value == pytest.approx(left([(first, last)]).sum() + VALUES[:7].sum())


def test_expressions_without_a_value_name_the_file_and_the_entry(tmp_path: Path) -> None:
    for name, lengths in (("a", [1, 1]), ("b", [1, 0, 1])):
        with ramet.recreate(tmp_path / f"{name}.root") as file:
            lists = [np.ones(length) for length in lengths]
            file.mktree("Events", {"v": "var * float64"}).extend({"v": lists})
    with pytest.raises(ramet.MisuseError, match=r"b\.root', entries 2 to 4: .*\bentry 3\b") as caught:
        _ = ramet.frame(f"{tmp_path}/*.root:Events").define("first", "v[0]").sum("first").value
    assert "v[0]" in str(caught.value)
    with pytest.raises(ramet.MisuseError, match=r"b\.root': .*\bentry 1\b"):
        _ = ramet.frame(f"{tmp_path}/b.root:Events").define("first", "v[0]").sum("first").value

    def fails(v: object) -> object:
        raise ZeroDivisionError("no")

    with pytest.raises(ZeroDivisionError) as raised:
        ramet.frame(f"{tmp_path}/b.root:Events").define("f", fails, ["v"], type="float64").sum("f").run()
    assert raised.value.__notes__ == [f"column 'f' in entries 0 to 2 of '{tmp_path}/b.root'"]
