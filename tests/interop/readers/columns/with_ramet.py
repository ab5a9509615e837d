"""Read columns with ramet: see jobs.py."""

from __future__ import annotations

import functools
from typing import Any

import ramet
from jobs import each_of, plain, run_jobs


@functools.cache
def table(path: str, name: str) -> Any:
    return ramet.open(path)[name]


def column(path: str, name: str, wanted: str) -> dict[str, Any]:
    if name == "objects":
        return {"values": plain(ramet.open(path).array_of(f"{name}/{wanted}").tolist())}
    found = table(path, name)
    if isinstance(found, ramet.NTuple):
        return {"values": plain(found.arrays([wanted])[wanted].tolist())}
    branch = next(branch for branch in found._all if branch.path.removesuffix(".") == wanted)
    return each_of(branch, lambda one: plain(one.array().tolist()), lambda one: below(found, one))


def below(found: ramet.Tree, branch: ramet.Branch) -> list[ramet.Branch]:
    return [one for one in found._all if one.path.rpartition("/")[0] == branch.path]


if __name__ == "__main__":
    run_jobs(column)
