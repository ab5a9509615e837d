"""Brackets, commas and quotes in texts of C++."""

from __future__ import annotations

import re

from ramet.errors import MisuseError

__all__ = ["COMMENT_OR_TEXT", "closing", "split_arguments", "without_texts"]

COMMENT_OR_TEXT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.DOTALL)


def without_texts(text: str) -> str:
    """A text with blanks for what is in quotes, so that brackets and names in it do not count."""
    return COMMENT_OR_TEXT.sub(lambda one: one[0][0] + " " * (len(one[0]) - 2) + one[0][-1], text)


def closing(shape: str, begin: int) -> int:
    """The place of the bracket that closes the one before a place. Raises MisuseError without it."""
    depth = 1
    for place in range(begin, len(shape)):
        depth += (shape[place] in "([{") - (shape[place] in ")]}")
        if depth == 0:
            return place
    raise MisuseError(f"a bracket is not closed in {shape[max(begin - 20, 0) : begin + 40]!r}")


def split_arguments(text: str) -> list[str]:
    """What stands between commas outside of brackets; `<` is one, too, behind a name of a type."""
    depth, begin, found = 0, 0, []
    shape = without_texts(text)
    for place, one in enumerate(shape):
        is_type = one == "<" and bool(re.search(r"\b(?:RVec|vector|array|pair|tuple|map)\s*$", shape[:place]))
        depth += (one in "([{" or is_type) - (one in ")]}" or (one == ">" and depth > 0 and "<" in shape[begin:place]))
        if one == "," and depth == 0:
            found.append(text[begin:place].strip())
            begin = place + 1
    return [*found, text[begin:].strip()] if text[begin:].strip() else found
