"""What the page says of arguments: those that it does not list are taken, with uproot's default values."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from reference.uproot_names import (
    ANSWERS,
    DIFFERENT,
    SAME,
    Section,
    answer_of,
    arguments_of,
    missing_arguments,
    rows_of,
    sections_of,
)

uproot = pytest.importorskip("uproot")

SECTIONS = {one.title: one for one in sections_of(tomllib.loads(ANSWERS.read_text()))}
TABLES = ["Trees", "Branches", "RNTuples", "Fields"]
FIRST = {
    "num_entries_for": ["1 kB"],
    "get": ["n"],
    "classname_of": ["T"],
    "title_of": ["T"],
    "is_table": ["T"],
    "streamer_of": ["T"],
}
MEMBERS = {"member": ["fName"], "has_member": ["fName"]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        hits = {"Hit": {"x": "double"}}
        values = {"n": np.arange(3), "hit": [{"x": 0.5}] * 3}
        file.mktree("T", {"n": "int32", "hit": "Hit"}, classes=hits).extend(values)
        file.mkrntuple("N", {"n": "int32", "hit": "Hit"}, classes=hits).extend(values)
        file["h"] = ramet.Histogram(2, (0, 1))
        file["dir/p"] = ramet.Profile(2, (0, 1))
        file["g"] = ramet.Graph([1, 2], [3, 4])
    return tmp_path / "x.root"


def examples(path: Path) -> dict[str, tuple[Any, Any]]:
    """An object of each section, of both packages."""
    ours, theirs = ramet.open(path), uproot.open(path)
    names = {"Trees": "T", "Branches": "T/n", "RNTuples": "N", "Histograms": "h", "Profiles": "dir/p", "Graphs": "g"}
    found = {title: (ours[name], theirs[name]) for title, name in names.items()}
    found["Fields"] = ours["N"]["n"], theirs["N"]["n"]
    found["Axes"] = ours["h"].axis(), theirs["h"].axis()
    return found | {"Directories": (ours, theirs)}


def taken_arguments(title: str) -> Iterator[tuple[str, str, Any]]:
    """Method, argument and default value of what the page does not list as missing."""
    section = SECTIONS[title]
    for name in rows_of(section)[SAME]:
        for place in section.theirs:
            module, _, kind = place.partition(":")
            call = getattr(getattr(__import__(module, fromlist=["x"]), kind), name, None)
            if not inspect.isfunction(call):
                continue
            missing = set(missing_arguments(section, name))
            for one in inspect.signature(call).parameters.values():
                if one.default is not inspect.Parameter.empty and one.name not in missing:
                    yield name, one.name, None if "unset" in repr(one.default) else one.default
            break


@pytest.mark.parametrize("title", [*TABLES, "Directories", "Histograms", "Profiles", "Axes", "Graphs"])
def test_arguments_that_are_not_listed_are_taken(path: Path, title: str) -> None:
    ours, _ = examples(path)[title]
    called = 0
    for name, argument, default in taken_arguments(title):
        first = FIRST.get(name, MEMBERS.get(name, []))
        if name == "errors" and title == "Graphs":
            first = ["low"]
        result = getattr(ours, name)(*first, **{argument: default})
        if name.startswith("iter"):
            list(result)
        called += 1
    assert called > 5 or title in ("Axes", "Graphs")


def test_the_page_lists_arguments_that_are_not_taken() -> None:
    listed = arguments_of(SECTIONS["Files that are written"]).values()
    assert any("mktree(field_name)" in calls for calls in listed)
    assert missing_arguments(SECTIONS["Trees"], "arrays") == []
    assert set(missing_arguments(SECTIONS["RNTuples"], "arrays")) == {"backend", "interpreter"}


def test_an_argument_without_an_explanation_is_an_error() -> None:
    silent = replace(SECTIONS["RNTuples"], arguments={})
    with pytest.raises(LookupError, match=r"RNTuples: uproot_names.toml does not say what 'arrays\(backend\)' is"):
        arguments_of(silent)


def test_a_name_of_another_meaning_is_not_the_same() -> None:
    other = replace(SECTIONS["Trees"], answers={"arrays": f"{DIFFERENT}something"})
    assert answer_of("arrays", other) == f"{DIFFERENT}something"


class Called:
    """Has a method."""

    def size(self) -> int:
        return 1


class Valued:
    """Has a value of that name."""

    size = property(lambda _: 1)


def test_a_value_is_not_the_same_as_a_call() -> None:
    for theirs, ours in (("Called", "Valued"), ("Valued", "Called")):
        section = Section("made", (f"{__name__}:{theirs}",), f"{__name__}:{ours}", {"size": "none"})
        assert answer_of("size", section) == "none"
