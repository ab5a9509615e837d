"""`name in file` is true exactly if `file[name]` finds it."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet


def is_found(mapping: Any, name: Any) -> bool:
    try:
        mapping[name]
    except KeyError:
        return False
    return True


NAMES = [
    *("dir", "dir;1", "dir/", "/dir", "dir/Events", "dir/Events;1", "dir/Events;2", "Events", "", "/", "dir//Events"),
    *("dir/Events/number", "dir/Events;1/number", "dir/Events/no", "dir/Events;2/number", "dir/number", "no/Events/x"),
    *("dir/Events/Muon_pt", "spectrum", "spectrum/x", "spectrum;1/fXaxis", "dir/Events/number/no", "dir/N/pair/x"),
    *("dir/N/pair.x", "dir/N/x", "dir/N", "dir/N/", "dir/Events/", "dir/Events//number", "number", 3, None),
]


@pytest.fixture
def with_ntuple(mixed_file: Path) -> Path:
    with ramet.update(mixed_file) as file:
        file.mkrntuple("dir/N", {"pair": {"x": "float32", "n": "int32"}}).extend({"pair": {"x": [1.0], "n": [2]}})
    return mixed_file


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_in_a_file_exactly_when_it_finds_something(name: Any, with_ntuple: Path) -> None:
    file = ramet.open(with_ntuple)
    assert (name in file) == is_found(file, name)
    for mapping in (file["dir"], file["dir/Events"], file["dir/N"], file["dir/N/pair"]):
        assert (name in mapping) == is_found(mapping, name)
    if isinstance(name, str):
        assert (f"Events/{name}" in file["dir"]) == is_found(file["dir"], f"Events/{name}")


def test_branches_are_in_files(with_ntuple: Path) -> None:
    file = ramet.open(with_ntuple)
    assert "dir/Events/number" in file
    assert "dir/N/pair.x" in file
    assert "Events/number" in file["dir"]
    assert "dir/Events/no" not in file
    assert file.get("dir/Events/no", 7) == 7
    assert np.array_equal(file["dir/Events/number"].array(entry_stop=2), [0, 1])


def test_directories_are_equal_that_are_the_same_of_one_open_file(with_ntuple: Path) -> None:
    file, again = ramet.open(with_ntuple), ramet.open(with_ntuple)
    assert file == file["dir"].parent == file["dir"].file == copy.copy(file)
    assert file["dir"] == file["dir;1"] == copy.copy(file["dir"])
    assert len({file, copy.copy(file), file["dir"], file["dir;1"]}) == 2
    for other in (again, file["dir"], {}, None, 3):
        assert file != other
    again.close()
    assert again == again
    assert again != file


def test_a_missing_name_is_answered_by_names_in_any_case_or_by_all_if_they_are_few(tmp_path: Path) -> None:
    path = tmp_path / "few.root"
    with ramet.recreate(path) as file:
        file.mktree("T", {"pt": "float32", "Eta": "float32"})
        file.mktree("Many", {f"branch_{number}": "int32" for number in range(9)})
    with ramet.open(path) as file:
        for table, name, hint in (
            ("T", "PT", "; did you mean 'pt'?"),
            ("T", "ETA", "; did you mean 'Eta'?"),
            ("T", "charge", "; there is 'pt', 'Eta'"),
            ("Many", "x", f"in tree 'Many' of {str(path)!r}"),
        ):
            with pytest.raises(ramet.KeyInFileError) as error:
                file[table][name]
            assert str(error.value).endswith(hint)


def test_a_stream_of_text_is_refused(with_ntuple: Path) -> None:
    with with_ntuple.open() as stream, pytest.raises(TypeError, match="expected bytes: open it in binary mode"):
        ramet.open(stream)  # type: ignore[call-overload]
