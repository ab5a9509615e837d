"""Corrections of correctionlib as columns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

correctionlib = pytest.importorskip("correctionlib")


def binned(name: str, edges: list[float], content: list[Any], flow: str = "clamp") -> dict[str, Any]:
    return {
        "nodetype": "binning",
        "input": name,
        "edges": [float(edge) for edge in edges],
        "content": content,
        "flow": flow,
    }


def schema() -> dict[str, Any]:
    by_eta = [binned("eta", [0, 1.2, 2.4], [scale + 0.1, scale + 0.2], "error") for scale in (1.0, 2.0)]
    keyed = [
        {"key": key, "value": binned("pt", [0, 30, 100], [binned("eta", [0, 1.2, 2.4], [s + p, s + p + 0.5], "error")
         for p in (1.0, 2.0)])}
        for key, s in (("nominal", 0.0), ("up", 10.0))
    ]  # fmt: skip
    return {
        "schema_version": 2,
        "corrections": [
            {
                "name": "by_run",
                "version": 1,
                "inputs": [{"name": "run", "type": "int"}, {"name": "eta", "type": "real"}],
                "output": {"name": "sf", "type": "real"},
                "data": {
                    "nodetype": "category",
                    "input": "run",
                    "content": [{"key": k, "value": v} for k, v in zip((1, 2), by_eta, strict=True)],
                },
            },
            {
                "name": "id",
                "version": 1,
                "inputs": [
                    {"name": "eta", "type": "real"},
                    {"name": "pt", "type": "real"},
                    {"name": "variation", "type": "string"},
                ],
                "output": {"name": "sf", "type": "real"},
                "data": {"nodetype": "category", "input": "variation", "content": keyed},
            },
        ],
        "compound_corrections": [
            {
                "name": "both",
                "inputs": [
                    {"name": "run", "type": "int"},
                    {"name": "eta", "type": "real"},
                    {"name": "pt", "type": "real"},
                    {"name": "variation", "type": "string"},
                ],
                "output": {"name": "sf", "type": "real"},
                "inputs_update": [],
                "input_op": "*",
                "output_op": "*",
                "stack": ["by_run", "id"],
            }
        ],
    }


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = tmp_path / "corrections.json"
    path.write_text(json.dumps(schema()))
    return str(path)


@pytest.fixture
def frame() -> ramet.Frame:
    offsets = np.array([0, 2, 2, 5, 6])
    return ramet.frame(
        {
            "eta": [0.5, 1.5, 0.1, 2.0],
            "pt": np.array([10, 50, 31, 20], "float32"),
            "run": np.array([1, 2, 2, 1], "uint32"),
            "variation": ["nominal", "up", "nominal", "up"],
            "Muon_eta": (offsets, np.array([0.1, 1.3, 2.3, 0.4, 0.5, 1.9])),
            "Muon_pt": (offsets, np.array([10, 40, 40, 20, 50, 10.0])),
        }
    )


def test_constants_and_columns(frame: ramet.Frame, path: str) -> None:
    nominal = ramet.correction(path, "id", variation="nominal")
    assert nominal.inputs == ["eta", "pt"]
    made = frame.define("sf", nominal)  # columns of the inputs' names
    assert made.take("sf").value.tolist() == [1.0, 2.5, 2.0, 1.5]
    up = frame.define("sf", ramet.correction(path, "id", variation="up"), ["eta", "pt"])
    assert up.take("sf").value.tolist() == [11.0, 12.5, 12.0, 11.5]


def test_calls_with_columns_and_constants(frame: ramet.Frame, path: str) -> None:
    sf = ramet.correction(path, "id")
    made = frame.define("sf", sf(frame["eta"], frame["pt"] / 2, "nominal")).take("sf").value
    assert made.tolist() == [1.0, 1.5, 1.0, 1.5]
    assert frame.define("sf", sf(frame["eta"], 40, variation="up")).take("sf").value.tolist() == [12, 12.5, 12, 12.5]
    with pytest.raises(ramet.MisuseError, match="called with 1 values for eta, pt, variation"):
        sf(frame["eta"])


def test_lists(frame: ramet.Frame, path: str) -> None:
    made = frame.define("sf", ramet.correction(path, "id", variation="nominal"), ["Muon_eta", "Muon_pt"])
    assert made.type("sf") == "var * float64"
    assert [one.tolist() for one in made.take("sf").value] == [[1.0, 2.5], [], [2.5, 1.0, 2.0], [1.5]]
    beside = frame.define("sf", ramet.correction(path, "by_run"), ["run", "Muon_eta"]).take("sf").value
    assert [one.tolist() for one in beside] == [[1.1, 1.2], [], [2.2, 2.1, 2.1], [1.2]]


def test_columns_of_texts(frame: ramet.Frame, path: str) -> None:
    made = frame.define("sf", ramet.correction(path, "id")).take("sf").value
    assert made.tolist() == [1.0, 12.5, 2.0, 11.5]


def test_objects_of_correctionlib(frame: ramet.Frame, path: str) -> None:
    found = correctionlib.CorrectionSet.from_file(path)
    assert frame.define("sf", found["by_run"], ["run", "eta"]).take("sf").value.tolist() == [1.1, 2.2, 2.1, 1.2]
    compound = ramet.correction(found, "both", variation="nominal")
    assert np.allclose(frame.define("sf", compound).take("sf").value, [1.1, 5.5, 4.2, 1.8])


def test_variations(frame: ramet.Frame, path: str) -> None:
    varied = frame.vary("pt", "RVecF{pt * 0.1f, pt * 10.f}", ["down", "up"])
    sums = varied.define("sf", ramet.correction(path, "id", variation="nominal")).sum("sf").variations()
    assert {name: one.value for name, one in sums.items()} == {"nominal": 7.0, "pt:down": 5.0, "pt:up": 9.0}


def test_what_is_wrong_is_said(frame: ramet.Frame, path: str, tmp_path: Path) -> None:
    with pytest.raises(ramet.MisuseError, match="no correction 'nothing': there are 'by_run', 'id', 'both'"):
        ramet.correction(path, "nothing")
    with pytest.raises(ramet.MisuseError, match="has no input 'systematic': it takes eta: real, pt: real"):
        ramet.correction(path, "id", systematic="up")
    with pytest.raises(ramet.MisuseError, match="input 'variation' is of type string, not 1"):
        ramet.correction(path, "id", variation=1)
    with pytest.raises(ramet.MisuseError, match="input 'run' is of type int, and column 'pt' of type float32"):
        frame.define("sf", ramet.correction(path, "by_run"), ["pt", "eta"])
    with pytest.raises(ramet.MisuseError, match="takes columns for run, eta, not 1"):
        frame.define("sf", ramet.correction(path, "by_run"), ["run"])
    with pytest.raises(ramet.FileMissingError):
        ramet.correction(tmp_path / "nothing.json", "id")
    (tmp_path / "wrong.json").write_text("{}")
    with pytest.raises(ramet.MisuseError, match="wrong.json"):
        ramet.correction(tmp_path / "wrong.json", "id")


def test_a_failure_tells_correction_inputs_and_entries(frame: ramet.Frame, path: str) -> None:
    far = frame.redefine("eta", "eta * 10")
    with pytest.raises(ramet.MisuseError, match="correction 'by_run': .*its inputs are run: int, eta: real") as caught:
        far.define("sf", ramet.correction(path, "by_run")).sum("sf").run()
    assert "column 'sf' in entries 0 to 3" in caught.value.__notes__[0]
