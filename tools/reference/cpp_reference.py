"""Pages of the C++ reference, one for each module, from the comments of public headers as parsed by doxygen."""

from __future__ import annotations

import itertools
import pathlib
import re
import shutil
import subprocess
import tempfile
import textwrap
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass

SOURCES = "src/ramet"
# Doxygen does not know `namespace ramet::inline v1::tree`, so the filter removes the version. A drawing in a comment is
# indented by three spaces to fit the line; doxygen needs at least five.
DOXYFILE = """
INPUT = {sources}
RECURSIVE = YES
FILE_PATTERNS = *.hpp
EXCLUDE_PATTERNS = */internal/*
EXCLUDE_SYMBOLS = *::internal *::internal::*
INPUT_FILTER = "sed -e 's/ramet::inline v1/ramet/' -e 's|^\\( *///\\)   |\\1      |'"
OUTPUT_DIRECTORY = {output}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
AUTOLINK_SUPPORT = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = {annotations}
"""
ANNOTATIONS = ("THREAD_ANNOTATION", "GUARDED_BY", "REQUIRES")  # macros of core/mutex.hpp
TYPES = ("class", "struct", "concept")


@dataclass(frozen=True)
class Place:
    """The place of a declaration."""

    header: str  # "write/fill_context.hpp"
    line: int


@dataclass(frozen=True)
class Entry:
    """A declaration and its comment; `text` is empty if there is none."""

    name: str  # without the module's namespace
    declaration: str
    text: str
    place: Place
    is_data: bool = False


@dataclass(frozen=True, kw_only=True)
class TypeEntry(Entry):
    """A class, struct or concept and its public members."""

    kind: str
    members: list[Entry]


def read_headers(repository: pathlib.Path) -> list[Entry]:
    """All public declarations, in the order of their headers. Raises RuntimeError when there is no doxygen."""
    doxygen = shutil.which("doxygen")
    if doxygen is None:
        raise RuntimeError("the C++ reference needs doxygen (tools/requirements/install docs)")
    with tempfile.TemporaryDirectory() as folder:
        doxyfile = pathlib.Path(folder, "Doxyfile")
        annotations = " ".join(f"RAMET_{name}(x):=" for name in ANNOTATIONS)
        doxyfile.write_text(DOXYFILE.format(sources=repository / SOURCES, output=folder, annotations=annotations))
        subprocess.run([doxygen, str(doxyfile)], check=True)
        reader = _Reader(pathlib.Path(folder, "xml"))
        return sorted(reader.entries(), key=lambda entry: (entry.place.header, entry.place.line))


def page_of(introduction: str, entries: list[Entry]) -> str:
    """The Markdown page of a module: its README, then its headers."""
    parts = [introduction]
    for header, of_header in itertools.groupby(entries, key=lambda entry: entry.place.header):
        module, _, name = header.partition("/")
        namespace = "ramet" if module == "core" else f"ramet::{module}"
        parts.append(f'## {name}\n\n```cpp\n#include "ramet/{header}"  // namespace {namespace}\n```\n')
        for is_type, run in itertools.groupby(of_header, key=lambda entry: isinstance(entry, TypeEntry)):
            declared = list(run)
            parts += map(_text_of_type, declared) if is_type else [_text_of_members(declared)]
    return "\n".join(parts)


def modules_of(repository: pathlib.Path) -> dict[str, str]:
    """The READMEs of the modules, in the order of layers.toml."""
    names = tomllib.loads((repository / "layers.toml").read_text())["modules"]
    readmes = {name: repository / SOURCES / name / "README.md" for name in names}
    return {name: readme.read_text() for name, readme in readmes.items() if readme.exists()}


def undocumented(entries: list[Entry]) -> Iterator[str]:
    """The public types and functions without a comment, and types without a statement about threads.

    Members of a type need no comment, nor do constants, aliases and specialisations. An overload may follow the one
    with the comment.
    """
    before = ""
    for entry in entries:
        speaks_for_itself = entry.is_data or entry.declaration.startswith("using ") or "<" in entry.name
        if not entry.text and not speaks_for_itself and entry.name != before:
            yield f"no comment: {_place_of(entry)}"
        elif isinstance(entry, TypeEntry) and needs_threads(entry) and "hreads:" not in entry.text:
            yield f"no word on threads: {_place_of(entry)}"
        before = entry.name


