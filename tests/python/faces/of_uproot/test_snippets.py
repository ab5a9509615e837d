"""Short programs as users of uproot write them: both packages give the same on the same files.

A snippet is a function of a package and a folder; what it returns is compared as plain lists, numbers and texts.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import awkward as ak
import hist
import numpy as np
import pandas as pd
import pytest
import ramet

uproot = pytest.importorskip("uproot")

Snippet = Callable[[Any, Path], Any]
SNIPPETS: list[Snippet] = []
ENTRIES = 500


def snippet(function: Snippet) -> Snippet:
    SNIPPETS.append(function)
    return function


@pytest.fixture(scope="module", params=["ramet", "uproot"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same files, written by each package."""
    folder = tmp_path_factory.mktemp(request.param)
    package = ramet if request.param == "ramet" else uproot
    random = np.random.default_rng(7)
    numbers = {name: random.normal(40, 20, ENTRIES) for name in ("px1", "py1", "px2", "M")}
    counts = random.integers(0, 4, ENTRIES)
    muons = {name: ak.unflatten(random.normal(size=counts.sum()), counts) for name in ("pt", "eta")}
    with package.recreate(folder / "z.root") as file:
        tree = file.mktree("events", {"Run": "int32", "good": "bool", **dict.fromkeys(numbers, "float64")}, "Z events")
        for part in (slice(0, 200), slice(200, 500)):
            some = {name: values[part] for name, values in numbers.items()}
            tree.extend({"Run": np.arange(ENTRIES, dtype="int32")[part], "good": counts[part] > 1, **some})
        file["hpx"] = np.histogram(numbers["px1"], bins=20, range=(-50, 150))
        file["plane"] = np.histogram2d(numbers["px1"], numbers["py1"], bins=(5, 4))
        file["weighted"] = hist.Hist.new.Reg(8, -50, 150, name="x").Weight().fill(numbers["px1"], weight=0.5)
        file["dir/sub/text"] = "some words"
        file.mktree("dir/muons", {"Muon": ak.zip(muons), "n": np.arange(ENTRIES)})
        file.mkrntuple("dir/ntuple", {"n": np.arange(ENTRIES), "pt": muons["pt"]})
    for number in range(2):
        (folder / f"run{number}").mkdir()
        (folder / f"run{number}" / "z.root").write_bytes((folder / "z.root").read_bytes())
    return folder


def plain(value: Any) -> Any:
    """The values that both packages must agree on."""
    if isinstance(value, ak.Array | pd.DataFrame | pd.Series):
        return value.to_dict() if not isinstance(value, ak.Array) else value.to_list()
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


# --- files and directories --------------------------------------------------------------------------------------------


@snippet
def names_in_a_file(up: Any, folder: Path) -> Any:
    file = up.open(folder / "z.root")
    return file.keys(), file.keys(cycle=False, recursive=False), file.keys(filter_classname="TH*"), file.classnames()


@snippet
def trees_of_a_file(up: Any, folder: Path) -> Any:
    file = up.open(folder / "z.root")
    return [(name, tree.num_entries) for name, tree in file.items(filter_classname="TTree", cycle=False)]


@snippet
def directories(up: Any, folder: Path) -> Any:
    with up.open(folder / "z.root") as file:
        inner = file["dir"]["sub"]
        return (
            inner.path,
            inner.keys(),
            str(inner["text"]),
            file["dir;1/sub/text;1"] == file["dir/sub/text"],
            len(inner),
        )


@snippet
def membership(up: Any, folder: Path) -> Any:
    file = up.open(folder / "z.root")
    return ["events" in file, "events;1" in file, "nothing" in file, "px1" in file["events"], file.get("nothing")]


@snippet
def a_path_and_an_object(up: Any, folder: Path) -> Any:
    with up.open(f"{folder}/z.root:events/px1") as branch:
        named = branch.name
    return named, up.open({folder / "z.root": "dir/muons"}).num_entries, up.open(f"{folder}/z.root:hpx").name


@snippet
def a_stream(up: Any, folder: Path) -> Any:
    return up.open(io.BytesIO((folder / "z.root").read_bytes()))["events"]["M"].array(entry_stop=3)


