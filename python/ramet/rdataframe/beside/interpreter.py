"""ROOT's interpreter, as far as scripts declare functions to it that expressions call."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path

from ramet.errors import MisuseError, UnsupportedError
from ramet.frames.frame import Frame
from ramet.rdataframe.beside.bodies import is_changed_in, is_declared_in, kept_between_calls
from ramet.rdataframe.beside.brackets import closing, split_arguments, without_texts
from ramet.rdataframe.beside.declarations import Declaration, declarations
from ramet.rdataframe.beside.numba_functions import Numba
from ramet.rdataframe.beside.preprocessing import Macro

__all__ = ["are_statements", "expanded", "gInterpreter", "with_sizes"]

_SIZE = re.compile(r"#([A-Za-z_][\w.]*)")
_WORD = re.compile(r"(?<![\w.])(?<!->)(?:\w+::)*[A-Za-z_]\w*")
_BEGINS_STATEMENTS = re.compile(r"\s*(?:\{|(?:return|if|for|while|do|switch|try)\b)")


class Interpreter:
    """`gInterpreter`: the functions, constants and names of types that texts of C++ declare. An expression that uses
    them has them in front of it as lambdas and variables. Threads: any number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[str, tuple[Declaration, ...]] = {}  # of a name, with its overloads
        self._macros: dict[str, Macro] = {}

    def Declare(self, code: str) -> bool:
        """Declare functions for expressions: `Declare("float twice(float x) { return 2 * x; }")`, then
        `Define("y", "twice(x)")`; or those of a file: `Declare('#include "functions.h"')`. Types, statements and
        functions in them are those of expressions.

        Raises:
            FileNotFoundError: there is no such file.
            MisuseError: another function of this name and these types was declared, or a bracket or an #if
                is not closed.
            UnsupportedError: it is no declaration, or an #if has another condition than names that are defined, 0
                and 1.
        """
        self._add(code)
        return True

    def ProcessLine(self, line: str) -> int:
        """Declare what a line includes or loads, as `#include "functions.h"` and `.L functions.C`. Raises
        UnsupportedError for another line: C++ is not run."""
        text = line.strip()
        if text.startswith(".L "):
            return self.LoadMacro(text[3:].strip())
        if not text.startswith("#") and not re.search(r"\)\s*\{.*\}\s*;?\s*$", text, re.DOTALL):
            raise UnsupportedError("gInterpreter.ProcessLine: no C++ is run; declare functions, or write Python")
        self.Declare(line)
        return 0

    def LoadMacro(self, path: str) -> int:
        """Declare what a file has; a "+" behind its name changes nothing."""
        place = Path(path.rstrip("+gO"))
        self._add(place.read_text(encoding="utf-8"), place.parent)
        return 0

    def _add(self, code: str, folder: Path | None = None) -> None:
        with self._lock:
            known, macros = dict(self._known), dict(self._macros)
            for one in declarations(code, folder, macros):
                before = known.get(one.name, ())
                if one in before:
                    continue
                if any(not _are_overloads(one, other) for other in before):
                    raise MisuseError(f"{one.name} was declared otherwise before")
                known[one.name] = (*before, one)
            self._known, self._macros = known, macros

    def has_variable(self, name: str) -> bool:
        """Whether a variable of a name was declared, which may not be changed."""
        with self._lock:
            return any(one.is_variable for one in self._known.get(name, ()))

    def expanded(self, text: str, has_column: Callable[[str], bool]) -> str:
        """An expression with what it uses in front of it.

        Args:
            text: the expression, or statements.
            has_column: whether a name is that of a column, which it means then.

        Raises:
            MisuseError: a function calls itself, or uses a column that is no parameter of it.
            UnsupportedError: it has a variable that is static, or it uses a class, one of several overloads with as
                many parameters, or something else that was declared and cannot be used.
        """
        if kept := kept_between_calls(text, has_column):
            raise UnsupportedError(f"{kept!r} is kept from entry to entry, which expressions cannot")
        with self._lock:
            known = self._known
        if not known:
            return text
        made: dict[str, str] = {}
        text = _Expansion(known, has_column, made).used(text, (), "")
        if not made:
            return text
        before = " ".join(made.values())
        return f"{before} {text}" if are_statements(text) else f"{before} return {text.strip().rstrip(';')};"


