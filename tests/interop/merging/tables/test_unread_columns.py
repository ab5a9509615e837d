"""Columns that ramet cannot read are told when a table is converted."""

from __future__ import annotations

from pathlib import Path

import pytest
import ramet
import ROOT
from merging.samples import by_ramet, write
from ramet.merging.command import main

ROOT.gInterpreter.Declare("""
void fill_with_unsplit_array() {
  auto* tree = new TTree("T", "one column is an array of objects that is not split");
  int x = 0;
  auto* points = new TClonesArray("TVector3", 2);
  tree->Branch("x", &x);
  tree->Branch("points", &points, 32000, 0);
  for (x = 0; x < 3; ++x) tree->Fill();
}
""")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write(tmp_path / "source.root", lambda _: ROOT.fill_with_unsplit_array())


@pytest.mark.parametrize("name", ["out.parquet", "out.root"])
def test_a_column_that_cannot_be_read_is_told(source: Path, tmp_path: Path, name: str) -> None:
    with pytest.warns(ramet.UnreadWarning, match="column 'points' is left out"):
        assert ramet.convert(source, tmp_path / name) == 3


def test_chosen_columns_are_all_there(source: Path, tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    assert ramet.convert(source, tmp_path / "out.parquet", columns="x") == 3
    assert not [one for one in recwarn if isinstance(one.message, ramet.UnreadWarning)]


def test_the_command_tells_it(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(source), str(tmp_path / "out.parquet")]) == 0
    assert capsys.readouterr().err.startswith("ramet: column 'points' is left out: ")


def test_a_merge_that_writes_it_again_says_how_to_leave_it_out(source: Path, tmp_path: Path) -> None:
    code, _, complaint = by_ramet(tmp_path, [source], "--to", "ntuple")
    assert code == 3
    assert "--drop points leaves it out" in complaint
    assert by_ramet(tmp_path, [source], "--to", "ntuple", "--drop", "points")[0] == 0
