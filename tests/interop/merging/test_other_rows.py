"""What becomes of objects that hadd keeps once for each file, drops, or joins by rules of their own."""

from __future__ import annotations

import array
import shutil
from pathlib import Path
from typing import Any

import pytest
import ramet
import ROOT
from merging.samples import by_hadd, by_ramet, cells_of, opened, write, write_all

LOSES_DATA = 3


def tree_of(name: str, value: float, decorate: Any = None) -> Any:
    """Fills a tree of one entry, which `decorate` changes before it is written."""

    def fill(_: Any) -> None:
        tree = ROOT.TTree(name, "")
        x = array.array("d", [value])
        tree.Branch("x", x, "x/D")
        tree.Fill()
        if decorate is not None:
            decorate(tree)
        tree.Write()

    return fill


def values_of(path: Path, name: str = "t") -> list[float]:
    with opened(path) as file:
        return [entry.x for entry in file.Get(name)]


def keys_of(path: Path) -> list[str]:
    with opened(path) as file:
        return sorted(f"{key.GetName()};{key.GetCycle()}" for key in file.GetListOfKeys())


def written(name: str, made: Any) -> Any:
    return lambda _: made().Write(name)


def vector_of(*values: float) -> Any:
    made = ROOT.TVectorD(len(values))
    for place, value in enumerate(values):
        made[place] = value
    return made


def matrix_of(value: float) -> Any:
    made = ROOT.TMatrixD(1, 1)
    made[0][0] = value
    return made


def function_of(value: float) -> Any:
    made = ROOT.TF1("f", "[0]*x", 0, 1)
    made.SetParameter(0, value)
    return made


SINGLE = {
    "TObjString": lambda value: ROOT.TObjString(str(value)),
    "TNamed": lambda value: ROOT.TNamed("o", str(value)),
    "TVectorD": lambda value: vector_of(value, 2),
    "TMatrixD": matrix_of,
}


def polygons_of(value: float) -> Any:
    made = ROOT.TH2Poly("o", "", 2, 0.0, 10.0, 2, 0.0, 10.0)
    made.Fill(1, 1, value)
    return made


def events_of(value: float) -> Any:
    made = ROOT.TEventList("o")
    made.SetDirectory(ROOT.nullptr)
    made.Enter(int(value))
    return made


def statistic_of(value: float) -> Any:
    made = ROOT.TStatistic("o")
    made.Fill(value)
    return made


def clones_of(value: float) -> Any:
    made = ROOT.TClonesArray("TNamed", 1)
    made.ConstructedAt(0).SetName(str(value))
    return made


def points_of(value: float) -> Any:
    return ROOT.TPolyLine(2, array.array("d", [value, 1]), array.array("d", [0, 1]))


def scalar_of(value: float) -> Any:
    return ROOT.TSelectorScalar("o", int(value))


UNSUMMED = {
    "TH2Poly": polygons_of,
    "TEventList": events_of,
    "TStatistic": statistic_of,
    "TClonesArray": clones_of,
    "TPolyLine": points_of,
    "TSelectorScalar": scalar_of,
}


@pytest.mark.parametrize("kind", list(UNSUMMED))
def test_what_root_adds_and_ramet_does_not_is_refused(tmp_path: Path, kind: str) -> None:
    for values in ([1.0, 1.0], [1.0, 2.0]):
        fills = [lambda file, value=value: file.WriteObject(UNSUMMED[kind](value), "o") for value in values]
        inputs = write_all(tmp_path, fills)
        assert keys_of(by_hadd(tmp_path, inputs)[1]) == ["o;1"]
        code, _, complaint = by_ramet(tmp_path, inputs)
        assert code == LOSES_DATA
        assert f"{kind}=all" in complaint
        code, merged, _ = by_ramet(tmp_path, inputs, "--rule", f"{kind}=all")
        assert (code, keys_of(merged)) == (0, ["o;1", "o;2"])
    assert by_ramet(tmp_path, inputs[:1])[0] == 0


