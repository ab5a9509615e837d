"""Expressions and cuts have the same values and types as in uproot, or are an error in both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import awkward as ak
import numpy as np
import pytest
import ramet

uproot = pytest.importorskip("uproot")

ENTRIES = 3000

# Functions that uproot's language has not by itself; with names without dots, as it needs them.
FUNCTIONS = {
    name: getattr(ak, name)
    for name in ("num", "sum", "any", "all", "max", "min", "mean", "prod", "count", "count_nonzero", "fill_none")
} | {"maximum": np.maximum, "minimum": np.minimum, "sign": np.sign, "clip": np.clip, "square": np.square}

ARITHMETIC = [
    *(f"{one} {symbol} {other}" for symbol in "+*/" for one, other in [("f", "d"), ("f", "i2"), ("i4", "f"),
      ("b", "i4")]),
    *(f"{one} {symbol} {other}" for symbol in ("//", "%") for one, other in [("d", "e"), ("i4", "i2"), ("u4",
      "i8")]),
    *(f"{name} {symbol} 3" for name in ("f", "d", "i2", "i4", "i8", "u4", "u8") for symbol in ("+", "-", "*",
      "/", "//", "%")),
    *(f"{name} * 2.5" for name in ("f", "d", "b", "i2", "i4", "u8")),
    *(f"2 - {name}" for name in ("f", "d", "i2", "i4", "i8")),
    "i4 + i8", "u4 + i4", "u8 + i8", "u8 + i4", "i2 * i2", "u1 + i1", "u1 * 2", "i1 - 1", "b + b", "b * b", "b // b",
    "i4 ** 2", "f ** 2", "d ** 3", "f ** 0.5", "(i2 ** 2) ** 2", "2 ** u1", "2.0 ** i2", "-f ** 2", "i4 ** 3", "-f",
    "-i4", "-u4", "+d", "abs(i2)", "abs(f)", "1 / f", "1 // i4", "f * 1e-3", "i4 % -7", "d % 0.3", "d // -0.7",
    "f * True", "i4 + True", "u8 - 1", "3 * u8", "i8 // 0", "i8 % 0", "f / 0", "f // 0",
]  # fmt: skip
TRUTHS = [
    *(f"{name} {symbol} 2" for name in ("f", "i4", "u8") for symbol in ("<", "<=", ">", ">=", "==", "!=")),
    "f < d", "i4 < u4", "i8 < u8", "u8 > i8", "u8 == i8", "f == i4", "b == True", "b < 1", "i2 == 1.5", "f > 0.1",
    "(f > 0) & (i4 < 3)", "(f > 0) | b", "~b", "~(f > 0)", "b ^ (d > 0)", "(i4 & 3) == 1", "i4 | 8", "i4 ^ i2", "~i4",
    "i4 << 2", "i4 >> 1", "u4 << 40", "i1 >> 9", "b & 1", "b | b", "logical_and(f, i4)", "logical_or(b, d > 1)",
]  # fmt: skip
FUNCTION_CALLS = [
    *(f"{name}(f)" for name in ("sqrt", "exp", "log", "sin", "cos", "tan", "arctan", "sinh", "tanh", "cbrt",
      "expm1", "rint")),
    *(f"{name}(d)" for name in ("sqrt", "log10", "log2", "log1p", "floor", "ceil", "trunc", "round", "isnan",
      "isfinite")),
    *(f"{name}(i4)" for name in ("sqrt", "floor", "ceil", "trunc", "rint", "isnan", "isinf", "signbit", "abs",
      "cos")),
    "sqrt(i2)", "floor(b)", "round(f)", "hypot(f, d)", "hypot(f, 2)", "arctan2(f, f)", "arctan2(d, i4)",
    "copysign(f, -1)", "fmax(f, 0)", "fmin(i4, i2)", "nextafter(f, 0)", "where(b, f, d)", "where(f > 0, f, 0)",
    "where(b, i1, 0)", "where(b, 1, 0)", "where(f > 0, f, -f)", "maximum(f, d)", "minimum(i4, 2)", "sign(f)",
    "sign(i4)", "clip(f, -1, 1)", "square(i2)", "sqrt(2) * f", "f * sqrt(f ** 2 + d ** 2)", "conj(f)", "real(d)",
    "imag(f)", "neg(i4)", "fabs(i4)",
]  # fmt: skip
LISTS = [
    "j * 2", "j + f", "j * d", "j + k", "j * jj", "jj // 2", "jj % 3", "jj / 2", "-j", "abs(j)", "sqrt(abs(j))",
    "j > 20", "(j > 10) & (k < 0)", "~jb", "jb & (j > 0)", "jb | b", "j == k", "j[j > 10]", "k[jb]", "j[:, :1]",
    "j[:, 1:]", "j[:, ::-1]", "j[:, -2:]", "j[:, 1:3:2]", "num(j)", "num(j) > 1", "sum(j, axis=-1)",
    "sum(jj, axis=-1)", "sum(jb, axis=-1)", "sum(j * k, axis=1)", "sum(j[jb], axis=-1)", "any(j > 20, axis=-1)",
    "all(jb, axis=-1)", "count(j, axis=-1)", "count_nonzero(jj, axis=-1)", "prod(jj, axis=-1)", "mean(j, axis=-1)",
    "max(j, axis=-1, mask_identity=False)", "min(jj, axis=-1, mask_identity=False)", "fill_none(max(j, axis=-1), 0)",
    "where(j > 10, j, 0)", "where(jb, j, k)", "where(b, j, k)", "isnan(j)", "maximum(j, k)", "j ** 2 + k ** 2",
    "n + 1", "n * j", "n + f", "n > 1", "n[n > 1]", "n[jb]", "sum(n, axis=-1)", "num(n, axis=2)", "n[:, :1]",
    "n[:, :, :1]", "num(n)", "any(n > 1, axis=-1)", "j * 2 + n", "js == 'a'", "js != 'mu'", "js[jb]",
    "js == 'nothing'",
]  # fmt: skip
REFUSED = [
    "b - b", "-b", "+b", "f & 1", "~f", "f << 1", "i1 + 300", "u8 & i8", "j[:, 0]", "f[jb]", "j[n > 1]", "j[j]",
    "nothing + 1", "f.x", "f +", "f f", "j > 0 and b", "js + 1", "sqrt(s)", "num(f)", "i4 ** -1", "f[:, 0]",
    "j & 2.5",
]  # fmt: skip
CUTS = [
    "b", "~b", "f > 0", "(f > 0) & (i4 < 3)", "i4", "i4 % 3 == 0", "num(j) > 1", "any(j > 20, axis=-1)", "f",
    "d != d", "sum(j, axis=-1) > 30", "(i4 > 0) | b", "sqrt(abs(f)) < 1", "d > 1e9",
]  # fmt: skip
JAGGED_CUTS = ["j > 10", "jb", "(j > 10) & jb", "jj", "(k > 0) | (j < 5)", "j > f"]


def made_columns() -> dict[str, Any]:
    generator = np.random.default_rng(14)
    counts = generator.integers(0, 4, ENTRIES)
    counts[::7] = 2
    total = int(counts.sum())
    inner = generator.integers(0, 3, total)
    words = np.array(["a", "mu", "", "electron"])

    def lists(values: Any) -> Any:
        return ak.unflatten(values, counts)

    return {
        "f": generator.normal(0, 2, ENTRIES).astype("float32"),
        "d": np.where(generator.random(ENTRIES) < 0.01, np.nan, generator.normal(0, 2, ENTRIES)),
        "e": generator.normal(0, 1, ENTRIES),
        "b": generator.random(ENTRIES) < 0.5,
        **{name: generator.integers(-9, 10, ENTRIES).astype(name) for name in ("i1", "i2", "i4", "i8")},
        **{name: generator.integers(0, 12, ENTRIES).astype(name) for name in ("u1", "u4", "u8")},
        "s": words[generator.integers(0, 4, ENTRIES)].tolist(),
        "j": lists(generator.exponential(15, total).astype("float32")),
        "k": lists(generator.normal(0, 3, total)),
        "jj": lists(generator.integers(-3, 4, total).astype("int16")),
        "jb": lists(generator.random(total) < 0.5),
        "js": lists(ak.Array(words[generator.integers(0, 4, total)].tolist())),
        "n": lists(ak.unflatten(generator.normal(1, 1, int(inner.sum())), inner)),
    }


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any, Any]:
    path: Path = tmp_path_factory.mktemp("expressions") / "generated.root"
    columns = made_columns()
    schema = {name: str(ak.type(ak.Array(values)).content) for name, values in columns.items()}
    with ramet.recreate(path) as file:
        file.mktree("Events", schema).extend(columns)
        file.mkrntuple("Ntuple", schema).extend(columns)
    return uproot.open(path)["Events"], ramet.open(path)["Events"], ramet.open(path)["Ntuple"]


LANGUAGE = uproot.language.python.PythonLanguage(
    {**uproot.language.python.PythonLanguage.default_functions, **FUNCTIONS}
)
EXACT = set(ARITHMETIC) - {text for text in ARITHMETIC if "**" in text} | set(TRUTHS)


def assert_same(found: Any, wanted: Any, text: str) -> None:
    assert str(found.type) == str(wanted.type), text
    while found.ndim > 1:
        assert ak.num(found).to_list() == ak.num(wanted).to_list(), text
        found, wanted = ak.flatten(found, axis=1), ak.flatten(wanted, axis=1)
    if "string" in str(wanted.type):
        assert found.to_list() == wanted.to_list(), text
        return
    ours, theirs = ak.to_numpy(found), ak.to_numpy(wanted)
    if text in EXACT or ours.dtype.kind != "f":
        np.testing.assert_array_equal(ours, theirs, err_msg=text)
    else:  # functions of different libraries
        relative = 4e-7 if ours.dtype == np.float32 else 1e-14
        np.testing.assert_allclose(ours, theirs, rtol=relative, atol=relative, equal_nan=True, err_msg=text)


@pytest.mark.parametrize("text", [*ARITHMETIC, *TRUTHS, *FUNCTION_CALLS, *LISTS])
@pytest.mark.filterwarnings("ignore")
def test_values_and_types_are_the_same(tables: tuple[Any, Any, Any], text: str) -> None:
    theirs, tree, ntuple = tables
    wanted = theirs.arrays([text], language=LANGUAGE)
    assert wanted.fields == [text]
    for table in (tree, ntuple):
        found = table.arrays([text])
        assert found.fields == [text]
        assert_same(found[text], wanted[text], text)


@pytest.mark.parametrize("text", REFUSED)
@pytest.mark.filterwarnings("ignore")
def test_what_one_refuses_the_other_refuses_too(tables: tuple[Any, Any, Any], text: str) -> None:
    theirs, tree, _ = tables
    accepted = {"j > 0 and b"}  # ramet has a meaning for it
    with pytest.raises(Exception):  # noqa: B017, PT011
        theirs.arrays([text], language=LANGUAGE)
    if text not in accepted:
        with pytest.raises(ramet.RametError):
            tree.arrays([text])


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.filterwarnings("ignore")
def test_entries_are_cut_alike(tables: tuple[Any, Any, Any], cut: str) -> None:
    names = ["f * 2", "i4", "j", "j + k", "jb", "num(j)"]
    wanted = tables[0].arrays(names, cut, language=LANGUAGE)
    for table in tables[1:]:
        found = table.arrays(names, cut)
        assert found.fields == wanted.fields
        assert len(found) == len(wanted)
        for name in names:
            assert_same(found[name], wanted[name], name)
        assert table.arrays("i4", cut, library="np")["i4"].tolist() == wanted["i4"].to_list()
        assert table.arrays(["i4"], cut, library="pd")["i4"].tolist() == wanted["i4"].to_list()
        steps = [one["i4"] for one in table.iterate(["i4"], cut, step_size=700)]
        assert ak.concatenate(steps).to_list() == wanted["i4"].to_list()


@pytest.mark.parametrize("cut", JAGGED_CUTS)
@pytest.mark.filterwarnings("ignore")
def test_elements_are_cut_alike(tables: tuple[Any, Any, Any], cut: str) -> None:
    names = ["j", "k * 2", "jb", "js", "j + f", "n"]
    wanted = tables[0].arrays(names, cut, language=LANGUAGE)
    for table in tables[1:]:
        found = table.arrays(names, cut)
        for name in names:
            assert_same(found[name], wanted[name], name)
        with pytest.raises(ramet.MisuseError, match="has no elements that the cut"):
            table.arrays(["f"], cut)
    with pytest.raises(Exception):  # noqa: B017, PT011
        tables[0].arrays(["f"], cut, language=LANGUAGE)


@pytest.mark.filterwarnings("ignore")
def test_aliases_are_the_same(tables: tuple[Any, Any, Any]) -> None:
    aliases = {"total": "hypotenuse * 2", "hypotenuse": "sqrt(f**2 + d**2)", "some": "j[j > 10]"}
    names = ["total", "some", "total + f"]
    wanted = tables[0].arrays(names, "total > 1", aliases=aliases, language=LANGUAGE)
    for table in tables[1:]:
        found = table.arrays(names, "total > 1", aliases=aliases)
        for name in names:
            assert_same(found[name], wanted[name], name)


def test_there_are_enough() -> None:
    assert len({*ARITHMETIC, *TRUTHS, *FUNCTION_CALLS, *LISTS}) + len(CUTS) + len(JAGGED_CUTS) >= 150
