"""What the body of a function in C++ declares, changes and keeps, as far as its text tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ramet.rdataframe.beside.brackets import closing, split_arguments, without_texts

__all__ = ["is_changed_in", "is_declared_in", "kept_between_calls"]

_NO_TYPES = {"return", "else", "case", "and", "or", "not", "throw", "goto", "new", "delete", "using", "namespace"}
_TYPE = r"(?:(?:\w+::)*\w+(?:\s*<[^;(){}]*>)?)"
_IS_TYPE = re.compile(
    r"(?:const\s*)?(?:auto|bool|char|short|int|long|unsigned|float|double|size_t|\w+_t|string|\w*::.*|[RT][A-Z]\w*|.*>)$"
)
_ASSIGNS = re.compile(r"(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--")
_METHODS = re.compile(
    r"(?:push_back|emplace_back|emplace|pop_back|clear|resize|assign|insert|erase|append|replace|swap|Append|Boost"
    r"|Transform|Set\w*|Rotate\w*|operator\W*=)"
)
_FIRST_ARGUMENT = "sort stable_sort partial_sort nth_element reverse rotate iota fill fill_n replace replace_if remove "
_FIRST_ARGUMENT += "remove_if unique swap iter_swap generate shuffle random_shuffle partition stable_partition for_each"
_OTHER_ARGUMENT = "copy copy_if copy_n transform swap swap_ranges partial_sum adjacent_difference merge back_inserter"
_ALGORITHM = re.compile(r"\b(\w+)\s*\(")
_STATIC = re.compile(r"\b(?:static|thread_local)\b(?!_)")


def is_declared_in(text: str, name: str) -> bool:
    """Whether a text has a parameter or a variable of a name."""
    shape, name = without_texts(text), re.escape(name)
    for found in re.finditer(rf"(?<![\w.:])({_TYPE})(\s+|\s*&{{1,2}}\s*|\s*\*\s*)(?<![\w.]){name}\b(?!\s*::)", shape):
        is_type = _IS_TYPE.match(found[1]) if found[2].strip() else found[1] not in _NO_TYPES
        if is_type:
            return True
    for found in re.finditer(rf"(?:^|[;{{}}(])\s*(?:const\s+|static\s+)*({_TYPE})\s+[&*]*\w+\b(?=([^;]*))", shape):
        if found[1] not in _NO_TYPES and _IS_TYPE.match(found[1]):
            end = _unclosed(found[2])
            if any(re.match(rf"[&*]*\s*{name}\b", one) for one in split_arguments(f"x{found[2][:end]}")[1:]):
                return True
    return bool(re.search(rf"\bauto\s*&{{0,2}}\s*\[[^\]]*\b{name}\b[^\]]*\]|\[[^\]\[]*\b{name}\s*=[^=]", shape))


def is_changed_in(text: str, name: str) -> bool:
    """Whether a text writes into a variable, or may do so by a reference or an iterator that it makes of it."""
    shape = without_texts(text)
    for found in re.finditer(rf"(?<![\w.])(?<!->)\b{re.escape(name)}\b", shape):
        before = shape[: found.start()].rstrip()
        end, methods = _chain(shape, found.end())
        if before.endswith("["):  # what a lambda takes along
            continue
        if before.endswith(("++", "--")) or _ASSIGNS.match(shape[end:].lstrip()):
            return True
        if any(_METHODS.fullmatch(method) for method in methods):
            return True
    return any(_changing_calls(shape, name)) or any(_changing_names(shape, name))


def _chain(shape: str, place: int) -> tuple[int, list[str]]:
    """The end of `[i].member.method(x)` behind a variable, and the methods that are called."""
    methods: list[str] = []
    while found := re.compile(r"\s*(?:\[|(?:\.|->)\s*(\w+)\s*(\()?)").match(shape, place):
        place = found.end()
        if found[1] is None or found[2]:
            place = closing(shape, place) + 1
        if found[2]:
            methods.append(found[1])
    return place, methods


def _changing_calls(shape: str, name: str) -> Iterator[bool]:
    """Calls of algorithms that write where an argument says: `std::sort(v.begin(), v.end())`."""
    argument = re.compile(rf"(?:&|(?:std::)?(?:r?begin|ref)\s*\()?\s*{re.escape(name)}\b")
    for call in _ALGORITHM.finditer(shape):
        is_first, is_other = call[1] in _FIRST_ARGUMENT.split(), call[1] in _OTHER_ARGUMENT.split()
        if is_first or is_other:
            arguments = split_arguments(shape[call.end() : closing(shape, call.end())])
            written = arguments[:1] if is_first or call[1] == "back_inserter" else []
            written += arguments[1 if call[1] == "swap" else 2 :] if is_other else []
            yield any(argument.match(one) for one in written)


def _changing_names(shape: str, name: str) -> Iterator[bool]:
    """Other names of a variable, or of a part of it, that are written into."""
    variable = rf"\(*\s*{re.escape(name)}\b"
    for found in re.finditer(rf"(\bconst\s+)?{_TYPE}\s*&&?\s*(?:(\w+)|\[([^\]]*)\])\s*[:={{(]\s*{variable}", shape):
        others = re.findall(r"\w+", found[2] or found[3])
        if not found[1] and name not in others:
            yield any(is_changed_in(shape, one) for one in others)
    for found in re.finditer(rf"\b(\w+)\s*=\s*{variable}\s*\.\s*(?:r?begin|r?end|data)\s*\(", shape):
        for place in re.finditer(rf"\*\s*{found[1]}\b\s*\)?|\b{found[1]}\s*(?=\[|->)", shape):
            end, methods = _chain(shape, place.end())
            before = shape[: place.start()].rstrip().removesuffix("(").rstrip()
            yield bool(_ASSIGNS.match(shape[end:].lstrip())) or before.endswith(("++", "--"))
            yield any(_METHODS.fullmatch(method) for method in methods)


def kept_between_calls(text: str, is_variable: Callable[[str], bool]) -> str | None:
    """A variable that a text keeps between its calls and whose value calls decide: it is static, and not const or made
    of what differs between them. None if there is none.

    Args:
        text: statements.
        is_variable: whether a name is that of a column, and so differs between calls.
    """
    shape = without_texts(text)
    for found in _STATIC.finditer(shape):
        begin = max(shape.rfind(one, 0, found.start()) for one in ";{}(") + 1
        end = shape.find(";", found.end())
        statement = shape[begin : end if end >= 0 else len(shape)]
        head, _, value = statement.partition("=")
        if not value:
            head, value = re.split(r"(?=[({])", f"{statement}(", maxsplit=1)
        around = shape[:begin]
        words = set(re.findall(r"(?<![\w.:])[A-Za-z_]\w*", value))
        if not re.search(r"\bconst(?:expr)?\b", head) or any(
            is_variable(one) or is_declared_in(around, one) for one in words
        ):
            return text[begin : begin + len(statement)].strip()
    return None


def _unclosed(text: str) -> int:
    """Where a bracket closes that a text did not open; its length without one."""
    depth = 0
    for place, one in enumerate(text):
        depth += (one in "([{") - (one in ")]}")
        if depth < 0:
            return place
    return len(text)
