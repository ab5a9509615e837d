"""Random numbers, written by one and by several contexts."""

from __future__ import annotations

from bench import CODECS, MANY, REPETITIONS, Bench, Run, Suite
from ratios import Cell, Ratios, table

VARIANTS = [f"{kind}/{codec}" for codec in ("zlib", "zstd", "lz4", "none") for kind in ("int", "double")]


def commands(bench: Bench, kind: str, codec: str) -> list[list[str]]:
    out, n, times, number = bench.data / "written.root", bench.write_entries, REPETITIONS, CODECS[codec]
    found = []
    for form, floor, peer in (("ttree", "swapped", "tbuffermerger"), ("rntuple", "split", "rntuple")):
        found.append(bench.ours("parallel_write_floor", out, floor, kind, number, n, times))
        found += [bench.ours("parallel_write", out, form, kind, number, threads, n, times) for threads in (1, 2, MANY)]
        found += [bench.rival("root_parallel_write", peer, out, kind, number, threads, n, times) for threads in (1, 2)]
    if codec == "zlib":
        found.append(bench.rival("uproot_flat", "write", out, kind, n, times))
    return found


def runs(bench: Bench) -> list[Run]:
    return [Run(command, variant) for variant in VARIANTS for command in commands(bench, *variant.split("/"))]


def columns_of(ratios: Ratios, ours: str, peer: str, floor: str) -> list[tuple[str, Cell]]:
    one, two, many = ((ours, threads) for threads in (1, 2, MANY))
    return [
        ("ROOT / ramet, 1", ratios.of((peer, 1), one)),
        ("ROOT / ramet, 2", ratios.of((peer, 2), two)),
        ("ramet / floor", ratios.of(one, (floor, 1))),
        ("ramet: 1 / 2 contexts", ratios.of(one, two)),
        (f"ramet: 2 / {MANY} contexts", ratios.of(two, many)),
        ("serial", ratios.serial(None, ours)),
        ("allows with 64", ratios.serial(64, ours)),
        ("allows with 256", ratios.serial(256, ours)),
        ("size: ROOT / ramet", ratios.of((peer, 1), one, "check")),
    ]


def tables(bench: Bench) -> list[str]:
    ratios = bench.ratios()
    uproot = ("uproot / ramet", ratios.of(("uproot", 1), ("ramet", 1)))
    trees = columns_of(ratios, "ramet", "root-tbuffermerger", "floor")
    ntuples = columns_of(ratios, "ramet-rntuple", "root-rntuple", "floor-split")
    return [
        *table("TTree and TBufferMerger", VARIANTS, [*trees, uproot]),
        "",
        *table("RNTuple and RNTupleParallelWriter", VARIANTS, ntuples),
    ]


def words(bench: Bench) -> str:
    return f"""Write {bench.write_entries:,} random numbers into one branch or field, entry by entry (uproot: arrays of
a million). Floor: drawing the numbers, swapping them or putting their bytes apart, and compressing them with the
codec's own library at the level asked for, in blocks of a basket's size; uncompressed, writing them. Random int do not
compress; of random double only the exponent does. Serial: creating, committing clusters, and closing."""


SUITE = Suite(title="Parallel write", words=words, table=tables, runs=runs)
