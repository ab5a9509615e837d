"""ramet draw: columns and histograms as bars."""

from __future__ import annotations

import json
import pathlib
import signal
import subprocess
import time
import xml.etree.ElementTree

import numpy
import pytest
import uproot
from program_run import Run


def test_the_values_are_those_of_numpy(ramet: Run, sample: pathlib.Path, masses: numpy.ndarray) -> None:
    result = ramet("draw", f"{sample}:Events", "mass", "--bins", 50, "--low", 40, "--high", 140, "--json")
    assert result.returncode == 0
    drawn = json.loads(result.stdout)
    values, edges = numpy.histogram(masses, bins=50, range=(40, 140))
    assert drawn["values"] == values.tolist()
    assert drawn["edges"] == pytest.approx(edges)
    assert drawn["underflow"] == numpy.count_nonzero(masses < 40)
    assert drawn["overflow"] == numpy.count_nonzero(masses >= 140)
    assert drawn["entries"] == len(masses)
    inside = masses[(masses >= 40) & (masses < 140)]
    assert drawn["mean"] == pytest.approx(inside.mean())
    assert drawn["standard_deviation"] == pytest.approx(inside.std())


def test_the_default_axis_holds_all_values(ramet: Run, sample: pathlib.Path, masses: numpy.ndarray) -> None:
    drawn = json.loads(ramet("draw", f"{sample}:Events", "mass", "--json").stdout)
    assert (drawn["underflow"], drawn["overflow"], drawn["nan"]) == (0, 0, 0)
    assert len(drawn["values"]) == 100
    assert drawn["edges"][0] <= masses.min()
    assert drawn["edges"][-1] > masses.max()
    assert sum(drawn["values"]) == len(masses)


def test_lists_are_drawn_value_by_value_and_integers_in_whole_bins(
    ramet: Run, sample: pathlib.Path, masses: numpy.ndarray
) -> None:
    lists = json.loads(ramet("draw", f"{sample}:Events", "jet_pt", "--json").stdout)
    assert lists["entries"] == sum(number % 4 for number in range(len(masses)))
    counter = json.loads(ramet("draw", f"{sample}:Events", "njet_pt", "--json").stdout)
    assert counter["edges"] == [-1, 0, 1, 2, 3, 4]
    assert counter["values"] == [0, 1251, 1251, 1250, 1250]


def test_the_number_of_threads_changes_nothing(ramet: Run, sample: pathlib.Path) -> None:
    one, *others = (ramet("draw", f"{sample}:Events", "mass", "--json", "--threads", n).stdout for n in (1, 2, 5))
    assert len(one) > 100
    assert all(other == one for other in others)


def test_the_picture_has_bars_labels_and_statistics(ramet: Run, sample: pathlib.Path) -> None:
    lines = ramet(
        "draw", f"{sample}:Events", "mass", "--bins", 60, "--low", 60, "--high", 120, "--width", 80, "--height", 10
    ).stdout.splitlines()
    assert len(lines) == 10 + 3 + 1
    assert all(len(line) <= 80 for line in lines[:-1])
    top = lines[0].index("█")
    axis, labels, name, statistics = lines[10:]
    assert "┬" in axis
    assert name.strip() == "mass"
    assert labels.index("90") <= top <= labels.index("100")
    assert statistics.startswith("entries 5,002  mean 8")
    assert "overflow" in statistics


def test_a_logarithmic_picture_shows_what_a_linear_one_hides(ramet: Run, sample: pathlib.Path) -> None:
    arguments = ("draw", f"{sample}:Events", "mass", "--low", 0, "--high", 400, "--height", 10)
    linear = ramet(*arguments).stdout
    logarithmic = ramet(*arguments, "--log").stdout
    assert logarithmic.count("█") > linear.count("█")
    assert " 100 ┤" in logarithmic


