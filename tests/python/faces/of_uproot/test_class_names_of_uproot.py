"""Programs that ask for classes by uproot's names."""

from __future__ import annotations

from pathlib import Path

import pytest
import ramet


def test_what_files_give_is_of_these_classes(mixed_file: Path) -> None:
    with ramet.open(mixed_file) as file:
        assert isinstance(file, ramet.ReadOnlyDirectory)
        assert isinstance(file["dir"], ramet.ReadOnlyDirectory)
        assert isinstance(file["dir/Events"], ramet.TTree)
        assert isinstance(file["dir/Events/energy"], ramet.TBranch)
        assert isinstance(file.object_of("spectrum"), ramet.Model)
        assert not isinstance(file["dir"], ramet.TTree)


def test_damage_is_caught_by_uproots_name(tmp_path: Path) -> None:
    (tmp_path / "x.root").write_bytes(b"nothing like it" * 10)
    with pytest.raises(ramet.DeserializationError, match="not a ROOT file"):
        ramet.open(tmp_path / "x.root")