@snippet
def missing_things(up: Any, folder: Path) -> Any:
    found = []
    for ask in (lambda: up.open(folder / "z.root")["evens"], lambda: up.open(folder / "z.root")["events"]["px9"]):
        try:
            ask()
        except up.KeyInFileError as error:
            found.append(isinstance(error, KeyError))
    try:
        up.open(folder / "nothing.root")
    except FileNotFoundError:
        found.append("no file")
    return found


# --- trees and branches -----------------------------------------------------------------------------------------------


@snippet
def what_a_tree_is(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    return (
        tree.name,
        tree.title,
        tree.num_entries,
        len(tree),
        tree.classname,
        tree.object_path.strip("/;1"),
        tree.aliases,
    )


@snippet
def branches_of_a_tree(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    by_name = (
        tree.keys(filter_name=["px*", "M"]),
        tree.keys(filter_name="/P[XY][12]/i"),
        tree.keys(filter_typename="double"),
    )
    return (
        by_name,
        tree.typenames(),
        [one.name for one in tree.branches],
        tree.keys(filter_branch=lambda b: b.name == "M"),
    )


@snippet
def branches_without_paths(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["dir/muons"]
    at_top = tree.keys(recursive=False, full_paths=False), list(tree.typenames(recursive=False, full_paths=False))
    named = [name for name, _ in tree.items(filter_name="Muon*", recursive=False, full_paths=False)]
    return at_top, named, [one.name for one in tree.values(filter_name="n*", recursive=False)]


@snippet
def what_a_branch_is(up: Any, folder: Path) -> Any:
    branch = up.open(folder / "z.root")["events"]["px1"]
    tree = branch.tree
    return branch.name, branch.typename, branch.num_entries, tree.name, branch.top_level, branch.uncompressed_bytes > 0


@snippet
def one_array(up: Any, folder: Path) -> Any:
    branch = up.open(folder / "z.root")["events"]["px1"]
    parts = branch.array(entry_start=-10), branch.array(entry_start=150, entry_stop=250), branch.array(None, 1, 3)
    return parts, str(branch.array().type), branch.array(library="np").dtype.name


@snippet
def lists(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["dir/muons"]
    pt = tree["Muon_pt"].array(library="np")
    return tree["Muon_pt"].array(), [one.tolist() for one in pt], pt.dtype == object, tree["nMuon"].array()


@snippet
def several_arrays(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    events = tree.arrays(["px1", "py1"], entry_stop=20)
    return np.sqrt(events.px1**2 + events.py1**2), events.fields, tree.arrays(filter_name="p?1", entry_stop=3)


@snippet
def arrays_of_libraries(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    return tree.arrays(["M", "good"], library="np", entry_stop=5), tree.arrays(["M", "Run"], library="pd", entry_stop=5)


@snippet
def arranged_arrays(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    options = {"entry_stop": 4}
    whole = tree.arrays(["M", "Run"], how=tuple, **options), tree.arrays(["M"], how=dict, **options)
    return whole, tree.arrays(["M", "Run"], how=list, library="np", **options)


@snippet
def zipped_arrays(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["dir/muons"]
    zipped = tree.arrays(["Muon_pt", "Muon_eta", "n"], how="zip")
    return sorted(zipped.fields), zipped.Muon, zipped.n


@snippet
def cuts_and_aliases(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    return tree.arrays(["M"], cut="good"), tree.arrays(["mass"], aliases={"mass": "M"}, entry_stop=5)


@snippet
def virtual_arrays(up: Any, folder: Path) -> Any:
    log: list[Any] = []
    events = up.open(folder / "z.root")["events"].arrays(filter_name=["M", "Run"], virtual=True, access_log=log)
    length, before = len(events), len(log)
    return length, before, ak.sum(events.Run), len(log) > 0


@snippet
def steps(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    sizes = [len(part) for part in tree.iterate(["M"], step_size=120)]
    reported = [
        (report.start, report.stop, report.tree_entry_start, report.global_entry_stop, report.global_offset)
        for _, report in tree.iterate(step_size=300, report=True)
    ]
    return sizes, reported, [part["M"].sum() for part in tree.iterate(["M"], step_size=100, library="np")]


@snippet
def steps_of_frames(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    return [part.index.tolist()[:2] for part in tree.iterate(["M"], step_size=200, library="pd")]


@snippet
def a_branch_as_a_table(up: Any, folder: Path) -> Any:
    branch = up.open(folder / "z.root")["events"]["M"]
    return (
        branch.arrays(entry_stop=3),
        branch.keys(),
        list(branch.branches),
        [len(one) for one in branch.iterate(step_size=400)],
    )


@snippet
def members_of_a_tree(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    missing = tree.member("fNothing", none_if_missing=True)
    return tree.member("fEntries"), tree.all_members["fName"], tree.has_member("fTitle"), tree.has_member("fX"), missing


@snippet
def own_members(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    return tree.has_member("fName", all=False), tree.has_member("fEntries", all=False), tree.is_instance("TNamed")


@snippet
def bytes_and_entries(up: Any, folder: Path) -> Any:
    tree = up.open(folder / "z.root")["events"]
    return (
        tree.num_entries_for("1 kB", ["M"]),
        tree.common_entry_offsets(),
        tree["M"].entry_offsets,
        tree["M"].num_baskets,
    )


@snippet
def shown_branches(up: Any, folder: Path) -> Any:
    out = io.StringIO()
    up.open(folder / "z.root")["events"].show(filter_name="p*", stream=out)
    return [line.split("|")[0].strip() for line in out.getvalue().splitlines()[2:]]


# --- many files -------------------------------------------------------------------------------------------------------


@snippet
def many_files(up: Any, folder: Path) -> Any:
    files = f"{folder}/run*/z.root:events"
    whole = up.concatenate(files, ["M"], library="np")["M"]
    named = up.concatenate(
        [{f"{folder}/run0/z.root": "events"}, {f"{folder}/run1/z.root": "events"}], filter_name="Run"
    )
    return whole, named, up.concatenate({f"{folder}/run*/z.root": "events"}, "M", cut="good")


@snippet
def steps_of_many_files(up: Any, folder: Path) -> Any:
    files = [f"{folder}/run0/z.root:events", f"{folder}/run1/z.root:events"]
    reports = [report for _, report in up.iterate(files, ["M"], step_size=400, report=True)]
    return [(Path(one.file_path).parent.name, one.start, one.stop, one.tree_entry_start) for one in reports]


@snippet
def entries_of_many_files(up: Any, folder: Path) -> Any:
    return [
        tuple(one)[1:]
        for one in up.num_entries([f"{folder}/run0/z.root:events", {f"{folder}/run1/z.root": "dir/muons"}])
    ]


@snippet
def missing_files(up: Any, folder: Path) -> Any:
    try:
        list(up.iterate(f"{folder}/nothing*.root:events"))
    except FileNotFoundError:
        return "missing"
    return "found"


# --- ntuples ----------------------------------------------------------------------------------------------------------


@snippet
def ntuples(up: Any, folder: Path) -> Any:
    ntuple = up.open(folder / "z.root")["dir/ntuple"]
    names = (
        ntuple.keys(recursive=False),
        ntuple.num_entries,
        ntuple.name,
        ntuple.keys(filter_field=lambda f: f.name == "n"),
    )
    read = ntuple.arrays(["n", "pt"], entry_stop=7), ntuple["pt"].array(entry_start=3, entry_stop=9)
    return names, read, [len(part) for part in ntuple.iterate(["n"], step_size=150)]


@snippet
def fields(up: Any, folder: Path) -> Any:
    field = up.open(folder / "z.root")["dir/ntuple"]["n"]
    return field.name, field.typename, field.top_level, field.array(library="np")[:4]


# --- histograms -------------------------------------------------------------------------------------------------------


@snippet
def a_histogram(up: Any, folder: Path) -> Any:
    found = up.open(folder / "z.root")["hpx"]
    axis = found.axis(axis="x")
    edges = axis.edges(), axis.centers(), axis.widths(), axis.low, axis.high, axis.edges(flow=True), axis.labels()
    return found.name, found.title, found.values(), found.variances(), found.errors(), found.to_numpy(), edges


@snippet
def histograms_of_others(up: Any, folder: Path) -> Any:
    file = up.open(folder / "z.root")
    made = file["weighted"].to_hist(), file["plane"].to_boost()
    numbers = [(one.values(), one.variances()) for one in made]
    return numbers, file["weighted"].weighted, len(file["plane"].axes), file["plane"].to_numpy()[1]


@snippet
def members_of_a_histogram(up: Any, folder: Path) -> Any:
    found = up.open(folder / "z.root")["hpx"]
    return found.member("fEntries"), found.all_members["fName"], found.axis().member("fNbins"), found.classname


# --- writing ----------------------------------------------------------------------------------------------------------


def written(up: Any, folder: Path, write: Callable[[Any], Any]) -> Any:
    """The file of a snippet, as read by uproot."""
    path = folder / f"made_by_{up.__name__}.root"
    with up.recreate(path, initial_streamers_bytes=2048) as file:
        said = write(file)
    read = uproot.open(path)
    kinds = {name: kind for name, kind in read.classnames(cycle=False).items() if kind != "TDirectory"}
    tables = [name for name, kind in kinds.items() if kind in ("TTree", "ROOT::RNTuple")]
    values = {name: {one: read[name][one].array() for one in sorted(set(read[name].keys()))} for name in tables}
    return said, kinds, {name: plain(found) for name, found in values.items()}


@snippet
def written_tables(up: Any, folder: Path) -> Any:
    frame = pd.DataFrame({"x": np.arange(5), "y": np.arange(5) * 1.5}).to_records(index=False)

    def write(file: Any) -> Any:
        file["n"] = {"x": np.arange(5), "y": ak.Array([[1.5], [], [2.5], [], [3.5]])}
        file.mktree("t", frame, title="a title")
        file.mktree("dir/typed", {"x": np.float32, "y": ak.types.from_datashape("var * int64", highlevel=False)})
        file["dir/typed"].extend({"x": np.arange(2, dtype="f4"), "y": ak.Array([[1], [2, 3]])})
        file.mkrntuple("r", {"x": "int32"}).extend({"x": np.arange(3, dtype="int32")})
        return file.keys(), file["t"].num_entries, sorted(file["dir"].keys())

    return written(up, folder, write)


@snippet
def written_counters(up: Any, folder: Path) -> Any:
    def write(file: Any) -> Any:
        lists = ak.Array([[1.5], [], [2.5]])
        file.mktree("t", {"a": lists, "b": lists}, counter_name=lambda _: "count", resize_factor=5.0)
        file.mktree("u", {"a": "var * float64"}, counter_name=lambda name: f"{name}_length").extend({"a": lists})

    return written(up, folder, write)


@snippet
def written_objects(up: Any, folder: Path) -> Any:
    def write(file: Any) -> Any:
        file["h"] = hist.Hist.new.Reg(4, 0, 4, name="x").Double().fill([0.5, 1.5, 1.5])
        file["g"] = up.as_TGraph({"x": [1.0, 2.0], "y": [3.0, 4.0]})
        file.update({"text": "hello"}, more="there")
        file.mkdir("empty", initial_directory_bytes=300)
        del file["more"]
        return file["h"].values(), "h" in file, file.classnames(filter_classname="TH*")

    return written(up, folder, write)


@snippet
def updated_files(up: Any, folder: Path) -> Any:
    path = folder / f"updated_by_{up.__name__}.root"
    path.write_bytes((folder / "z.root").read_bytes())
    with up.update(path) as file:
        file["more"] = np.histogram([0.5], bins=2)
        file["dir/words"] = "added"
        del file["plane"]
    return sorted(uproot.open(path).keys(cycle=False)), str(uproot.open(path)["dir/words"])


@snippet
def new_fields(up: Any, folder: Path) -> Any:
    def write(file: Any) -> Any:
        ntuple = file.mkrntuple("r", {"x": "int64"})
        ntuple.extend({"x": np.arange(2)})
        ntuple.extend({"x": np.arange(3), "y": np.arange(3) * 0.5}, accept_new_fields=True)
        return ntuple.num_entries

    return written(up, folder, write)


@pytest.mark.parametrize("program", SNIPPETS, ids=lambda one: one.__name__)
def test_both_packages_give_the_same(folder: Path, program: Snippet) -> None:
    ours, theirs = (plain(program(package, folder)) for package in (ramet, uproot))
    assert repr(ours) == repr(theirs) or ours == theirs
    assert ours not in (None, [], {})
