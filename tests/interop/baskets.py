"""The bytes of a branch's entries in an uncompressed file, and the branch's description."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import uproot

# Where a record's size, the size of what is in it, and the size of its key stand; and the end of a basket's key.
KEY_HEAD = struct.Struct(">ihiIh")
BASKET_HEAD = struct.Struct(">hiiiib")

# Where things lie in the file, how much of them there is, and in how many baskets: any writer has its own.
OWN_BUSINESS = {
    "fBasketBytes",
    "fBasketEntry",
    "fBasketSeek",
    "fBasketSize",
    "fBaskets",
    "fBranches",
    "fCompress",
    "fEntryOffsetLen",
    "fIOFeatures",
    "fLeaves",
    "fMaxBaskets",
    "fTotBytes",
    "fWriteBasket",
    "fZipBytes",
}


def entries_of(path: Path, tree: str) -> dict[str, list[bytes]]:
    """The bytes of each entry, by branch."""
    content = memoryview(path.read_bytes())
    with uproot.open(path) as file:
        seeks = {each.name: each.member("fBasketSeek")[: each.member("fWriteBasket")] for each in file[tree].branches}
    return {
        name: [entry for place in places for entry in entries_of_basket(content[place:])]
        for name, places in seeks.items()
    }


def entries_of_basket(record: memoryview) -> list[bytes]:
    size, _, object_size, _, key_size = KEY_HEAD.unpack_from(record)
    assert size == key_size + object_size, "the basket is compressed"
    _, _, entry_size, entries, last, _ = BASKET_HEAD.unpack_from(record, key_size - BASKET_HEAD.size)
    if last == size:
        return [bytes(record[at : at + entry_size]) for at in range(key_size, last, entry_size)]
    offsets = struct.unpack_from(f">{entries}i", record, last + 4)
    return [bytes(record[begin:end]) for begin, end in zip(offsets, (*offsets[1:], last), strict=True)]


def description_of(path: Path, tree: str) -> dict[str, dict[str, Any]]:
    """By branch: its class and members, and those of its leaves, that do not depend on who wrote it."""
    with uproot.open(path) as file:
        return {
            branch.name: {
                "class": branch.classname,
                **members_of(branch),
                "leaves": [{"class": leaf.classname, **members_of(leaf)} for leaf in branch.member("fLeaves")],
            }
            for branch in file[tree].branches
        }


def members_of(described: Any) -> dict[str, Any]:
    members = {name: value for name, value in described.all_members.items() if name not in OWN_BUSINESS}
    for name in ("fLeafCount", "fBranchCount", "fBranchCount2"):
        if members.get(name) is not None:
            members[name] = members[name].member("fName")
    return {name: value for name, value in members.items() if not name.startswith("@")}
