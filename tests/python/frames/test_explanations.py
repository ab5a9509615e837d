"""Frames and results explain how they are computed."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
import ramet


def test_explanations_as_text_graph_and_picture() -> None:
    frame = ramet.frame({"x": np.arange(10), "y": np.arange(10) / 2}).define("z", "x + 1")
    count = frame.filter("z > 4", name="a <b> & c").count()
    before = frame.explain()
    assert "filter 'a <b> & c' z > 4" in str(before)
    assert repr(before) == str(before)
    assert frame.explain("dot").startswith("digraph")
    assert count.run(timing=True).is_complete
    after = count.explain("svg")
    lines = list(ElementTree.fromstring(after).itertext())
    assert "6 of 10 entries (60.00 %)" in lines
    assert "filter 'a <b> & c' z > 4" in lines
    assert after._repr_svg_() == after == count.explain()._repr_svg_()
    assert "reads y" not in after
    with pytest.raises(ramet.MisuseError, match="'text', 'dot', 'svg'"):
        frame.explain("png")
