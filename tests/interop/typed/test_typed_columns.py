"""Objects of users' classes that ramet writes into trees, whole and split: ROOT reads them, with the classes or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import ramet
import uproot

CLASSES = {
    "Point": {"x": "float", "y": "float"},
    "Hit": {"n": "int", "x": "float", "w": "std::vector<float>", "p": "Point"},
    "Base": {"id": "int", "w": "std::vector<float>"},
    "Track": ramet.Class(
        {
            "pt": "double",
            "d": ("Double32_t", "[0,128,16]"),
            "cov": "float[3]",
            "name": "std::string",
            "hits": "std::vector<int>",
            "p": "Point",
            "pts": "std::vector<Point>",
            "words": "std::vector<std::string>",
            "near": "std::pair<int,float>",
            "m": "std::map<int,float>",
        },
        bases=["Base"],
    ),
}
DECLARED = """
#include <map>
#include <string>
#include <utility>
#include <vector>
#include "Rtypes.h"
struct Point { float x = 0; float y = 0; };
struct Base { int id = 0; std::vector<float> w; };
struct Track : Base {
  double pt = 0;
  Double32_t d = 0;  //[0,128,16]
  float cov[3] = {};
  std::string name;
  std::vector<int> hits;
  Point p;
  std::vector<Point> pts;
  std::vector<std::string> words;
  std::pair<int,float> near;
  std::map<int,float> m;
};
"""
LINKED = ["Point", "Base", "Track", "std::vector<Track>", "std::map<int,Track>", "std::vector<std::vector<Point>>"]
TYPES = {
    "track": "Track",
    "tracks": "std::vector<Track>",
    "by_id": "std::map<int,Track>",
    "points": "std::vector<std::vector<Point>>",
    "ids": "std::set<int>",
    "words": "std::vector<std::vector<std::string>>",
    "floats": "std::map<int,float>",
    "pair": "std::pair<int,Point>",
    "hits": "std::vector<Hit>",
    "hit": "Hit",
}
ONLY_WITHOUT = ("pair", "hits", "hit")
ENTRIES = 12

# What ROOT prints of every entry: a line of JSON.
IN_ROOT = """
import json, sys
import ROOT
ROOT.gErrorIgnoreLevel = ROOT.kWarning
path, code = sys.argv[1:]
if code: assert ROOT.gSystem.CompileMacro(code, "ks")
file = ROOT.TFile.Open(path)
tree = file.Get("t")
def point(p): return [p.x, p.y]
def track(t):
    return {"id": t.id, "w": list(t.w), "pt": t.pt, "d": t.d, "cov": [t.cov[i] for i in range(3)],
            "name": str(t.name), "hits": list(t.hits), "p": point(t.p), "pts": [point(p) for p in t.pts],
            "words": [str(w) for w in t.words], "near": [t.near.first, t.near.second],
            "m": [[k, v] for k, v in t.m]}
for entry in tree:
    print(json.dumps({
        "track": track(getattr(entry, "track" if hasattr(entry, "track") else "track.")),
        "tracks": [track(t) for t in entry.tracks],
        "by_id": [[k, track(t)] for k, t in entry.by_id],
        "points": [[point(p) for p in ps] for ps in entry.points],
        "ids": list(entry.ids), "words": [[str(w) for w in ws] for ws in entry.words],
        "floats": [[k, v] for k, v in entry.floats]}))
"""

# Without the classes: members are columns of their own.
WITHOUT_CLASSES = """
import json, sys
import ROOT
ROOT.gErrorIgnoreLevel = ROOT.kWarning
frame = ROOT.RDataFrame("t", sys.argv[1])
columns = json.loads(sys.argv[2])
found = frame.AsNumpy(columns)
plain = lambda v: v.tolist() if hasattr(v, "tolist") else [plain(x) for x in v] if hasattr(v, "__len__") else v
print(json.dumps({name: [plain(v) for v in found[name]] for name in columns}))
"""


def track(number: int) -> dict[str, Any]:
    some = range(number % 4)
    return {
        "id": number,
        "w": [number + 0.5] * (number % 3),
        "pt": number * 1.5,
        "d": float(number % 100),
        "cov": [float(number), 1.0, 2.0],
        "name": f"t{number}",
        "hits": [k * number for k in some],
        "p": {"x": 0.5 * number, "y": -1.0},
        "pts": [{"x": float(k), "y": float(number)} for k in some],
        "words": [f"w{k}" for k in some],
        "near": (number, 0.25),
        "m": {k: float(number) for k in some},
    }


def hit(number: int) -> dict[str, Any]:
    return {"n": number, "x": 0.5 * number, "w": [0.25] * (number % 3), "p": {"x": 1.0, "y": float(number)}}


def entry_of(number: int) -> dict[str, Any]:
    some = range(number % 3)
    return {
        "track": track(number),
        "tracks": [track(10 * number + k) for k in some],
        "by_id": {k: track(k + 1) for k in some},
        "points": [[{"x": float(k), "y": float(i)} for i in range(k + 1)] for k in some],
        "ids": [k + number for k in some],
        "words": [["a", str(k)] for k in some],
        "floats": {k: float(number) for k in some},
        "pair": (number, {"x": 1.0, "y": float(number)}),
        "hits": [hit(number + k) for k in some],
        "hit": hit(number),
    }


def seen(value: Any) -> Any:
    """As ROOT's program prints it."""
    if isinstance(value, dict) and set(value) == {"x", "y"}:
        return [value["x"], value["y"]]
    if isinstance(value, dict) and all(isinstance(key, int) for key in value):
        return [[key, seen(item)] for key, item in value.items()]
    if isinstance(value, dict):
        return {name: seen(item) for name, item in value.items()}
    return [seen(item) for item in value] if isinstance(value, list | tuple) else value