@pytest.mark.parametrize("kind", list(SINGLE))
def test_texts_and_vectors_are_one_if_they_are_the_same(tmp_path: Path, kind: str) -> None:
    make = SINGLE[kind]
    same = write_all(tmp_path, [written("o", lambda: make(1.5)) for _ in range(2)])
    code, merged, _ = by_ramet(tmp_path, same)
    assert (code, keys_of(merged)) == (0, ["o;1"])
    assert keys_of(by_hadd(tmp_path, same)[1]) == ["o;1", "o;2"]
    others = write_all(tmp_path, [written("o", lambda value=value: make(value)) for value in (1.5, 2.5)])
    code, _, complaint = by_ramet(tmp_path, others)
    assert code == LOSES_DATA
    assert "'o'" in complaint
    with opened(others[0]) as file:
        stored = file.GetListOfKeys()[0].GetClassName()
    assert by_ramet(tmp_path, others, "--rule", f"{stored}=all")[0] == 0
    assert keys_of(tmp_path / "ramet.root") == ["o;1", "o;2"]


def surface_of(value: float) -> Any:
    made = ROOT.TGraph2D(1, *(array.array("d", [number]) for number in (value, 1, 2)))
    made.SetName("o")
    return made


OTHER = {
    "TF1": function_of,
    "TGraph2D": surface_of,
    "TMultiGraph": lambda value: ROOT.TMultiGraph("o", str(value)),
    "TMap": lambda value: ROOT.TMap(),
}


@pytest.mark.parametrize("kind", list(OTHER))
def test_other_objects_are_one_if_they_are_the_same_or_cycles(tmp_path: Path, kind: str) -> None:
    make = OTHER[kind]

    def put(value: float) -> Any:
        return lambda file: file.WriteObject(make(value), "o")

    same = [write(tmp_path / "same.root", put(1.5))]
    same.append(Path(shutil.copy(same[0], tmp_path / "copy.root")))
    code, merged, complaint = by_ramet(tmp_path, same)
    assert (code, complaint) == (0, "")
    assert keys_of(merged) == ["o;1"]
    if kind == "TMap":  # an empty one has no contents to differ in
        return
    code, merged, _ = by_ramet(tmp_path, write_all(tmp_path, [put(1.5), put(2.5)]))
    assert (code, keys_of(merged)) == (0, ["o;1", "o;2"])
    with opened(merged) as file:
        assert file.Get("o;2").ClassName() == kind


def test_of_several_cycles_the_newest_of_each_file_counts(tmp_path: Path) -> None:
    def fill(values: list[float]) -> Any:
        def put(_: Any) -> None:
            made = ROOT.TH1D("h", "", 4, 0, 4)
            for value in values:
                made.Fill(value)
                made.Write()
            made.SetDirectory(ROOT.nullptr)

        return put

    inputs = write_all(tmp_path, [fill([0.5, 0.5]), fill([1.5, 1.5, 1.5])])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    with opened(merged) as ours, opened(by_hadd(tmp_path, inputs)[1]) as theirs:
        assert ours.Get("h").GetEntries() == 5
        assert cells_of(ours.Get("h")) == cells_of(theirs.Get("h"))


@pytest.mark.parametrize("weighted", [False, True])
def test_surfaces_of_longer_axes_keep_all_entries(tmp_path: Path, *, weighted: bool) -> None:
    def fill(high: float, points: list[tuple[float, float, float]]) -> Any:
        def put(_: Any) -> None:
            made = ROOT.TProfile2D("p", "", int(high), 0, high, 4, 0, 4)
            if weighted:
                made.Sumw2()
            for x, y, z in points:
                made.Fill(x, y, z, 2.0 if weighted else 1.0)

        return put

    # A bin whose mean is 0 has entries, too.
    inputs = write_all(tmp_path, [fill(4, [(0.5, 0.5, 0.0), (3.5, 3.5, 7.0)]), fill(8, [(7.5, 0.5, 0.0)])])
    code, merged, complaint = by_ramet(tmp_path, inputs)
    assert (code, complaint) == (0, "")
    with opened(merged) as file:
        found = file.Get("p")
        assert (found.GetNbinsX(), found.GetEntries()) == (8, 3)
        weight = 2.0 if weighted else 1.0
        for x, z in ((0.5, 0.0), (7.5, 0.0)):
            cell = found.FindBin(x, 0.5)
            assert (found.GetBinEntries(cell), found.GetBinContent(cell)) == (weight, z)


