"""The page of uproot's names has each of them, and says what is true of it."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from reference.uproot_names import (
    ANSWERS,
    PAGE,
    SAME,
    Section,
    answer_of,
    names_of,
    page,
    public_names,
    rows_of,
    sections_of,
)

SECTIONS = sections_of(tomllib.loads(ANSWERS.read_text()))


def section(title: str) -> Section:
    return next(one for one in SECTIONS if one.title == title)


def test_the_page_is_what_the_script_makes() -> None:
    assert PAGE.read_text() == page(), "PYTHONPATH=python:tools python tools/reference/uproot_names.py writes it"


@pytest.mark.parametrize("title", [one.title for one in SECTIONS])
def test_each_name_has_one_answer(title: str) -> None:
    rows = rows_of(section(title))
    assert sorted(name for names in rows.values() for name in names) == sorted(names_of(section(title)))
    assert rows[SAME]


@pytest.mark.parametrize("title", [one.title for one in SECTIONS])
def test_every_answer_is_for_a_name_that_uproot_has(title: str) -> None:
    given = rows_of(section(title))
    everywhere = set(tomllib.loads(ANSWERS.read_text())["everywhere"].values())
    assert set(section(title).answers.values()) - everywhere <= set(given)


def test_a_name_without_an_explanation_is_an_error() -> None:
    with pytest.raises(LookupError, match="Trees: uproot_names.toml does not say what 'brand_new' is"):
        answer_of("brand_new", section("Trees"))


def test_a_name_that_is_there_by_now_is_an_error() -> None:
    stale = replace(section("Trees"), answers={"arrays": "none"})
    with pytest.raises(LookupError, match="Trees: 'arrays' is there now"):
        answer_of("arrays", stale)


def test_names_of_modules_are_left_out() -> None:
    names = public_names(["uproot"])
    assert "open" in names
    assert "behaviors" not in names


def test_machinery_of_all_objects_is_told_once() -> None:
    assert "check_numbytes" in names_of(section("Objects of other classes"))
    assert "check_numbytes" in public_names(section("Trees").theirs)
    assert "check_numbytes" not in names_of(section("Trees"))
    assert "member" in names_of(section("Trees"))
