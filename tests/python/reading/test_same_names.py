"""Columns that share a name, as the branches of some trees do."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest
from ramet.reading.choosing.columns import Columns


class Made(Columns[Any]):
    """Columns of these paths."""

    def __init__(self, *paths: str) -> None:
        super().__init__()
        self._paths = paths

    def _make_columns(self) -> list[Any]:
        core = SimpleNamespace(is_group=False)
        return [
            SimpleNamespace(path=path, name=path.rpartition("/")[2], typename="int", is_readable=True, core=core)
            for path in self._paths
        ]

    def _place(self) -> str:
        return "what was made"


@pytest.fixture
def made() -> Made:
    return Made("size", "x", "size", "x/y", "x/y")


def test_each_column_is_listed(made: Made) -> None:
    assert made.keys() == ["size", "x", "size", "x/y", "x/y"]
    assert made.keys(ignore_duplicates=True) == ["size", "x", "x/y"]
    assert made.keys(recursive=False) == ["size", "x", "size"]
    one, two = made.values(filter_name="size")
    assert one is not two
    assert [column for _, column in made.items(filter_name="size")] == [one, two]
    assert made.items(filter_name="size", ignore_duplicates=True) == [("size", one)]
    assert made.typenames() == {"size": "int", "x": "int", "x/y": "int"}
    out = io.StringIO()
    made.show(stream=out)
    assert out.getvalue().count("size") == 2


def test_a_name_means_the_first(made: Made) -> None:
    first = made.values(filter_name="size")[0]
    assert made["size"] is first
    assert made._wanted(None, "size", None) == {"size": first}
