"""Many small files, and a wide one."""

from __future__ import annotations

from bench import REPETITIONS, Bench, Run, Suite
from ratios import table

FILES, ENTRIES, BRANCHES = 1000, 10_000, 5000


def prepare(bench: Bench) -> None:
    bench.file("many", lambda path: bench.rival("generate_many", "files", path, FILES, ENTRIES))
    bench.file("wide.root", lambda path: bench.rival("generate_many", "wide", path, BRANCHES, 1000))


def runs(bench: Bench) -> list[Run]:
    files, wide, times = bench.data / "many", bench.data / "wide.root", REPETITIONS
    many = [
        bench.ours("many_files", files, 1, times),
        bench.rival("root_many", "loop", files, 1, times),
        bench.rival("root_many", "chain", files, 1, times),
        bench.rival("root_many", "rdataframe", files, 1, times),
        bench.rival("uproot_many", "files", files, times),
        bench.ours("many_files", files, 2, times),
        bench.rival("root_many", "rdataframe", files, 2, times),
    ]
    of_wide = [
        bench.ours("wide", wide, times),
        bench.rival("root_many", "wide", wide, 1, times),
        bench.rival("uproot_many", "wide", wide, times),
    ]
    return [Run(command, "many") for command in many] + [Run(command, "wide") for command in of_wide]


def tables(bench: Bench) -> list[str]:
    bench.check_agreement(["many", "wide"])
    ratios = bench.ratios()
    one, two = ("ramet", 1), ("ramet", 2)
    columns = [
        ("ROOT's loop / ramet", ratios.of(("root-loop", 1), one)),
        ("TChain / ramet", ratios.of(("root-chain", 1), one)),
        ("RDataFrame / ramet", ratios.of(("root-rdataframe", 1), one)),
        ("uproot / ramet", ratios.of(("uproot", 1), one)),
        ("ramet: 1 / 2 threads", ratios.of(one, two)),
        ("RDataFrame: 1 / 2 threads", ratios.of(("root-rdataframe", 1), ("root-rdataframe", 2))),
        ("RDataFrame / ramet, 2 threads", ratios.of(("root-rdataframe", 2), two)),
    ]
    return table("what", ["many", "wide"], columns)


def words(_: Bench) -> str:
    return f"""Many: sum one column of {FILES:,} files of {ENTRIES:,} entries, zstd, opening and closing each; ramet
as one dataset. Wide: open a tree of {BRANCHES:,} branches with a new session, sum one of them, and close it.
ROOT's loop opens each file, reads the branch entry by entry and closes it."""


SUITE = Suite(title="Many files, wide trees", words=words, table=tables, prepare=prepare, runs=runs)
