"""The code of the pages for beginners works when it is pasted from top to bottom into one session."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[3] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def paste(text: str) -> None:
    session: dict[str, Any] = {"__name__": "__main__"}
    for block in BLOCK.findall(text):
        exec(compile(block, "pasted", "exec"), session)


def test_getting_started_works_as_pasted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    paste((DOCS / "getting_started" / "python.md").read_text())
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["10.0", "['Events;1', 'control;1', 'control/mass;1']"]
    assert said[-2:] == ["3 of 4 entries", "100000 entries, mean 91.2 GeV, peak at 91 GeV"]


@pytest.mark.parametrize(
    ("page", "until"), [("guides/reading.md", "## Many files"), ("guides/computing/frames.md", "`tree.frame()` makes")]
)
def test_guides_work_as_pasted(page: str, until: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DOCS / page).read_text()
    assert until in text
    paste(text[: text.index(until)])
