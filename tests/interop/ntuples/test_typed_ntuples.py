"""Fields of C++ types that ramet writes into ntuples: ROOT reads them into these types, and so do uproot and ramet."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import ramet
import uproot

CLASSES = {
    "Point": {"x": "float", "y": "Double32_t"},
    "Base": {"id": "int"},
    "Track": ramet.Class(
        {"name": "std::string", "points": "std::vector<Point>", "cov": "float[2]"}, bases=["Point", "Base"], version=3
    ),
}
TYPES: dict[str, Any] = {
    "track": "Track",
    "tracks": "std::vector<Track>",
    "words": "std::vector<std::vector<std::string>>",
    "ids": "std::unordered_set<int>",
    "labels": "std::multimap<std::string,int>",
    "pair": "std::pair<int,Point>",
    "triple": "std::tuple<bool,float,std::string>",
    "mass": "std::optional<float>",
    "packed": ramet.Column("float64", packed_range="[]"),
}
ENTRIES = 30

# What ROOT reads: a line of JSON an entry.
IN_ROOT = r"""
import sys
import ROOT
ROOT.gInterpreter.Declare(r'''
#include <ROOT/RNTupleReader.hxx>
#include <iostream>
struct Point { float x = 0; double y = 0; };
struct Base { int id = 0; };
struct Track : Point, Base { std::string name; std::vector<Point> points; float cov[2] = {}; };
std::string text(const Point &p) { return "{\"x\":" + std::to_string(p.x) + ",\"y\":" + std::to_string(p.y) + "}"; }
std::string text(const std::string &s) { return '"' + s + '"'; }
std::string text(int n) { return std::to_string(n); }
template <class T> std::string text(const std::vector<T> &values) {
  std::string all = "[";
  for (const T &value : values) all += (all.size() > 1 ? "," : "") + text(value);
  return all + "]";
}
std::string text(const Track &t) {
  return "{\"x\":" + std::to_string(t.x) + ",\"y\":" + std::to_string(t.y) + ",\"id\":" + text(t.id) +
         ",\"name\":" + text(t.name) + ",\"points\":" + text(t.points) + ",\"cov\":[" + std::to_string(t.cov[0]) + "," +
         std::to_string(t.cov[1]) + "]}";
}
void show(const char *path) {
  auto r = ROOT::RNTupleReader::Open("t", path);
  auto track = r->GetView<Track>("track");
  auto tracks = r->GetView<std::vector<Track>>("tracks");
  auto words = r->GetView<std::vector<std::vector<std::string>>>("words");
  auto ids = r->GetView<std::unordered_set<int>>("ids");
  auto labels = r->GetView<std::multimap<std::string, int>>("labels");
  auto pair = r->GetView<std::pair<int, Point>>("pair");
  auto triple = r->GetView<std::tuple<bool, float, std::string>>("triple");
  auto mass = r->GetView<std::optional<float>>("mass");
  auto packed = r->GetView<double>("packed");
  for (auto i : r->GetEntryRange()) {
    std::string some = "[";
    for (auto &[key, value] : labels(i)) some += (some.size() > 1 ? "," : "") + text(key) + "," + text(value);
    std::set<int> sorted(ids(i).begin(), ids(i).end());
    std::cout << "{\"track\":" << text(track(i)) << ",\"tracks\":" << text(tracks(i)) << ",\"words\":" << text(words(i))
              << ",\"ids\":" << text(std::vector<int>(sorted.begin(), sorted.end())) << ",\"labels\":" << some << "]"
              << ",\"pair\":[" << pair(i).first << "," << text(pair(i).second) << "],\"triple\":["
              << (std::get<0>(triple(i)) ? "true" : "false") << "," << std::get<1>(triple(i)) << ","
              << text(std::get<2>(triple(i))) << "],\"mass\":" << (mass(i) ? std::to_string(*mass(i)) : "null")
              << ",\"packed\":" << packed(i) << "}" << std::endl;
  }
}
''')
ROOT.show(sys.argv[1])
"""


def track(number: int) -> dict[str, Any]:
    return {
        "x": number / 2,
        "y": -number / 4,
        "id": number,
        "name": f"t{number}",
        "points": [{"x": float(k), "y": k / 8} for k in range(number % 3)],
        "cov": [0.5, float(number)],
    }


def entry_of(number: int) -> dict[str, Any]:
    some = range(number % 3)
    return {
        "track": track(number),
        "tracks": [track(number + k) for k in some],
        "words": [["w"] * k for k in some],
        "ids": [number + k for k in some],
        "labels": [(f"l{k}", number) for k in some for _ in range(2)],
        "pair": (number, {"x": 1.5, "y": number / 2}),
        "triple": (number % 2 == 0, number / 8, f"s{number}"),
        "mass": number / 4 if number % 3 else None,
        "packed": number / 16,
    }


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("typed") / "typed.root"
    entries = [entry_of(number) for number in range(ENTRIES)]
    with (
        ramet.ParallelWriter(path, "t", TYPES, classes=CLASSES, format="rntuple", cluster_entries=8) as writer,
        writer.context() as context,
    ):
        context.extend({name: [entry[name] for entry in entries] for name in TYPES})
    return path


def test_root_reads_them_into_their_types(written: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", IN_ROOT, written], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(found) == ENTRIES
    for number, entry in enumerate(found):
        wanted = json.loads(json.dumps(entry_of(number)))
        wanted["labels"] = [item for pair in wanted["labels"] for item in pair]
        assert entry == wanted, number


def test_uproot_reads_what_they_are_made_of(written: Path) -> None:
    arrays = uproot.open(f"{written}:t").arrays()
    for number in range(ENTRIES):
        entry = entry_of(number)
        assert arrays["words"][number].to_list() == entry["words"]
        assert arrays["packed"][number] == entry["packed"]
        assert arrays["tracks"][number]["name"].to_list() == [one["name"] for one in entry["tracks"]]


def test_ramet_reads_what_it_wrote(written: Path) -> None:
    arrays = ramet.open(written)["t"].arrays()
    assert arrays["track"].to_list() == [track(number) for number in range(ENTRIES)]
    assert arrays["mass"].to_list() == [entry_of(number)["mass"] for number in range(ENTRIES)]
    assert arrays["ids"].to_list() == [entry_of(number)["ids"] for number in range(ENTRIES)]