def test_an_extra_branch_is_refused_or_dropped_or_filled(tmp_path: Path) -> None:
    def wide(_: Any) -> None:
        tree = ROOT.TTree("t", "")
        x, extra = array.array("d", [2.0]), array.array("i", [7])
        tree.Branch("x", x, "x/D")
        tree.Branch("extra", extra, "extra/I")
        tree.Fill()
        tree.Write()

    inputs = write_all(tmp_path, [tree_of("t", 1), wide])
    assert by_hadd(tmp_path, inputs)[0] == 0  # and the branch is not in its file
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == LOSES_DATA
    assert "extra column 't' (extra)" in complaint
    for policy, branches in (("drop", ["x"]), ("fill", ["x", "extra"])):
        code, merged, _ = by_ramet(tmp_path, inputs, "--missing", policy)
        assert (code, values_of(merged)) == (0, [1, 2])
        with opened(merged) as file:
            assert [branch.GetName() for branch in file.Get("t").GetListOfBranches()] == branches


def with_luminosity(value: float) -> Any:
    def decorate(tree: Any) -> None:
        parameter = ROOT.TParameter["double"]("lumi", value)
        ROOT.SetOwnership(parameter, False)  # the tree's list owns it
        tree.GetUserInfo().Add(parameter)

    return decorate


def with_alias(formula: str) -> Any:
    return lambda tree: tree.SetAlias("a", formula)


def with_friend(name: str) -> Any:
    def decorate(tree: Any) -> None:
        file = tree.GetCurrentFile()
        path = Path(file.GetName()).parent / name
        write(path, tree_of("other", 1))
        file.cd()
        tree.AddFriend("other", str(path))

    return decorate


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (with_luminosity(1.5), with_luminosity(2.5)),
        (with_alias("x*2"), with_alias("x*3")),
        (with_friend("one.root"), with_friend("two.root")),
        (with_luminosity(1.5), None),
    ],
)
def test_user_info_aliases_and_friends_that_differ_are_refused_or_those_of_the_first(
    tmp_path: Path, first: Any, second: Any
) -> None:
    inputs = write_all(tmp_path, [tree_of("t", 1, first), tree_of("t", 2, second)])
    code, _, complaint = by_ramet(tmp_path, inputs)
    assert code == LOSES_DATA
    assert "user info, aliases or friends" in complaint
    code, merged, _ = by_ramet(tmp_path, inputs, "--metadata", "first")
    assert (code, values_of(merged)) == (0, [1, 2])
    with opened(merged) as ours, opened(inputs[0]) as theirs:
        for of in ("GetUserInfo", "GetListOfAliases", "GetListOfFriends"):
            ours_list, theirs_list = getattr(ours.Get("t"), of)(), getattr(theirs.Get("t"), of)()
            assert [one.GetName() for one in ours_list or []] == [one.GetName() for one in theirs_list or []]


def test_user_info_aliases_and_friends_that_are_the_same_stay(tmp_path: Path) -> None:
    def decorate(tree: Any) -> None:
        for one in (with_luminosity(1.5), with_alias("x*2"), with_friend("one.root")):
            one(tree)

    code, merged, complaint = by_ramet(
        tmp_path, write_all(tmp_path, [tree_of("t", value, decorate) for value in (1, 2)])
    )
    assert (code, complaint) == (0, "")
    with opened(merged) as file:
        tree = file.Get("t")
        assert tree.GetUserInfo().FindObject("lumi").GetVal() == 1.5
        assert tree.GetAlias("a") == "x*2"
        assert tree.GetListOfFriends()[0].GetTitle() == str(tmp_path / "one.root")