def needs_threads(entry: TypeEntry) -> bool:
    return entry.kind != "concept" and "<" not in entry.name


def _place_of(entry: Entry) -> str:
    return f"src/ramet/{entry.place.header}:{entry.place.line}: {entry.declaration.splitlines()[-1]}"


def _text_of_type(entry: Entry) -> str:
    assert isinstance(entry, TypeEntry)
    template = f"```cpp\n{entry.declaration}\n```\n\n" if entry.declaration.startswith("template") else ""
    return f"### {entry.kind} {entry.name}\n\n{template}{entry.text}\n\n{_text_of_members(entry.members)}"


def _text_of_members(members: list[Entry]) -> str:
    """Members in order. Overloads without a comment are shown with the one before, other members without a comment are
    listed together, and data members are shown as a table."""
    parts: list[str] = []
    for is_data, run in itertools.groupby(members, key=lambda member: member.is_data):
        if is_data:
            parts += ["| member | |", "| --- | --- |"]
            parts += [f"| `{member.declaration.rstrip(';')}` | {' '.join(member.text.split())} |" for member in run]
            parts.append("")
            continue
        blocks: list[tuple[list[Entry], str]] = []
        for member in run:
            is_overload = bool(blocks) and blocks[-1][0][-1].name == member.name
            if not member.text and blocks and (is_overload or not blocks[-1][1]):
                blocks[-1][0].append(member)
            else:
                blocks.append(([member], member.text))
        for declared, text in blocks:
            parts += ["```cpp", *(member.declaration for member in declared), "```", "", text, ""]
    return "\n".join(parts)


