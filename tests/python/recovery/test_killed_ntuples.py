"""RNTuples whose writer, ROOT, was killed before it wrote a footer."""

from __future__ import annotations

import pathlib

import pytest
import ramet

COMPAT = pathlib.Path(__file__).parents[2] / "compat"


def entry(number: int) -> dict[str, object]:
    return {
        "number": number,
        "flag": number % 3 == 0,
        "text": chr(ord("a") + number % 26) * (number % 5),
        "list": [number + 0.5 * item for item in range(number % 4)],
        "nested": [[number] * item for item in range(number % 4)],
        "three": [number * 1.0, number * 2.0, number * 3.0],
        "maybe": number * 0.25 if number % 2 else None,
        "either": number if number % 3 else number * 1.5,
    }


@pytest.mark.parametrize(("name", "entries"), [("ntuple", 80), ("plain", 20), ("unchecked", 40)])
def test_clusters_are_found_by_page_lists_and_by_the_checksums_of_pages(
    name: str, entries: int, tmp_path: pathlib.Path
) -> None:
    report = ramet.recover(COMPAT / f"root_killed_{name}.root", tmp_path / "new.root")
    [table] = report.tables
    assert (table.path, table.entries, table.saved_entries) == ("Events", entries, 0)
    assert ramet.open(f"{tmp_path / 'new.root'}:Events").arrays().tolist() == [entry(k) for k in range(entries)]
    if name == "unchecked":
        assert "they have no checksums" in report.lost[""][0]
    else:
        assert report.lost == {}


def test_a_killed_file_with_a_changed_byte_loses_one_cluster_and_gets_no_wrong_values(tmp_path: pathlib.Path) -> None:
    whole = (COMPAT / "root_killed_ntuple.root").read_bytes()
    entries = [entry(k) for k in range(80)]
    for at in range(800, len(whole), 203):
        changed = bytearray(whole)
        changed[at] ^= 0x10
        (tmp_path / "changed.root").write_bytes(changed)
        report = ramet.recover(tmp_path / "changed.root", tmp_path / "new.root")
        found = ramet.open(f"{tmp_path / 'new.root'}:Events").arrays().tolist()
        assert len(found) >= 60
        assert all(one in entries for one in found)
        assert report.lost or len(found) == 80
