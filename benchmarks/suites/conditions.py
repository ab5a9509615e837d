"""Conditions: payloads that are read completely, from keys and from memory, into structs and into arrays."""

from __future__ import annotations

from pathlib import Path

from bench import REPETITIONS, Bench, Run, Suite
from ratios import serial_columns, table

FORMS = ("objectwise", "memberwise")
PAYLOADS = ("trigger", "geometry", "tables", "gains")
WAYS = ("buffer", "key", "array")
VARIANTS = [f"{form}/{payload}/{way}" for form in FORMS for payload in PAYLOADS for way in WAYS]
MANY_CLASSES = [f"{which}/{way}" for which in ("all", "described") for way in ("buffer", "key")]
THREADS = (1, 2, 8)


def path_of(bench: Bench, form: str) -> Path:
    return bench.data / f"conditions_{form}.root"


def prepare(bench: Bench) -> None:
    for form in FORMS:
        bench.file(path_of(bench, form).name, lambda path, form=form: bench.rival("generate_conditions", path, form))
    bench.file("payloads.root", lambda path: bench.rival("generate_payloads", path))


def runs(bench: Bench) -> list[Run]:
    found = []
    for variant in VARIANTS:
        form, payload, way = variant.split("/")
        path = path_of(bench, form)
        for threads in (1, 2):
            found.append(Run(bench.ours("conditions", path, payload, way, threads, REPETITIONS), variant))
            # ROOT makes objects alone: an array is compared with an object from memory
            roots_way = "buffer" if way == "array" else way
            found.append(Run(bench.rival("root_conditions", path, payload, roots_way, threads, REPETITIONS), variant))
    path = bench.data / "payloads.root"
    for variant in MANY_CLASSES:
        which, way = variant.split("/")
        for threads in THREADS:
            found.append(Run(bench.ours("payloads", path, which, way, threads, REPETITIONS), variant))
            found.append(Run(bench.rival("root_payloads", path, which, way, threads, REPETITIONS), variant))
    return found


def tables(bench: Bench) -> list[str]:
    bench.check_agreement([variant for variant in VARIANTS if not variant.endswith("array")])
    bench.check_agreement(MANY_CLASSES)
    ratios = bench.ratios()
    columns = [
        ("ROOT / ramet", ratios.of(("root", 1), ("ramet", 1))),
        ("ROOT / ramet, 2 threads", ratios.of(("root", 2), ("ramet", 2))),
        ("ramet: 1 / 2 threads", ratios.of(("ramet", 1), ("ramet", 2))),
    ]
    shared = [
        *((f"ROOT / ramet, {n} threads", ratios.of(("root", n), ("ramet", n))) for n in THREADS),
        ("ramet: 1 / 2 threads", ratios.of(("ramet", 1), ("ramet", 2))),
        ("ROOT: 1 / 2 threads", ratios.of(("root", 1), ("root", 2))),
        ("ramet: 2 / 8 threads", ratios.of(("ramet", 2), ("ramet", 8))),
        *serial_columns(ratios),
    ]
    return [*table("payload", VARIANTS, columns), "", *table("226 classes", MANY_CLASSES, shared)]


def words(_: Bench) -> str:
    return """Read a payload again and again, each time into a new one: 93,160 structs that hold six of 2 bytes
(*trigger*); 23,557 with a name and numbers (*geometry*); 12 maps of 9,300 numbers (*tables*); 65 MB of
bytes and floats (*gains*). From its key in an uncompressed file (*key*) or from the key's bytes in memory
(*buffer*) into structs; or from these into arrays (*array*), which ROOT has not: it makes structs.
With two threads each reads all: ratios are of times, and 1 is perfect for the last column.

Second table: 226 objects, each of a class of its own, 230 MB in one file (numbers, arrays, strings, vectors, maps,
structs in structs, bases; 100 bytes to 30 MB), shared by the threads, so that 2 is perfect for two. *all*: into arrays,
by ROOT into objects; *described*: each eighth class, into structs. Each time a new session, whose plans
the threads make as they read; ROOT has its dictionaries, and what it compiled before. Serial: making the session and
opening the file. The sum of all numbers is the same for all."""


SUITE = Suite(title="Conditions", words=words, table=tables, prepare=prepare, runs=runs)
