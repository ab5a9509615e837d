"""Read columns with uproot: see jobs.py."""

from __future__ import annotations

import functools
from typing import Any

import uproot
from jobs import each_of, plain, run_jobs


@functools.cache
def table(path: str, name: str) -> Any:
    # The default source hands out baskets as they arrive; whether some classes are read depends on which is first.
    return uproot.open(path, handler=uproot.MemmapSource)[name]


def column(path: str, name: str, wanted: str) -> dict[str, Any]:
    if name == "objects":
        return {"values": [plain(table(path, f"{name}/{wanted}"))]}
    found = table(path, name)
    if not isinstance(found, uproot.TTree):
        return {"values": plain(found.arrays([wanted])[wanted].tolist())}
    branch = next(branch for branch in found.branches if branch.name.removesuffix(".") == wanted)
    return each_of(branch, lambda one: plain(one.array().tolist()), lambda one: one.branches)


if __name__ == "__main__":
    run_jobs(column)