class _Expansion:
    """What one text uses. Threads: one at a time."""

    def __init__(
        self, known: dict[str, tuple[Declaration, ...]], has_column: Callable[[str], bool], made: dict[str, str]
    ) -> None:
        self._known = known
        self._has_column = has_column
        self._made = made  # what stands in front, by the names that it has there

    def used(self, text: str, around: tuple[Declaration, ...], namespace: str) -> str:
        """A text of expressions or of a function, with the names that its declarations have here."""
        place, shape = 0, without_texts(text)
        parts: list[str] = []
        while (word := _WORD.search(shape, place)) is not None:
            overloads = self._found(word[0], shape[: word.start()], namespace)
            is_called = shape[word.end() :].lstrip()[:1] == "("
            if not overloads or self._is_other(word[0], text, is_called=is_called, is_expression=not around):
                if around and not is_called:
                    self._check_no_column(word[0], text, shape[word.end() :], around[-1])
                parts.append(text[place : word.end()])
                place = word.end()
                continue
            begin = shape.index("(", word.end()) + 1 if is_called else 0
            end = closing(shape, begin) if is_called else 0
            arguments = split_arguments(text[begin:end])
            found = _chosen(overloads, len(arguments) if is_called else None)
            if found.is_variable:
                self._check_unchanged(found, text)
            parts += [text[place : word.start()].removesuffix("::"), self._name_of(found, overloads, around)]
            place = word.end()
            if found.samples and is_called:
                given = [one for n, one in enumerate(arguments) if n not in found.samples]
                text = f"{text[:begin]}{', '.join(given)}{text[end:]}"
                shape = without_texts(text)
        return "".join([*parts, text[place:]])

    def _found(self, word: str, before: str, namespace: str) -> tuple[Declaration, ...]:
        """What a name means in a namespace: what the innermost one has, or else those around it."""
        scopes = [] if before.endswith("::") else namespace.split("::") if namespace else []
        for count in range(len(scopes), -1, -1):
            if found := self._known.get("::".join([*scopes[:count], word])):
                return found
        return ()

    def _is_other(self, word: str, text: str, *, is_called: bool, is_expression: bool) -> bool:
        """Whether a name that was declared is that of a column or of a variable of the text here."""
        if is_expression and not is_called and self._has_column(word):
            return True
        return "::" not in word and is_declared_in(text, word)

    def _check_unchanged(self, variable: Declaration, text: str) -> None:
        functions = [one for overloads in self._known.values() for one in overloads if one.kind == "function"]
        for changing in [text, *(one.text for one in functions)]:
            name = variable.name.rpartition("::")[2]
            if is_changed_in(changing, name) and not is_declared_in(changing, name):
                raise UnsupportedError(
                    f"{variable.name} is a variable that is changed, which expressions cannot use: write a function "
                    "whose values depend on its arguments, or one of Python"
                )

    def _check_no_column(self, word: str, text: str, behind: str, function: Declaration) -> None:
        is_name = "::" not in word and not behind.lstrip().startswith("::") and word != "rdfsampleinfo_"
        if is_name and self._has_column(word) and not is_declared_in(text, word):
            raise MisuseError(
                f"{function.name} uses {word}, which is no parameter of it: give it the column as an argument"
            )

    def _name_of(self, found: Declaration, overloads: tuple[Declaration, ...], around: tuple[Declaration, ...]) -> str:
        if found.refused:
            raise UnsupportedError(
                f"{found.name} is {found.refused}, which expressions cannot use: write a function whose values depend "
                "on its arguments, or one of Python"
            )
        if found.kind == "type":
            return found.text
        if kept := kept_between_calls(found.text, self._has_column):
            raise UnsupportedError(f"{found.name} keeps {kept!r} from call to call, which expressions cannot")
        if found in around:
            raise MisuseError(f"{found.name} calls itself, which expressions cannot")
        plain = found.name.replace("::", "_") + ("_" * overloads.index(found))
        name = f"{plain}_" if self._has_column(plain) else plain
        if name not in self._made:
            inner = self.used(found.text, (*around, found), found.name.rpartition("::")[0])
            if found.kind == "function":
                inner = f"auto {name} = {inner};"
            elif name != plain or "::" in found.name:
                inner = re.sub(rf"\b{found.name.rpartition('::')[2]}\b", name, inner, count=1)
            self._made[name] = inner
        return name


def _are_overloads(one: Declaration, other: Declaration) -> bool:
    return one.types is not None and other.types is not None and one.types != other.types


def _chosen(overloads: tuple[Declaration, ...], count: int | None) -> Declaration:
    """The overload that takes so many arguments; None: it is not called. Raises UnsupportedError for several."""
    fitting = [one for one in overloads if count is None or one.takes(count)] or list(overloads)
    if len(fitting) > 1:
        shown = " and ".join(f"{one.name}({', '.join(one.parameters or ())})" for one in fitting)
        raise UnsupportedError(
            f"{fitting[0].name} has overloads that only the types of arguments tell apart, which expressions cannot: "
            f"{shown}; give them different names"
        )
    return fitting[0]


def are_statements(text: str) -> bool:
    """Whether a text is the body of a function, and not an expression."""
    if _BEGINS_STATEMENTS.match(text):
        return True
    shape, depth = without_texts(text), 0
    for place, one in enumerate(shape):
        depth += (one in "([{") - (one in ")]}")
        if depth == 0 and one == ";" and shape[place + 1 :].strip():
            return True
        if depth == 0 and re.compile(r"\breturn\b").match(shape, place):
            return True
    return False


gInterpreter = Interpreter()


def expanded(frame: Frame, text: str) -> tuple[Frame, str]:
    """A frame with columns for the calls of functions of numba in an expression, and the expression with these and with
    what C++ declared in front of it. Raises MisuseError, UnsupportedError."""
    return Numba.expanded(frame, gInterpreter.expanded(text, frame.core.has_column))


def with_sizes(text: str) -> str:
    """#column, as ROOT says how many elements it has, in the words of C++."""
    parts, place = [], 0
    for found in _SIZE.finditer(without_texts(text)):
        parts += [text[place : found.start()], f"{found[1]}.size()"]
        place = found.end()
    return "".join([*parts, text[place:]])
