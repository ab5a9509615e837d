"""One spelling of values as JSON, the same from every reader, so that they compare exactly.

    bool      true, false
    integer   its decimal digits in a string: JSON's numbers have 53 bits in many languages
    float     the 16 hexadecimal digits of its 8 bytes as a double; "nan"
    text      a string with a character for each byte: whether that is UTF-8 is another question
    list      a list; fixed dimensions are lists of lists
    record    an object

A reader is a program that takes files and prints a line for each:

    {"trees": {"Events": {"entries": 240, "branches": {"x": {"values": [...]}, "y": {"refused": "why"}}}},
     "histograms": {"mass": {"values": {...}}}}
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any

# What is compared of a histogram: name in the canonical form -> member of TH1 and of its axis.
HISTOGRAM_NUMBERS = {
    "entries": "fEntries",
    "sum": "fTsumw",
    "sum_of_squares": "fTsumw2",
    "sum_x": "fTsumwx",
    "sum_xx": "fTsumwx2",
}


def canonical(value: Any) -> Any:
    """The canonical form of a value of Python's own types."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return "nan" if value != value else struct.pack(">d", value).hex()
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("latin-1")
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, Mapping):
        return {name: canonical(item) for name, item in value.items()}
    return [canonical(item) for item in value]


def first_difference(wanted: list[Any], found: list[Any]) -> str:
    """Where two lists of canonical values part, empty when they do not."""
    if len(wanted) != len(found):
        return f"{len(found)} entries, expected {len(wanted)}"
    for entry, (want, have) in enumerate(zip(wanted, found, strict=True)):
        if want != have:
            return f"entry {entry} is {shortened(have)}, expected {shortened(want)}"
    return ""


def shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:120]}..."


def flattened(values: Any) -> Any:
    """Lists of lists as one list for each entry; its length is compared apart."""
    return [[*leaves(value)] for value in values]


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield value
