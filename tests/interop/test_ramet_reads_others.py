"""ramet reads what ROOT and uproot wrote: every fundamental type, arrays, leaf lists, strings, vectors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet
import ROOT
import uproot
from columns import plain

ENTRIES = 150

ROOT.gInterpreter.Declare(
    """
#include <TFile.h>
#include <TTree.h>
void write_by_root(const char* path, int compression, int entries) {
  TFile file(path, "RECREATE", "", compression);
  TTree tree("t", "written by ROOT");
  tree.SetAutoFlush(40);
  bool b; char c; unsigned char uc; short s; unsigned short us; int i; unsigned ui; Long64_t l; ULong64_t ul;
  float f; double d; Float16_t f16; Double32_t d32, ranged, bits; int n; float v[8]; double m[2][3]; float vm[8][2];
  char text[400]; struct { int a; float b; double c[2]; } leaves;
  std::vector<float> vf; std::vector<std::string> vs; std::string str; std::vector<bool> vb; std::vector<Long64_t> vl;
  tree.Branch("b", &b, "b/O"); tree.Branch("c", &c, "c/B"); tree.Branch("uc", &uc, "uc/b");
  tree.Branch("s", &s, "s/S"); tree.Branch("us", &us, "us/s"); tree.Branch("i", &i, "i/I");
  tree.Branch("ui", &ui, "ui/i"); tree.Branch("l", &l, "l/L"); tree.Branch("ul", &ul, "ul/l");
  tree.Branch("f", &f, "f/F"); tree.Branch("d", &d, "d/D"); tree.Branch("f16", &f16, "f16/f");
  tree.Branch("d32", &d32, "d32/d"); tree.Branch("ranged", &ranged, "ranged/d[0,128,16]");
  tree.Branch("bits", &bits, "bits/d[0,0,10]"); tree.Branch("n", &n, "n/I"); tree.Branch("v", v, "v[n]/F");
  tree.Branch("m", m, "m[2][3]/D"); tree.Branch("vm", vm, "vm[n][2]/F"); tree.Branch("text", text, "text/C");
  tree.Branch("leaves", &leaves, "a/I:b/F:c[2]/D");
  tree.Branch("vf", &vf); tree.Branch("vs", &vs); tree.Branch("str", &str); tree.Branch("vb", &vb);
  tree.Branch("vl", &vl);
  for (int e = 0; e < entries; ++e) {
    b = e % 2; c = -e % 100; uc = e; s = -e; us = 65535 - e; i = -e; ui = 4294967295u - e;
    l = -(Long64_t(e) << 40); ul = 18446744073709551615ull - e; f = e * 0.5f; d = e / 3.; f16 = e % 64; d32 = e * 0.25;
    ranged = (e % 100) / 4.; bits = e % 32; n = e % 8;
    for (int k = 0; k < n; ++k) { v[k] = e + k; vm[k][0] = e; vm[k][1] = -k; }
    for (int k = 0; k < 6; ++k) m[k / 3][k % 3] = e + k;
    snprintf(text, sizeof text, "%s%d", e % 50 == 7 ? std::string(300, 'y').c_str() : "t", e);
    leaves = {e, e * 2.f, {e * 3., e * 4.}};
    vf.assign(e % 4, e * 1.5f); vs.assign(e % 3, "w" + std::to_string(e)); str = std::string(e % 300, 'z');
    vb.assign(e % 5, e % 2); vl.assign(e % 2, Long64_t(e) << 35);
    tree.Fill();
  }
  tree.Write();
}
"""
)


def expected(e: int) -> dict[str, Any]:
    n = e % 8
    return {
        "b": bool(e % 2),
        "c": -(e % 100),
        "uc": e % 256,
        "s": -e,
        "us": 65535 - e,
        "i": -e,
        "ui": 2**32 - 1 - e,
        "l": -(e << 40),
        "ul": 2**64 - 1 - e,
        "f": e * 0.5,
        "d": e / 3,
        "f16": float(e % 64),
        "d32": e * 0.25,
        "ranged": (e % 100) / 4,
        "bits": float(e % 32),
        "n": n,
        "v": [float(e + k) for k in range(n)],
        "m": [[float(e + 3 * r + c) for c in range(3)] for r in range(2)],
        "vm": [[float(e), float(-k)] for k in range(n)],
        "text": ("y" * 300 if e % 50 == 7 else "t") + str(e),
        "leaves": {"a": e, "b": e * 2.0, "c": [e * 3.0, e * 4.0]},
        "vf": [e * 1.5] * (e % 4),
        "vs": [f"w{e}"] * (e % 3),
        "str": "z" * (e % 300),
        "vb": [bool(e % 2)] * (e % 5),
        "vl": [e << 35] * (e % 2),
    }


@pytest.mark.parametrize("compression", [0, 101, 207, 404, 505])
def test_every_column_that_root_wrote(tmp_path: Path, compression: int) -> None:
    path = tmp_path / "root.root"
    ROOT.write_by_root(str(path), compression, ENTRIES)
    with ramet.open(path) as file:
        tree = file["t"]
        assert tree.num_entries == ENTRIES
        wanted = [expected(e) for e in range(ENTRIES)]
        assert sorted(tree.keys()) == sorted(wanted[0])
        for name in wanted[0]:
            assert plain(tree[name].array()) == [entry[name] for entry in wanted], name
            part = tree[name].array(entry_start=33, entry_stop=95)
            assert plain(part) == [entry[name] for entry in wanted[33:95]], name


def test_types_are_named_as_in_uproot(tmp_path: Path) -> None:
    path = tmp_path / "root.root"
    ROOT.write_by_root(str(path), 505, 3)
    with ramet.open(path) as ours, uproot.open(path) as theirs:
        names = ours["t"].typenames()
        for name, type_name in theirs["t"].typenames().items():
            if name not in ("leaves", "f16", "d32", "ranged", "bits", "vl", "vs", "vb"):
                assert names[name] == type_name, name


@pytest.mark.parametrize("compression", [None, uproot.ZLIB(1), uproot.LZMA(1), uproot.LZ4(4), uproot.ZSTD(5)])
def test_columns_that_uproot_wrote(tmp_path: Path, compression: Any) -> None:
    path = tmp_path / "uproot.root"
    numbers = np.arange(1000)
    jagged = ak.Array([[k * 0.5 for k in range(e % 6)] for e in range(1000)])
    with uproot.recreate(path, compression=compression) as file:
        tree = file.mktree("folder/t", {"x": "float64", "i": "int16", "v": "var * float64", "m": "(4,)f4"})
        for first in range(0, 1000, 250):
            part = slice(first, first + 250)
            matrix = np.stack([numbers[part]] * 4, axis=1).astype("f4")
            tree.extend({"x": numbers[part] / 3, "i": numbers[part].astype("i2"), "v": jagged[part], "m": matrix})
    with ramet.open(path) as file:
        tree = file["folder/t"]
        assert np.array_equal(tree["x"].array(library="np"), numbers / 3)
        assert np.array_equal(tree["i"].array(library="np"), numbers.astype("i2"))
        assert tree["v"].array().tolist() == jagged.tolist()
        assert np.array_equal(tree["m"].array(library="np"), np.stack([numbers] * 4, axis=1).astype("f4"))
        assert len(tree.clusters) == 4
