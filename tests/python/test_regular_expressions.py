"""Regular expressions never take longer than the length of a name justifies, and match what `re` matches."""

from __future__ import annotations

import random
import re
import time

import pytest
import ramet
from ramet import regular_expressions
from ramet.reading.filters import make_filter
from ramet.regular_expressions import bounded_match


def together(expression: str, name: str, *, at_start: bool) -> bool:
    pattern = re.compile(expression)
    parsed = regular_expressions._parser.parse(expression, pattern.flags)
    return regular_expressions._Together(pattern, parsed).matches(name, at_start=at_start)


@pytest.mark.parametrize(
    "expression",
    [
        "(a+)+b",
        "(a|a)*b",
        "(a*)*b",
        "((a+)*)+b",
        "(?:a?){50}a{50}b",
        "a*a*a*a*a*b",
        "(?=(a+)+b)a",
        "(?i)(A|a)*B",
        r"(\w+\s?)*$!",
    ],
)
def test_an_expression_with_exponentially_many_ways_ends_at_once(expression: str) -> None:
    start = time.monotonic()
    for at_start in (True, False):
        assert not bounded_match(re.compile(expression), at_start=at_start)("a" * 200)
    assert not make_filter(f"/{expression}/")("a" * 200)
    assert time.monotonic() - start < 20  # `re` needs years


def test_patterns_without_a_bound_are_refused() -> None:
    with pytest.raises(ramet.errors.MisuseError, match="refers back"):
        bounded_match(re.compile(r"(a+)+\1b"), at_start=False)("a" * 100)
    with pytest.raises(ramet.errors.MisuseError, match="at most 3000000"):
        bounded_match(re.compile("(?=(a+)+b)a"), at_start=False)("a" * 10_000)
    assert bounded_match(re.compile(r"(a)\1"), at_start=False)("xaa")  # short and harmless


def test_all_ways_at_once_find_what_re_finds() -> None:
    chance = random.Random(1)
    atoms = r"a b [ab] [^a] . \w \b ^ $ (?i:A) (?=a) (?!b) (?<=a) (?<!b) \d A (?s:.) \Z \n".split(" ")  # noqa: SIM905 (it is shorter)

    def expression(depth: int) -> str:
        kind = chance.random()
        if depth == 0 or kind < 0.3:
            return chance.choice(atoms)
        if kind < 0.5:
            return expression(depth - 1) + expression(depth - 1)
        if kind < 0.6:
            return f"(?:{expression(depth - 1)}|{expression(depth - 1)})"
        if kind < 0.7:
            return f"({expression(depth - 1)})"
        return f"(?:{expression(depth - 1)})" + chance.choice(["*", "+", "?", "*?", "{2}", "{1,3}", "{0,2}?", "{2,}"])

    for _ in range(3000):
        one = expression(4)
        name = "".join(chance.choice("abA_1\n ") for _ in range(chance.randint(0, 7)))
        assert together(one, name, at_start=True) == (re.compile(one).match(name) is not None), (one, name)
        assert together(one, name, at_start=False) == (re.compile(one).search(name) is not None), (one, name)


def test_globs_with_many_stars_end_at_once() -> None:
    start = time.monotonic()
    assert not make_filter("*a" * 30 + "*b")("a" * 2000)
    assert time.monotonic() - start < 20
