"""The built program, and files written by uproot: the output of ramet is compared with the values of another
library wrote."""

from __future__ import annotations

import os
import pathlib
import subprocess

import awkward
import numpy
import pytest
import uproot
from program_run import Run

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def program() -> pathlib.Path:
    path = pathlib.Path(os.environ.get("RAMET_CLI", REPOSITORY / "build" / "release" / "cli" / "ramet"))
    assert path.is_file(), f"{path} is not built; name another with RAMET_CLI"
    return path


@pytest.fixture(scope="session")
def ramet(program: pathlib.Path) -> Run:
    """Run the program with some arguments and capture its output, which is not a terminal."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        words = [str(program), *map(str, arguments)]
        return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)

    return run


@pytest.fixture(scope="session")
def masses() -> numpy.ndarray:
    """A peak at 91 on a falling background, and two values far away."""
    generator = numpy.random.default_rng(7)
    peak = generator.normal(91.2, 2.5, 3000)
    background = 40 + generator.exponential(30, 2000)
    return numpy.concatenate([peak, background, [5000.0, -999.0]])


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory, masses: numpy.ndarray) -> pathlib.Path:
    """A file with trees, nested directories, cycles, histograms and an RNTuple."""
    path = tmp_path_factory.mktemp("cli") / "sample.root"
    half = len(masses) // 2
    numbers = numpy.arange(len(masses), dtype=numpy.int32)
    lists = awkward.Array([[0.5 * k for k in range(number % 4)] for number in numbers.tolist()])
    with uproot.recreate(path) as file:
        file.mktree("Events", {"mass": "float64", "number": "int32", "jet_pt": "var * float32"}, title="a Z peak")
        file["Events"].extend({"mass": masses[:half], "number": numbers[:half], "jet_pt": lists[:half]})
        file["Events"].extend({"mass": masses[half:], "number": numbers[half:], "jet_pt": lists[half:]})
        file["one/two/deep"] = numpy.histogram([0.5, 1.5, 1.5], bins=4, range=(0, 4))
        file["one/flat"] = numpy.histogram([1.0], bins=2, range=(0, 2))
        file["again"] = "first"
        file["again"] = "second"
        file.mkrntuple("ntuple", {"x": numpy.arange(3.0)})
    return path
