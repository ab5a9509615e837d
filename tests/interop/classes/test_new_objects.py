"""Objects of classes that Python wrote, read by ROOT with a class of its own, and by uproot."""

from __future__ import annotations

from pathlib import Path

import ramet
import ROOT
import uproot

READER = """
#include <TFile.h>
#include <map>
#include <string>
#include <vector>
namespace new_objects {
struct Point { float x, y; };
struct Base { int run; };
struct Track : public Base {
  double pt;
  float cov[3];
  std::string name;
  std::vector<short> hits;
  Point vertex;
};
bool is_right(const char *path) {
  TFile file(path);
  auto *track = file.Get<Track>("dir/track");
  return track && track->run == 7 && track->pt == 50 && track->cov[2] == 3 && track->name == "muon" &&
         track->hits == std::vector<short>{4, 5} && track->vertex.y == -2.5F;
}
}  // namespace new_objects
"""


def test_root_reads_an_object_into_its_class(tmp_path: Path) -> None:
    path = tmp_path / "objects.root"
    members = {
        "pt": "double",
        "cov": "float[3]",
        "name": "std::string",
        "hits": "std::vector<short>",
        "vertex": "new_objects::Point",
    }
    track = {"run": 7, "pt": 50.0, "cov": [1, 2, 3], "name": "muon", "hits": [4, 5], "vertex": {"x": 1.5, "y": -2.5}}
    classes = {
        "new_objects::Point": {"x": "float", "y": "float"},
        "new_objects::Base": {"run": "int"},
        "new_objects::Track": ramet.Class(members, bases=["new_objects::Base"]),
    }
    with ramet.recreate(path) as file:
        file["dir/track"] = ramet.NewObject("new_objects::Track", track, classes)
    ROOT.gInterpreter.Declare(READER)
    assert ROOT.new_objects.is_right(str(path))


def test_uproot_reads_an_object_whose_class_has_a_version(tmp_path: Path) -> None:
    path = tmp_path / "objects.root"
    classes = {"Spot": ramet.Class({"x": "double", "names": "std::vector<std::string>"}, version=4)}
    with ramet.recreate(path) as file:
        file["spot"] = ramet.NewObject("Spot", {"x": 0.5, "names": ["a", "bc"]}, classes)
    with uproot.open(path) as peer:
        spot = peer["spot"]
        assert spot.member("x") == 0.5
        assert list(spot.member("names")) == ["a", "bc"]
