"""Lines with # in C++ that scripts declare: conditions, guards, and names of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from ramet.errors import MisuseError, UnsupportedError
from ramet.rdataframe.beside.interpreter import Interpreter
from ramet.rdataframe.beside.preprocessing import Preprocessor


def no_columns(name: str) -> bool:
    return False


BRANCHES = [
    ("#ifndef A\n1\n#else\n2\n#endif", "1"),
    ("#ifdef A\n1\n#else\n2\n#endif", "2"),
    ("#define A\n#ifdef A\n1\n#else\n2\n#endif", "1"),
    ("#define A\n#undef A\n#ifdef A\n1\n#endif", ""),
    ("#if 0\n1\n#ifdef __GNUC__\n2\n#else\n3\n#endif\n#elif 1\n4\n#else\n5\n#endif", "4"),
    ("#if 1\n1\n#elif WHAT > 3\n2\n#else\n3\n#endif", "1"),
    ("#if !defined(A) && defined __CLING__\n1\n#endif", "1"),
    ("#define A 0\n# if A || defined(B)\n1\n# else\n2\n# endif", "2"),
    ("#ifndef __MY_HEADER__\n#define __MY_HEADER__\n1\n#endif\n#ifdef __MY_HEADER__\n2\n#endif", "1 2"),
    ("#ifndef M_PI\n#define M_PI 3.14\n1\n#endif", ""),
    ("/* #if 0\n*/ 1 // #else\n", "1"),
    ("#define A \\\n 3\n#if A\n1\n#endif", "1"),
]


@pytest.mark.parametrize(("text", "answer"), BRANCHES)
def test_only_branches_that_hold_are_read(text: str, answer: str) -> None:
    assert " ".join(Preprocessor().run(text).split()) == answer


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#if ROOT_VERSION_CODE >= 3\n#endif", "the condition '#if ROOT_VERSION_CODE >= 3' is not known"),
        ("#if WHAT\n#endif", "the condition '#if WHAT' is not known"),
        ("#ifdef __APPLE__\n#endif", "whether __APPLE__ is defined is not known"),
    ],
)
def test_conditions_that_are_not_known_are_refused(text: str, words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        Preprocessor().run(text)


@pytest.mark.parametrize("text", ["#if 1\n", "#endif\n", "#else\n", "#error no\n"])
def test_conditions_that_are_not_whole(text: str) -> None:
    with pytest.raises(MisuseError, match=text.split()[0]):
        Preprocessor().run(text)


def test_macros_are_values_and_names() -> None:
    interpreter = Interpreter()
    interpreter.Declare(
        """
        namespace inner {
        #define CUT 20
        #define LOW (-1.5f * 2)
        #define FLOATS ROOT::RVecF
        #define PI TMath::Pi()
        }
        #define SUM 1 + 2
        #define SQUARE(x) x * x
        int number(const FLOATS &v) { return Sum(v > CUT); }
        """
    )
    assert interpreter.expanded("x > CUT", no_columns) == "const auto CUT = 20; return x > CUT;"
    assert interpreter.expanded("x > LOW", no_columns).startswith("const auto LOW = (-1.5f * 2);")
    assert interpreter.expanded("x > PI", no_columns).startswith("const auto PI = TMath::Pi();")
    assert "(const ROOT::RVecF & v)" in interpreter.expanded("number(v)", no_columns).replace("&v", "& v")
    with pytest.raises(UnsupportedError, match=r"SUM is a macro of more than one value \(1 \+ 2\)"):
        interpreter.expanded("2 * SUM", no_columns)
    with pytest.raises(UnsupportedError, match="SQUARE is a macro with parameters"):
        interpreter.expanded("SQUARE(x)", no_columns)


def test_macros_are_those_of_all_texts(tmp_path: Path) -> None:
    interpreter = Interpreter()
    (tmp_path / "inner.h").write_text("#ifndef INNER\n#define INNER\nint inner() { return 1; }\n#endif\n")
    (tmp_path / "outer.h").write_text('#include "inner.h"\n#include "inner.h"\n#include "outer.h"\n#define WITH\n')
    interpreter.LoadMacro(str(tmp_path / "outer.h"))
    interpreter.Declare("#ifdef WITH\nint two() { return inner() + 1; }\n#else\nint two() { return 3; }\n#endif")
    assert interpreter.expanded("two()", no_columns).endswith("return inner() + 1; }; return two();")
