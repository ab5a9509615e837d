"""A tree of every kind of branch that TTree::Draw has rules for, written by ROOT."""

from __future__ import annotations

import array
import random
from pathlib import Path
from typing import Any

import numpy as np

ENTRIES = 400


def write(root: Any, path: Path) -> None:
    """Write the tree `T`: counters, jagged and fixed arrays, a leaf list, vectors, strings, a split TClonesArray."""
    numbers = random.Random(14)
    file = root.TFile.Open(str(path), "RECREATE")
    tree = root.TTree("T", "T")
    n, m = array.array("i", [0]), array.array("i", [0])
    x, d = array.array("f", [0]), array.array("d", [0])
    flag, small = np.zeros(1, dtype=bool), array.array("h", [0])
    a, b = array.array("f", [0] * 8), array.array("i", [0] * 8)
    c, grid = array.array("f", [0] * 8), array.array("f", [0] * 16)
    fixed, mat, one = array.array("i", [0] * 4), array.array("f", [0] * 6), array.array("d", [0])
    point = root.draw_sample_point()
    values, counts = root.std.vector("float")(), root.std.vector("int")()
    nested, words = root.std.vector("std::vector<float>")(), root.std.vector("std::string")()
    label = root.std.string()
    clones = root.TClonesArray("TLine", 8)
    for name, memory, leaves in (
        ("n", n, "n/I"),
        ("m", m, "m/I"),
        ("x", x, "x/F"),
        ("d", d, "d/D"),
        ("flag", flag, "flag/O"),
        ("small", small, "small/S"),
        ("a", a, "a[n]/F"),
        ("b", b, "b[n]/I"),
        ("c", c, "c[m]/F"),
        ("grid", grid, "grid[n][2]/F"),
        ("fixed", fixed, "fixed[4]/I"),
        ("mat", mat, "mat[2][3]/F"),
        ("one", one, "one[1]/D"),
    ):
        tree.Branch(name, memory, leaves)
    tree.Branch("p", point, "u/F:v/F:k/I")
    tree.Branch("values", values)
    tree.Branch("counts", counts)
    tree.Branch("nested", nested)
    tree.Branch("words", words)
    tree.Branch("label", label)
    tree.Branch("tracks", clones, 32000, 99)
    old, place, muon = root.TLorentzVector(), root.TVector3(), root.Math.PtEtaPhiMVector()
    olds = root.std.vector("TLorentzVector")()
    for name, vector in (("old", old), ("place", place), ("muon", muon)):
        tree.Branch(name, vector, 32000, 0)
    tree.Branch("olds", olds)
    for _ in range(ENTRIES):
        n[0], m[0] = numbers.choice([0, 0, 1, 1, 2, 3, 5, 8]), numbers.choice([0, 1, 1, 2, 4, 7])
        x[0], d[0], one[0] = numbers.randint(-64, 64) / 8, numbers.gauss(0, 3), numbers.randint(0, 9)
        flag[0], small[0] = numbers.randint(0, 1), numbers.randint(-300, 300)
        for k in range(8):
            a[k], b[k], c[k] = numbers.randint(0, 400) / 4, numbers.randint(-2, 5), numbers.randint(-100, 100) / 4
        for k in range(16):
            grid[k] = numbers.randint(0, 99)
        for k in range(4):
            fixed[k] = numbers.randint(-3, 9)
        for k in range(6):
            mat[k] = numbers.randint(0, 99) / 2
        point.u, point.v, point.k = numbers.randint(0, 9) / 4, numbers.randint(0, 9), numbers.randint(0, 5)
        _fill(values, [numbers.randint(-99, 99) / 4 for _ in range(numbers.choice([0, 1, 2, 4]))])
        _fill(counts, [numbers.randint(-2, 4) for _ in range(numbers.choice([0, 1, 3]))])
        nested.clear()
        for _ in range(numbers.choice([0, 1, 2, 3])):
            inner = root.std.vector("float")()
            _fill(inner, [numbers.randint(0, 99) / 4 for _ in range(numbers.choice([0, 1, 2, 3]))])
            nested.push_back(inner)
        _fill(words, [numbers.choice(["a", "b", "see"]) for _ in range(numbers.choice([0, 1, 2]))])
        label.assign(numbers.choice(["ttbar", "wjets", "zjets", ""]))
        clones.Clear()
        for k in range(numbers.choice([0, 1, 2, 3])):
            track = clones.ConstructedAt(k)
            track.SetX1(numbers.randint(-9, 9))
            track.SetY1(numbers.randint(0, 9))
            track.SetX2(numbers.randint(0, 99) / 4)
        old.SetPxPyPzE(*(numbers.randint(1, 9) for _ in range(3)), numbers.randint(20, 40))
        place.SetXYZ(*(numbers.randint(1, 9) for _ in range(3)))
        muon.SetCoordinates(numbers.randint(1, 99), numbers.randint(-4, 4) / 2, numbers.randint(-3, 3), 0.125)
        _fill(olds, [old] * numbers.choice([0, 1, 2]))
        tree.Fill()
    file.Write()
    file.Close()


def _fill(vector: Any, values: list[Any]) -> None:
    vector.clear()
    for value in values:
        vector.push_back(value)
