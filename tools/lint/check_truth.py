"""Fail where the Python package uses the truth value of an object that has a length and is not a plain container.

`found or other`, `if tree`, `not column`: an object with `__len__` and without `__bool__` is false when it is empty, so
that a branch without entries is mistaken for None, and the test may open every file. Use `is None`, or the length.

mypy finds the types: it checks a copy of the package in which every expression used as a truth value is wrapped in
`reveal_type(...)`. Types of Python itself and of other packages are not checked.
"""

from __future__ import annotations

import ast
import pathlib
import re
import sys
import tempfile
from collections.abc import Iterator

from checking import repository_from_arguments, verdict
from mypy import api

PACKAGE = "ramet"
CONTAINERS = {"Mapping", "MutableMapping", "Sequence", "MutableSequence", "Set", "MutableSet", "Sized", "Collection"}
REVEALED = re.compile(r'^(?P<file>.*?):(?P<line>\d+): note: Revealed type is "(?P<type>.*)"$')


def truth_tests(tree: ast.AST) -> Iterator[ast.expr]:
    """All expressions that are used as truth values, except those that are bool by construction."""
    for node in ast.walk(tree):
        asked: list[ast.expr] = []
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
                asked = [test]
            case ast.BoolOp(values=values):
                asked = values[:-1]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                asked = [operand]
            case ast.comprehension(ifs=conditions):
                asked = conditions
            case ast.Call(func=ast.Name(id="bool"), args=arguments):
                asked = arguments
        yield from (one for one in asked if not isinstance(one, ast.BoolOp | ast.Compare | ast.UnaryOp | ast.Constant))


def revealing(text: str) -> str:
    """The same program, on the same lines, with the types of its truth values revealed."""
    lines = [line.encode() for line in text.splitlines()]
    marks: list[tuple[int, int, int, bytes]] = []
    for test in truth_tests(ast.parse(text)):
        size = len(ast.unparse(test))
        marks.append((test.lineno, test.col_offset, -size, b"reveal_type("))
        marks.append((test.end_lineno or 0, test.end_col_offset or 0, size, b")"))
    for line, column, _, mark in sorted(marks, reverse=True):  # at the same place, the longer one is outside
        lines[line - 1] = lines[line - 1][:column] + mark + lines[line - 1][column:]
    return b"\n".join(lines).decode() + "\n"


class Classes:
    """Whether the package's classes define length and truth; classes of the same name are combined."""

    def __init__(self, texts: Iterator[str]) -> None:
        self._methods: dict[str, set[str]] = {name: {"__len__"} for name in CONTAINERS}
        self._bases: dict[str, set[str]] = {}
        self._bounds: dict[str, set[str]] = {}  # of type variables
        for text in texts:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ClassDef):
                    methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
                    self._methods.setdefault(node.name, set()).update(methods)
                    self._bases.setdefault(node.name, set()).update(
                        name for base in node.bases for name in names_of(base)
                    )
                elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                    self._add_type_variable(node.targets[0], node.value)

    def _add_type_variable(self, target: ast.expr, made: ast.Call) -> None:
        bounds = {name for keyword in made.keywords if keyword.arg == "bound" for name in names_of(keyword.value)}
        if isinstance(target, ast.Name):
            self._bounds.setdefault(target.id, set()).update(bounds)

    def _has(self, name: str, method: str) -> bool:
        own = method in self._methods.get(name, ())
        return own or any(self._has(base, method) for base in self._bases.get(name, ()))

    def has_unclear_truth(self, name: str) -> bool:
        """Look up a class by its full name, or a type variable, whose name has no dot."""
        simple = {name.rpartition(".")[2]} if "." in name else self._bounds.get(name, set())
        return any(self._has(one, "__len__") and not self._has(one, "__bool__") for one in simple)


def names_of(base: ast.expr) -> list[str]:
    """The name of the class in "module.Class[Parameter]"."""
    if isinstance(base, ast.Subscript):
        return names_of(base.value)
    return [base.id] if isinstance(base, ast.Name) else [base.attr] if isinstance(base, ast.Attribute) else []


def classes_in(revealed: str) -> list[str]:
    """The package's classes, and type variables, that a value of a type may have, without type arguments."""
    while (outer := re.sub(r"\[[^\[\]]*\]", "", revealed)) != revealed:
        revealed = outer
    parts = [part.strip().rstrip("?").partition("`")[0] for part in revealed.split("|")]
    return [part for part in parts if part.startswith(f"{PACKAGE}.") or "." not in part]


def notes_on(copy: pathlib.Path) -> Iterator[re.Match[str]]:
    """The types that mypy reveals for the files in a folder."""
    options = ["--config-file=", "--ignore-missing-imports", "--check-untyped-defs", "--no-pretty"]
    output, errors, _ = api.run([*options, f"--cache-dir={copy.parent / 'cache'}", str(copy)])
    if errors:
        raise RuntimeError(errors)
    notes = [note for line in output.splitlines() if (note := REVEALED.match(line))]
    if not notes:
        raise RuntimeError(f"mypy revealed nothing: {output}")
    yield from notes


def violations(repository: pathlib.Path, folder: pathlib.Path) -> Iterator[str]:
    """A line for each such expression in the Python files of a folder."""
    sources = {path: path.read_text() for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".pyi")}
    classes = Classes(iter(sources.values()))
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch, folder.name)
        for path, text in sources.items():
            shown = copy / path.relative_to(folder)
            shown.parent.mkdir(parents=True, exist_ok=True)
            shown.write_text(revealing(text) if path.suffix == ".py" else text)
        for note in notes_on(copy):
            for name in classes_in(note["type"]):
                if classes.has_unclear_truth(name):
                    place = (folder / pathlib.Path(note["file"]).relative_to(copy)).relative_to(repository)
                    yield f"{place}:{note['line']}: the truth of a {name} is that of its length"


def main() -> int:
    repository = repository_from_arguments()
    return verdict("check_truth", violations(repository, repository / "python" / PACKAGE))


if __name__ == "__main__":
    sys.exit(main())
