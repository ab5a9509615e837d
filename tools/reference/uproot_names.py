"""The page docs/guides/coming_from_uproot.md: what each public name of uproot is in ramet.

Which names are there is asked of both packages; uproot_names.toml says what the others are called here, or why there
are none. `PYTHONPATH=python:tools python tools/reference/uproot_names.py` writes the
page and prints how many names are there.
"""

from __future__ import annotations

import importlib
import inspect
import pathlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

REPOSITORY = pathlib.Path(__file__).parents[2]
ANSWERS = pathlib.Path(__file__).with_suffix(".toml")
PAGE = REPOSITORY / "docs" / "guides" / "coming_from_uproot.md"
SAME = "the same"
MODEL = "uproot:Model"


@dataclass(frozen=True)
class Section:
    """Some classes of uproot, or its top level, and what stands for them here."""

    title: str
    theirs: tuple[str, ...]  # "module:Class", or "module"
    ours: str
    answers: Mapping[str, str]  # by name, or pattern of names


def sections_of(data: Mapping[str, Any]) -> list[Section]:
    """What the file of answers has; those for everywhere come after a section's own."""
    return [
        Section(one["title"], tuple(one["uproot"]), one["ramet"], one.get("names", {}) | data["everywhere"])
        for one in data["section"]
    ]


def public_names(theirs: Iterable[str]) -> list[str]:
    """The names that users can type: not those of modules, and none with an underscore in front."""
    names: set[str] = set()
    for place in theirs:
        found = _found(place)
        values = {name: inspect.getattr_static(found, name) for name in dir(found) if name[0] != "_"}
        if inspect.ismodule(found):  # what it imports from elsewhere is not its own
            values = {name: one for name, one in values.items() if _module_of(one).startswith("uproot")}
        names.update(name for name, one in values.items() if not inspect.ismodule(one))
    return sorted(names, key=str.lower)


def answer_of(name: str, section: Section) -> str:
    """What a name is here. Raises LookupError where nobody has said it, or what was said is not true any more."""
    key = next((one for one in section.answers if one == name), None)
    if hasattr(_found(section.ours), name):
        if key is not None and key not in _everywhere():
            raise LookupError(f"{section.title}: {name!r} is there now, and {ANSWERS.name} says that it is not")
        return SAME
    if key is None:
        key = next((one for one in section.answers if fnmatchcase(name, one)), None)
    if key is None:
        raise LookupError(f"{section.title}: {ANSWERS.name} does not say what {name!r} is")
    return section.answers[key]


def names_of(section: Section) -> list[str]:
    """The names that the section tells of; what all of uproot's objects have, and ramet's not, stands in Model's."""
    names = public_names(section.theirs)
    is_of_model = any(issubclass(_found(one), _found(MODEL)) for one in section.theirs if ":" in one)
    told_there = set(public_names([MODEL])) if is_of_model and MODEL not in section.theirs else set()
    return [name for name in names if name not in told_there or answer_of(name, section) == SAME]


def rows_of(section: Section) -> dict[str, list[str]]:
    """Names by answer, what is the same first."""
    rows: dict[str, list[str]] = {SAME: []}
    for name in names_of(section):
        rows.setdefault(answer_of(name, section), []).append(name)
    return {answer: names for answer, names in rows.items() if names}


def page() -> str:
    """The whole page."""
    data = tomllib.loads(ANSWERS.read_text())
    return "\n".join([data["introduction"].rstrip(), "", *_lines(sections_of(data))])


def _lines(sections: Iterable[Section]) -> Iterator[str]:
    for section in sections:
        classes = ", ".join(f"`{place.replace(':', '.')}`" for place in section.theirs)
        yield from (f"## {section.title}", "", f"{classes}: here `{section.ours.replace(':', '.')}`.", "")
        yield from ("| uproot | ramet |", "| --- | --- |")
        for answer, names in rows_of(section).items():
            yield f"| {', '.join(f'`{name}`' for name in names)} | {answer} |"
        yield ""


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    found = importlib.import_module(module)
    return getattr(found, name) if name else found


def _module_of(value: object) -> str:
    return str(getattr(value, "__module__", None) or "uproot")


def _everywhere() -> Mapping[str, str]:
    answers: Mapping[str, str] = tomllib.loads(ANSWERS.read_text())["everywhere"]
    return answers


def counts() -> Iterator[tuple[str, int, int]]:
    """Of each section its title, how many names are the same, and how many there are."""
    for section in sections_of(tomllib.loads(ANSWERS.read_text())):
        rows = rows_of(section)
        yield section.title, len(rows.get(SAME, [])), sum(map(len, rows.values()))


if __name__ == "__main__":
    PAGE.write_text(page())
    for title, same, all_names in counts():
        print(f"{title}: {same} of {all_names}")
    print(f"together: {sum(same for _, same, _ in counts())} of {sum(names for _, _, names in counts())}")
