"""Programs that read columns: lines `[path, table, column]` come in, and for each a line goes out, at once, so that who
waits for it knows which column a program died of:

    {"values": [...]}                     as ../canonical.py spells values, None for what is missing
    {"branches": {"x.pt": {"values"}}}    of a branch that is split, those below that are not
    {"refused": "why"}

Maps are lists of pairs, pairs lists of two; members of bases may be in an object of their own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from canonical import canonical

Outcome = dict[str, Any]


def run_jobs(column: Callable[[str, str, str], Outcome]) -> None:
    for line in sys.stdin:
        path, table, name = json.loads(line)
        print(json.dumps(attempt(lambda path=path, table=table, name=name: column(path, table, name))), flush=True)


def attempt(work: Callable[[], Outcome]) -> Outcome:
    try:
        return work()
    except Exception as error:  # whatever it is, the reader refuses
        return {"refused": f"{type(error).__name__}: {error}"}


def each_of(branch: Any, read: Callable[[Any], Any], below: Callable[[Any], Any]) -> Outcome:
    """What a branch has, or those below it that have none below them."""
    if not below(branch):
        return {"values": read(branch)}
    return {"branches": {one.name: attempt(lambda one=one: {"values": read(one)}) for one in leaves_of(branch, below)}}


def leaves_of(branch: Any, below: Callable[[Any], Any]) -> Iterator[Any]:
    for one in below(branch):
        if below(one):
            yield from leaves_of(one, below)
        else:
            yield one


def plain(value: Any) -> Any:
    """The canonical form of a value, also of uproot's objects."""
    if value is None:
        return None
    if hasattr(value, "all_members"):  # uproot's model of a class
        return {name: plain(item) for name, item in value.all_members.items() if not name.startswith("@")}
    if type(value).__name__ == "STLMap":
        return [[plain(key), plain(item)] for key, item in value.items()]
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, bool | int | float | str | bytes):
        return canonical(value)
    return [plain(item) for item in value]
