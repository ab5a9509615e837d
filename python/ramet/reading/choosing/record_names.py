"""Names of a column's records in awkward: the C++ class, by which awkward finds behaviours."""

from __future__ import annotations

import re

__all__ = ["record_name"]

# What holds values of one type, which stands first among its arguments.
_HOLDER = re.compile(
    r"(?:std::|ROOT::|VecOps::)*"
    r"(?:vector|list|deque|forward_list|(?:unordered_)?(?:multi)?set|array|optional|unique_ptr|shared_ptr|atomic|RVec)"
    r"<(.*)>"
)
# Records whose members have names of their own, by which nobody finds a class.
_NAMELESS = re.compile(r"(?:std::)?(?:pair|tuple|variant|(?:unordered_)?(?:multi)?map)<.*>|struct\b.*|unknown")
_CLASS = re.compile(r"[A-Za-z_][\w:]*(?:<.*>)?")


def record_name(typename: str) -> str:
    """The class of the outermost records of a type, as C++ spells it; empty when there is none.

    >>> record_name("vector<TLorentzVector>"), record_name("std::array<LV,3>"), record_name("float[]")
    ('TLorentzVector', 'LV', 'float')
    >>> record_name("std::vector<std::pair<int,float>>")
    ''
    """
    inner = typename.strip()
    while True:
        bare = re.sub(r"^const |(?:\[\d*\]|\*|&)+$", "", inner).strip()
        holder = _HOLDER.fullmatch(bare)
        if holder is None:
            break
        inner = _first_argument(holder[1])
    return bare if _CLASS.fullmatch(bare) and not _NAMELESS.fullmatch(bare) else ""


def _first_argument(arguments: str) -> str:
    depth = 0
    for place, letter in enumerate(arguments):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            return arguments[:place].strip()
    return arguments.strip()
