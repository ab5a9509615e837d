"""Pictures of histograms and graphs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet
from ramet.pictures.bins import bins_of, points_of
from ramet.pictures.scales import Scale, linear_ticks, logarithmic_ticks

SVG = "{http://www.w3.org/2000/svg}"


def counts(*values: float, bins: int = 4) -> ramet.Histogram:
    return ramet.Histogram(bins, (0, bins), label="m [GeV]").fill(np.array(values))


def shapes(picture: ramet.Picture, tag: str = "path") -> list[dict[str, str]]:
    return [one.attrib for one in ET.fromstring(picture.svg()).iter(SVG + tag)]


def texts(picture: ramet.Picture) -> list[str]:
    return ["".join(one.itertext()) for one in ET.fromstring(picture.svg()).iter(SVG + "text")]


def colours(picture: ramet.Picture) -> list[str]:
    return [one["fill"] for one in shapes(picture) if one.get("fill", "none") != "none"]


# --- marks -----------------------------------------------------------------------------------------------------------


def test_steps_begin_and_end_at_the_base_and_are_as_high_as_the_bins() -> None:
    picture = ramet.Picture(y_range=(0, 4), width=492, height=272).steps(counts(0.5, 1.5, 1.5), colour="#123456")
    (line,) = [one["d"] for one in shapes(picture) if one.get("stroke") == "#123456"]
    assert line == "M72 220V170H172V120H272V220H372H472V220"


def test_a_stack_adds_up_and_its_legend_is_from_above_to_below() -> None:
    picture = ramet.Picture(y_range=(0, 4), width=492, height=272)
    picture.stack({"background": counts(0.5, 1.5), "signal": counts(1.5, 1.5)}, ["#111111", "#222222"])
    areas = [one["d"] for one in shapes(picture) if one.get("fill") in ("#111111", "#222222")]
    assert areas[0].startswith("M72 170H172H272V220H372H472")
    assert areas[1].startswith("M72 170H172V70H272V220H372H472")
    assert [text for text in texts(picture) if text in ("background", "signal")] == ["signal", "background"]


def test_points_have_errors_and_empty_bins_have_none() -> None:
    points = points_of(counts(0.5, 1.5, 1.5, 1.5, 1.5))
    assert points.x.tolist() == [0.5, 1.5]
    assert (points.y_low.tolist(), points.y_high.tolist()) == ([0, 2], [2, 6])
    assert (points.x_low.tolist(), points.x_high.tolist()) == ([0, 1], [1, 2])


def test_points_of_profiles_and_graphs() -> None:
    profile = ramet.Profile(2, (0, 2)).fill([0.5, 0.5], sample=[0.0, 0.0])
    assert points_of(profile).y.tolist() == [0.0]
    graph = ramet.Graph([1, 2], [3, 5], y_errors=[[1, 1], [2, 2]])
    points = points_of(graph)
    assert (points.y_low.tolist(), points.y_high.tolist(), points.x_low.tolist()) == ([2, 4], [5, 7], [1, 2])


def test_a_picture_without_any_points_has_a_frame() -> None:
    assert "<rect" in ramet.Picture().points(counts(), "none").svg()
    assert "none" in texts(ramet.Picture().points(counts(), "none"))
    assert texts(ramet.Picture(scale="log").steps(counts()))


def test_bands_and_curves() -> None:
    picture = ramet.Picture().band(counts(0.5), counts(0.5, 0.5), "jes").curve([0, 4], [1, 1], "model")
    assert "#444444" in colours(picture)
    assert {"jes", "model", "m [GeV]"} <= set(texts(picture))


def test_cells_are_boxes_and_darker_ones_have_more() -> None:
    plane = ramet.Histogram((2, 2), ((0, 2), (0, 2)), label=("a", "b")).fill([0.5, 1.5, 1.5], [0.5, 1.5, 1.5])
    picture = ramet.Picture().cells(plane)
    filled = [one["fill"] for one in shapes(picture, "rect")][1:3]
    assert filled == ["#738eb1", "#08306b"]
    assert {"a", "b"} <= set(texts(picture))


def test_colours_follow_each_other_and_begin_anew() -> None:
    picture = ramet.Picture()
    for _ in range(7):
        picture.steps(counts(0.5))
    strokes = [one["stroke"] for one in shapes(picture) if one.get("stroke-width") == "1.5"]
    assert len(set(strokes)) == 6
    assert strokes[0] == strokes[6]


def test_a_picture_below_shares_the_axis_along_x() -> None:
    picture = ramet.Picture("Peak", y="entries", width=492, height=272).steps(counts(0.5, 1.5))
    ratio = picture.below("ratio", y_range=(0, 2), height=150)
    ratio.points(ramet.Graph([0.5, 2.5], [1, 5]))
    assert texts(picture).count("4") == 1  # the end of the axis, at the lower one only
    assert {"Peak", "entries", "ratio", "m [GeV]"} <= set(texts(picture))
    (root,) = [ET.fromstring(picture.svg())]
    (lower,) = root.iter(SVG + "g")
    assert (root.attrib["height"], lower.attrib["transform"]) == ("384", "translate(0 234)")
    dots = [one.attrib["d"] for one in lower.iter(SVG + "path") if one.attrib.get("stroke-width") == "6"]
    assert dots == ["M122 49h0"]  # the other point is outside


# --- what can be drawn -----------------------------------------------------------------------------------------------


def test_results_of_frames_and_histograms_of_other_packages() -> None:
    hist = pytest.importorskip("hist")
    filled = hist.new.Reg(4, 0, 4).Weight().fill([0.5, 1.5], weight=[2, 3])
    result = ramet.frame({"x": [0.5, 1.5], "w": [2.0, 3.0]}).histo1d("x", 4, (0, 4), weight="w")
    for figure in (filled, result, np.histogram([0.5, 1.5], 4, (0, 4), weights=[2, 3])):
        bins = bins_of(figure)
        assert (bins.edges[0].tolist(), bins.values.tolist()) == ([0, 1, 2, 3, 4], [2, 3, 0, 0])
    assert points_of(filled).y_high.tolist() == [4, 6]


def test_categories_are_as_wide_as_one() -> None:
    hist = pytest.importorskip("hist")
    assert bins_of(hist.new.StrCat(["a", "b"]).Int64()).edges[0].tolist() == [0, 1, 2]


def test_what_has_no_bins_is_refused() -> None:
    with pytest.raises(TypeError, match="a list has no bins"):
        ramet.Picture().steps([1, 2])
    with pytest.raises(ramet.MisuseError, match="2 axes where one with 1"):
        ramet.Picture().steps(ramet.Histogram((1, 1), ((0, 1), (0, 1))))
    with pytest.raises(ramet.MisuseError, match="points with z"):
        ramet.Picture().points(ramet.Graph([1], [2], [3]))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: ramet.Picture(scale="cubic"), "'linear' and 'log'"),
        (lambda: ramet.Picture(legend="below"), "'right' and 'left'"),
        (lambda: ramet.Picture(x_range=(1, 1)), "from 1 to 1"),
        (lambda: ramet.Picture(scale="log", y_range=(0, 1)).svg(), "a logarithmic axis from 0"),
        (lambda: ramet.Picture().stack({"a": counts(), "b": counts(bins=3)}), "bins of 'b'"),
        (lambda: ramet.Picture().band(counts(), counts(bins=3)), "different bins"),
        (lambda: ramet.Picture().curve([1, 2], [1]), "2 x and 1 y"),
        (lambda: ramet.Picture().save("mass.png"), r"written as \.svg"),
    ],
)
def test_mistakes_are_errors(wrong: Any, message: str) -> None:
    with pytest.raises(ramet.MisuseError, match=message):
        wrong()


# --- the document ----------------------------------------------------------------------------------------------------


def test_texts_are_escaped_and_pictures_are_saved(tmp_path: Path) -> None:
    picture = ramet.Picture('a < b & "c"', x="p<sub>T</sub>").steps(counts(0.5), "<script>")
    path = tmp_path / "mass.svg"
    assert picture.save(path) is picture
    assert path.read_text() == picture.svg() == picture._repr_svg_()
    assert {'a < b & "c"', "p<sub>T</sub>", "<script>"} <= set(texts(picture))


def test_values_that_are_none_do_not_spoil_a_picture() -> None:
    odd = (np.array([1.0, np.nan, np.inf, -2.0]), np.arange(5.0))
    for scale in ("linear", "log"):
        assert not re.search("nan|inf", ramet.Picture(scale=scale).steps(odd).points(odd).svg())


# --- scales ----------------------------------------------------------------------------------------------------------


def test_ticks_are_at_round_numbers() -> None:
    assert [tick.text for tick in linear_ticks(-0.2, 0.31)] == ["-0.2", "-0.1", "0", "0.1", "0.2", "0.3"]
    assert [tick.text for tick in linear_ticks(0, 0.00021)] == ["0", "0.00005", "0.00010", "0.00015", "0.00020"]
    assert [tick.value for tick in linear_ticks(80, 100)] == [80, 85, 90, 95, 100]
    assert [tick.text for tick in linear_ticks(0, 3e9)][1] == "5e+08"


def test_logarithmic_ticks_are_powers_of_ten() -> None:
    shown = [tick.text for tick in logarithmic_ticks(0.02, 200) if tick.text]
    assert shown == ["10⁻¹", "1", "10", "10²"]
    far = logarithmic_ticks(1e-3, 1e20)
    assert len([tick for tick in far if tick.text]) < 8


def test_a_scale_keeps_values_inside() -> None:
    scale = Scale(1, 100, 0, 200, is_logarithmic=True)
    assert scale([0, 1, 10, 1000]).tolist() == [0, 0, 100, 200]
    assert Scale(0, 10, 100, 0)([-5, 5, 20]).tolist() == [100, 50, 0]
    assert (Scale(-10, 10, 100, 0).base, scale.base) == (50, 0)
