"""RNTuples: flat columns, and events with a vector of tracks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench import CODECS, REPETITIONS, Bench, Run, Suite
from ratios import table

STORED = ("none", "zstd")
EVENTS = 200_000
ONE_CLUSTER = 4 << 30  # bytes: more than any file has
FLAT = [f"flat/{codec}" for codec in STORED] + ["one cluster/zstd"]
TRACKS = [f"tracks/{codec}" for codec in STORED]


def path_of(bench: Bench, variant: str) -> Path:
    return bench.data / f"ntuple_{variant.replace('/', '_').replace(' ', '_')}.root"


def prepare(bench: Bench) -> None:
    def write(variant: str) -> Callable[[Path], list[str]]:
        form, codec = variant.split("/")
        if form == "tracks":
            return lambda path: bench.rival("generate_tracks", path, "ntuple", CODECS[codec], EVENTS)
        cluster = [ONE_CLUSTER] if form == "one cluster" else []
        return lambda path: bench.rival("generate_flat_ntuple", path, CODECS[codec], bench.entries, *cluster)

    for variant in FLAT + TRACKS:
        bench.file(path_of(bench, variant).name, write(variant))


def runs(bench: Bench) -> list[Run]:
    found = []
    for variant in FLAT + TRACKS:
        path, times = path_of(bench, variant), REPETITIONS
        commands = [] if variant.endswith("/none") else [bench.ours("ntuple_floor", path, times)]
        if variant in FLAT:
            commands += [bench.ours("ntuple_read", path, "flat", threads, times) for threads in (1, 2)]
            commands += [bench.rival("root_flat_ntuple", mode, path, 1, times) for mode in ("view", "bulk")]
            commands += [bench.rival("root_flat_ntuple", "rdataframe", path, 2, times)]
            commands += [bench.rival("uproot_flat", "read", path, times)]
        else:
            commands += [bench.ours("ntuple_read", path, "tracks", threads, times) for threads in (1, 2)]
            commands += [bench.rival("root_tracks", "view", path, "ntuple", 1, times)]
            commands += [bench.rival("root_tracks", "rdataframe", path, "ntuple", 2, times)]
            commands += [bench.rival("uproot_tracks", path, "ntuple", times)]
        found += [Run(command, variant) for command in commands]
    return found


def tables(bench: Bench) -> list[str]:
    bench.check_agreement(FLAT + TRACKS)
    ratios = bench.ratios()
    one, two = ("ramet", 1), ("ramet", 2)
    columns = [
        ("views / ramet", ratios.of(("root-view", 1), one)),
        ("bulk / ramet", ratios.of(("root-bulk", 1), one)),
        ("uproot / ramet", ratios.of(("uproot", 1), one)),
        ("ramet / floor", ratios.of(one, ("floor", 1))),
        ("ramet: 1 / 2 threads", ratios.of(one, two)),
        ("RDataFrame / ramet, 2 threads", ratios.of(("root-rdataframe", 2), two)),
    ]
    return table("file", FLAT + TRACKS, columns)


def words(bench: Bench) -> str:
    return f"""Sum eight fields of {bench.entries:,} entries, or all members of the tracks of {EVENTS:,}
events, of RNTuples that ROOT wrote; one of the files has a single cluster. Views:
`RNTupleReader::GetView`, an entry at a time; bulk: `RBulkValues`, 16,384 entries at a time.
Floor: decompressing the pages, which are in memory already; of the uncompressed files there is
none."""


SUITE = Suite(title="RNTuples", words=words, table=tables, prepare=prepare, runs=runs)
