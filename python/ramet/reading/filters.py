"""Which names are meant: globs, regular expressions, lists of them, or a function."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable
from typing import Any

from ramet.regular_expressions import bounded_match

__all__ = ["NameFilter", "make_filter"]

NameFilter = None | str | re.Pattern[str] | Iterable[Any] | Callable[[str], bool]

_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "u": re.UNICODE, "x": re.VERBOSE}


def make_filter(wanted: NameFilter) -> Callable[[str], bool]:
    """A function of names, from a glob ("Muon_*"), "/regular expression/i", a compiled one, a list, or a function.

    An expression fits from a name's first character on, as uproot's do: begin it with ".*" to find it anywhere.

    >>> [name for name in ("Muon_pt", "Muon_eta", "Jet_pt") if make_filter("Muon_*")(name)]
    ['Muon_pt', 'Muon_eta']
    >>> [name for name in ("Muon_pt", "Muon_eta", "Jet_pt") if make_filter("/.*_PT$/i")(name)]
    ['Muon_pt', 'Jet_pt']
    """
    if wanted is None:
        return lambda name: True
    if isinstance(wanted, re.Pattern):
        return bounded_match(wanted, at_start=True)
    if isinstance(wanted, str):
        return _filter_of_text(wanted)
    if callable(wanted):
        return wanted
    if isinstance(wanted, bytes) or not isinstance(wanted, Iterable):
        raise TypeError(f"a filter is {wanted!r}, expected a text, a regular expression, a function, or a list of such")
    filters = [make_filter(one) for one in wanted]
    return lambda name: any(one(name) for one in filters)


def _filter_of_text(text: str) -> Callable[[str], bool]:
    expression = re.fullmatch(r"/(.*)/([a-zA-Z]*)", text, re.DOTALL)
    if expression is not None and set(expression[2]) <= {*_FLAGS, "L"}:
        flags = re.RegexFlag(0)
        for letter in expression[2]:
            if letter not in _FLAGS:
                raise ValueError(f"filter {text!r} has the flag {letter!r}: names are text, which has no locale")
            flags |= _FLAGS[letter]
        return make_filter(re.compile(expression[1], flags))
    glob = re.compile(fnmatch.translate(text))
    return lambda name: name == text or glob.match(name) is not None
