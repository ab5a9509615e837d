"""Files of servers that are far away, by HTTP and by XRootD."""

from __future__ import annotations

from collections.abc import Callable

from bench import Bench, Run, Suite
from ratios import Cell, Ratios, table

COLUMNS = [1, 10, 50]
OTHER_TRIPS, FEW_COLUMNS = [50, 150], [1, 10]  # ms
THIN, MANY_COLUMNS = 100, 50  # Mbit/s
RANGES = 34  # columns, of 22 clusters: as many ranges
FILES, ROUND_TRIP = 1_000, 0.1  # of rivals/remote/python_remote.py
PARALLEL, DEPTH = 32, 2  # files that the ideal reads at once, and its trips for each
IDEAL = f"of {DEPTH} trips × {FILES} / {PARALLEL}"
BY_HTTP, BY_XROOTD = ["ramet", "uproot-http"], ["ramet-root", "root"]
TIMES = 2


def prepare(bench: Bench) -> None:
    bench.file("distant", lambda path: bench.rival("python_remote", "make", path, bench.entries // 100))


def runs(bench: Bench) -> list[Run]:
    folder = bench.data / "distant"
    contenders = BY_HTTP + BY_XROOTD
    wide: list[tuple[int, ...]] = [(columns, TIMES) for columns in COLUMNS]
    wide += [(columns, TIMES, trip) for trip in OTHER_TRIPS for columns in FEW_COLUMNS]
    wide.append((MANY_COLUMNS, 1, int(1000 * ROUND_TRIP), THIN))
    commands = [bench.rival("python_remote", one, folder, *numbers) for numbers in wide for one in contenders]
    commands += [bench.rival("python_remote", "ranges", folder, one, RANGES, TIMES) for one in BY_HTTP]
    return [Run(command) for command in [*commands, bench.rival("python_remote", "many", folder, 1)]]


def cells(ratios: Ratios, contender: str, of: Callable[[Callable[[str], float]], float]) -> Cell:
    """What a function makes of a contender's medians, by their names; a dash where it has not all that are needed."""

    def cell(variant: str) -> str:
        key = (contender, variant, 2)
        known = set(ratios.samples[key][0]) if key in ratios.samples else set()
        medians = {what: ratios.median(key, what) for what in known}
        try:
            return f"{of(medians.__getitem__):.3g}"
        except KeyError:
            return "–"

    return cell


def of_thin_wire(ratios: Ratios) -> list[str]:
    """Many columns where the wire is what takes the time."""
    variant = f"{MANY_COLUMNS}, {THIN} Mbit/s"
    columns = [
        ("s", lambda of: of("wall")),
        ("needed / what the wire lets through", lambda of: of("needed") / of("wall") / (THIN * 125_000)),
        ("sent / needed", lambda of: of("sent") / of("needed")),
    ]
    names = {
        "ramet": "ramet, HTTP",
        "uproot-http": "uproot, HTTP",
        "ramet-root": "ramet, XRootD",
        "root": "ROOT, XRootD",
    }
    made = {
        name: {what: cells(ratios, contender, of)(variant) for what, of in columns} for contender, name in names.items()
    }
    shown = [(what, lambda name, what=what: made[name][what]) for what, _ in columns]
    return table(f"{MANY_COLUMNS} columns, {THIN} Mbit/s", list(names.values()), shown)


def of_ranges(ratios: Ratios) -> list[str]:
    """What ranges cost, beside reading itself."""
    columns = [
        (f"{contender}: {name}", cells(ratios, contender, lambda of, what=what: of(what)))
        for contender in BY_HTTP
        for what, name in (("requests", "requests"), ("wall", "s"), ("cpu", "more CPU, s"))
    ]
    return table("several ranges a request", ["ranges"], columns)


def without_opening(of: Callable[[str], float]) -> float:
    return (of("sent") - of("opening")) / of("needed")


def tables(bench: Bench) -> list[str]:
    variants = [str(columns) for columns in COLUMNS]
    variants += [f"{columns} at {trip} ms" for trip in OTHER_TRIPS for columns in FEW_COLUMNS]
    bench.check_agreement([*variants, f"{MANY_COLUMNS}, {THIN} Mbit/s", "ranges"], within=1e-6)
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
        ("bytes / needed", cells(ratios, "ramet", without_opening)),
        ("uproot: bytes / needed", cells(ratios, "uproot-http", without_opening)),
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
    wide = table("columns", variants, columns)
    return [*wide, "", *of_thin_wire(ratios), "", *of_ranges(ratios), "", *many]


def words(bench: Bench) -> str:
    return f"""Open a tree of 200 branches of lists of {bench.entries // 100:,} entries, in 22 clusters, and read
columns of it as awkward arrays, where a round trip takes 100 ms (or as the row says) and 1 Gbit/s come, a connection by
HTTP, all together by XRootD. ROOT has no arrays of lists, and gets all entries one by one; it has all columns in a
TTreeCache of 180 MB from the beginning. Its wheel does not speak HTTP. uproot: HTTPSource, on a server that sends one
range a request. Trips are requests that waited for one another, as the server saw them. *Needed* are the bytes of the
columns' baskets; *bytes* without those that opening a file brings. The second table has a wire of {THIN} Mbit/s for all
connections together, and tells bytes as the server sent them; the third a server that answers several ranges a request:
what reading takes of the processor beyond reading the same file of a local disk.
*Again*: the session remembers the metadata, and asks whether the files are still the same."""


SUITE = Suite(title="Distant files", words=words, table=tables, prepare=prepare, runs=runs, is_python=True)
