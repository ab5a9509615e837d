"""Numbers and pictures on pages, from benchmarks/RESULTS.md.

A page has a bold number followed by its place in the results; this script updates the number, and the bar charts of
docs/pictures/. With `--check` it fails if they differ. A place is section; first head of the table; row; column:

    **5.41** <!-- result: Flat read; file, one thread; zstd; RDataFrame / ramet -->
"""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

REPOSITORY = pathlib.Path(__file__).parents[2]
RESULTS = "benchmarks/RESULTS.md"
PICTURES = "docs/pictures"

NUMBER = re.compile(r"\*\*[\d.]*\*\*(?P<comment> <!-- result: (?P<place>[^\n]+?) -->)")
MISSING = "–"
COLOURS = ("#3f51b5", "#ef6c00", "#26a69a")
ROW_HEIGHT, NAME_WIDTH, BAR_WIDTH, VALUE_WIDTH = 18, 250, 400, 60

Table = dict[str, dict[str, str]]  # by row, then by column


@dataclass(frozen=True)
class Chart:
    """A bar chart of some columns of a table."""

    name: str
    title: str
    section: str
    table: str
    columns: tuple[tuple[str, str], ...]
    """The columns of the table, and the programs that they compare."""


RDATAFRAME = ("RDataFrame / ramet", "RDataFrame")
GET_ENTRY = ("GetEntry / ramet", "GetEntry")
UPROOT = ("uproot / ramet", "uproot")
CHARTS = (
    Chart("read_flat", "Reading a flat tree, one thread", "Flat read", "file, one thread", (RDATAFRAME, UPROOT)),
    Chart("read_ntuples", "Reading RNTuples, one thread", "RNTuples", "file", (
        ("views / ramet", "RNTupleReader, views"), ("bulk / ramet", "RNTupleReader, bulk"), UPROOT)),
    Chart("read_objects", "Reading class objects, one thread", "Class objects", "form", (
        RDATAFRAME, GET_ENTRY, UPROOT)),
    Chart("write_trees", "Writing a TTree, two threads", "Parallel write", "TTree and TBufferMerger", (
        ("ROOT / ramet, 2", "TBufferMerger"),)),
    Chart("write_ntuples", "Writing an RNTuple, two threads", "Parallel write", "RNTuple and RNTupleParallelWriter", (
        ("ROOT / ramet, 2", "RNTupleParallelWriter"),)),
    Chart("write_flushes", "Writing a TTree with many branches, two threads", "Many branches, few entries a flush",
          "TTree and TBufferMerger", (("ROOT / ramet, 2", "TBufferMerger"),)),
)  # fmt: skip


def tables_of(results: str) -> dict[tuple[str, str], Table]:
    """All tables, by section and first head."""
    tables: dict[tuple[str, str], Table] = {}
    for section in re.split(r"^## ", results, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0].strip()
        for block in re.findall(r"(?:^\|.*\|\n)+", section, re.MULTILINE):
            head, _, *rows = ([cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines())
            tables[title, head[0]] = {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}
    return tables


def number_at(place: str, tables: dict[tuple[str, str], Table]) -> str:
    """The number at a place. Raises LookupError when there is none."""
    parts = [part.strip() for part in place.split(";")]
    try:
        section, table, row, column = parts
        number = tables[section, table][row][column]
    except (ValueError, KeyError):
        raise LookupError(f"{RESULTS} has no '{place}'") from None
    if number == MISSING:
        raise LookupError(f"{RESULTS} has no number for '{place}'")
    return number


def updated(page: str, tables: dict[tuple[str, str], Table]) -> str:
    """The page with the current numbers. Raises LookupError when a place does not exist."""
    return NUMBER.sub(lambda match: f"**{number_at(match['place'], tables)}**{match['comment']}", page)


def picture_of(chart: Chart, table: Table) -> str:
    """An SVG with a bar for each number, row by row, and a line at 1, where both take the same time."""
    bars = [(row, number, cells.get(column, MISSING)) for row, cells in table.items()
            for number, (column, _) in enumerate(chart.columns)]  # fmt: skip
    largest = max(float(value) for _, _, value in bars if value != MISSING)
    top, width = 44, NAME_WIDTH + BAR_WIDTH + VALUE_WIDTH
    lines: list[str] = []
    below = float(top)
    for row, number, value in bars:
        below += 6 if number == 0 else 0
        if number == 0:
            lines.append(_text(NAME_WIDTH - 8, below + 13, row, 'text-anchor="end"'))
        if value == MISSING:
            continue
        length = BAR_WIDTH * float(value) / largest
        lines.append(f'<path d="M{NAME_WIDTH} {below:g}h{length:.1f}v14h-{length:.1f}z" fill="{COLOURS[number]}"/>')
        lines.append(_text(NAME_WIDTH + length + 6, below + 12, value))
        below += ROW_HEIGHT
    one = NAME_WIDTH + BAR_WIDTH / largest
    lines.append(f'<path d="M{one:.1f} {top}V{below:g}" stroke="#607d8b" stroke-dasharray="3 3"/>')
    left = float(NAME_WIDTH)
    for number, (_, rival) in enumerate(chart.columns):
        lines.append(f'<path d="M{left:g} 26h10v10h-10z" fill="{COLOURS[number]}"/>')
        lines.append(_text(left + 15, 36, rival))
        left += 40 + 7 * len(rival)
    height = below + 6
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" width="{width}" height="{height:g}" '
        f'role="img" aria-label="{chart.title}" font-family="sans-serif" font-size="12" fill="#607d8b">',
        _text(0, 16, f"{chart.title}: time as a multiple of ramet's", 'font-weight="bold"'),
        *lines,
        "</svg>\n",
    ])  # fmt: skip


def _text(x: float, y: float, text: str, more: str = "") -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:g}"{" " + more if more else ""}>{escaped}</text>'


def files_of(repository: pathlib.Path) -> Iterator[tuple[pathlib.Path, str]]:
    """Pages and pictures with their current contents."""
    tables = tables_of((repository / RESULTS).read_text())
    for page in sorted((repository / "docs").rglob("*.md")):
        yield page, updated(page.read_text(), tables)
    for chart in CHARTS:
        picture = picture_of(chart, tables[chart.section, chart.table])
        yield repository / PICTURES / f"{chart.name}.svg", picture


def faults_of(repository: pathlib.Path) -> Iterator[str]:
    """Pages and pictures that differ from the results."""
    for path, wanted in files_of(repository):
        if not path.exists() or path.read_text() != wanted:
            place = path.relative_to(repository).as_posix()
            yield f"{place}: does not show {RESULTS} (tools/reference/benchmarks.py writes it)"


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        faults = list(faults_of(REPOSITORY))
        print(*faults, f"benchmarks: {len(faults)} violation{'' if len(faults) == 1 else 's'}", sep="\n")
        return 1 if faults else 0
    for path, wanted in files_of(REPOSITORY):
        path.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
