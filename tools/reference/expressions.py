"""The tables of the page on expressions: all functions, methods and operators, with examples and what they give.

`python tools/reference/expressions.py` writes the tables between the comments `<!-- functions: GROUP -->` and
`<!-- end -->` of docs/reference/expressions.md; with `--check` it fails if they differ. Each example is evaluated by
the library that is installed, so that it works, and gives what the page says.
"""

from __future__ import annotations

import itertools
import pathlib
import re
import sys

from ramet import _core

REPOSITORY = pathlib.Path(__file__).parents[2]
PAGE = REPOSITORY / "docs" / "reference" / "expressions.md"
TABLE = re.compile(r"<!-- functions: (?P<group>[^>]+) -->\n(?P<rows>.*?)<!-- end -->", re.DOTALL)


def values_of(array: _core.Array) -> list[object]:
    """The values of an array as Python objects."""
    if array.kind == _core.Kind.list:
        values = values_of(array.contents[0])
        offsets = array.offsets
        return [values[first:last] for first, last in itertools.pairwise(offsets)]
    if array.kind == _core.Kind.string:
        text = array.values.tobytes()
        offsets = array.offsets
        return [text[first:last].decode() for first, last in itertools.pairwise(offsets)]
    return list(array.values.tolist())


def shown(value: object) -> str:
    """As C++ would write it, real numbers with at most ten digits: libraries differ in the last one."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "{" + ", ".join(shown(one) for one in value) + "}"
    return str(value)


def result_of(example: str) -> str:
    """The value of an expression, and its type. Raises the library's errors."""
    program = _core.Program.compile([example], [], [])
    value = values_of(program.run([], 1)[0])[0]
    return f"`{shown(value)}` ({program.type(0)})"


def table_of(group: str, functions: list[tuple[str, ...]]) -> str:
    """The table of a group. Raises LookupError when there is none."""
    rows = [row for row in functions if row[0] == group]
    if not rows:
        raise LookupError(f"there are no functions of the group '{group}'")
    lines = ["| written | what it is | example | its value |", "| --- | --- | --- | --- |"]
    for _, _, signature, says, example in rows:
        cells = (f"`{signature}`", says, f"`{example}`", result_of(example))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def page_with_tables(page: str) -> str:
    """The text of the page with the tables as they are now. Raises LookupError for a group that is missing."""
    functions = [tuple(row) for row in _core.expression_functions()]
    shown_groups = {match["group"] for match in TABLE.finditer(page)}
    missing = {row[0] for row in functions} - shown_groups
    if missing:
        raise LookupError(f"the page has no table of: {', '.join(sorted(missing))}")
    return TABLE.sub(
        lambda match: f"<!-- functions: {match['group']} -->\n{table_of(match['group'], functions)}<!-- end -->", page
    )


def main(arguments: list[str]) -> int:
    """Write the tables, or compare them."""
    before = PAGE.read_text()
    after = page_with_tables(before)
    if "--check" in arguments:
        if before != after:
            print("docs/reference/expressions.md: tables that differ; run tools/reference/expressions.py")
        return int(before != after)
    PAGE.write_text(after)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
