"""ramet.check and ramet.recover."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
import ramet


@pytest.fixture
def killed(tmp_path: pathlib.Path) -> pathlib.Path:
    """A file whose writer saved 1,000 entries, wrote 1,500 more and was killed."""
    path = tmp_path / "killed.root"
    writer = ramet.ParallelWriter(path, "some/Events", {"x": "int64"}, cluster_entries=500)
    context = writer.context()
    context.extend({"x": np.arange(1000)})
    writer.checkpoint()
    context.extend({"x": np.arange(1000, 2500)})
    (tmp_path / "copy.root").write_bytes(path.read_bytes())
    context.close()
    writer.close()
    return tmp_path / "copy.root"


def test_entries_written_after_the_last_checkpoint_are_recovered(killed: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with ramet.open(f"{killed}:some/Events") as tree:
        assert tree.num_entries == 1000
    report = ramet.recover(killed, tmp_path / "new.root")
    [table] = report.tables
    assert (table.path, table.entries, table.saved_entries, table.clusters) == ("some/Events", 2500, 1000, 5)
    assert report.lost == {}
    with ramet.open(f"{tmp_path / 'new.root'}:some/Events") as tree:
        assert np.array_equal(tree["x"].array(library="np"), np.arange(2500))


def test_a_check_reports_the_numbers_of_tables_and_entries(killed: pathlib.Path) -> None:
    report = ramet.check(killed)
    assert report.is_sound
    assert (report.tables, report.entries) == (1, 1000)
    assert ["ramet recover" in remark.message for remark in report.remarks] == [True]


def test_a_damaged_file_is_no_exception_but_a_finding(killed: pathlib.Path) -> None:
    killed.write_bytes(b"root" + killed.read_bytes()[4:300])
    report = ramet.check(killed)
    assert not report.is_sound
    assert report.damage[0].message


def test_nothing_to_recover_is_an_error(tmp_path: pathlib.Path) -> None:
    (tmp_path / "zeros.root").write_bytes(bytes(1000))
    with pytest.raises(ramet.CorruptError, match="no object was found"):
        ramet.recover(tmp_path / "zeros.root", tmp_path / "new.root")
    assert not (tmp_path / "new.root").exists()


def test_durability_is_one_of_two(tmp_path: pathlib.Path) -> None:
    with ramet.ParallelWriter(tmp_path / "a.root", "t", {"x": "int64"}, durability="fsync") as writer:
        with writer.context() as context:
            context.extend({"x": np.arange(10)})
        writer.checkpoint()
    assert ramet.check(tmp_path / "a.root").is_sound
    with pytest.raises(ValueError, match="durability"):
        ramet.ParallelWriter(tmp_path / "b.root", "t", {"x": "int64"}, durability="paper")  # type: ignore[arg-type]


def test_names_that_are_not_text_are_named_in_the_message(tmp_path: pathlib.Path) -> None:
    with ramet.recreate(tmp_path / "a.root", compression=None) as file:
        file["spectrum"] = np.histogram(np.arange(9.0))
    contents = (tmp_path / "a.root").read_bytes().replace(b"spectrum", b"sp\xebctrum")
    (tmp_path / "a.root").write_bytes(contents[:-300])  # and no key list
    report = ramet.recover(tmp_path / "a.root", tmp_path / "new.root")
    assert [*report.objects, *report.lost] == ["sp\udcebctrum"]
    assert ramet.check(tmp_path / "a.root").damage


def test_objects_beyond_the_memory_limit_are_not_checked(tmp_path: pathlib.Path) -> None:
    with ramet.recreate(tmp_path / "a.root") as file:
        file.mktree("T", {"x": "float64"}).extend({"x": np.zeros(1_000_000)})
    report = ramet.check(tmp_path / "a.root", max_memory="10 kB")
    assert report.is_sound
    assert any("the limit is 10000" in finding.message for finding in report.not_checked)
    assert ramet.check(tmp_path / "a.root", max_memory=2**30).not_checked == []
