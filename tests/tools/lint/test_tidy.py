"""The sample of files that CI gives to clang-tidy."""

from __future__ import annotations

import tidy

SOURCES = [f"src/ramet/module/file{number}.cpp" for number in range(400)]


def test_one_in_one_is_every_file() -> None:
    assert tidy.sample_of(SOURCES, 1) == SOURCES


def test_a_sample_is_about_as_large_as_asked_and_the_same_for_one_commit() -> None:
    sample = tidy.sample_of(SOURCES, 4)
    assert 60 < len(sample) < 140
    assert sample == tidy.sample_of(SOURCES, 4)
    assert set(sample) < set(SOURCES)
