"""ONNX models as columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

WEIGHTS = np.array([[0.5], [-1.0]], "float32")


def model_of(nodes: list[Any], inputs: dict[str, list[Any]], outputs: dict[str, list[Any]], **constants: Any) -> bytes:
    """A model of float tensors."""
    from onnx import TensorProto, helper, numpy_helper

    def infos(shapes: dict[str, list[Any]]) -> list[Any]:
        return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]

    initializers = [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "graph", infos(inputs), infos(outputs), initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    return bytes(model.SerializeToString())


def node(kind: str, inputs: list[str], output: str, **attributes: Any) -> Any:
    from onnx import helper

    return helper.make_node(kind, inputs, [output], **attributes)


@pytest.fixture
def linear(tmp_path: Path) -> str:
    path = tmp_path / "linear.onnx"
    path.write_bytes(model_of([node("MatMul", ["X", "W"], "score")], {"X": ["n", 2]}, {"score": ["n", 1]}, W=WEIGHTS))
    return str(path)


@pytest.fixture
def frame() -> ramet.Frame:
    counts = np.array([2, 0, 3] * 3000)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    random = np.random.default_rng(1)
    return ramet.frame(
        {
            "pt": random.random(9000, "float32"),
            "eta": random.random(9000),
            "Jet_pt": (offsets, random.random(offsets[-1])),
            "Jet_eta": (offsets, random.random(offsets[-1])),
            "name": ["a"] * 9000,
        }
    )


def flat(lists: Any) -> Any:
    return np.concatenate([*lists])


def test_a_score_of_columns(frame: ramet.Frame, linear: str) -> None:
    model = ramet.onnx(linear)
    assert (model.inputs, model.outputs) == (["X"], ["score"])
    made = frame.define("score", model, ["pt", "eta"])
    assert made.type("score") == "float32"
    pt, eta = frame.take("pt").value, frame.take("eta").value.astype("float32")
    assert np.allclose(made.take("score").value, 0.5 * pt - eta, atol=1e-6)
    kept = made.filter("score > 0").define("again", model, ["pt", "eta"]).take("again").value
    assert np.array_equal(kept, made.filter("score > 0").take("score").value)


def test_calls_with_columns(frame: ramet.Frame, linear: str) -> None:
    model = ramet.onnx(linear)
    made = frame.define("s", model(frame["pt"] * 2, frame["eta"])).take("s").value
    wanted = frame.take("pt").value - frame.take("eta").value
    assert np.allclose(made, wanted, atol=1e-6)
    with pytest.raises(TypeError, match="called with columns"):
        model("pt", "eta")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="in the call already"):
        frame.define("t", model(frame["pt"], frame["eta"]), ["pt"])


def test_columns_that_are_arrays(frame: ramet.Frame, linear: str) -> None:
    pairs = frame.define("both", lambda pt, eta: np.stack([pt, eta], axis=1), type="2 * float32")
    made = pairs.define("s", ramet.onnx(linear), ["both"]).take("s").value
    assert np.allclose(made, 0.5 * frame.take("pt").value - frame.take("eta").value, atol=1e-6)
    with pytest.raises(ramet.MisuseError, match=r"not 3 features: pt, both \(2\)"):
        pairs.define("s", ramet.onnx(linear), ["pt", "both"])


def test_each_element_of_lists(frame: ramet.Frame, linear: str) -> None:
    made = frame.define("s", ramet.onnx(linear), ["Jet_pt", "Jet_eta"])
    assert made.type("s") == "var * float32"
    pt, eta, scores = (made.take(name).value for name in ("Jet_pt", "Jet_eta", "s"))
    assert [len(one) for one in scores] == [len(one) for one in pt]
    assert np.allclose(flat(scores), 0.5 * flat(pt) - flat(eta), atol=1e-6)
    beside = flat(frame.define("s", ramet.onnx(linear), ["Jet_pt", "eta"]).take("s").value)
    assert np.allclose(beside, 0.5 * flat(pt) - np.repeat(made.take("eta").value, [2, 0, 3] * 3000), atol=1e-6)


def test_several_outputs(frame: ramet.Frame) -> None:
    nodes = [node("Softmax", ["X"], "probabilities"), node("ReduceSum", ["X", "axes"], "total/sum", keepdims=1)]
    data = model_of(nodes, {"X": ["n", 2]}, {"probabilities": ["n", 2], "total/sum": ["n", 1]}, axes=np.array([1]))
    model = ramet.onnx(data)
    made = frame.define("nn", model, ["pt", "eta"]).define("first", "nn.probabilities[0]")
    x = np.stack([frame.take("pt").value, frame.take("eta").value.astype("float32")], axis=1)
    wanted = np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)
    assert np.allclose(made.take("first").value, wanted[:, 0], atol=1e-6)
    assert np.allclose(made.take("nn.total_sum").value, x.sum(axis=1), atol=1e-6)
    one = frame.define("p", model["probabilities"], ["pt", "eta"])
    assert np.allclose(np.stack(list(one.take("p").value)), wanted, atol=1e-6)
    assert ramet.onnx(data, outputs="total/sum").outputs == ["total/sum"]


def test_several_inputs(frame: ramet.Frame) -> None:
    nodes = [node("MatMul", ["X", "W"], "product"), node("Add", ["product", "shift"], "y")]
    data = model_of(nodes, {"X": ["n", 2], "shift": ["n", 1]}, {"y": ["n", 1]}, W=WEIGHTS)
    made = frame.define("y", ramet.onnx(data), ["pt", "eta", "pt"]).take("y").value
    assert np.allclose(made, 1.5 * frame.take("pt").value - frame.take("eta").value, atol=1e-6)
    names = model_of([node("Add", ["pt", "eta"], "y")], {"pt": ["n"], "eta": ["n"]}, {"y": ["n"]})
    named = frame.define("y", ramet.onnx(names)).take("y").value
    assert np.allclose(named, frame.take("pt").value + frame.take("eta").value, atol=1e-6)


def test_batches_of_a_fixed_size(frame: ramet.Frame) -> None:
    data = model_of([node("MatMul", ["X", "W"], "y")], {"X": [7, 2]}, {"y": [7, 1]}, W=WEIGHTS)
    made = frame.define("y", ramet.onnx(data), ["pt", "eta"]).take("y").value
    assert np.allclose(made, 0.5 * frame.take("pt").value - frame.take("eta").value, atol=1e-6)


def test_sessions_of_onnxruntime(frame: ramet.Frame, linear: str) -> None:
    import onnxruntime

    session = onnxruntime.InferenceSession(linear)
    made = frame.define("y", session, ["pt", "eta"]).take("y").value
    assert np.allclose(made, 0.5 * frame.take("pt").value - frame.take("eta").value, atol=1e-6)


def test_what_is_wrong_is_said(frame: ramet.Frame, linear: str, tmp_path: Path) -> None:
    model = ramet.onnx(linear)
    with pytest.raises(ramet.MisuseError, match=r"takes X \(n, 2\) of float32, not 3 features: pt, eta, pt"):
        frame.define("s", model, ["pt", "eta", "pt"])
    with pytest.raises(TypeError, match="column 'name' has values of type string"):
        frame.define("s", model, ["pt", "name"])
    with pytest.raises(TypeError, match="say the columns of model"):
        frame.define("s", model)
    with pytest.raises(ramet.MisuseError, match="has no output 'nothing': there are 'score'"):
        model["nothing"]
    with pytest.raises(ramet.FileMissingError, match="there is no model"):
        ramet.onnx(tmp_path / "nothing.onnx")
    (tmp_path / "wrong.onnx").write_bytes(b"no model")
    with pytest.raises(ramet.MisuseError, match="wrong.onnx"):
        ramet.onnx(tmp_path / "wrong.onnx")
    cube = model_of([node("Relu", ["X"], "y")], {"X": ["n", 2, 3]}, {"y": ["n", 2, 3]})
    with pytest.raises(ramet.UnsupportedError, match=r"input 'X' has shape \(n, 2, 3\)"):
        ramet.onnx(cube)


def test_a_model_that_fails_tells_shapes_and_entries(frame: ramet.Frame) -> None:
    data = model_of([node("MatMul", ["X", "W"], "y")], {"X": ["n", "k"]}, {"y": ["n", 1]}, W=WEIGHTS)
    wrong = frame.define("s", ramet.onnx(data), ["pt"])
    with pytest.raises(ramet.MisuseError, match=r"X \(4096, 1\) of float32, made of columns pt") as caught:
        wrong.sum("s").run()
    assert "column 's' in entries 0 to 4095" in caught.value.__notes__[0]
    uneven = ramet.frame({"a": (np.array([0, 1, 3]), np.ones(3)), "b": (np.array([0, 2, 3]), np.ones(3))})
    with pytest.raises(ramet.MisuseError, match="the lists of 'a' and 'b' have 1 and 2 values"):
        uneven.define("s", ramet.onnx(data), ["a", "b"]).take("s").run()
