"""What a call reads, and what is computed of that: expressions, aliases and cuts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from ramet import _core
from ramet.errors import KeyInFileError, RametError
from ramet.reading.choosing.columns import Columns
from ramet.reading.choosing.options import Asked
from ramet.reading.choosing.selection import Selection, selection_of
from ramet.reading.column import TableColumn
from ramet.reading.filters import NameFilter
from ramet.session import shared_session

__all__ = ["Wanted", "wanted_of"]

_WORDS = re.compile(r"""[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*|"([^"\n]*)"|'([^'\n]*)'""")
_NAME = re.compile(r"[\w./:]+$")
_INPUT = "\0"  # begins what inputs of a program are called among what is read; no column is called so
_DEEPEST_ALIASES = 50  # that stand for one another

Column = TypeVar("Column", bound=TableColumn[Any])


@dataclass(frozen=True)
class Wanted(Generic[Column]):
    """What a call wants of a table: columns, and expressions of columns. Threads: immutable."""

    names: list[str]
    """Of the results, in their order."""
    columns: dict[str, Column]
    """The results that are columns as they are stored, by name."""
    computed: list[str]
    """The names of the program's results; a cut of entries is one more behind them."""
    program: _core.Program | None
    inputs: list[Column]
    """What the program takes."""
    alone: frozenset[str]
    """What is an error where it is damaged; other columns are left out."""
    selection: Selection | None = None
    """The same, where a cut of entries can be applied while reading."""

    @cached_property
    def read(self) -> dict[str, Column]:
        """All columns to read; those of the program by names that no column has."""
        return self.columns | {f"{_INPUT}{number}": column for number, column in enumerate(self.inputs)}

    def only_columns(self, where: str) -> dict[str, Column]:
        """The columns. Raises ValueError where something is computed."""
        if self.program is not None:
            raise ValueError(f"expressions and cuts cannot be used with {where!r}")
        return self.columns

    def described(self, names: Iterable[str]) -> list[Column | None]:
        """The columns that results are; None of computed ones."""
        return [self.columns.get(name) for name in names]

    def results(
        self, arrays: Mapping[str, _core.Array], entries: int, first: int
    ) -> tuple[dict[str, _core.Array], _core.Array | None]:
        """The results of what was read, entries from `first` on, and which entries a cut keeps."""
        values = {name: arrays[name] for name in self.columns if name in arrays}
        condition = None
        if self.program is not None:
            taken = [arrays[f"{_INPUT}{number}"] for number in range(len(self.inputs))]
            made = self.program.run_on_all_cores(shared_session(), taken, entries, first)
            values |= dict(zip(self.computed, made, strict=False))
            condition = made[-1] if len(made) > len(self.computed) else None
        return {name: values[name] for name in self.names if name in values}, condition


def wanted_of(
    table: Columns[Column], asked: Asked, filter_name: NameFilter, filter_typename: NameFilter, *, selects: bool = False
) -> Wanted[Column]:
    """What is asked for; `selects`: with the selection, where there can be one.

    Raises KeyInFileError for names that are not there, MisuseError for other mistakes.
    """
    stored: Mapping[str, str] = getattr(table, "aliases", {})
    aliases = {name: text for name, text in stored.items() if name not in table} | dict(asked.aliases)
    compiler = _Compiler(table, aliases, {"language": asked.language, "seed": asked.seed})
    columns: dict[str, Column] = {}
    texts: dict[str, str] = {}
    if asked.names is None:
        columns = table._wanted(None, filter_name, filter_typename, asked.filter_branch)
    for name in asked.names or ():
        target, is_column = _without_aliases(table, name, aliases)
        is_name = target == name and name not in aliases and _NAME.match(name)
        if is_column or (is_name and not _is_quotient(name, compiler)):
            for key, column in table._wanted([target], None, None).items():
                columns[name if key == target else key] = column
        else:
            texts[name] = _reference(target) if target in aliases else target
    for name, interpretation in asked.interpretations.items():
        table[_without_aliases(table, name, aliases)[0]].require_interpretation(interpretation)
    names = list(columns) if asked.names is None else _in_order(asked.names, columns, texts)
    alone = set(columns) if asked.names is None else {name.lstrip("/") for name in asked.names}
    cut = None if asked.cut is None else _text_of(asked.cut, table, aliases)
    if cut is None and not texts:
        return Wanted(names, columns, [], None, [], frozenset(alone))
    program, inputs = compiler.compiled(list(texts.values()), cut)
    selection = None
    if cut is not None and len(program) == len(texts):  # a cut of elements: every result is computed
        if hidden := next((one.path for one in columns.values() if one.path in aliases), None):
            raise ValueError(f"{hidden!r} is a column and an alias, which a cut of elements cannot tell apart")
        texts = {name: texts.get(name) or _reference(columns[name].path) for name in names}
        columns = {}
        program, inputs = compiler.compiled(list(texts.values()), cut)
    elif selects and cut is not None and alone.issuperset(columns) and not asked.interpretations:
        selection = compiler.selection(names, texts, columns, cut)
    alone |= {f"{_INPUT}{number}" for number in range(len(inputs))}
    return Wanted(names, columns, list(texts), program, inputs, frozenset(alone), selection)


