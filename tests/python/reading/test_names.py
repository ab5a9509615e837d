"""Names that are not UTF-8 are shown, found and returned unchanged (PEP 383)."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
import ramet

NAME = "caf\udce9"  # "café" in Latin-1


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "names.root"
    with ramet.recreate(path) as file:
        file[f"histogram_{NAME}"] = np.histogram([1.0, 2.0], bins=4)
        file.mktree("Events", {f"x_{NAME}": "float32", "y": "int32"}, title=f"title {NAME}").extend(
            {f"x_{NAME}": np.arange(3), "y": np.arange(3)}
        )
    ntuple = tmp_path / "ntuple.root"
    columns = {f"x_{NAME}": "float32"}
    with ramet.ParallelWriter(ntuple, "Rows", columns, format="rntuple") as writer, writer.context() as context:
        context.extend({f"x_{NAME}": np.arange(3)})
    return path


def test_the_name_is_stored_as_its_bytes(path: pathlib.Path) -> None:
    assert b"histogram_caf\xe9" in path.read_bytes()


def test_keys_branches_and_titles_that_are_no_utf8_are_found_by_their_names(path: pathlib.Path) -> None:
    with ramet.open(path) as file:
        assert f"histogram_{NAME};1" in list(file.keys())
        assert file[f"histogram_{NAME}"].name == f"histogram_{NAME}"
        tree = file["Events"]
        assert tree.title == f"title {NAME}"
        assert tree.keys() == [f"x_{NAME}", "y"]
        assert tree[f"x_{NAME}"].array(library="np").tolist() == [0, 1, 2]
        assert list(tree.arrays(filter_name="x_*", library="np")) == [f"x_{NAME}"]


def test_fields_that_are_no_utf8_do_not_spoil_their_ntuple(path: pathlib.Path) -> None:
    with ramet.open(path.parent / "ntuple.root") as file:
        assert file["Rows"].keys() == [f"x_{NAME}"]
        assert file["Rows"][f"x_{NAME}"].array(library="np").tolist() == [0, 1, 2]


def test_messages_quote_such_names(path: pathlib.Path) -> None:
    with ramet.open(path) as file, pytest.raises(KeyError) as error:
        file[f"no_{NAME}"]
    assert NAME in str(error.value)
    with ramet.open(path) as file, pytest.raises(KeyError) as error:
        file["Events"][f"z_{NAME}"]
    assert f"x_{NAME}".encode("ascii", "backslashreplace").decode() in str(error.value)


def test_check_and_recover_say_such_names(path: pathlib.Path) -> None:
    assert ramet.check(path).is_sound
    report = ramet.recover(path, path.parent / "recovered.root")
    assert report.objects == [f"histogram_{NAME}"]


def test_errors_of_columns_name_file_table_and_column(path: pathlib.Path) -> None:
    column = ramet.open(path)["Events"]["y"]
    where = "branch 'y' of tree 'Events' of '.*names.root'"
    with pytest.raises(ValueError, match=f"{where} has no branches below it"):
        column.objects()
    with pytest.raises(ValueError, match=f"{where} is no collection"):
        column.counts()
