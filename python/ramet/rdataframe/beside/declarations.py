"""What C++ text declares that helps dataframes: functions, constants, and other names of types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from ramet.errors import MisuseError, UnsupportedError
from ramet.rdataframe.beside.bodies import is_changed_in
from ramet.rdataframe.beside.brackets import closing, split_arguments, without_texts
from ramet.rdataframe.beside.preprocessing import Macro, Preprocessor

__all__ = ["Declaration", "declarations"]

_SPECIFIERS = re.compile(r"^(?:(?:inline|static|extern|R__ALWAYS_INLINE|__attribute__\(\(\w+\)\))\s+)+")
_NAME = re.compile(r"(?:\b|~)\w+\s*$")
_BEHIND_PARAMETERS = re.compile(r"\s*(?:const\b|noexcept\b|->\s*([^{;]+?)(?=\s*\{))?\s*")
_VARIABLE = re.compile(r"((?:[\w:]+(?:\s*<.*?>)?[\s&]+)+)(\w+)\s*(?:\[[^=]*)?(?=[={(]|,|$)", re.DOTALL)
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """One name that a text declares. Threads: immutable."""

    name: str  # with its namespaces
    kind: str  # "function", "constant" or "type"
    text: str  # C++: a lambda, "const auto x = 1;", or the type
    refused: str = ""  # why it cannot be used
    samples: tuple[int, ...] = ()  # the parameters of a function that are RSampleInfo
    parameters: tuple[str, ...] | None = None  # C++: those of a function, unless it is a lambda
    is_variable: bool = False  # whether it is a constant only as long as nothing changes it

    @property
    def types(self) -> tuple[str, ...] | None:
        """The types of the parameters, without names and values by default."""
        if self.parameters is None:
            return None
        plain = [re.sub(r"\s+", " ", one.partition("=")[0]).strip() for one in self.parameters]
        return tuple(re.sub(r"\s", "", re.sub(r"(?<=[\s&*>])\w+$", "", one)) for one in plain)

    def takes(self, count: int) -> bool:
        """Whether a function can be called with so many arguments."""
        if self.parameters is None:
            return True
        return sum("=" not in one for one in self.parameters) <= count <= len(self.parameters)


@dataclass(slots=True)
class _Reader:
    """The declarations of one text. Threads: one at a time."""

    text: str
    shape: str  # the text with blanks for what is in quotes
    place: int = 0
    namespaces: list[str] = field(default_factory=list)

    def all(self) -> Iterator[Declaration]:
        while (begin := self._skipped()) is not None:
            head = self.shape[begin:]
            if head.startswith("}"):
                if not self.namespaces:
                    raise MisuseError(f"a brace is closed that was not opened: {self._shown(begin)}")
                self.namespaces.pop()
                self.place = begin + 1
            elif opened := re.match(r"(?:inline\s+)?namespace\s*([\w:]*)\s*\{|extern\s*\"\s*\"\s*\{", head):
                self.namespaces.append(opened[1] or "")
                self.place = begin + opened.end()
            elif re.match(r"(?:using|typedef)\b", head):
                yield from self._type(begin)
            elif named := re.match(r"enum\b\s*((?:class|struct)\s+)?(\w*)[^;{]*\{", head):
                yield from self._enumeration(begin, named[2], is_class=named[1] is not None)
            elif named := re.match(r"(?:template\s*<[^;{]*>\s*)?(?:struct|class|enum|union)\s+(\w+)", head):
                self.place = self._end(begin)
                yield self._refused(named[1], "a class", text=self.text[begin : self.place])
            else:
                yield from self._function_or_constant(begin)

    def _skipped(self) -> int | None:
        found = re.compile(r"[^\s;]").search(self.shape, self.place)
        return found.start() if found else None

    def _type(self, begin: int) -> Iterator[Declaration]:
        self.place = self._end(begin)
        text = self.text[begin : self.place].rstrip("; \n\t")
        if named := re.fullmatch(r"using\s+(\w+)\s*=\s*(.*)", text, re.DOTALL):
            yield Declaration(name=self._full(named[1]), kind="type", text=named[2].strip())
        elif named := re.fullmatch(r"typedef\s+(.*[\s>])(\w+)", text, re.DOTALL):
            yield Declaration(name=self._full(named[2]), kind="type", text=named[1].strip())

    def _function_or_constant(self, begin: int) -> Iterator[Declaration]:
        parameters: list[str] = []
        if template := re.match(r"template\s*<([^<>]*(?:<[^<>]*>[^<>]*)*)>\s*", self.shape[begin:]):
            parameters = re.findall(r"(?:typename|class)\s*\.{0,3}\s*(\w+)", template[1])
            begin += template.end()
        opened = re.compile(r"[({;=]").search(self.shape, begin)
        if opened is None:
            raise MisuseError(f"a declaration is not finished: {self._shown(begin)}")
        head = self.shape[begin : opened.start()].rstrip()
        is_special = template is not None and head.endswith(">")
        name = _NAME.search(_without_last_arguments(head) if is_special else head)
        if opened[0] == "(" and name is not None:
            end = closing(self.shape, opened.end())
            behind = _BEHIND_PARAMETERS.match(self.shape, end + 1)
            while behind and behind.end() > behind.start() and self.shape[behind.end()] not in "{;":
                behind = _BEHIND_PARAMETERS.match(self.shape, behind.end())
            if behind and self.shape[behind.end() : behind.end() + 1] == "{":
                self.place = closing(self.shape, behind.end() + 1) + 1
                result = behind[1] or self.text[begin : begin + name.start()]
                body = self.text[behind.end() : self.place]
                given = self.text[opened.end() : end]
                if is_special:
                    special = tuple(split_arguments(given))
                    yield self._refused(name[0].strip(), "a template with a special case", special, body)
                else:
                    yield self._function(name[0].strip(), result, given, body, parameters)
                return
        self.place = self._end(begin)
        yield from self._constant(self.text[begin : self.place].strip().rstrip(";"))

    def _function(self, name: str, result: str, given: str, body: str, types: list[str]) -> Declaration:
        result = _SPECIFIERS.sub("", result.strip() + " ").replace("constexpr ", "").strip()
        arguments, samples = [], []
        parameters = tuple(one for one in split_arguments(given) if one != "void")
        for number, one in enumerate(parameters):
            if "RSampleInfo" in one:
                samples.append(number)
                body = re.sub(rf"\b{one.split('&')[-1].split()[-1]}\b", "rdfsampleinfo_", body)
            else:
                arguments.append(one)
        for one in types:
            if re.search(rf"\b{one}\b", body):
                return self._refused(name, f"a template that uses {one} in its body", parameters, body)
        for one in arguments:
            if _is_reference(one) and is_changed_in(body, _name_of(one)):
                return self._refused(name, f"a function that changes its argument {_name_of(one)}", parameters, body)
        used = [one for one in types if re.search(rf"\b{one}\b", result)]
        if used:
            like = _argument_like(result, arguments)
            if like is None:
                why = f"a template with a result of type {result} that no argument tells"
                return self._refused(name, why, parameters, body)
            body, result = _converted(body, like, [_as_auto(one, types) for one in arguments]), "auto"
        arguments = [_as_auto(one, types) for one in arguments]
        returned = "" if result == "auto" else f" -> {result}"
        text = f"[=]({', '.join(arguments)}){returned} {body}"
        return Declaration(
            name=self._full(name), kind="function", text=text, samples=tuple(samples), parameters=parameters
        )

    def _constant(self, text: str) -> Iterator[Declaration]:
        plain = _SPECIFIERS.sub("", text)
        if named := re.match(r"(?:const\s+)?auto\s+(\w+)\s*=\s*(\[.*)", plain, re.DOTALL):
            yield Declaration(name=self._full(named[1]), kind="function", text=named[2])
        elif named := _VARIABLE.match(plain):
            if not _is_of_function(plain[named.end(2) :]):
                first, *others = split_arguments(plain)
                yield self._variable(named[2], first, f"{named[1]} ")
                for one in others:
                    if found := re.match(r"\w+", one):
                        yield self._variable(found[0], f"{named[1]} {one}", named[1])
        elif "(" not in plain:
            raise UnsupportedError(f"this is no declaration that ramet knows: {text[:60]!r}")

    def _variable(self, name: str, text: str, kind: str) -> Declaration:
        if found := re.search(r"std::(?:unordered_)?(?:multi)?(?:map|set)\b", kind):
            return self._refused(name, f"a {found[0]}")
        if re.search(rf"\b{name}\s*(?:\[[^=]*)?$", text):
            return self._refused(name, "a variable without a value")
        is_const = re.search(r"\bconst(?:expr)?\b", kind) is not None
        return Declaration(name=self._full(name), kind="constant", text=f"{text};", is_variable=not is_const)

    def _enumeration(self, begin: int, name: str, *, is_class: bool) -> Iterator[Declaration]:
        """Its values, as constants that are whole numbers."""
        self.place = self._end(begin)
        body = re.search(r"\{(.*)\}", self.text[begin : self.place], re.DOTALL)
        if name:
            yield Declaration(name=self._full(name), kind="type", text="int")
        said, behind = "", 0  # the last number that is said, and how many values stand behind it
        for one in split_arguments(body[1]) if body else ():
            value, _, number = (part.strip() for part in one.partition("="))
            said, behind = (number, 0) if number else (said, behind)
            text = f"const int {value} = {f'({said}) + {behind}' if said else behind};"
            behind += 1
            if not is_class:
                yield Declaration(name=self._full(value), kind="constant", text=text)
            if name:
                yield Declaration(name=self._full(f"{name}::{value}"), kind="constant", text=text)

    def _end(self, begin: int) -> int:
        """One past the semicolon that ends a declaration."""
        place = begin
        while place < len(self.shape):
            if self.shape[place] in _CLOSING:
                place = closing(self.shape, place + 1)
            elif self.shape[place] == ";":
                return place + 1
            place += 1
        return place

    def _full(self, name: str) -> str:
        return "::".join([*(one for one in self.namespaces if one), name])

    def _refused(self, name: str, why: str, parameters: tuple[str, ...] | None = None, text: str = "") -> Declaration:
        return Declaration(name=self._full(name), kind="function", text=text, refused=why, parameters=parameters)

    def _shown(self, begin: int) -> str:
        return repr(self.text[begin : begin + 60].partition("\n")[0])


def declarations(text: str, folder: Path | None = None, macros: dict[str, Macro] | None = None) -> list[Declaration]:
    """What a C++ text declares, and the files that it includes by a path in quotes. Classes, variables that are not
    const, templates that use their types inside and macros that are no values are told as refused.

    Args:
        text: declarations, as a header has them.
        folder: that paths of files are relative to; by default the working directory.
        macros: what was defined before; what is defined now is put into it.

    Raises:
        FileNotFoundError: there is no such file.
        MisuseError: a bracket or an #if is not closed.
        UnsupportedError: a statement that is no declaration, or a condition that is not known.
    """
    preprocessor = Preprocessor({} if macros is None else macros)
    plain = preprocessor.run(text, folder)
    found = [_of_macro(one) for one in preprocessor.defined if one.text]
    found.extend(_Reader(plain, without_texts(plain)).all())
    types = {one.name.rpartition("::")[2]: one.text for one in found if one.kind == "type"}
    return [replace(one, text=_with_types(one.text, types)) for one in found]


def _of_macro(macro: Macro) -> Declaration:
    if macro.is_constant:
        return Declaration(name=macro.name, kind="constant", text=f"const auto {macro.name} = {macro.text};")
    if macro.is_name:
        return Declaration(name=macro.name, kind="type", text=macro.text)
    why = "a macro with parameters" if macro.has_parameters else f"a macro of more than one value ({macro.text})"
    return Declaration(name=macro.name, kind="function", text="", refused=why)


def _is_of_function(behind: str) -> bool:
    """Whether what stands behind a name is the parameters of a function that is declared, and not values."""
    if not behind.lstrip().startswith("("):
        return False
    return not all(
        re.match(r"[-+.\d\"'{(]|true\b|false\b", one) for one in split_arguments(behind.strip()[1:-1]) or ["x"]
    )


def _without_last_arguments(head: str) -> str:
    """The text before the last template arguments."""
    depth = 0
    for place in reversed(range(len(head))):
        depth += (head[place] == ">") - (head[place] == "<")
        if depth == 0:
            return head[:place]
    return head


def _name_of(parameter: str) -> str:
    found = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", parameter.partition("=")[0])
    return found[1] if found else ""


def _is_reference(parameter: str) -> bool:
    """Whether what a function writes into a parameter is the caller's."""
    shown = parameter.partition("=")[0]
    return not re.search(r"\bconst\b", shown) and bool(re.search(r"[^&]&\s*\w+\s*$|\*\s*\w+\s*$|\]\s*$", shown))


