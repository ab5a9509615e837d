"""TTrees whose writer, ROOT, was killed before it wrote a record of the tree."""

from __future__ import annotations

import pathlib

import pytest
import ramet

COMPAT = pathlib.Path(__file__).parents[2] / "compat"
KILLED = COMPAT / "root_killed_tree.root"


def test_all_entries_that_all_branches_have_on_disk_are_found_with_a_file_like_it(tmp_path: pathlib.Path) -> None:
    report = ramet.recover(KILLED, tmp_path / "new.root", like=COMPAT / "root_like_tree.root")
    [table] = report.tables
    assert (table.path, table.entries, table.saved_entries, table.lost_entries) == ("Events", 86, 0, 0)
    assert report.lost == {}
    tree = ramet.open(f"{tmp_path / 'new.root'}:Events")
    for k, entry in enumerate(tree.arrays(["n", "arr", "v", "s", "p.", "ca/ca.fX", "ca/ca.fY"]).tolist()):
        assert entry == {
            "n": k % 4,
            "arr": [k + item for item in range(k % 4)],
            "v": [k] * (k % 3),
            "s": str(k),
            "p.": {"fP": {"fX": k, "fY": 2 * k, "fZ": 3 * k}, "fE": 4 * k},
            "ca/ca.fX": [k] * (k % 2),
            "ca/ca.fY": [0] * (k % 2),
        }


def test_the_message_asks_for_an_undamaged_file_of_the_same_program(tmp_path: pathlib.Path) -> None:
    with pytest.raises(ramet.CorruptError, match="pass an undamaged file of the same program"):
        ramet.recover(KILLED, tmp_path / "new.root")


def test_a_file_like_it_may_be_made_by_hand_of_those_branches_that_are_wanted(tmp_path: pathlib.Path) -> None:
    with ramet.recreate(tmp_path / "like.root") as like:
        like.mktree(
            "Events",
            {"arr": ramet.Column("var * float32", counter="n"), "v": "std::vector<float>", "s": "std::string"},
        )
    report = ramet.recover(KILLED, tmp_path / "new.root", like=tmp_path / "like.root")
    [table] = report.tables
    assert table.entries == 95  # without the branches that have fewer
    [lost] = report.lost["Events"]
    assert lost.startswith("there are baskets of the branches 'ca', 'ca.fBits'")
    tree = ramet.open(f"{tmp_path / 'new.root'}:Events")
    assert tree.keys() == ["n", "arr", "v", "s"]
    assert tree["s"].array().tolist() == [str(k) for k in range(95)]
    assert tree["arr"].array().tolist() == [[k + item for item in range(k % 4)] for k in range(95)]
    assert tree["v"].array().tolist() == [[k] * (k % 3) for k in range(95)]