class _Reader:
    """Reads the XML of doxygen."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder

    def entries(self) -> Iterator[Entry]:
        for compound in ET.parse(self._folder / "index.xml").getroot():
            path = self._folder / f"{compound.get('refid')}.xml"
            if compound.get("kind") == "namespace":
                yield from self._of_namespace(self._definition(path))
            elif compound.get("kind") in TYPES and not self._is_nested(compound.findtext("name", "")):
                yield self._type(self._definition(path))

    def _definition(self, path: pathlib.Path) -> ET.Element:
        definition = ET.parse(path).getroot().find("compounddef")
        assert definition is not None, path
        return definition

    def _is_nested(self, name: str) -> bool:
        """Whether a type is a member of another one, whose name then begins with a capital letter."""
        return re.search(r"[A-Z]\w*(?:<.*>)?::", re.sub(r"<.*>", "", name)) is not None

    def _of_namespace(self, namespace: ET.Element) -> Iterator[Entry]:
        for member in namespace.iter("memberdef"):
            yield self._member(member)

    def _type(self, definition: ET.Element) -> TypeEntry:
        kind = definition.get("kind", "")
        full_name = definition.findtext("compoundname", "")
        name = _tidy(re.sub(r"^ramet::(?:[a-z_]+::)*", "", full_name))
        members = [
            self._member(member)
            for section in definition.iter("sectiondef")
            if section.get("kind", "").startswith("public") or section.get("kind") == "user-defined"
            for member in section.iter("memberdef")
            if member.get("prot") == "public"
        ]
        members.sort(key=lambda member: member.place.line)
        declaration = f"{_template_of(definition)}{kind} {name};"
        text, place = _comment_of(definition), self._place(definition)
        return TypeEntry(name, declaration, text, place, kind=kind, members=members)

    def _member(self, member: ET.Element) -> Entry:
        name, is_data = member.findtext("name", ""), member.get("kind") == "variable"
        return Entry(name, _declaration_of(member), _comment_of(member), self._place(member), is_data)

    def _place(self, element: ET.Element) -> Place:
        location = element.find("location")
        assert location is not None
        header = location.get("file", "").rpartition(f"{SOURCES}/")[2]
        return Place(header, int(location.get("line", "0")))


def _plain(element: ET.Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def _tidy(code: str) -> str:
    """C++ in the style of this project; doxygen adds and removes spaces."""
    code = re.sub(r"< ", "<", code)
    code = re.sub(r" >(?=[ >,&*():]|$)", ">", code)
    code = re.sub(r"(?<=[\w>]) ([&*]+)(?=[\s\w]|$)", r"\1 ", code)
    code = re.sub(r"(?<=[\w>]) ([&*]+)(?=[,)])", r"\1", code)
    return re.sub(r"\s+", " ", code).strip()


def _template_of(element: ET.Element) -> str:
    parameters = element.find("templateparamlist")
    if parameters is None:
        return ""
    texts = []
    for parameter in parameters:
        default = parameter.find("defval")
        kind, name = _plain(parameter.find("type")), _plain(parameter.find("declname"))
        texts.append(f"{kind} {name}".strip() + (f" = {_plain(default)}" if default is not None else ""))
    return f"template <{', '.join(texts)}>\n"


def _declaration_of(member: ET.Element) -> str:
    kind, name = member.get("kind"), member.findtext("name", "")
    if kind == "enum":
        values = ", ".join(value.findtext("name", "") for value in member.iter("enumvalue"))
        return f"enum class {name} {{ {values} }};"
    returned = _tidy(_plain(member.find("type")))
    if kind == "typedef":
        return f"using {name} = {_tidy(_plain(member.find('type')))};"
    static = "static " if member.get("static") == "yes" else ""
    if kind == "variable":
        initializer = _plain(member.find("initializer"))
        arguments = member.findtext("argsstring") or ""
        return f"{static}{returned} {name}{arguments}{' ' + initializer if initializer else ''};"
    explicit = "explicit " if member.get("explicit") == "yes" else ""
    virtual = "virtual " if member.get("virt") in ("virtual", "pure-virtual") else ""
    arguments = re.sub(r"\s*=\s*", " = ", _tidy(member.findtext("argsstring") or ""))
    result = "" if not returned else f"{returned} "
    return _template_of(member) + _broken(f"{static}{virtual}{explicit}{result}{name}{arguments};")


def _broken(declaration: str) -> str:
    """A declaration in lines of at most 100 characters, broken after commas."""
    glued = re.sub(r"(?<!,) ", "\0", declaration)
    lines = textwrap.wrap(glued, 100, subsequent_indent="\0" * 4, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def _comment_of(element: ET.Element) -> str:
    texts = [_markdown(element.find(part)) for part in ("briefdescription", "detaileddescription")]
    values = [(value.findtext("name"), _comment_of(value)) for value in element.findall("enumvalue")]
    texts.append("\n".join(f"* `{name}`: {text}" for name, text in values if text))
    return "\n\n".join(text for text in texts if text)


def _markdown(element: ET.Element | None) -> str:
    """A comment as Markdown: paragraphs, words in code marks, drawings."""
    if element is None:
        return ""
    text = "\n\n".join(_inline(paragraph) for paragraph in element.iter("para"))
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)^ (?! )| +$", "", text)).strip()


def _inline(element: ET.Element) -> str:
    text = _escaped(element.text or "")
    for child in element:
        if child.tag == "computeroutput":
            text += f"`{_plain(child)}`"
        elif child.tag in ("emphasis", "bold"):
            mark = "*" if child.tag == "emphasis" else "**"
            text += f"{mark}{_inline(child)}{mark}"
        elif child.tag in ("verbatim", "preformatted"):
            text += f"\n\n```text\n{''.join(child.itertext()).rstrip()}\n```\n\n"
        elif child.tag == "programlisting":
            lines = ["".join(_code(part) for part in line) for line in child.iter("codeline")]
            text += "\n\n```text\n" + textwrap.dedent("\n".join(lines)) + "\n```\n\n"
        elif child.tag != "para":
            text += _inline(child)
        text += _escaped(child.tail or "")
    return text


def _code(element: ET.Element) -> str:
    text = (" " if element.tag == "sp" else "") + (element.text or "")
    return text + "".join(_code(child) + (child.tail or "") for child in element)


def _escaped(text: str) -> str:
    return re.sub(r"([*_<\[\]])", r"\\\1", text)
