"""The page docs/guides/coming_from_uproot.md: the equivalent in ramet of each public name of uproot.

Names that exist in both are found by inspecting both packages; uproot_names.toml has the equivalents of the others, or
the reasons why there are none. `PYTHONPATH=python:tools python tools/reference/uproot_names.py` writes the page and
prints the numbers of names and lines that are the same.
"""

from __future__ import annotations

import importlib
import inspect
import pathlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from ramet.reading.choosing.options import FOR_WRITING, KNOWN, WITHOUT_EFFECT
from ramet.reading.datasets.lazy import DASK_WITHOUT_EFFECT

from reference.uproot_typed import TYPED, counts, table, topics

REPOSITORY = pathlib.Path(__file__).parents[2]
ANSWERS = pathlib.Path(__file__).with_suffix(".toml")
PAGE = REPOSITORY / "docs" / "guides" / "coming_from_uproot.md"
SAME = "the same"
DIFFERENT = "another: "  # for names with another meaning
MODEL = "uproot:Model"


@dataclass(frozen=True)
class Section:
    """Some classes of uproot, or its top level, and their equivalents here."""

    title: str
    theirs: tuple[str, ...]  # "module:Class", or "module"
    ours: str
    answers: Mapping[str, str]  # by name or pattern of names
    arguments: Mapping[str, str] = field(default_factory=dict)  # by "method(argument)" or pattern


def sections_of(data: Mapping[str, Any]) -> list[Section]:
    """The contents of the file of answers; answers of a section precede the general ones."""
    return [
        Section(
            one["title"],
            tuple(one["uproot"]),
            one["ramet"],
            one.get("names", {}) | data["everywhere"],
            one.get("arguments", {}) | data["arguments"],
        )
        for one in data["section"]
    ]


def public_names(theirs: Iterable[str]) -> list[str]:
    """The public names, without modules and names with a leading underscore."""
    names: set[str] = set()
    for place in theirs:
        found = _found(place)
        values = {name: inspect.getattr_static(found, name) for name in dir(found) if name[0] != "_"}
        if inspect.ismodule(found):  # names imported from elsewhere do not count
            values = {name: one for name, one in values.items() if _module_of(one).startswith("uproot")}
        names.update(name for name, one in values.items() if not inspect.ismodule(one))
    return sorted(names, key=str.lower)


def answer_of(name: str, section: Section) -> str:
    """The answer for a name. Raises LookupError when the answer is missing or out of date."""
    key = next((one for one in section.answers if one == name), None)
    if hasattr(_found(section.ours), name) and _is_called(section, name):
        if key is not None and section.answers[key].startswith(DIFFERENT):
            return section.answers[key]
        if key is not None and key not in _everywhere():
            raise LookupError(f"{section.title}: {name!r} is there now, and {ANSWERS.name} says that it is not")
        return SAME
    if key is None:
        key = next((one for one in section.answers if fnmatchcase(name, one)), None)
    if key is None:
        raise LookupError(f"{section.title}: {ANSWERS.name} does not say what {name!r} is")
    return section.answers[key]


def _is_called(section: Section, name: str) -> bool:
    """Whether the name is callable in both packages, or in neither."""
    return _is_callable(section.ours, name) is any(_is_callable(one, name) for one in section.theirs)


def _is_callable(place: str, name: str) -> bool:
    value = inspect.getattr_static(_found(place), name, None)
    return not isinstance(value, property) and callable(getattr(value, "__func__", value))


def arguments_of(section: Section) -> dict[str, list[str]]:
    """The arguments in uproot that calls of the same name do not accept here, as "method(argument)", by answer. Raises
    LookupError when an answer is missing."""
    rows: dict[str, list[str]] = {}
    for name in rows_of(section).get(SAME, []):
        for argument in missing_arguments(section, name):
            said = f"{name}({argument})"
            key = next((one for one in section.arguments if fnmatchcase(said, one)), None)
            if key is None:
                raise LookupError(f"{section.title}: {ANSWERS.name} does not say what {said!r} is")
            rows.setdefault(section.arguments[key], []).append(said)
    return rows


def missing_arguments(section: Section, name: str) -> list[str]:
    """The arguments with a default value that uproot's call accepts and ours does not, in uproot's order.

    The names of arguments without a default value do not matter. `options_of` has the arguments accepted by
    `**options`.
    """
    ours = _found(section.ours)
    places = [one for one in section.theirs if _is_callable(one, name)]
    if not places or inspect.isclass(getattr(_found(places[0]), name)):
        return []
    wanted = inspect.signature(getattr(_found(places[0]), name)).parameters.values()
    taken = inspect.signature(getattr(ours, name)).parameters
    has_options = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken.values())
    given = {*taken, *(options_of(section.ours, name) if has_options else ())}
    return [one.name for one in wanted if one.default is not inspect.Parameter.empty and one.name not in given]


