"""Uproot's modules: what programs name by their paths, for `except`, `isinstance`, types of arguments, and options."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from typing import Any

import pytest
import ramet

uproot = pytest.importorskip("uproot")

KINDS = [
    "behaviors.TH1.Histogram",
    "behaviors.TH1.TH1",
    "behaviors.TH2.TH2",
    "behaviors.TH3.TH3",
    "behaviors.TProfile.Profile",
    "behaviors.TProfile.TProfile",
    "behaviors.TProfile2D.TProfile2D",
    "behaviors.TProfile3D.TProfile3D",
    "behaviors.TGraph.TGraph",
    "behaviors.TGraphErrors.TGraphErrors",
    "behaviors.TGraphAsymmErrors.TGraphAsymmErrors",
    "behaviors.TTree.TTree",
    "behaviors.TBranch.TBranch",
    "behaviors.TBranch.HasBranches",
    "behaviors.RNTuple.RNTuple",
    "behaviors.RNTuple.HasFields",
    "models.TH.Model_TH1D_v3",
    "models.TH.Model_TH2D_v4",
    "models.TTree.Model_TTree_v20",
    "models.TObjString.Model_TObjString",
    "reading.ReadOnlyDirectory",
    "TTree",
    "TBranch",
]


def named(package: Any, path: str) -> Any:
    """What a package has under a path of names."""
    for name in path.split("."):
        package = getattr(package, name)
    return package


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with ramet.recreate(tmp_path / "x.root") as file:
        for axes in (1, 2, 3):
            file[f"h{axes}"] = ramet.Histogram([2] * axes, [(0, 1)] * axes)
            file[f"p{axes}"] = ramet.Profile([2] * axes, [(0, 1)] * axes)
        file["g"] = ramet.Graph([1], [2])
        file["ge"] = ramet.Graph([1], [2], y_errors=[0.1])
        file["ga"] = ramet.Graph([1], [2], y_errors=[[0.1], [0.2]])
        file["text"] = "some words"
        file.mkdir("d")
        file.mktree("T", {"x": "int32"})
        file.mkrntuple("N", {"x": "int32"})
    return tmp_path / "x.root"


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_things_are_instances(path: Path, kind: str) -> None:
    found = []
    for package in (ramet, uproot):
        file = package.open(path)
        names = [*file.keys(cycle=False), "T/x", "N/x"]
        found.append([name for name in names if isinstance(file[name], named(package, kind))])
    assert found[0] == found[1] != []


def test_a_version_of_a_model_does_not_matter(path: Path) -> None:
    tree = ramet.open(path)["T"]
    assert isinstance(tree, ramet.models.TTree.Model_TTree_v16)
    assert not isinstance(tree, ramet.models.TH.Model_TH1D_v3)
    with pytest.raises(AttributeError, match=r"uproot\.models\.TH has no 'Histogram' here"):
        _ = ramet.models.TH.Histogram
    assert repr(ramet.models.TH) == "<the models of uproot.models.TH>"


def test_a_histogram_of_no_file_is_an_instance_and_its_axis_of_none() -> None:
    histogram = ramet.Histogram(2, (0, 1))
    assert isinstance(histogram, ramet.behaviors.TH1.TH1)
    assert not isinstance(histogram.axis(), ramet.models.TH.Model_TAxis_v10)


def test_errors_are_caught_by_their_paths(path: Path) -> None:
    for package in (ramet, uproot):
        with pytest.raises(package.exceptions.KeyInFileError):
            _ = package.open(path)["nothing"]
    assert ramet.deserialization.DeserializationError is ramet.CorruptError


def test_errors_say_which_name_is_missing(path: Path) -> None:
    for package in (ramet, uproot):
        file = package.open(path)
        asked = [file, file["T"], file["h1"].axis()]
        for ask in (asked[0].__getitem__, asked[1].__getitem__, asked[2].member):
            with pytest.raises(package.KeyInFileError) as caught:
                ask("nothing")
            assert caught.value.key == "nothing"
    copied = pickle.loads(pickle.dumps(caught.value))
    assert copied.key == "nothing"
    branch = ramet.open(path)["T/x"]
    for ask in (lambda: branch["nothing"], lambda: branch[3], lambda: ramet.open(path)[3]):
        with pytest.raises(ramet.KeyInFileError) as caught:
            ask()
        assert caught.value.key in ("nothing", 3)


def test_functions_and_classes_are_found_by_their_paths(tmp_path: Path) -> None:
    for package in (ramet, uproot):
        name = tmp_path / f"{package.__name__}.root"
        with package.writing.create(name) as file:
            assert isinstance(file, package.writing.writable.WritableDirectory | package.WritableFile)
            file.mktree("T", {"x": "int32"}).extend({"x": [1, 2]})
        assert package.reading.open(name)["T"].num_entries == 2
        assert [len(one) for one in package.behaviors.TBranch.iterate(f"{name}:T")] == [2]
        assert len(package.behaviors.TBranch.concatenate(f"{name}:T")) == 2
        assert isinstance(package.cache.LRUCache(10), package.LRUCache)
        assert isinstance(package.model.Model, type)
    with pytest.raises(AttributeError, match=r"ramet\.reading.*nothing"):
        _ = ramet.reading.nothing
    with pytest.raises(AttributeError, match=r"ramet\.writing.*nothing"):
        _ = ramet.writing.nothing
    assert ramet.writing.writable.WritableNTuple is ramet.writing.WritableNTuple is ramet.WritableTree


def test_interpretations_are_found_by_their_paths() -> None:
    for package in (ramet, uproot):
        jagged = package.interpretation.jagged.AsJagged(package.interpretation.numerical.AsDtype(">f4"))
        assert isinstance(jagged, package.AsJagged)
        assert isinstance(jagged, package.interpretation.Interpretation)


def test_compressions_are_made_of_roots_numbers() -> None:
    for package in (ramet, uproot):
        make = package.compression.Compression
        assert make.from_code_pair(package.const.kZSTD, 3).code == make.from_code(503).code == 503
        assert make.from_code(505).level == package.compression.ZSTD(5).level
    assert ramet.Compression.from_code(0) is None


@pytest.mark.parametrize(
    ("name", "version"),
    [("TTree", 20), ("ROOT::TIOFeatures", 1), ("vector<my_class>", None), ("Map_v2", None), ("Map_v2", 3)],
)
def test_names_of_classes_are_encoded_as_uproot_does(name: str, version: int | None) -> None:
    encoded = uproot.classname_encode(name, version)
    assert ramet.classname_encode(name, version) == ramet.model.classname_encode(name, version) == encoded
    assert ramet.classname_decode(encoded) == uproot.classname_decode(encoded) == (name, version)
    assert ramet.classname_encode(name, unknown=True) == uproot.classname_encode(name, unknown=True)
    for package in (ramet, uproot):
        with pytest.raises(ValueError, match="encoded"):
            package.classname_encode(encoded)
        with pytest.raises(ValueError, match=name.replace("<", ".")):
            package.classname_decode(name)


@pytest.mark.parametrize(
    "option",
    ["handler", "xrootd_handler", "http_handler", "s3_handler", "object_handler", "file_handler"],
)
def test_ways_of_reading_are_taken_without_effect(path: Path, option: str) -> None:
    for source in (ramet.MemmapSource, ramet.source.file.MultithreadedFileSource, ramet.MultithreadedXRootDSource):
        assert ramet.open(path, **{option: source})["T"].num_entries == 0
    assert ramet.source.xrootd.XRootDSource is ramet.XRootDSource
    with pytest.raises(ramet.UnsupportedError, match="`open` reads files"):
        ramet.MemmapSource(str(path))


def test_the_default_library_stays(path: Path) -> None:
    assert ramet.default_library == uproot.default_library == "ak"
    ramet.default_library = "ak"
    with pytest.raises(ramet.UnsupportedError, match="give library='np' to each call"):
        ramet.default_library = "np"
    with pytest.raises(ValueError, match="library 'list' is not one of"):
        ramet.default_library = "list"


def test_a_tree_shows_itself_whatever_module_it_is_named_by(path: Path) -> None:
    def shown(tree: ramet.models.TTree.Model_TTree_v20) -> str:  # type: ignore[name-defined]
        out = io.StringIO()
        tree.show(stream=out)
        return out.getvalue()

    assert "int32_t" in shown(ramet.open(path)["T"])


@pytest.mark.parametrize("path", [path for path in KINDS if "." in path and not path.startswith("models.")])
def test_modules_are_imported_as_uproots(path: str) -> None:
    module, _, name = path.rpartition(".")
    named: dict[str, Any] = {}
    exec(f"from ramet.{module} import {name} as found\nimport ramet.{module}", named)
    assert named["found"] is eval(f"ramet.{path}")


def test_small_modules_are_imported() -> None:
    from ramet.exceptions import KeyInFileError  # type: ignore[import-not-found]
    from ramet.source.file import MemmapSource  # type: ignore[import-not-found]
    from ramet.writing.writable import WritableFile  # type: ignore[import-not-found]

    assert (KeyInFileError, MemmapSource, WritableFile) == (
        ramet.KeyInFileError,
        ramet.MemmapSource,
        ramet.WritableFile,
    )
    with pytest.raises(ImportError):
        from ramet.exceptions import NothingError  # noqa: F401
