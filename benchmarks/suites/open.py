"""Opening a file."""

from __future__ import annotations

from bench import REPETITIONS, Bench, Run, Suite
from flat_files import OPENED, make_flat_files
from ratios import Cell, table

FILES = {"ramet": 1000, "root": 200, "uproot": 20}  # opened by each contender in a repetition


def runs(bench: Bench) -> list[Run]:
    found = []
    for name in OPENED:
        path = bench.data / f"{name}.root"
        commands = [
            bench.ours("open_file", path, REPETITIONS),
            bench.rival("root_open", path, REPETITIONS),
            bench.rival("uproot_flat", "open", path, REPETITIONS),
        ]
        found += [Run(command, prefix=f"{name}: ") for command in commands]
    return found


def tables(bench: Bench) -> list[str]:
    rows = [f"{name}: {state}" for name in OPENED for state in ("first of its schema", "next of its schema")]

    def per_file(contender: str, variant: str) -> float | None:
        wall = bench.ratios().median((contender, variant, 1))
        return None if wall is None else wall / FILES[contender]

    def over(above: str) -> Cell:
        def cell(variant: str) -> str:
            a, b = per_file(above, f"{variant.split(':')[0]}: open"), per_file("ramet", variant)
            return "–" if a is None or not b else f"{a / b:.1f}"

        return cell

    def of_aim(variant: str) -> str:
        wall = per_file("ramet", variant)
        return "–" if wall is None else f"{wall / 60e-6:.2f}"

    columns = [("ROOT / ramet", over("root")), ("uproot / ramet", over("uproot")), ("ramet / 60 µs", of_aim)]
    return table("file", [*rows, f"{OPENED[0]}: session"], columns)


def words(_: Bench) -> str:
    return """Open a file with one tree of eight branches (`flat_small`: a basket each, `flat_zstd`: some 1,900 in all),
warm, look at its entries, and close it: with a session that has seen other files only, and with one that has seen
such. Last row: making a session, which a program does once."""


SUITE = Suite(title="Opening", words=words, table=tables, prepare=make_flat_files, runs=runs)
