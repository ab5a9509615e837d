"""Run the scenarios beside ROOT and uproot and write the ratios to RESULTS.md.

    python benchmarks/run.py [SUITE ...] [--passes 3] [--entries 10000000] [--data FOLDER]

Each suite is a file below suites/ and a section of RESULTS.md; without names all are run, and the sections of those
that are not stay as they are. Each pass runs every contender once, so that a slow minute of the machine hits all alike;
of each run the first repetition is cold and left out. Every contender on the same file must give the same check value.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

from bench import BENCHMARKS, Bench, Suite

# In the order of RESULTS.md.
SUITES = [
    "read",
    "nano",
    "tracks",
    "ntuple",
    "events",
    "conditions",
    "many",
    "write",
    "flushes",
    "parts",
    "processes",
    "harness",
    "tuning",
    "open",
    "local",
]
SUITES += ["remote", "waiting", "random", "expressions", "draw", "frames", "distribute", "merging", "fits"]

LIBRARIES = ["Core", "Imt", "RIO", "Thread", "MathCore", "Hist", "Tree", "ROOTDataFrame", "ROOTNTuple"]
LIBRARIES += ["TreePlayer", "ROOTVecOps", "GenVector", "Physics", "tbb"]


def suite_of(name: str) -> Suite:
    """The suite of that name, which is unique among the folders of suites/."""
    (script,) = (BENCHMARKS / "suites").rglob(f"{name}.py")
    module = ".".join(script.relative_to(BENCHMARKS).with_suffix("").parts)
    suite: Suite = importlib.import_module(module).SUITE
    return suite


def root_prefix() -> Path:
    """Where the ROOT package keeps include/ and lib/."""
    code = "import ROOT, os; print(os.path.dirname(ROOT.__file__))"
    found = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    return Path(found.stdout.strip().splitlines()[-1])


def make_dictionary(header: Path, folder: Path, prefix: Path) -> list[str]:
    """Compile ROOT's description of the classes in a header (its LinkDef beside it); the linker's words for it."""
    name = f"rivals_{header.stem}"
    library = folder / f"lib{name}.so"
    if not library.exists() or library.stat().st_mtime < header.stat().st_mtime:
        source = folder / f"{name}_dictionary.cxx"
        linkdef = header.with_name(f"{header.stem}_linkdef.h")
        command = [str(prefix / "bin" / "rootcling"), "-f", str(source), "-s", str(library), "-rml", library.name]
        command += ["-rmf", str(library.with_suffix(".rootmap")), f"-I{header.parent}", str(header), str(linkdef)]
        subprocess.run(command, check=True)
        command = ["g++", "-O2", "-std=c++17", "-fPIC", "-shared", "-isystem", str(prefix / "include"), str(source)]
        subprocess.run([*command, f"-I{header.parent}", "-o", str(library)], check=True)
    return ["-Wl,--no-as-needed", f"-L{folder}", f"-l{name}", f"-Wl,-rpath,{folder}"]


def header_of(source: Path, name: str, folder: Path) -> Path:
    """The header with classes that a contender includes; written first, if a script does that."""
    script = source.with_name(f"write_{Path(name).stem}.py")
    if not script.exists():
        return source.with_name(name)
    header = folder / name
    if not header.exists() or header.stat().st_mtime < script.stat().st_mtime:
        subprocess.run([sys.executable, str(script), str(folder)], check=True)
    return header


def build_rivals(folder: Path) -> None:
    """Compile the contenders that link ROOT, at ROOT's own standard and for this machine.

    One that includes "x_classes.hpp" gets the dictionary of that header linked; where it is not beside the contender,
    write_x_classes.py there writes it into the folder.
    """
    prefix = root_prefix()
    newest_header = max(path.stat().st_mtime for path in BENCHMARKS.rglob("*.hpp"))
    for source in sorted((BENCHMARKS / "rivals").rglob("*.cpp")):
        classes = re.findall(r'#include "(\w+_classes\.hpp)"', source.read_text())
        headers = [header_of(source, name, folder) for name in classes]
        linked = [word for header in headers for word in make_dictionary(header, folder, prefix)]
        program = folder / source.stem
        if program.exists() and program.stat().st_mtime > max(source.stat().st_mtime, newest_header):
            continue
        command = ["g++", "-O3", "-march=native", "-std=c++17", "-pthread", "-isystem", str(prefix / "include")]
        command += [
            f"-I{BENCHMARKS}",
            f"-I{source.parent}",
            f"-I{folder}",
            str(source),
            "-o",
            str(program),
            f"-L{prefix / 'lib'}",
        ]
        command += [*(f"-l{name}" for name in LIBRARIES), *linked]
        command += [f"-Wl,-rpath,{prefix / 'lib'}", "-Wl,--allow-shlib-undefined"]
        subprocess.run(command, check=True)


HEAD = """# Results