@pytest.fixture(scope="module", params=[0, 99], ids=["whole", "split"])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Path]:
    path = tmp_path_factory.mktemp("typed") / "typed.root"
    schema = {name: ramet.Column(kind, split_level=request.param) for name, kind in TYPES.items()}
    entries = [entry_of(number) for number in range(ENTRIES)]
    with ramet.recreate(path) as file:
        file.mktree("t", schema, classes=CLASSES).extend({name: [e[name] for e in entries] for name in TYPES})
    return request.param, path


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The classes, to be compiled by ROOT."""
    folder = tmp_path_factory.mktemp("classes")
    (folder / "typed.h").write_text(DECLARED)
    links = "\n".join(f"#pragma link C++ class {name}+;" for name in LINKED)
    (folder / "typed.C").write_text(f'#include "typed.h"\n#ifdef __CLING__\n{links}\n#endif\n')
    return folder / "typed.C"


def run_root(code: str, *arguments: Any) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=os.fspath(Path(arguments[0]).parent),
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Error in" not in done.stderr, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def test_root_reads_objects_of_its_own_classes(written: tuple[int, Path], library: Path) -> None:
    found = run_root(IN_ROOT, written[1], library)
    for number, entry in enumerate(found):
        wanted = seen({name: value for name, value in entry_of(number).items() if name not in ONLY_WITHOUT})
        for one in [wanted["track"], *wanted["tracks"], *(item for _, item in wanted["by_id"])]:
            one["d"] = pytest.approx(one["d"], abs=2e-3)
        assert entry == wanted
    assert len(found) == ENTRIES


def test_root_reads_members_of_classes_that_it_does_not_have(written: tuple[int, Path]) -> None:
    if written[0] == 0:
        pytest.skip("ROOT crashes on such classes without a dictionary, also on those that it wrote itself")
    members = ["hits.n", "hits.x", "hits.p.y", "hit.n", "hit.p.y", "floats.second", "pair.second.y"]
    found = run_root(WITHOUT_CLASSES, written[1], json.dumps(members))[0]
    entries = [entry_of(number) for number in range(ENTRIES)]
    assert found["hits.n"] == [[h["n"] for h in e["hits"]] for e in entries]
    assert found["hits.x"] == [[h["x"] for h in e["hits"]] for e in entries]
    assert found["hits.p.y"] == [[h["p"]["y"] for h in e["hits"]] for e in entries]
    assert found["hit.n"] == [e["hit"]["n"] for e in entries]
    assert found["hit.p.y"] == [e["hit"]["p"]["y"] for e in entries]
    assert found["floats.second"] == [list(e["floats"].values()) for e in entries]
    assert found["pair.second.y"] == [e["pair"][1]["y"] for e in entries]


def test_uproot_reads_what_it_can_read_of_roots_own_files(written: tuple[int, Path]) -> None:
    split_level, path = written
    tree = uproot.open(path)["t"]
    entries = [entry_of(number) for number in range(ENTRIES)]
    assert tree["ids"].array().tolist() == [e["ids"] for e in entries]
    assert tree["words"].array().tolist() == [e["words"] for e in entries]
    assert tree["points"].array().tolist() == [e["points"] for e in entries]
    if split_level == 0:
        return
    assert tree["tracks/tracks.pt"].array().tolist() == [[t["pt"] for t in e["tracks"]] for e in entries]
    assert tree["tracks/tracks.pts"].array().tolist() == [[t["pts"] for t in e["tracks"]] for e in entries]
    assert tree["tracks/tracks.name"].array().tolist() == [[t["name"] for t in e["tracks"]] for e in entries]
    assert tree["track./track.hits"].array().tolist() == [e["track"]["hits"] for e in entries]
    assert tree["by_id/by_id.second.pt"].array().tolist() == [[t["pt"] for t in e["by_id"].values()] for e in entries]


def test_ramet_reads_what_it_wrote(written: tuple[int, Path]) -> None:
    split_level, path = written
    tree = ramet.open(path)["t"]
    entries = [entry_of(number) for number in range(ENTRIES)]
    assert tree["points"].array().tolist() == [e["points"] for e in entries]
    if split_level == 0:
        found = tree["tracks"].array().tolist()
        assert [[t["words"] for t in tracks] for tracks in found] == [
            [t["words"] for t in e["tracks"]] for e in entries
        ]
        assert [[t["id"] for t in tracks] for tracks in found] == [[t["id"] for t in e["tracks"]] for e in entries]
    else:
        assert tree["tracks/tracks.words"].array().tolist() == [[t["words"] for t in e["tracks"]] for e in entries]