def _plain_type(text: str) -> str:
    """A type without const, reference and blanks."""
    return re.sub(r"[\s&]|\bconst\b", "", text)


def _as_auto(parameter: str, types: list[str]) -> str:
    """A parameter of a template, with auto for what the argument says, and a plain 0 for `T x = T()`."""
    for one in types:
        parameter = re.sub(rf"=\s*{one}\s*(?:\(\s*0?\s*\)|{{\s*0?\s*}})\s*$", "= 0", parameter)
        parameter = re.sub(rf"\b(?:ROOT::)?(?:VecOps::)?(?:RVec|(?:std::)?vector)\s*<\s*{one}\s*>", "auto", parameter)
        parameter = re.sub(rf"\b{one}\b", "auto", parameter)
    return parameter


def _argument_like(result: str, parameters: list[str]) -> str | None:
    """A value of the type of a template's result, made of one of the parameters: v for `T v`, Sum(v) for `RVec<T> v`;
    None if none has it."""
    wanted = _plain_type(result)
    for parameter in parameters:
        name = _name_of(parameter)
        kind = _plain_type(parameter.partition("=")[0].rstrip()[: -len(name) or None])
        if kind == wanted:
            return name
        if re.fullmatch(rf"(?:ROOT::)?(?:VecOps::)?RVec<{wanted}>", kind):
            return f"Sum({name})"
    return None


def _converted(body: str, like: str, parameters: list[str]) -> str:
    """A body whose result is converted to the type of a value."""
    names = ", ".join(_name_of(one) for one in parameters)
    given = ", ".join(one.partition("=")[0].strip() for one in parameters)
    inner = f"auto body_ = [=]({given}) {body};"
    return f"{{ {inner} auto returned_ = {like}; returned_ = body_({names}); return returned_; }}"


def _with_types(text: str, types: dict[str, str]) -> str:
    for _ in types:  # one may be called by another one
        before = text
        for name, known in types.items():
            if name != known.rpartition("::")[2]:
                text = re.sub(rf"(?<![\w:.]){name}\b(?!\s*::)", known, text)
        if text == before:
            break
    return text