def options_of(place: str, name: str) -> set[str]:
    """The names that a call of ramet accepts by `**options`: those of the calls it passes them to, and uproot's."""
    handed: set[str] = set(FOR_WRITING if name.startswith("mk") else ())
    if name == "dask":
        handed |= DASK_WITHOUT_EFFECT
    if name in ("arrays", "array", "iterate", "concatenate", "num_entries_for", "open", "dask"):
        handed |= WITHOUT_EFFECT | KNOWN
    table = "ramet:WritableFile" if place == "ramet:WritableFile" else "ramet:Tree"
    table = "ramet:Directory" if place == "ramet:Directory" else table
    base = {"concatenate": "arrays", "to_akform": "arrays"}.get(
        name, name.removeprefix("iter") if name != "iterate" else name
    )
    for other in {"ramet:NTuple", table}:
        call = getattr(_found(other), base, None)
        handed |= {*inspect.signature(call).parameters} if callable(call) else set()
    if base in ("values", "items"):  # these pass them to keys
        handed |= {*inspect.signature(_found(table).keys).parameters}
    return handed


def names_of(section: Section) -> list[str]:
    """The names in a section; names of all objects of uproot that ramet lacks are in the section of Model."""
    names = public_names(section.theirs)
    is_of_model = any(issubclass(_found(one), _found(MODEL)) for one in section.theirs if ":" in one)
    told_there = set(public_names([MODEL])) if is_of_model and MODEL not in section.theirs else set()
    return [name for name in names if name not in told_there or answer_of(name, section).startswith((SAME, DIFFERENT))]


def rows_of(section: Section) -> dict[str, list[str]]:
    """Names by answer, unchanged names first."""
    rows: dict[str, list[str]] = {SAME: []}
    for name in names_of(section):
        rows.setdefault(answer_of(name, section), []).append(name)
    return {answer: names for answer, names in rows.items() if names}


def page() -> str:
    """The whole page."""
    data = tomllib.loads(ANSWERS.read_text())
    sections = sections_of(data)
    typed = topics(tomllib.loads(TYPED.read_text()))
    same, every = counts(typed)
    measured = data["measured"].format(same=same, every=every, percent=f"{100 * same / every:.1f}").rstrip()
    counted = data["counted"].format(**kinds(sections)).rstrip()
    parts = [data["introduction"].rstrip(), measured, "", *table(typed), "", counted.lstrip(), "", *_lines(sections)]
    return "\n".join(parts)


def kinds(sections: Iterable[Section]) -> dict[str, int]:
    """How many names there are, and how many are the same, something else, or not there."""
    found = {"names": 0, "same": 0, "elsewhere": 0, "none": 0}
    for section in sections:
        for answer, names in rows_of(section).items():
            kind = "same" if answer == SAME else "none" if answer.startswith("none") else "elsewhere"
            found[kind] += len(names)
            found["names"] += len(names)
    return found


def _lines(sections: Iterable[Section]) -> Iterator[str]:
    for section in sections:
        classes = ", ".join(f"`{place.replace(':', '.')}`" for place in section.theirs)
        yield from (f"## {section.title}", "", f"{classes}: here `{section.ours.replace(':', '.')}`.", "")
        yield from ("| uproot | ramet |", "| --- | --- |")
        for answer, names in rows_of(section).items():
            yield f"| {', '.join(f'`{name}`' for name in names)} | {answer} |"
        for answer, calls in arguments_of(section).items():
            yield f"| {', '.join(f'`{call}`' for call in _together(calls))} | {answer} |"
        yield ""


def _together(calls: Iterable[str]) -> list[str]:
    """The first argument of each call, and whether there are more."""
    arguments: dict[str, list[str]] = {}
    for call in calls:
        name, _, argument = call.rstrip(")").partition("(")
        arguments.setdefault(name, []).append(argument)
    return [
        f"{name}({', '.join(all_of) if len(all_of) < 5 else all_of[0] + ', ...'})" for name, all_of in arguments.items()
    ]


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    found = importlib.import_module(module)
    return getattr(found, name) if name else found


def _module_of(value: object) -> str:
    return str(getattr(value, "__module__", None) or "uproot")


def _everywhere() -> Mapping[str, str]:
    answers: Mapping[str, str] = tomllib.loads(ANSWERS.read_text())["everywhere"]
    return answers


def numbers() -> Iterator[tuple[str, int, int]]:
    """For each section: title, number of unchanged names, number of names."""
    for section in sections_of(tomllib.loads(ANSWERS.read_text())):
        rows = rows_of(section)
        yield section.title, len(rows.get(SAME, [])), sum(map(len, rows.values()))


if __name__ == "__main__":
    PAGE.write_text(page())
    for title, same_names, all_names in numbers():
        print(f"{title}: {same_names} of {all_names}")
    print("lines that users type: {} of {}".format(*counts(topics(tomllib.loads(TYPED.read_text())))))
    print("together: {same} of {names}".format(**kinds(sections_of(tomllib.loads(ANSWERS.read_text())))))
