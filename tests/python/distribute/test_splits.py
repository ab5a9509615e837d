"""Any parts, in any order, also twice, give the bits of one process."""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import ramet
from hypothesis import given, settings
from hypothesis import strategies as st
from ramet import _core
from ramet.distribute import Task, run_task
from ramet.distribute.parts import parts_of
from ramet.distribute.tasks import Failure, answer_of, plan_bytes, plan_text

VERBS = {
    "define": lambda frame: frame.define("u", "g * 3 + h"),
    "filter": lambda frame: frame.filter("g > -0.5", name="most"),
    "vary": lambda frame: frame.vary("g", "RVecD{g * 0.5, g * 2}", ["down", "up"], "scale"),
    "redefine": lambda frame: frame.redefine("h", "h + g"),
    "range": lambda frame: frame.range(7, 0, 3),
}


def _results(entries: int, seed: int, verbs: list[str]) -> list[ramet.Result[Any]]:
    frame = ramet.frame(entries=entries, seed=seed).define("g", "normal()").define("h", "uniform() * 5")
    is_filtered = False
    for verb in verbs:
        is_again = (verb == "define" and "u" in frame) or (verb == "vary" and frame.variation_names)
        is_varied = verb == "redefine" and "scale:up" in frame.variation_names  # then a second one is refused
        if is_again or is_varied or (verb == "range" and is_filtered):
            continue
        is_filtered = is_filtered or verb == "filter"
        frame = VERBS[verb](frame)
    results: list[ramet.Result[Any]] = [
        frame.sum("g"),
        frame.stats("h", weight="g"),
        frame.histo1d("g", 30, (-3, 3), weight="h"),
        frame.histo1d("h"),
        frame.profile1d("h", "g", 10, (0, 5)),
        frame.report(),
    ]
    varied = frame.sum("g").variations()
    return [*results, *varied.values()]


def _bits(results: list[ramet.Result[Any]]) -> list[bytes]:
    return [pickle.dumps(one.value) for one in results]


@st.composite
def _cases(draw: st.DrawFn) -> tuple[int, int, list[str], list[int], int]:
    entries = draw(st.integers(1, 300_000))
    verbs = draw(st.lists(st.sampled_from(sorted(VERBS)), max_size=4))
    cuts = draw(st.lists(st.integers(0, 20), max_size=6))
    return entries, draw(st.integers(0, 2**32)), verbs, cuts, draw(st.integers(0, 2**16))


@settings(max_examples=25, deadline=None)
@given(_cases())
def test_any_split_order_and_duplicates_give_the_same_bits(case: tuple[int, int, list[str], list[int], int]) -> None:
    entries, seed, verbs, cuts, order = case
    spread, alone = (_results(entries, seed, verbs) for _ in range(2))
    random = np.random.default_rng(order)

    def do(tasks: _core.TasksElsewhere) -> None:
        first, last = tasks.wanted
        bounds = sorted({first, last, *(cut for cut in cuts if cut < last)})
        parts = list(pairwise(bounds))
        plan = plan_bytes(tasks.plan)
        order = [*parts, *parts[: len(parts) // 2]]
        for number in random.permutation(len(order)):
            answer = answer_of(run_task(Task(plan, *order[number]).to_bytes()))
            assert isinstance(answer, bytes), answer
            tasks.take(answer)

    spread[0].booked.run(elsewhere=do)
    assert _bits(spread) == _bits(alone)


@settings(deadline=None)
@given(st.integers(0, 1000), st.integers(0, 5000), st.integers(1, 100))
def test_parts_are_whole_trees(first: int, count: int, workers: int) -> None:
    parts = parts_of(first, first + count, workers)
    assert sum(end - begin for begin, end in parts) == count
    assert all(end == begin for (_, end), (begin, _) in pairwise(parts))
    for begin, end in parts[1:-1]:
        size = end - begin
        assert size & (size - 1) == 0
        assert begin % size == 0
    if count:
        assert (parts[0][0], parts[-1][1]) == (first, first + count)


@settings(deadline=None)
@given(st.binary(max_size=200), st.text(max_size=50))
def test_bytes_of_others_are_refused(noise: bytes, text: str) -> None:
    for parse in (Task.of_bytes, plan_text, answer_of):
        with pytest.raises((ramet.CorruptError, ramet.UnsupportedError)):
            parse(noise)
    answer = answer_of(run_task(noise))
    assert isinstance(answer, Failure)
    assert answer.kind in ("CorruptError", "UnsupportedError")
    assert plan_text(plan_bytes(text)) == text
    damaged = bytearray(plan_bytes(text))
    damaged[-1] ^= 1
    with pytest.raises(ramet.CorruptError, match="length or checksum"):
        plan_text(bytes(damaged))