Made by `make bench`: contenders interleaved, medians of warm repetitions, wall time, page cache warm for all. Ratios of
times: above 1 the second one named is faster. ramet is built for any x86-64; what links ROOT, and the loops over the
values, for the machine they run on. `python benchmarks/run.py SUITE` makes one section again."""


def section(suite: Suite, name: str, bench: Bench, remark: str | None) -> str:
    made = f"`benchmarks/run.py {name}`: {bench.passes} passes, {os.cpu_count()} cores, {platform.machine()}."
    lines = [
        f"## {suite.title}",
        "",
        suite.words(bench),
        "",
        *suite.table(bench),
        "",
        made,
        *([remark] if remark else []),
    ]
    return "\n".join(lines)


def with_sections(text: str, made: dict[str, str]) -> str:
    """RESULTS.md with the sections that were made, by title; the others as they were; at the end the notes."""
    titles = {name: suite_of(name).title for name in SUITES}
    before = {part.splitlines()[0][3:]: part.rstrip() for part in re.split(r"(?m)^(?=## )", text)[1:]}
    sections = [made.get(title) or before.get(title) for title in titles.values()]
    notes = (BENCHMARKS / "NOTES.md").read_text().rstrip()
    return "\n\n".join([HEAD, *(part for part in sections if part), notes]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time ramet against ROOT and uproot.")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"of {', '.join(SUITES)}; all by default")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--entries", type=int, default=10_000_000)
    parser.add_argument("--write-entries", type=int, default=16_000_000)
    parser.add_argument("--data", type=Path, default=BENCHMARKS.parent / "build" / "bench-data")
    parser.add_argument("--programs", type=Path, default=BENCHMARKS.parent / "build" / "release" / "benchmarks")
    parser.add_argument("--remark", help="what a reader of the numbers has to know about this run")
    options = parser.parse_args()
    if unknown := sorted(set(options.suites) - set(SUITES)):
        parser.error(f"no suite {', '.join(unknown)}")
    bench = Bench(options.data, options.passes, options.entries, options.write_entries, options.programs)
    bench.data.mkdir(parents=True, exist_ok=True)
    chosen = [name for name in SUITES if name in options.suites or not options.suites]
    suites: dict[str, Suite] = {name: suite_of(name) for name in chosen}
    if not all(suite.is_python for suite in suites.values()):
        build_rivals(bench.data)
    made = {}
    for name, suite in suites.items():
        suite.prepare(bench)
        runs = suite.runs(bench)
        for number in range(bench.passes if runs else 0):
            print(f"{name}: pass {number + 1} of {bench.passes}", flush=True)
            for run in runs:
                bench.measure(run)
        made[suite.title] = section(suite, name, bench, options.remark)
        bench.samples.clear()
        page = BENCHMARKS / "RESULTS.md"  # after each suite: a long run that ends early has not been for nothing
        page.write_text(with_sections(page.read_text() if page.exists() else "", made))
        print(made[suite.title], flush=True)


if __name__ == "__main__":
    main()
