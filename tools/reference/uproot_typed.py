"""The lines that users of uproot type, from uproot_typed.toml: how many give the same here."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

TYPED = pathlib.Path(__file__).with_suffix(".toml")


@dataclass(frozen=True)
class Topic:
    """What uproot's guide has a section about, and the lines that it makes users type."""

    title: str
    same: tuple[str, ...]
    other: Mapping[str, str]  # lines that do not give the same, and why
    writes: bool  # whether the lines are statements that write a file


def topics(data: Mapping[str, Any]) -> list[Topic]:
    """The contents of the file of lines."""
    return [
        Topic(one["title"], tuple(one["same"]), one.get("other", {}), one.get("writes", False)) for one in data["topic"]
    ]


def counts(found: Iterable[Topic]) -> tuple[int, int]:
    """How many lines give the same, and how many there are."""
    listed = list(found)
    same = sum(len(one.same) for one in listed)
    return same, same + sum(len(one.other) for one in listed)


def table(found: Iterable[Topic]) -> list[str]:
    """A table of topics: lines that give the same, and what does not."""
    rows = ["| topic | the same | not the same |", "| --- | --- | --- |"]
    for one in found:
        by_reason: dict[str, list[str]] = {}
        for line, reason in one.other.items():
            by_reason.setdefault(reason, []).append(f"`{line}`")
        other = "; ".join(f"{', '.join(lines)}: {reason}" for reason, lines in by_reason.items()).replace("|", "\\|")
        rows.append(f"| {one.title} | {len(one.same)} of {len(one.same) + len(one.other)} | {other} |")
    return rows
