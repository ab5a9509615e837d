"""Regular expressions with bounded time: names come from files, and a malicious file could keep `re` busy for ever.

`re` backtracks, which can take 2^n steps for a name of n characters. Where the expression's shape shows that there are
few, `re` is asked; else all ways are followed at once, a character at a time (Thompson, 1968).
"""

from __future__ import annotations

import functools
import importlib
import math
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any

from ramet.errors import MisuseError

__all__ = ["bounded_match"]

# The parsed form of an expression. The modules are the standard library's, but typed nowhere.
_HAS_PARTS = sys.version_info >= (3, 11)
_parser: Any = importlib.import_module("re._parser" if _HAS_PARTS else "sre_parse")
_compiler: Any = importlib.import_module("re._compiler" if _HAS_PARTS else "sre_compile")

_MOST_TRIES = 100_000  # for one name by `re`: a millisecond
_MOST_STATES = 5_000
_MOST_STEPS = 3_000_000  # for one name, of all ways at once: a second
_CHARACTERS = {"LITERAL", "NOT_LITERAL", "ANY", "IN"}
_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}


def bounded_match(pattern: re.Pattern[str], *, at_start: bool) -> Callable[[str], bool]:
    """A function that tests whether a name matches: from its first character on, or anywhere in it.

    Raises MisuseError for a name that could take too long, which only an expression that refers back to its groups, or
    a very long one, can come to.

    >>> bounded_match(re.compile("(x+x+)+y"), at_start=True)("x" * 1000)
    False
    """
    parsed = _parser.parse(pattern.pattern, pattern.flags)
    plain = pattern.match if at_start else pattern.search
    together: list[_Together] = []

    @functools.lru_cache(maxsize=1024)
    def is_quick(length: int) -> bool:
        return _ways(parsed, length) * (1 if at_start else length + 1) * (length + 1) <= _MOST_TRIES

    def matches(name: str) -> bool:
        if is_quick(len(name)):
            return plain(name) is not None
        if not together:
            together.append(_Together(pattern, parsed))
        return together[0].matches(name, at_start=at_start)

    return matches


def _ways(nodes: Iterable[Any], length: int) -> float:
    """At most how many ways there are to go through these nodes in a text of that length."""
    return math.prod((_ways_of(str(kind), value, length) for kind, value in nodes), start=1.0)


def _ways_of(kind: str, value: Any, length: int) -> float:
    if kind == "BRANCH":
        return sum(_ways(nodes, length) for nodes in value[1])
    if kind == "SUBPATTERN":
        return _ways(value[3], length)
    if kind in ("ASSERT", "ASSERT_NOT"):
        return 1 + _ways(value[1], length)
    if kind == "ATOMIC_GROUP":
        return _ways(value, length)
    if kind == "GROUPREF_EXISTS":
        return _ways(value[1], length) + (_ways(value[2], length) if value[2] else 1)
    if kind in _REPEATS:
        least, most = int(value[0]), min(int(value[1]), max(int(value[0]), length))
        once = _ways(value[2], length)
        if once > 1 and most * math.log(once) > math.log(_MOST_TRIES):
            return math.inf
        return once**most * (most - least + 1)
    return 1 if kind in _CHARACTERS or kind in ("AT", "GROUPREF") else math.inf


