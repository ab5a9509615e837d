"""The page on expressions: its tables are those of the library, and each example has the value that the page shows."""

from __future__ import annotations

import importlib.util
import pathlib
from types import ModuleType

import pytest
from ramet import _core

REPOSITORY = pathlib.Path(__file__).parents[3]


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    path = REPOSITORY / "tools" / "reference" / "expressions.py"
    spec = importlib.util.spec_from_file_location("expressions", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_those_of_the_library(generator: ModuleType) -> None:
    page = generator.PAGE.read_text()
    assert generator.page_with_tables(page) == page, "run tools/reference/expressions.py"


def test_an_example_has_its_value_and_its_type(generator: ModuleType) -> None:
    assert generator.result_of("Sum(RVec<int>{1, 2, 3})") == "`6` (int32)"
    assert generator.result_of('std::string("a") + "b"') == '`"ab"` (string)'
    assert generator.result_of("RVec<float>{1.5f}") == "`{1.5}` (var * float32)"


def test_a_page_without_a_group_is_refused(generator: ModuleType) -> None:
    groups = {row[0] for row in _core.expression_functions()}
    with pytest.raises(LookupError, match="the page has no table of"):
        generator.page_with_tables("")
    assert {"operators", "lists", "TMath"} <= groups
