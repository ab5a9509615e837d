"""The names of the types of branches with texts and arrays of objects, beside those that uproot gives them."""

from __future__ import annotations

from pathlib import Path

import pytest
import ramet
import ROOT
import uproot
from classes import forms

TEXTS = """
#include <TString.h>
void write_texts(const char* path) {
  TFile file(path, "RECREATE");
  TTree tree("t", "");
  TString text; std::string other; std::vector<TString> many; int number;
  tree.Branch("text", &text, 32000, 0);
  tree.Branch("other", &other);
  tree.Branch("many", &many);
  tree.Branch("number", &number, "number/I");
  for (number = 0; number < 5; ++number) {
    text = TString::Format("text %d", number); other = "other"; many.assign(number % 3, text);
    tree.Fill();
  }
  tree.Write();
}
"""


@pytest.mark.filterwarnings("ignore:.*custom Streamer")  # of which ROOT tells
def test_texts_of_root_have_their_class(tmp_path: Path) -> None:
    if not hasattr(ROOT, "write_texts"):
        assert ROOT.gInterpreter.Declare(TEXTS)
    path = tmp_path / "texts.root"
    ROOT.write_texts(str(path))
    tree, by_uproot = ramet.open(path)["t"], uproot.open(path)["t"]
    expected = {"text": "TString", "other": "std::string", "many": "std::vector<TString>", "number": "int32_t"}
    assert tree.typenames() == by_uproot.typenames() == expected
    for wanted, found in (("TString", ["text"]), ("std::string", ["other"]), ("*TString*", ["text", "many"])):
        assert tree.keys(filter_typename=wanted) == by_uproot.keys(filter_typename=wanted) == found
    assert tree["text"].array(library="np").tolist() == [f"text {number}" for number in range(5)]


@pytest.mark.usefixtures("forms_in_root")
@pytest.mark.parametrize("split", [1, 99])
@pytest.mark.parametrize("name", ["class_array", "strings", "tstring"])
def test_arrays_of_objects_have_their_dimensions(tmp_path: Path, split: int, name: str) -> None:
    shapes = {"class_array": {"a": ("Inner", 2), "b": ("Point", 3)}, "strings": {"b": ("TString", 2)}}
    for wrapper in forms.types_of(name):
        path = tmp_path / f"{wrapper}.root"
        forms.write(path, split, member_wise=False, only=(wrapper, name))
        tree, by_uproot = ramet.open(path)["t"], uproot.open(path)["t"]
        (branch,) = tree.keys(recursive=False)
        types = {key.rpartition(".")[2]: kind for key, kind in tree.typenames().items() if key != branch}
        others = {key.rpartition(".")[2]: kind for key, kind in by_uproot.typenames().items() if key != branch}
        brackets = "" if wrapper == "alone" else "[]"
        for member, (kind, length) in shapes.get(name, {}).items():
            assert types[f"{member}[{length}]"] == f"{kind}{brackets}[{length}]"
            assert others[f"{member}[{length}]"] == f"{kind}[][{length}]"  # also alone, where it is no list
        if name == "tstring":
            assert types["x"] == f"TString{brackets}"
            assert len(tree.keys(filter_typename=f"TString{brackets}".replace("[]", "[[][]]"))) == 1
