"""The one spelling of C++ types, whoever wrote them."""

from __future__ import annotations

import functools
import re

__all__ = ["spelled"]

_CONTAINERS = frozenset(
    {
        *("array", "bitset", "deque", "forward_list", "list", "map", "multimap", "multiset", "optional", "pair", "set"),
        *("tuple", "unique_ptr", "unordered_map", "unordered_multimap", "unordered_multiset", "unordered_set"),
        *("variant", "vector"),
    }
)
_WORDS = {
    "string": "std::string",
    "char": "int8_t",
    "signed char": "int8_t",
    "unsigned char": "uint8_t",
    "short": "int16_t",
    "unsigned short": "uint16_t",
    "int": "int32_t",
    "unsigned int": "uint32_t",
    "unsigned": "uint32_t",
    "long": "int64_t",
    "unsigned long": "uint64_t",
    "long long": "int64_t",
    "unsigned long long": "uint64_t",
    "Char_t": "int8_t",
    "UChar_t": "uint8_t",
    "Short_t": "int16_t",
    "UShort_t": "uint16_t",
    "Int_t": "int32_t",
    "UInt_t": "uint32_t",
    "Long_t": "int64_t",
    "ULong_t": "uint64_t",
    "Long64_t": "int64_t",
    "ULong64_t": "uint64_t",
    "Float_t": "float",
    "Double_t": "double",
    "Bool_t": "bool",
}
_TEMPLATE = re.compile(r"(?:std::)?(\w+)<(.*)>([^<>]*)")


@functools.lru_cache(maxsize=4096)
def spelled(text: str) -> str:
    """A type with `std::` before the standard's containers, and numbers inside them by their sizes, as the types of
    columns of numbers are. The names of classes stay.

    >>> spelled("map<int,vector<Track> >"), spelled("Pair<int,float>")
    ('std::map<int32_t, std::vector<Track>>', 'Pair<int,float>')
    """
    template = _TEMPLATE.fullmatch(text)
    if template is None or template[1] not in _CONTAINERS:
        return text
    return f"std::{template[1]}<{', '.join(map(_argument, _parts(template[2])))}>{template[3]}"


def _argument(text: str) -> str:
    words = " ".join(text.split())
    return _WORDS.get(words, spelled(words).replace("> >", ">>"))


def _parts(arguments: str) -> list[str]:
    """What stands between the commas that are in no inner brackets."""
    parts, depth = [""], 0
    for character in arguments:
        depth += {"<": 1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
