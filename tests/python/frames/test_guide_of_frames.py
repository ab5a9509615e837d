"""The guide shows each verb and each result of a frame."""

from __future__ import annotations

import re
from pathlib import Path

import ramet

PAGE = Path(__file__).parents[3] / "docs" / "guides" / "computing" / "verbs_and_results.md"
NOT_FOR_USERS = {"core"}


def test_each_verb_and_result_has_an_example() -> None:
    code = "".join(re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL))
    shown = set(re.findall(r"\.(\w+)", code))
    there = {name for of in ramet.Frame.__mro__[:-1] for name in vars(of) if not name.startswith("_")}
    assert there - NOT_FOR_USERS - {"keys"} - shown == set()
