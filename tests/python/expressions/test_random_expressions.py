"""Random expressions of both languages have the values that naive evaluators give, for any batches and threads."""

from __future__ import annotations

from typing import Any

import awkward as ak
import naive_cpp
import naive_python
import numpy as np
import pytest
import ramet
from hypothesis import given, settings
from hypothesis import strategies as st
from ramet import _core
from ramet.reading.libraries.arrays import layout_of
from ramet.session import shared_session

ENTRIES = 10_000
COMPARED = 25  # entries that the naive evaluators are asked for
PROFILE = settings(max_examples=250, deadline=None, derandomize=True)

INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u4"]
REALS = ["f", "d"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> ramet.NTuple:
    generator = np.random.default_rng(3)
    counts = generator.integers(0, 4, ENTRIES)
    counts[0] = 2
    columns: dict[str, Any] = {name: generator.integers(-60, 60, ENTRIES).astype(name) for name in INTEGERS[:4]}
    columns |= {name: generator.integers(0, 90, ENTRIES).astype(name) for name in INTEGERS[4:]}
    columns["f"] = np.round(generator.normal(0, 5, ENTRIES), 2).astype("float32")
    columns["d"] = np.where(generator.random(ENTRIES) < 0.1, np.nan, generator.normal(0, 5, ENTRIES))
    columns["b"] = generator.random(ENTRIES) < 0.5
    columns["v"] = ak.unflatten(generator.normal(0, 5, counts.sum()).astype("float32"), counts)
    columns["w"] = ak.unflatten(generator.integers(-9, 9, counts.sum()).astype("int32"), counts)
    path = tmp_path_factory.mktemp("random") / "table.root"
    with ramet.recreate(path) as file:
        file.mkrntuple("T", {name: str(ak.type(ak.Array(one)).content) for name, one in columns.items()}).extend(
            columns
        )
    return ramet.open(path)["T"]


@pytest.fixture(scope="module")
def entries(table: ramet.NTuple) -> list[dict[str, Any]]:
    """The first entries as naive evaluators take them."""
    read = table.arrays(entry_stop=COMPARED, library="np")
    return [
        {name: list(column[k]) if column.dtype == object else column[k] for name, column in read.items()}
        for k in range(COMPARED)
    ]


def python_texts() -> Any:
    numbers = st.deferred(lambda: st.one_of(leaves, sums, calls, choices, reductions))
    truths = st.deferred(lambda: st.one_of(st.just("b"), comparisons, logic))
    lists = st.deferred(lambda: st.one_of(st.sampled_from(["v", "w"]), list_sums, sliced))
    truth_lists = st.deferred(lambda: st.one_of(list_comparisons, list_logic))
    leaves = st.one_of(
        st.sampled_from([*INTEGERS, *REALS]),
        st.integers(0, 100).map(str),
        st.sampled_from(["0.5", "2.25", "1e3", "-3", "7.125"]),
    )
    sums = st.builds("({} {} {})".format, numbers, st.sampled_from(["+", "-", "*", "/", "//", "%"]), numbers)
    calls = st.one_of(
        st.builds("abs({})".format, numbers),
        st.builds("-({} * 1)".format, numbers),
        st.builds("sqrt({} * 1.0)".format, numbers),
        st.builds("maximum({}, {})".format, numbers, numbers),
        st.builds("({} ** 2)".format, st.sampled_from(INTEGERS)),
        st.builds("where({}, {}, {})".format, truths, numbers, numbers),
    )
    choices = st.builds("({1} if {0} else {2})".format, truths, numbers, numbers)
    reductions = st.one_of(
        st.builds("num({})".format, lists), st.builds("sum({})".format, st.sampled_from(["v", "v * 2", "w", "w + 1"]))
    )
    symbols = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    comparisons = st.one_of(
        st.builds("({} {} {})".format, numbers, symbols, numbers),
        st.builds("({} < {} <= {})".format, numbers, numbers, numbers),
        st.builds("any({})".format, truth_lists),
        st.builds("all({})".format, truth_lists),
    )
    logic = st.one_of(
        st.builds("({} {} {})".format, truths, st.sampled_from(["&", "|", "^", "and", "or"]), truths),
        st.builds("(~{})".format, truths),
        st.builds("(not {})".format, truths),
    )
    list_sums = st.one_of(
        st.builds(
            "({} {} {})".format, st.sampled_from(["v", "w"]), st.sampled_from(["+", "-", "*", "/", "//", "%"]), numbers
        ),
        st.builds("({} {} {})".format, numbers, st.sampled_from(["+", "*"]), st.sampled_from(["v", "w", "abs(v)"])),
        st.sampled_from(["(v + w)", "(w * v - 1)", "(-w)"]),
    )
    sliced = st.one_of(
        st.builds(
            "{}[:, {}:{}:{}]".format,
            lists,
            *[st.sampled_from(["", "-2", "-1", "0", "1", "3"])] * 2,
            st.sampled_from(["", "1", "2", "-1"]),
        ),
        st.builds("{0}[{0} > {1}]".format, st.sampled_from(["v", "w"]), numbers),
    )
    list_comparisons = st.builds("({} {} {})".format, st.sampled_from(["v", "w", "(v + w)"]), symbols, numbers)
    list_logic = st.one_of(
        st.builds("({} {} {})".format, truth_lists, st.sampled_from(["&", "|"]), st.one_of(truths, truth_lists)),
        st.builds("(~{})".format, truth_lists),
    )
    return st.one_of(numbers, truths, lists, truth_lists)


def cpp_trees() -> Any:
    columns = st.sampled_from(["i1", "i2", "i4", "u1", "f", "d", "b"]).map(lambda name: ("column", name))
    literals = st.sampled_from(["0", "7", "100", "0.5", "2.25", "1.5f"]).map(lambda text: ("literal", text))
    scalars = st.recursive(
        st.one_of(columns, literals),
        lambda inner: st.one_of(
            st.tuples(st.sampled_from(["+", "-", "*", "<", "<=", ">", ">=", "==", "!=", "&&", "||"]), inner, inner),
            st.tuples(st.just("?"), inner, inner, inner),
            st.tuples(st.sampled_from(["!", "-"]), inner),
            st.tuples(st.just("/"), inner, st.just(("literal", "2.5"))),
            st.tuples(st.just("cast"), st.sampled_from(["double", "float"]), inner),
            st.just(("Sum", ("column", "v"))),
        ),
        max_leaves=12,
    )
    lists = st.recursive(
        st.sampled_from([("column", "v"), ("column", "w")]),
        lambda inner: st.one_of(
            st.tuples(st.sampled_from(["+", "-", "*", "<", ">", "==", "&&", "||"]), inner, st.one_of(inner, columns)),
            st.tuples(st.sampled_from(["!", "-"]), inner),
        ),
        max_leaves=6,
    )
    return st.one_of(scalars, lists)


def run(table: ramet.NTuple, text: str, language: _core.Language, size: int) -> tuple[ak.Array, _core.Program]:
    """The values of all entries, by all cores, after batches of one size have given the same bits."""
    columns = table.values()
    scope = [(column.path, column.core.type) for column in columns]
    program = _core.Program.compile([text], scope, [], language=language)
    read = [columns[number] for number in program.columns]
    whole = program.run_on_all_cores(shared_session(), table.read(read, 0, ENTRIES), ENTRIES)[0]
    array = ak.Array(layout_of(whole, None))
    first = (ENTRIES - size) // 2
    part = program.run(table.read(read, first, first + size), size, first)[0]
    assert same_bits(ak.Array(layout_of(part, None)), array[first : first + size]), (text, size)
    return array, program


def same_bits(one: ak.Array, other: ak.Array) -> bool:
    buffers = [ak.to_buffers(ak.to_packed(array)) for array in (one, other)]
    (form, _, ours), (other_form, _, theirs) = buffers
    return form == other_form and all(np.array_equal(ours[k].view("u1"), theirs[k].view("u1")) for k in ours)


def assert_agrees(found: Any, wanted: Any, text: str) -> None:
    if isinstance(wanted, list):
        assert len(found) == len(wanted), text
        for one, other in zip(found, wanted, strict=True):
            assert_agrees(one, other, text)
        return
    assert np.asarray(found) == np.asarray(wanted) or (found != found and wanted != wanted), (text, found, wanted)


def kind_of(value: Any) -> np.dtype[Any] | None:
    while isinstance(value, list):
        if not value:
            return None
        value = value[0]
    return np.asarray(value).dtype


@pytest.mark.filterwarnings("ignore")
@PROFILE
@given(text=python_texts(), size=st.integers(1, ENTRIES))
def test_python_agrees_with_a_naive_evaluator(table: Any, entries: list[dict[str, Any]], text: str, size: int) -> None:
    try:
        wanted = [naive_python.evaluate(text, entry) for entry in entries]
    except (OverflowError, TypeError, ZeroDivisionError):
        with pytest.raises(ramet.RametError):
            run(table, text, _core.Language.python, size)
        return
    try:
        array, program = run(table, text, _core.Language.python, size)
    except ramet.MisuseError:
        # Mistakes in what the naive evaluator does not come to.
        assert any(part in text for part in ("[", " and ", " or ")), text
        return
    kinds = {kind for one in wanted if (kind := kind_of(one)) is not None}
    if kinds:
        assert str(program.type(0)).rpartition(" ")[2] in {str(kind) for kind in kinds}, text
    for k, one in enumerate(wanted):
        assert_agrees(array[k], one, text)


@pytest.mark.filterwarnings("ignore")
@PROFILE
@given(tree=cpp_trees(), size=st.integers(1, ENTRIES))
def test_cpp_agrees_with_a_naive_evaluator(table: Any, entries: list[dict[str, Any]], tree: Any, size: int) -> None:
    text = naive_cpp.spelled(tree)
    wanted = [naive_cpp.evaluate(tree, entry) for entry in entries]
    array, program = run(table, text, _core.Language.cpp, size)
    assert str(program.type(0)).rpartition(" ")[2] in {str(kind_of(one)) for one in wanted}, text
    for k, one in enumerate(wanted):
        assert_agrees(array[k], one, text)
