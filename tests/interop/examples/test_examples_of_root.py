"""The code of ROOT on docs/guides/coming_from_root.md runs, and does what the code of ramet beside it does."""

from __future__ import annotations

from pathlib import Path

import pytest
import ramet
import ROOT

EXAMPLES = Path(__file__).parents[3] / "examples" / "root"


def run(name: str) -> object:
    ROOT.gInterpreter.LoadMacro(str(EXAMPLES / f"{name}.cpp"))
    return getattr(ROOT, name)()


@pytest.mark.parametrize(("name", "entries"), [("fill_tree", 1000), ("merge_buffers", 2000), ("fill_ntuple", 2000)])
def test_an_example_of_root_writes_what_that_of_ramet_writes(
    name: str, entries: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(name)
    with ramet.open("hits.root:Events") as events:
        columns = events.arrays()
    assert sorted(columns.fields) == ["pt", "run"]
    assert columns.run.to_list() == list(range(1000)) * (entries // 1000)
    assert columns.pt.to_list() == [[1.5, 2.5]] * entries


def test_an_example_of_root_reads_what_ramet_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with ramet.recreate("hits.root") as file:
        file.mktree("Events", {"pt": "std::vector<float>"}).extend({"pt": [[1.5, 2.5], [], [3.5]]})
    assert run("read_tree") == 2


def test_no_example_of_root_is_forgotten() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.cpp")) == [
        "fill_ntuple",
        "fill_tree",
        "merge_buffers",
        "read_tree",
    ]