def test_user_info_is_joined_and_aliases_and_friends_united(tmp_path: Path) -> None:
    def decorate(number: int) -> Any:
        def both(tree: Any) -> None:
            with_luminosity(number + 0.5)(tree)
            made = ROOT.TH1D("h", "", 2, 0, 2)
            made.SetDirectory(ROOT.nullptr)
            made.Fill(0.5)
            text = ROOT.TObjString("once")
            for one in (made, text):
                ROOT.SetOwnership(one, False)
                tree.GetUserInfo().Add(one)
            tree.SetAlias("a", "x*2")
            tree.SetAlias(f"only{number}", "x")
            with_friend(f"friend{number}.root")(tree)
            tree.GetListOfFriends()[0].SetName(f"friend{number}")

        return both

    inputs = write_all(tmp_path, [tree_of("t", number, decorate(number)) for number in range(3)])
    for options in ((), ("--cluster", "1MB")):
        code, merged, complaint = by_ramet(tmp_path, inputs, "--metadata", "join", *options)
        assert (code, complaint) == (0, "")
        assert values_of(merged) == [0, 1, 2]
        with opened(merged) as file:
            tree = file.Get("t")
            info = tree.GetUserInfo()
            assert [one.GetName() for one in info] == ["lumi", "h", "once"]
            assert info.FindObject("lumi").GetVal() == 4.5
            assert info.FindObject("h").GetEntries() == 3
            aliases = {one.GetName(): one.GetTitle() for one in tree.GetListOfAliases()}
            assert aliases == {"a": "x*2", "only0": "x", "only1": "x", "only2": "x"}
            assert [one.GetName() for one in tree.GetListOfFriends()] == ["friend0", "friend1", "friend2"]


def test_metadata_is_joined_also_when_columns_differ(tmp_path: Path) -> None:
    def decorate(number: int) -> Any:
        def both(tree: Any) -> None:
            with_luminosity(number + 0.5)(tree)
            tree.SetAlias(f"only{number}", "x")
            if number == 1:
                extra = array.array("i", [7])
                tree.Branch("extra", extra, "extra/I").Fill()

        return both

    inputs = write_all(tmp_path, [tree_of("t", number, decorate(number)) for number in range(3)])
    code, _, complaint = by_ramet(tmp_path, inputs, "--missing", "fill")
    assert code == LOSES_DATA
    assert "not kept by a rewrite" in complaint
    code, merged, complaint = by_ramet(tmp_path, inputs, "--missing", "fill", "--metadata", "join")
    assert code == 0, complaint
    assert values_of(merged) == [0, 1, 2]
    with opened(merged) as file:
        tree = file.Get("t")
        assert [key.GetCycle() for key in file.GetListOfKeys() if key.GetName() == "t"] == [1]
        assert [one.extra for one in tree] == [0, 7, 0]
        assert tree.GetUserInfo().FindObject("lumi").GetVal() == 4.5
        assert sorted(one.GetName() for one in tree.GetListOfAliases()) == ["only0", "only1", "only2"]


def test_an_alias_of_two_meanings_is_not_joined(tmp_path: Path) -> None:
    inputs = write_all(tmp_path, [tree_of("t", 1, with_alias("x*2")), tree_of("t", 2, with_alias("x*3"))])
    code, _, complaint = by_ramet(tmp_path, inputs, "--metadata", "join")
    assert code == LOSES_DATA
    assert "alias 'a'" in complaint
    assert "is 'x*3' instead of 'x*2'" in complaint


def test_fields_of_ntuples_that_differ_are_refused_or_joined(tmp_path: Path) -> None:
    def ntuple_of(path: Path, columns: dict[str, list[Any]]) -> Path:
        with ramet.recreate(path) as file:
            table = file.mkrntuple("n", {name: type(values[0]).__name__ + "64" for name, values in columns.items()})
            table.extend(columns)
        return path

    narrow = ntuple_of(tmp_path / "narrow.root", {"x": [1.5, 2.5]})
    wide = ntuple_of(tmp_path / "wide.root", {"x": [3.5], "extra": [7]})
    whole = ntuple_of(tmp_path / "whole.root", {"x": [4]})
    for inputs, said in (
        ([narrow, wide], "extra column 'n' (extra)"),
        ([wide, narrow], "missing column 'n' (extra)"),
        ([narrow, whole], "type 'n' (x)"),
    ):
        code, _, complaint = by_ramet(tmp_path, inputs)
        assert code == LOSES_DATA
        assert said in complaint
    code, merged, _ = by_ramet(tmp_path, [narrow, wide], "--missing", "fill")
    assert code == 0
    with opened(merged) as file:
        reader = ROOT.RNTupleReader.Open(file.Get("n"))
        assert reader.GetNEntries() == 3
    with ramet.open(merged) as file:
        assert file["n"].arrays(library="np")["extra"].tolist() == [0, 0, 7]