class _Together:
    """All ways through an expression at once. Threads: immutable."""

    def __init__(self, pattern: re.Pattern[str], parsed: Any) -> None:
        self._text = pattern.pattern
        self._steps: list[tuple[str, Any, int]] = [("end", None, 0)]  # what is done, with what, and the next step
        self._looks_around = False
        self._entry = self._add(parsed, pattern.flags, 0)

    def matches(self, name: str, *, at_start: bool) -> bool:
        work = (len(name) + 1) * len(self._steps) * (len(name) + 1 if self._looks_around else 1)
        if work > _MOST_STEPS:
            raise MisuseError(
                f"the expression '{self._text[:100]}' could take {work} steps for a name of {len(name)} characters; "
                f"at most {_MOST_STEPS} are made"
            )
        known: dict[tuple[int, int], bool] = {}
        return self._run(name, self._entry, 0, None, known, anywhere=not at_start)

    def _run(
        self, name: str, entry: int, first: int, end: int | None, known: dict[tuple[int, int], bool], *, anywhere: bool
    ) -> bool:
        """Whether the steps from `entry` on lead to their end; to `end`, if that is given."""
        states = {entry}
        for position in range(first, len(name) + 1):
            if anywhere:
                states.add(entry)
            states = self._reached(name, position, states, known)
            if 0 in states and end in (None, position):
                return True
            if not states or position == len(name) or position == end:
                break
            letter = name[position]
            states = {
                following
                for kind, value, following in map(self._steps.__getitem__, states)
                if kind == "letter" and value(letter) is not None
            }
        return False

    def _reached(self, name: str, position: int, states: set[int], known: dict[tuple[int, int], bool]) -> set[int]:
        """The steps that are reached from others without a character."""
        reached, waiting = set(states), list(states)
        while waiting:
            step = waiting.pop()
            kind, value, following = self._steps[step]
            if kind == "fork":
                nexts = value
            elif (kind == "at" and value(name, position) is not None) or (
                kind == "look" and self._looks(name, position, step, known)
            ):
                nexts = (following,)
            else:
                continue
            fresh = [one for one in nexts if one not in reached]
            reached.update(fresh)
            waiting += fresh
        return reached

    def _looks(self, name: str, position: int, step: int, known: dict[tuple[int, int], bool]) -> bool:
        if (step, position) not in known:
            entry, width, is_wanted = self._steps[step][1]
            first, end = (position, None) if width is None else (position - width, position)
            found = first >= 0 and self._run(name, entry, first, end, known, anywhere=False)
            known[step, position] = found == is_wanted
        return known[step, position]

    def _new(self, kind: str, value: Any, following: int) -> int:
        if len(self._steps) == _MOST_STATES:
            raise MisuseError(f"the expression '{self._text[:100]}' has more than {_MOST_STATES} steps")
        self._steps.append((kind, value, following))
        return len(self._steps) - 1

    def _add(self, nodes: Any, flags: int, following: int) -> int:
        """Add the steps of these nodes before `following`. Returns the first of them."""
        for kind, value in reversed(list(nodes)):
            following = self._add_node(str(kind), kind, value, flags, following)
        return following

    def _add_node(self, kind: str, code: Any, value: Any, flags: int, following: int) -> int:
        if kind in _CHARACTERS:
            return self._new("letter", self._alone(code, value, flags).match, following)
        if kind == "AT":
            return self._new("at", self._alone(code, value, flags).match, following)
        if kind == "BRANCH":
            return self._new("fork", tuple(self._add(nodes, flags, following) for nodes in value[1]), following)
        if kind == "SUBPATTERN":
            return self._add(value[3], (flags | value[1]) & ~value[2], following)
        if kind in ("MAX_REPEAT", "MIN_REPEAT"):
            return self._add_repeat(int(value[0]), value[1], value[2], flags, following)
        if kind in ("ASSERT", "ASSERT_NOT"):
            self._looks_around = True
            width = value[1].getwidth()[1] if value[0] < 0 else None
            return self._new("look", (self._add(value[1], flags, 0), width, kind == "ASSERT"), following)
        raise MisuseError(
            f"the expression '{self._text[:100]}' could take too long for names of this file: it refers back to what "
            "it matched, or is atomic"
        )

    def _add_repeat(self, least: int, most: Any, body: Any, flags: int, following: int) -> int:
        if most == _parser.MAXREPEAT:
            loop = self._new("fork", (), following)
            self._steps[loop] = ("fork", (self._add(body, flags, loop), following), following)
            entry = loop
        else:
            entry = following
            for _ in range(int(most) - least):
                entry = self._new("fork", (self._add(body, flags, entry), following), following)
        for _ in range(least):
            entry = self._add(body, flags, entry)
        return entry

    @staticmethod
    def _alone(code: Any, value: Any, flags: int) -> re.Pattern[str]:
        """One node by itself, as `re` has it: what a letter is, and its case, need not be known here."""
        state = _parser.State()
        state.flags = flags
        alone: re.Pattern[str] = _compiler.compile(_parser.SubPattern(state, [(code, value)]), flags)
        return alone
