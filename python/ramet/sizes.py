"""Numbers of bytes as people write them."""

from __future__ import annotations

import re
from typing import SupportsIndex

from ramet.arguments import whole_number

__all__ = ["byte_count"]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


_MOST = 2**64 - 1


def byte_count(size: SupportsIndex | str, name: str = "a size", least: int = 0, most: int = _MOST) -> int:
    """A number of bytes, from a number or a text, whose B may be left out behind another letter, as on command lines.

    Raises MisuseError for one that is below `least` or above `most`.

    >>> byte_count("100 MB"), byte_count("64 KiB"), byte_count("1.5G"), byte_count(512)
    (100000000, 65536, 1500000000, 512)
    """
    if not isinstance(size, str):
        return whole_number(size, name, least, most)
    parts = re.fullmatch(r"\s*([0-9]+\.?[0-9]*)\s*(?:([kmgt]?i?)b|([kmgt]i?))\s*", size, re.IGNORECASE)
    prefix = None if parts is None else (parts[2] or parts[3] or "").lower()
    if parts is None or prefix not in _UNITS:
        raise ValueError(f"{size!r} is not a number of bytes as '100 MB' or '64 KiB'")
    unit = _UNITS[prefix]
    count = int(float(parts[1]) * unit) if "." in parts[1] else int(parts[1]) * unit
    return whole_number(count, name, least, most)
