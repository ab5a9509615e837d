"""Numbers of bytes as people write them."""

from __future__ import annotations

import re
from typing import SupportsIndex

from ramet.arguments import whole_number

__all__ = ["byte_count"]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


def byte_count(size: SupportsIndex | str, name: str = "a size") -> int:
    """A number of bytes, from a number or a text.

    >>> byte_count("100 MB"), byte_count("64 KiB"), byte_count(512)
    (100000000, 65536, 512)
    """
    if not isinstance(size, str):
        return whole_number(size, name)
    parts = re.fullmatch(r"\s*([0-9]+\.?[0-9]*)\s*([kmgt]?i?)b\s*", size, re.IGNORECASE)
    if parts is None or parts[2].lower() not in _UNITS:
        raise ValueError(f"{size!r} is not a number of bytes as '100 MB' or '64 KiB'")
    return int(float(parts[1]) * _UNITS[parts[2].lower()])