def test_a_stored_histogram_is_drawn(ramet: Run, sample: pathlib.Path) -> None:
    drawn = json.loads(ramet("draw", "--json", f"{sample}:one/two/deep").stdout)
    assert drawn["values"] == [1, 2, 0, 0]
    assert drawn["edges"] == [0, 1, 2, 3, 4]
    assert ramet("draw", f"{sample}:one/two/deep").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("{}:Events", "mas"), 2, "did you mean mass"),
        (("{}:Evnets", "mass"), 1, "did you mean 'Events'"),
        (("{}:again", "x"), 1, "is a TObjString"),
        (("{}:Events",), 2, "which column?"),
        (("{}:Events", "mass", "-c", "nosuch > 1"), 2, "nosuch"),
        (("{}:Events", "mass +"), 2, "mass +"),
        (("{}:Events", "mass", "-o", "x.jpg"), 2, "neither a .png or .svg"),
        (("{}:Events", "mass", "--alias", "x"), 2, "NAME=EXPRESSION"),
        (("{}:Events", "mass>>+h"), 2, ">>+"),
        (("{}",), 2, "names no tree"),
        (("{}", "mass"), 1, "trees and ntuples"),
        (("{}:one/flat", "mass"), 2, "is a histogram"),
        (("{}:one/flat", "--bins", "7"), 2, "which already has bins"),
        (("{}:Events", "mass", "--low", "5", "--high", "5"), 2, "--low 5 is not below --high 5"),
        (("{}:Events", "mass", "--low", "nan"), 2, "not a finite number"),
        (("{}:Events", "mass", "--bins", "0"), 2, "--bins"),
        (("{}:Events", "mass", "--bins", "-3"), 2, "--bins"),
        (("{}:Events", "mass", "--width", "3"), 2, "--width"),
    ],
)
def test_an_object_that_cannot_be_drawn_is_reported(
    ramet: Run, sample: pathlib.Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    result = ramet("draw", *(argument.format(sample) for argument in arguments))
    assert (result.returncode, result.stdout) == (code, "")
    assert result.stderr.startswith("ramet: ")
    assert message in result.stderr


def test_expressions_cuts_and_weights_are_those_of_tree_draw(
    ramet: Run, sample: pathlib.Path, masses: numpy.ndarray
) -> None:
    arguments = ("draw", f"{sample}:Events", "mass/2", "-c", "number%2==0", "-w", "0.5", "-b", "10,30,60", "--json")
    drawn = json.loads(ramet(*arguments).stdout)
    values, _ = numpy.histogram(masses[::2] / 2, bins=10, range=(30, 60))
    assert drawn["values"] == (values * 0.5).tolist()
    assert drawn["variances"] == (values * 0.25).tolist()
    assert drawn["title"] == "mass/2 {(number%2==0)*(0.5)}"


def test_two_expressions_are_a_plane_or_a_profile(ramet: Run, sample: pathlib.Path, masses: numpy.ndarray) -> None:
    numbers = numpy.arange(len(masses))
    bins = ("-b", "4,0,5000,5,0,200")
    plane = json.loads(ramet("draw", f"{sample}:Events", "mass:number", *bins, "--json").stdout)
    expected, _, _ = numpy.histogram2d(numbers, masses, bins=(4, 5), range=((0, 5000), (0, 200)))
    assert plane["values"] == expected.ravel(order="F").tolist()
    profile = json.loads(
        ramet("draw", f"{sample}:Events", "mass:number", "--profile", "-b", "2,0,5000", "--json").stdout
    )
    assert profile["values"] == pytest.approx([masses[:2500].mean(), masses[2500:5000].mean()])
    assert "░" in ramet("draw", f"{sample}:Events", "mass:number").stdout
    assert "●" in ramet("draw", f"{sample}:Events", "mass:number", "--profile").stdout


def test_a_pattern_of_files_and_an_ntuple_are_drawn(ramet: Run, sample: pathlib.Path) -> None:
    one = json.loads(ramet("draw", f"{sample}:ntuple", "x", "-b", "3,0,3", "--json").stdout)
    assert one["values"] == [1, 1, 1]
    pattern = sample.parent / "samp*.root"
    assert json.loads(ramet("draw", f"{pattern}:ntuple", "x", "-b", "3,0,3", "--json").stdout)["values"] == [1, 1, 1]


def test_histograms_and_pictures_are_written(ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path) -> None:
    place = ("draw", f"{sample}:Events", "mass", "-b", "10,40,140")
    for name in ("one", "two"):
        assert ramet(*place, "-o", f"{tmp_path}/out.root:dir/{name}").returncode == 0
    with uproot.open(tmp_path / "out.root") as file:
        assert file["dir/one"].classname == "TH1F"
        assert file["dir/two"].values().sum() > 4000
    assert ramet(*place, "-o", f"{tmp_path}/out.svg").returncode == 0
    assert xml.etree.ElementTree.parse(tmp_path / "out.svg").getroot().tag.endswith("svg")
    result = ramet(*place, "-o", f"{tmp_path}/out.png")
    if result.returncode:
        assert "built without cairo" in result.stderr
    else:
        assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("command", ["draw", "scan"])
def test_an_interruption_stops_long_work(program: pathlib.Path, tmp_path: pathlib.Path, command: str) -> None:
    """Minutes of work, if nothing stopped it, and no file of half a drawing."""
    path, out = tmp_path / "long.root", tmp_path / "out.svg"
    with uproot.recreate(path) as file:
        file.mktree("t", {"x": "float64"}).extend({"x": numpy.zeros(2_000_000)})
    slow = "+".join(f"TMath::Gamma(x+{term}.5)" for term in range(1, 100))
    more = ["-o", str(out)] if command == "draw" else ["--format", "json"]
    arguments = [str(program), command, f"{path}:t", slow, *more]
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        messages = process.communicate(timeout=60)[1]
        assert process.returncode == 130
        assert messages.endswith(b"ramet: interrupted\n")
    assert not out.exists()


def test_random_numbers_follow_the_seed(ramet: Run, sample: pathlib.Path) -> None:
    def drawn(*seed: str) -> list[float]:
        axis = ("--bins", 20, "--low", 0, "--high", 1, "--json")
        return json.loads(ramet("draw", f"{sample}:Events", "rndm", *axis, *seed).stdout)["values"]

    assert drawn() == drawn("--seed", "0")
    assert drawn("--seed", "7") == drawn("--seed", "7")
    assert drawn("--seed", "7") != drawn()
    refused = ramet("draw", f"{sample}:Events", "rndm", "--seed", "-1")
    assert refused.returncode == 2
    assert "--seed" in refused.stderr


def test_a_formula_is_fitted_and_shown_everywhere(ramet: Run, sample: pathlib.Path, tmp_path: pathlib.Path) -> None:
    what = ("draw", f"{sample}:Events", "mass", "--bins", "60,60,120", "--fit", "gaus", "--within", 86, 96)
    text = ramet(*what, "--width", 80)
    assert text.returncode == 0
    assert "gaus: chi2 / ndf" in text.stdout
    (function,) = json.loads(ramet(*what, "--json").stdout)["functions"]
    assert list(function["parameters"]) == ["Constant", "Mean", "Sigma"]
    assert 90 < function["parameters"]["Mean"]["value"] < 92.5
    picture, other = tmp_path / "fit.svg", tmp_path / "other.svg"
    assert ramet(*what, "-o", picture).returncode == 0
    assert ramet(*what[:5], "-o", other).returncode == 0
    assert "#d62c2c" in picture.read_text().lower()
    assert "#d62c2c" not in other.read_text().lower()
    assert ramet(*what, "-o", f"{tmp_path}/fit.root:mass").returncode == 0
    again = json.loads(ramet("draw", f"{tmp_path}/fit.root:mass", "--json").stdout)
    assert again["functions"] == [function]


def test_a_fit_that_cannot_be_is_a_wrong_command_line(ramet: Run, sample: pathlib.Path) -> None:
    what = ("draw", f"{sample}:Events", "mass", "--bins", "60,60,120", "--fit")
    for more, message in [
        (("[a]*x",), "where does the parameter a begin"),
        (("gaus", "--start", "a"), "NAME=VALUE"),
        (("gaus", "--start", "a=1"), "has the parameters Constant, Mean, Sigma"),
        (("gaus", "--within", 60, 61), "do not determine"),
        (("x*y",), "2 variables"),
    ]:
        result = ramet(*what, *more)
        assert result.returncode == 2
        assert message in result.stderr
    assert ramet("draw", f"{sample}:Events", "mass", "--start", "a=1").returncode == 2
    assert ramet(*what, "gaus(").returncode != 0
    found = json.loads(ramet(*what, "[a]+[b]*x", "--start", "a=100", "--start", "b=0", "--json").stdout)
    assert list(found["functions"][0]["parameters"]) == ["a", "b"]
