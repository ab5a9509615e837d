"""Specifications of samples whose files fsspec opens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fsspec
import numpy as np
import ramet


def test_a_specification_names_files_and_friends_that_fsspec_opens(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "a.root") as file:
        file.mktree("Events", {"x": "float64"}).extend({"x": np.arange(1_000.0)})
    files = fsspec.filesystem("memory")
    files.pipe_file("/of_spec/a.root", (tmp_path / "a.root").read_bytes())
    spec: dict[str, Any] = {
        "samples": {"one": {"trees": ["Events"], "files": ["memory://of_spec/a.root"]}},
        "friends": {"other": {"trees": ["Events"], "files": ["memory://of_spec/*.root"]}},
    }
    try:
        frame = ramet.frame(spec=spec)
        assert frame.sum("x").value == frame.sum("other.x").value == 499_500
    finally:
        files.rm("/of_spec", recursive=True)
