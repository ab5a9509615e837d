"""Rows of expressions of TTree::Draw, beside those of ROOT."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ramet import _core

ROOT = pytest.importorskip("ROOT")
sample_tree = pytest.importorskip("draws.sample_tree")

CASES = [
    line
    for line in (Path(__file__).parent / "expressions.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


class Trees:
    """One tree in a file, read by ROOT and by ramet."""

    def __init__(self, path: Path) -> None:
        import ramet

        self.table = ramet.open(path)["T"]
        names = self.table.keys(recursive=True)
        self.columns = [column for column in (self.table[name] for name in names) if column.is_readable]
        self.file = ROOT.TFile.Open(str(path))
        self.tree = self.file.Get("T")
        self.aliases: list[tuple[str, str]] = []

    def alias(self, name: str, text: str) -> None:
        """Give an expression a name, for both."""
        self.tree.SetAlias(name, text)
        self.aliases.append((name, text))

    def ours(self, expressions: str, cut: str) -> tuple[list[Any], Any]:
        """Give the rows' values, and their weights."""
        scope = [(column.path, column.core.type) for column in self.columns]
        program = _core.DrawProgram.compile([expressions], cut, scope, self.aliases)
        read = [self.columns[number] for number in program.columns]
        entries = self.table.num_entries
        arrays = self.table.read(read, 0, entries) if read else []
        *values, weights, _ = program.run(arrays, entries, 0, entries, 0, entries)
        return [labels(v) if v.kind == _core.Kind.string else v.values for v in values], weights.values

    def theirs(self, expressions: str, cut: str) -> tuple[list[Any], Any] | None:
        """Give the same of ROOT; nothing if it refuses the text."""
        count = self.tree.Draw(expressions, cut, "goff")
        if count < 0:
            return None
        player = self.tree.GetPlayer()
        values = [_doubles(player.GetVal(k), count) for k in range(player.GetDimension())]
        return values, _doubles(player.GetW(), count)


def _doubles(memory: Any, count: int) -> Any:
    return np.frombuffer(memory, dtype="f8", count=count).copy() if count else np.zeros(0)


def labels(texts: Any) -> Any:
    """Give the bins that ROOT gives to texts: in the order in which they come first."""
    characters, offsets = texts.values.tobytes(), texts.offsets
    known: dict[bytes, int] = {}
    pieces = [characters[offsets[k] : offsets[k + 1]] for k in range(len(offsets) - 1)]
    return np.array([known.setdefault(piece, len(known)) + 0.5 for piece in pieces])


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trees]:
    ROOT.gInterpreter.Declare("struct draw_sample_point { float u; float v; int k; };")
    path = tmp_path_factory.mktemp("draws") / "sample.root"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # TLine is split although it has a streamer of its own
        sample_tree.write(ROOT, path)
    level, ROOT.gErrorIgnoreLevel = ROOT.gErrorIgnoreLevel, ROOT.kFatal
    both = Trees(path)
    for name, text in (("ht", "Sum$(a)"), ("twice", "2*a"), ("good", "a>20"), ("ratio", "c/twice"), ("last", "a[n-1]")):
        both.alias(name, text)
    yield both
    ROOT.gErrorIgnoreLevel = level


@pytest.mark.parametrize("case", CASES)
def test_rows_are_those_of_root(trees: Trees, case: str) -> None:
    expressions, _, cut = case.partition(" || ")
    wanted = trees.theirs(expressions, cut)
    if wanted is None:
        with pytest.raises(Exception, match=r"\^"):
            trees.ours(expressions, cut)
        return
    values, weights = trees.ours(expressions, cut)
    assert len(weights) == len(wanted[1])
    np.testing.assert_allclose(weights, wanted[1], rtol=1e-12)
    for ours, theirs in zip(values, wanted[0], strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)
