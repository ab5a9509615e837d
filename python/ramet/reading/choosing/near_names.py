"""Names like one that is missing, for messages of errors."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["hint_of_names"]

_MOST_LISTED = 5


def hint_of_names(name: str, names: Iterable[str]) -> str:
    """What an error adds: "; did you mean 'pt'?", whatever the case of letters; all names, if they are few and none is
    near; or nothing."""
    known = list(names)
    spellings: dict[str, list[str]] = {}
    for one in known:
        spellings.setdefault(one.casefold(), []).append(one)
    near = [one for folded in get_close_matches(name.casefold(), spellings, n=3) for one in spellings[folded]]
    if near:
        return f"; did you mean {' or '.join(map(repr, near[:3]))}?"
    return f"; there is {', '.join(map(repr, known))}" if 0 < len(known) <= _MOST_LISTED else ""