def _in_order(asked: Iterable[str], columns: Mapping[str, Any], texts: Mapping[str, str]) -> list[str]:
    """The names of results; a column that groups others stands for these."""
    order: dict[str, None] = {}
    below = [name for name in columns if name not in set(asked)]
    for name in asked:
        order.update(dict.fromkeys([name] if name in columns or name in texts else below))
    return list(order)


def _without_aliases(table: Columns[Column], name: str, aliases: Mapping[str, str]) -> tuple[str, bool]:
    """The column that a name is, or that an alias stands for in the end, and that it is one; or else the last alias,
    which is one of an expression, or the name itself."""
    met: list[str] = []
    while name in aliases:
        if name in met:
            if name in table:  # an alias of itself
                return name, True
            raise ValueError(f"aliases form a cycle: {' is '.join([*met, name])}")
        met.append(name)
        text = aliases[name]
        if text not in aliases and text not in table:
            return name, False
        name = text
    return name, name in table


def _is_quotient(name: str, compiler: _Compiler[Column]) -> bool:
    """Whether what could be the path of a column, and is none, is an expression: "pt/1000"."""
    if "/" not in name:
        return False
    try:
        compiler.compiled([name], None)
    except RametError:
        return False
    return True


def _text_of(name: str, table: Columns[Column], aliases: Mapping[str, str]) -> str:
    """A column or an alias as expressions name it; an expression as it is."""
    return _reference(name) if name in table or name in aliases else name


def _reference(name: str) -> str:
    is_plain = all(part.isidentifier() and part.isascii() for part in name.split("."))
    return name if is_plain else f"get({name!r})"


def _words(text: str) -> Iterator[str]:
    """What may be names in a text: words, words with dots and their beginnings, and what stands in quotes."""
    for found in _WORDS.finditer(text):
        quoted = found.group(1) if found.group(2) is None else found.group(2)
        if quoted is not None:
            yield quoted
            continue
        parts = [part.strip() for part in found.group().split(".")]
        for count in range(1, len(parts) + 1):
            yield ".".join(parts[:count])


@dataclass(frozen=True)
class _Compiler(Generic[Column]):
    """Compiles expressions of a table's columns. Threads: immutable."""

    table: Columns[Column]
    aliases: Mapping[str, str]
    options: Mapping[str, Any]
    """`language` and `seed`, as Program.compile takes them."""

    def compiled(self, texts: Sequence[str], cut: str | None) -> tuple[_core.Program, list[Column]]:
        """A program, and the columns that it takes."""
        definitions, named, groups = self._scope([*texts, *([] if cut is None else [cut])])

        def compile_for(scope: Mapping[str, Column]) -> _core.Program:
            types = [(name, column.core.type) for name, column in scope.items()]
            return _core.Program.compile(texts, types, definitions, cut=cut, **self.options)

        try:
            program = compile_for(named)
        except KeyInFileError:
            for column in groups.values():
                column._require_readable()
            compile_for(_all_of(self.table) | named)  # its message has near names
            raise
        return program, [list(named.values())[number] for number in program.columns]

    def selection(
        self, names: Sequence[str], texts: Mapping[str, str], columns: Mapping[str, Column], cut: str
    ) -> Selection | None:
        """The results of these names where the cut is true; None where there can be no such programs."""
        if any(column.path in self.aliases for column in columns.values()):
            return None  # the column is wanted, and texts mean the alias
        all_texts = {name: texts[name] if name in texts else _reference(columns[name].path) for name in names}
        definitions, named, _ = self._scope([*all_texts.values(), cut])
        return selection_of(named, all_texts, columns, cut, definitions, self.options)

    def _scope(self, texts: Sequence[str]) -> tuple[list[tuple[str, str]], dict[str, Column], dict[str, Column]]:
        """The aliases that texts need, and the columns by the names that may stand in them: those with values, and
        others."""
        definitions = _definitions(self.table, texts, self.aliases)
        words = {word for text in [*texts, *(text for _, text in definitions)] for word in _words(text)}
        found = {word: column for word in sorted(words) if (column := self.table._look_up(word)) is not None}
        groups = {name: column for name, column in found.items() if column.core.is_group or not column.is_readable}
        return definitions, {name: column for name, column in found.items() if name not in groups}, groups


def _all_of(table: Columns[Column]) -> dict[str, Column]:
    readable = [one for one in table._all if one.is_readable and not one.core.is_group]
    return {one.path: one for one in reversed(readable)} | {one.name: one for one in reversed(readable)}


def _definitions(table: Columns[Column], texts: Iterable[str], aliases: Mapping[str, str]) -> list[tuple[str, str]]:
    """The aliases that texts need, each behind those that it needs itself."""
    ordered: dict[str, str] = {}

    def visit(text: str, above: tuple[str, ...]) -> None:
        if len(above) > _DEEPEST_ALIASES:
            raise ValueError(f"more than {_DEEPEST_ALIASES} aliases stand for one another, from {above[0]!r} on")
        for word in _words(text):
            if word not in aliases or word in ordered:
                continue
            if word in above:
                # What an alias calls by its own name is the column, or a variable of its statements.
                if word in table or (word == above[-1] and "return" in _words(text)):
                    continue
                raise ValueError(f"aliases form a cycle: {' is '.join([*above[above.index(word) :], word])}")
            visit(_text_of(aliases[word], table, aliases), (*above, word))
            ordered[word] = _text_of(aliases[word], table, aliases)

    for text in texts:
        visit(text, ())
    return list(ordered.items())
