"""What ramet reads from a file: see canonical.py."""

from __future__ import annotations

from typing import Any

import ramet
from readers.canonical import canonical


def tree(found: ramet.Tree) -> dict[str, Any]:
    branches: dict[str, Any] = {}
    for branch in found.branches:
        try:
            branches[branch.name] = {"values": canonical(branch.array().tolist())}
        except ramet.UnsupportedError as error:
            branches[branch.name] = {"refused": f"{type(error).__name__}: {error}"}
    return {"entries": found.num_entries, "branches": branches}


def contents(path: str) -> dict[str, Any]:
    with ramet.open(path) as file:
        classes = file.classnames(cycle=False)
        return {"trees": {name: tree(file[name]) for name, kind in classes.items() if kind == "TTree"}}
