"""A small repository on disk, in which a test seeds one fault."""

from __future__ import annotations

import pathlib

import pytest
from mock_file import Write


@pytest.fixture
def repository(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path


@pytest.fixture
def write(repository: pathlib.Path) -> Write:
    def write_file(name: str, text: str) -> None:
        path = repository / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    return write_file
