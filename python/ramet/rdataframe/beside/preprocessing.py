"""What the lines of C++ with # in front say: files to include, conditions, and names for numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from ramet.errors import MisuseError, UnsupportedError
from ramet.rdataframe.beside.brackets import COMMENT_OR_TEXT

__all__ = ["Macro", "Preprocessor"]

_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w*)(.*)")
_OF_ROOT = re.compile(r"(?:ROOT|Math)/.*|[TR][A-Z]\w*\.h(?:xx)?|\w+")  # headers of ROOT and of C++
_NUMBER = r"(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[uUlLfF]*"
_CONSTANT = re.compile(rf"[-+]?{_NUMBER}|\([-+*/\s]*{_NUMBER}(?:[-+*/\s]+{_NUMBER})*\s*\)|\"[^\"]*\"|\w+::[\w:]+\(\)")
_NAMES = re.compile(r"[A-Za-z_][\w:]*(?:\s*<[\w:\s,<>]*>)?")
_KNOWN = {"__CLING__": True, "__cplusplus": True, "__CINT__": False, "__MAKECINT__": False, "__ROOTCLING__": False}
_OF_MATH = "E LOG2E LOG10E LN2 LN10 PI PI_2 PI_4 1_PI 2_PI 2_SQRTPI SQRT2 SQRT1_2"
_KNOWN |= {f"M_{name}": True for name in _OF_MATH.split()}
_OF_COMPILERS = re.compile(r"_|R__|ROOT_|NDEBUG$|WIN32$")  # what names begin with that others may define


@dataclass(frozen=True, slots=True, kw_only=True)
class Macro:
    """A name that #define gives. Threads: immutable."""

    name: str
    text: str = ""
    has_parameters: bool = False

    @property
    def is_constant(self) -> bool:
        """Whether it stands for one value, so that a constant does the same."""
        return not self.has_parameters and _CONSTANT.fullmatch(self.text) is not None

    @property
    def is_name(self) -> bool:
        """Whether it stands for another name, as that of a type."""
        return not self.has_parameters and _NAMES.fullmatch(self.text) is not None


@dataclass(slots=True)
class _Condition:
    """An #if that is open. Threads: one at a time."""

    around: bool  # whether lines count outside of it
    holds: bool  # whether they count in this branch
    held: bool  # whether a branch so far held


@dataclass(slots=True)
class Preprocessor:
    """The text of C++ behind its lines with #, with the files that it includes. Threads: one at a time."""

    macros: dict[str, Macro] = field(default_factory=dict)  # those that are defined at this place
    defined: list[Macro] = field(default_factory=list)  # all that the texts defined
    _opened: list[Path] = field(default_factory=list)

    def run(self, text: str, folder: Path | None = None) -> str:
        """The text of the branches that hold, without comments.

        Raises:
            FileNotFoundError: there is no such file.
            MisuseError: an #if is not closed, or an #endif closes none; #error is reached.
            UnsupportedError: whether a branch holds is not known.
        """
        plain = COMMENT_OR_TEXT.sub(lambda one: one[0] if one[0][0] in "\"'" else " ", text.replace("\\\n", " "))
        kept: list[str] = []
        conditions: list[_Condition] = []
        lines = plain.split("\n")
        for place, line in enumerate(lines):
            directive = _DIRECTIVE.fullmatch(line)
            is_read = all(one.holds for one in conditions)
            if directive is None:
                kept.append(line if is_read else "")
            elif directive[1] in ("if", "ifdef", "ifndef", "elif", "else", "endif"):
                self._condition(directive[1], directive[2].strip(), conditions, lines[place + 1 :])
            elif is_read:
                kept.append(self._directive(directive[1], directive[2].strip(), folder))
        if conditions:
            raise MisuseError(f"{len(conditions)} #if is not closed by #endif")
        return "\n".join(kept)

    def _condition(self, word: str, rest: str, conditions: list[_Condition], behind: list[str]) -> None:
        if word.startswith("if"):
            is_read = all(one.holds for one in conditions)
            holds = is_read and self._holds(word, rest, behind)
            conditions.append(_Condition(is_read, holds, holds))
            return
        if not conditions:
            raise MisuseError(f"#{word} without an #if")
        last = conditions[-1]
        if word == "endif":
            conditions.pop()
            return
        asks = last.around and not last.held
        last.holds = asks and (word == "else" or self._holds("if", rest, behind))
        last.held = last.held or last.holds

    def _holds(self, word: str, rest: str, behind: list[str]) -> bool:
        if word == "if":
            return any(all(self._term(one) for one in part.split("&&")) for part in rest.split("||"))
        following = next((one for one in behind if one.strip()), "")
        is_guard = word == "ifndef" and re.match(rf"[ \t]*#[ \t]*define[ \t]+{re.escape(rest)}\b", following)
        return self._is_defined(rest, is_guard=bool(is_guard)) == (word == "ifdef")

    def _term(self, text: str) -> bool:
        found = re.fullmatch(r"\s*(!?)\s*(?:defined\s*\(\s*(\w+)\s*\)|defined\s+(\w+)|(\w+))\s*", text)
        if found is None:
            raise UnsupportedError(f"the condition '#if {text.strip()}' is not known: there are #ifdef, 0 and 1")
        if found[4] is None:
            return self._is_defined(found[2] or found[3]) != bool(found[1])
        value = self.macros[found[4]].text if found[4] in self.macros else found[4]
        if not value.isdigit():
            raise UnsupportedError(f"the condition '#if {text.strip()}' is not known: there are #ifdef, 0 and 1")
        return bool(int(value)) != bool(found[1])

    def _is_defined(self, name: str, *, is_guard: bool = False) -> bool:
        if name in self.macros or name in _KNOWN:
            return _KNOWN.get(name, True)
        if _OF_COMPILERS.match(name) and not is_guard:
            raise UnsupportedError(f"whether {name} is defined is not known: leave out the #if that asks for it")
        return False

    def _directive(self, word: str, rest: str, folder: Path | None) -> str:
        """The text that a line stands for."""
        if word == "include" and rest.startswith('"'):
            return self._included(rest.strip('"'), folder or Path())
        if word == "define" and (named := re.fullmatch(r"(\w+)(\([^)]*\))?(.*)", rest, re.DOTALL)):
            made = Macro(name=named[1], text=named[3].strip(), has_parameters=named[2] is not None)
            self.macros[made.name] = made
            self.defined.append(made)
        elif word == "undef":
            self.macros.pop(rest, None)
        elif word == "error":
            raise MisuseError(f"#error {rest}")
        return ""

    def _included(self, name: str, folder: Path) -> str:
        path = folder / name
        if path.resolve() in self._opened or (_OF_ROOT.fullmatch(name) and not path.exists()):
            return ""
        self._opened.append(path.resolve())
        text = self.run(path.read_text(encoding="utf-8"), path.parent)
        self._opened.pop()
        return text
