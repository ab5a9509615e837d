"""The programs that read, and what came of each branch and histogram."""

from __future__ import annotations

import fnmatch
import functools
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from readers.canonical import first_difference, flattened

HERE = Path(__file__).parent
READERS = {"ramet": "ramet", "root": "ROOT", "uproot": "uproot", "groot": "groot", "jsroot": "JSROOT"}


@dataclass(frozen=True)
class Outcome:
    """What a reader made of a branch or histogram: "equal"; "flat", equal but for dimensions that it does not give;
    "differs"; or "refuses"."""

    kind: str
    detail: str = ""


def command_of(reader: str, folder: Path) -> list[str]:
    """How to call a reader. `folder` takes what has to be built first."""
    if reader == "groot":
        program = folder / "groot_reader"
        if not program.exists():
            build = [needed("go"), "build", "-buildvcs=false", "-o", str(program), "."]
            subprocess.run(build, cwd=HERE / "groot", check=True)
        return [str(program)]
    if reader == "jsroot":
        if not (HERE / "jsroot" / "node_modules").exists():
            raise FileNotFoundError("JSROOT is not installed: tools/requirements/install readers")
        return [needed("node"), str(HERE / "jsroot" / "read.mjs")]
    return [sys.executable, "-W", "ignore", str(HERE / f"with_{reader}.py")]


def needed(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(f"{program} is not installed: tools/requirements/install readers")
    return found


def read(reader: str, files: Iterable[Path], folder: Path) -> list[dict[str, Any]]:
    """What a reader sees in files. It has no reason to say anything else."""
    done = subprocess.run(
        [*command_of(reader, folder), *map(str, files)], capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def version_of(reader: str) -> str:
    if reader == "ramet":
        return ""  # this one
    if reader == "groot":
        return re.findall(r"go-hep.org/x/hep (v\S+)", (HERE / "groot" / "go.mod").read_text())[0]
    if reader == "jsroot":
        return str(json.loads((HERE / "jsroot" / "package.json").read_text())["dependencies"]["jsroot"])
    if reader == "uproot":
        import uproot

        return str(uproot.__version__)
    import ROOT

    return str(ROOT.gROOT.GetVersion())


def outcome_of(wanted: Any, found: dict[str, Any]) -> Outcome:
    """Compare what a branch or histogram should hold with what a reader said of it."""
    if "values" not in found:
        return Outcome("refuses", found["refused"])
    values = found["values"]
    if not isinstance(wanted, list):
        differing = [name for name in wanted if values[name] != wanted[name]]
        detail = "; ".join(f"{name} is {values[name]}, expected {wanted[name]}" for name in differing)
        return Outcome("differs", detail) if differing else Outcome("equal")
    difference = first_difference(wanted, values)
    if not difference:
        return Outcome("equal")
    return Outcome("flat") if flattened(values) == flattened(wanted) else Outcome("differs", difference)


def tree_outcomes(wanted: dict[str, list[Any]], entries: int, found: dict[str, Any]) -> dict[str, Outcome]:
    """By branch."""
    if found.get("refused"):
        return dict.fromkeys(wanted, Outcome("refuses", found["refused"]))
    assert found["entries"] == entries
    assert sorted(found["branches"]) == sorted(wanted)
    return {name: outcome_of(values[:entries], found["branches"][name]) for name, values in wanted.items()}


# --- known limits ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limit:
    """What a reader is known not to do, and why: known_limits.toml."""

    reader: str
    columns: tuple[str, ...]
    outcome: str
    reason: str

    def covers(self, reader: str, name: str) -> bool:
        return self.reader == reader and any(fnmatch.fnmatchcase(name, pattern) for pattern in self.columns)


@functools.cache
def known_limits() -> list[Limit]:
    listed = tomllib.loads((HERE / "known_limits.toml").read_text())["limit"]
    return [Limit(**{**limit, "columns": tuple(limit["columns"])}) for limit in listed]


def limit_of(reader: str, name: str) -> Limit | None:
    covering = [limit for limit in known_limits() if limit.covers(reader, name)]
    assert len(covering) <= 1, f"{reader}, {name}: {len(covering)} limits"
    return covering[0] if covering else None
