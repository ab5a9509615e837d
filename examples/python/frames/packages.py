"""Columns by numba, ONNX models and correctionlib. docs/guides/computing/frames.md shows this."""

# Says: [40.  0. 25.]
# Says: [[0.97, 0.88], [], [0.62]]
# Says: {'nominal': 3.91, 'muon id:down': 3.871, 'muon id:up': 3.95}

import json
from pathlib import Path

import numba
import numpy as np
import onnx
import ramet
from onnx import helper, numpy_helper

pt, eta = [[40.0, 30.0], [], [25.0]], [[0.5, 1.0], [], [2.0]]
frame = ramet.frame({"Jet_pt": pt, "Jet_eta": eta, "Muon_pt": pt, "Muon_eta": eta, "weight": [1.0, 2.0, 1.0]})


def correction_file(path):
    """A scale factor by pseudorapidity, with an error."""
    eta_bins = {"nodetype": "binning", "input": "eta", "edges": [0.0, 1.5, 2.5], "flow": "clamp"}
    values = {"nominal": [0.98, 0.95], "up": [0.99, 0.97], "down": [0.97, 0.93]}
    content = [{"key": key, "value": eta_bins | {"content": numbers}} for key, numbers in values.items()]
    correction = {
        "name": "muon_id",
        "version": 1,
        "inputs": [{"name": "eta", "type": "real"}, {"name": "variation", "type": "string"}],
        "output": {"name": "factor", "type": "real"},
        "data": {"nodetype": "category", "input": "variation", "content": content},
    }
    Path(path).write_text(json.dumps({"schema_version": 2, "corrections": [correction]}))


def model_file(path):
    """A classifier of two features with one layer."""
    kind = onnx.TensorProto.FLOAT
    weights = numpy_helper.from_array(np.array([[0.1], [-1.0]], "float32"), "weights")
    nodes = [helper.make_node("MatMul", ["x", "weights"], ["sum"]), helper.make_node("Sigmoid", ["sum"], ["score"])]
    inputs = [helper.make_tensor_value_info("x", kind, ["n", 2])]
    outputs = [helper.make_tensor_value_info("score", kind, ["n", 1])]
    graph = helper.make_graph(nodes, "classifier", inputs, outputs, [weights])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)


correction_file("corrections.json")
model_file("classifier.onnx")


# docs: begin numba
@numba.njit
def leading(pt):  # the array of one entry
    largest = 0.0
    for one in pt:
        largest = max(largest, one)
    return largest


hardest = frame.define("leading", leading, ["Jet_pt"])
# docs: end numba
print(hardest.take("leading").value)

# docs: begin onnx
model = ramet.onnx("classifier.onnx")
scored = frame.define("score", model, ["Jet_pt", "Jet_eta"])  # of lists, each element is a sample
again = frame.define("score", model(frame["Jet_pt"], abs(frame["Jet_eta"])))
# docs: end onnx
print([[round(float(score), 2) for score in scores] for scores in scored.take("score")])

# docs: begin corrections
factor = ramet.correction("corrections.json", "muon_id")
muons = (
    frame.define("sf", factor(frame["Muon_eta"], "nominal"))  # columns and constants, numbers and lists
    .define("sf_up", factor(frame["Muon_eta"], "up"))
    .define("sf_down", factor(frame["Muon_eta"], "down"))
    .redefine("weight", "weight * Product(sf)")
    .vary("weight", "RVecD{weight * Product(sf_down / sf), weight * Product(sf_up / sf)}", ["down", "up"], "muon id")
)
weights = muons.sum("weight").variations()
# docs: end corrections
print({tag: round(float(one), 3) for tag, one in weights.items()})
