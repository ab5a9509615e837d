"""Files of servers that are far away, by HTTP and by XRootD."""

from __future__ import annotations

from collections.abc import Callable

from bench import Bench, Run, Suite
from ratios import table

COLUMNS = [1, 10, 50]
FILES, ROUND_TRIP = 1_000, 0.1  # of rivals/remote/python_remote.py
PARALLEL, DEPTH = 32, 2  # files that the ideal reads at once, and its trips for each
IDEAL = f"of {DEPTH} trips × {FILES} / {PARALLEL}"
BY_HTTP, BY_XROOTD = ["ramet", "uproot-http"], ["ramet-root", "root"]
TIMES = 2


def prepare(bench: Bench) -> None:
    bench.file("distant", lambda path: bench.rival("python_remote", "make", path, bench.entries // 100))


def runs(bench: Bench) -> list[Run]:
    folder = bench.data / "distant"
    commands = [
        bench.rival("python_remote", contender, folder, columns, TIMES)
        for columns in COLUMNS
        for contender in BY_HTTP + BY_XROOTD
    ]
    return [Run(command) for command in [*commands, bench.rival("python_remote", "many", folder, 1)]]


def tables(bench: Bench) -> list[str]:
    variants = [str(columns) for columns in COLUMNS]
    bench.check_agreement(variants, within=1e-6)
    ratios = bench.ratios()

    def number(contender: str, what: str) -> object:
        def cell(variant: str) -> str:
            found = ratios.median((contender, variant, 2), what)
            return "–" if found is None else f"{found:.3g}"

        return cell

    columns = [
        ("uproot / ramet, HTTP", ratios.of(("uproot-http", 2), ("ramet", 2))),
        ("ROOT / ramet, XRootD", ratios.of(("root", 2), ("ramet-root", 2))),
        ("ramet, HTTP: s", number("ramet", "wall")),
        ("trips", number("ramet", "depth")),
        ("requests", number("ramet", "requests")),
        ("uproot: trips", number("uproot-http", "depth")),
        ("requests ", number("uproot-http", "requests")),
        ("ramet, XRootD: s", number("ramet-root", "wall")),
    ]
    least = DEPTH * FILES / PARALLEL * ROUND_TRIP

    def of_many(variant: str) -> dict[str, float | None]:
        wall, *others = (ratios.median(("ramet", variant, 2), what) for what in ("wall", "requests", "resident_mb"))
        ideal = wall / least if wall else None
        return dict(zip(("s", IDEAL, "requests", "resident MB"), (wall, ideal, *others), strict=True))

    found = {name: of_many(variant) for name, variant in (("first time", "many"), ("again", "again"))}

    def cell_of(name: str) -> Callable[[str], str]:
        return lambda row: "–" if found[name][row] is None else f"{found[name][row]:.3g}"

    many = table(f"one column of {FILES:,} files", list(found["again"]), [(name, cell_of(name)) for name in found])
    return [*table("columns", variants, columns), "", *many]


def words(bench: Bench) -> str:
    return f"""Open a tree of 200 branches of lists of {bench.entries // 100:,} entries, in 22 clusters, and read
columns of it as awkward arrays, where a round trip takes 100 ms and 1 Gbit/s come, a connection by HTTP, all together
by XRootD. ROOT has no arrays of lists, and gets all entries one by one; it has all columns in a TTreeCache of 180 MB
from the beginning. Its wheel does not speak HTTP. uproot: HTTPSource, on a server that sends one range a request.
Trips are requests that waited for one another, as the server saw them.
*Again*: the session remembers the metadata, and asks whether the files are still the same."""


SUITE = Suite(title="Distant files", words=words, table=tables, prepare=prepare, runs=runs, is_python=True)
