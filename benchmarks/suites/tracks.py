"""Class objects: events with a vector of tracks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench import CODECS, REPETITIONS, Bench, Run, Suite
from ratios import table

FORMS = {"split": "split", "unsplit": "unsplit", "memberwise": "unsplit, member-wise"}
EVENTS = 200_000
VARIANTS = [f"{form}/{codec}" for codec in ("none", "zstd") for form in FORMS]


def path_of(bench: Bench, variant: str) -> Path:
    return bench.data / f"tracks_{variant.replace('/', '_')}.root"


def prepare(bench: Bench) -> None:
    def write(variant: str) -> Callable[[Path], list[str]]:
        form, codec = variant.split("/")
        return lambda path: bench.rival("generate_tracks", path, form, CODECS[codec], EVENTS)

    for variant in VARIANTS:
        bench.file(path_of(bench, variant).name, write(variant))


def runs(bench: Bench) -> list[Run]:
    found = []
    for variant in VARIANTS:
        path, form, times = path_of(bench, variant), variant.split("/")[0], REPETITIONS
        commands = [
            bench.ours("tracks", path, form, 1, times),
            bench.ours("unpack_floor", path, "t", times),
            bench.rival("root_tracks", "rdataframe", path, form, 1, times),
            bench.rival("root_tracks", "getentry", path, form, 1, times),
            bench.ours("tracks", path, form, 2, times),
            bench.rival("root_tracks", "rdataframe", path, form, 2, times),
        ]
        if form == "split":  # uproot reads no other
            commands.append(bench.rival("uproot_tracks", path, form, times))
        found += [Run(command, variant) for command in commands]
    return found


def tables(bench: Bench) -> list[str]:
    bench.check_agreement(VARIANTS)
    ratios = bench.ratios()
    one, two = ("ramet", 1), ("ramet", 2)
    columns = [
        ("RDataFrame / ramet", ratios.of(("root-rdataframe", 1), one)),
        ("GetEntry / ramet", ratios.of(("root-getentry", 1), one)),
        ("uproot / ramet", ratios.of(("uproot", 1), one)),
        ("ramet / floor", ratios.of(one, ("floor", 1))),
        ("ramet: 1 / 2 threads", ratios.of(one, two)),
        ("RDataFrame / ramet, 2 threads", ratios.of(("root-rdataframe", 2), two)),
    ]
    return table("form", VARIANTS, columns)


def words(_: Bench) -> str:
    return f"""Sum the 19 members of the tracks of {EVENTS:,} events, each with a `std::vector<Track>`: a branch
for each member, the event as one branch object after object, or with the vector's members one after
the other. uproot reads the first alone. Floor: of a compressed file decompressing its baskets,
which are in memory already; of an uncompressed one reading it in pieces that fit the cache,
swapping and summing."""


SUITE = Suite(title="Class objects", words=words, table=tables, prepare=prepare, runs=runs)
