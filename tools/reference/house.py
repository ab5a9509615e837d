"""The picture of the modules in docs/architecture.md: which module includes which, and how often.

`python tools/reference/house.py` draws it from the includes of src/ramet/; with `--check` it fails if the page differs.
The picture is between the comments `<!-- house: begin -->` and `<!-- house: end -->`. The functions in the walk through
the code, between `<!-- walk: begin -->` and `<!-- walk: end -->`, must be in the files that the page names.
"""

from __future__ import annotations

import argparse
import collections
import pathlib
import re
import sys
import tomllib
from collections.abc import Iterator

REPOSITORY = pathlib.Path(__file__).parents[2]
PAGE = "docs/architecture.md"
INCLUDE = re.compile(r'^#include "ramet/(\w+)/', re.MULTILINE)
PLACE = re.compile(r"(?<=<!-- house: begin -->\n).*?(?=<!-- house: end -->)", re.DOTALL)

WALK = re.compile(r"<!-- walk: begin -->\n(.*?)<!-- walk: end -->", re.DOTALL)
STEP = re.compile(r"^ *([\w:]+) +(\S+\.cpp)  ", re.MULTILINE)  # Class::function  file  what it does

Uses = dict[str, collections.Counter[str]]  # by module: its number of includes of each other module


def uses_of(repository: pathlib.Path) -> Uses:
    """The modules whose folders exist, in the order of layers.toml."""
    rows = tomllib.loads((repository / "layers.toml").read_text())["modules"]
    source = repository / "src" / "ramet"
    uses: Uses = {}
    for module in rows:
        if not (source / module).is_dir():
            continue
        files = [path for path in (source / module).rglob("*") if path.suffix in (".hpp", ".cpp")]
        found = collections.Counter(name for path in files for name in INCLUDE.findall(path.read_text()))
        del found[module]
        uses[module] = found
    return uses


def levels_of(uses: Uses) -> list[list[str]]:
    """Modules by the length of their longest chain of includes: modules of the first level include none."""
    height: dict[str, int] = {}
    for module, used in uses.items():
        height[module] = 1 + max((height[name] for name in used), default=-1)
    levels: list[list[str]] = [[] for _ in range(max(height.values(), default=-1) + 1)]
    for module, level in height.items():
        levels[level].append(module)
    return levels


def matrix(uses: Uses) -> list[str]:
    """A line for each module: how often it includes each module above it."""
    wide = max(len(module) for module in uses)
    lines = []
    for number, (module, used) in enumerate(uses.items()):
        cells = [f"{used[other] or '·':>5}" for other in list(uses)[:number]]
        lines.append(f"{module:>{wide}}{''.join(cells)}  {module}")
    return lines


def draw(uses: Uses) -> str:
    """The picture, as the page shows it."""
    levels = levels_of(uses)
    shown = [f"{level:>5}  {'  '.join(modules)}" for level, modules in reversed(list(enumerate(levels)))]
    return "\n".join(
        [
            "```text",
            "level  modules; each includes only modules of levels below its own",
            *shown,
            "",
            "how often the module of a line includes the module that a column ends with",
            *matrix(uses),
            "```",
            "",
        ]
    )


def walk_faults(page: str, source: pathlib.Path) -> Iterator[str]:
    """The steps of the walk that are not in the file that the page names."""
    for walk in WALK.findall(page):
        for function, file in STEP.findall(walk):
            path = source / file
            if not path.is_file() or not re.search(rf"\b{function.split('::')[-1]}\(", path.read_text()):
                yield f"{PAGE}: there is no {function} in {file}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail where the page differs")
    parser.add_argument("repository", nargs="?", type=pathlib.Path, default=REPOSITORY)
    options = parser.parse_args(arguments)
    page = options.repository / PAGE
    text = page.read_text()
    drawn = draw(uses_of(options.repository))
    wanted, places = PLACE.subn(lambda _: drawn, text)
    if places != 1:
        print(f"{PAGE}: has {places} places for the picture of the modules, not 1", file=sys.stderr)
        return 1
    if faults := list(walk_faults(text, options.repository / "src" / "ramet")):
        print("\n".join(faults), file=sys.stderr)
        return 1
    if options.check and text != wanted:
        print(f"{PAGE}: the picture of the modules differs from the includes; make format draws it", file=sys.stderr)
        return 1
    if not options.check:
        page.write_text(wanted)
    print(f"house: {sum(len(level) for level in levels_of(uses_of(options.repository)))} modules")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
