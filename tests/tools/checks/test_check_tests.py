"""check_tests finds the source without a test, the test without a source, and the test outside the build."""

from __future__ import annotations

import pathlib

import pytest
from check_tests import violations
from mock_file import Write

TEST = 'TEST_CASE("error: says where") {}\n'


@pytest.fixture
def sound(repository: pathlib.Path, write: Write) -> pathlib.Path:
    write("src/ramet/core/error.hpp", "int code();\n")
    write("src/ramet/core/error.cpp", "int code() { return 1; }\n")
    write("src/ramet/core/interface.hpp", "struct Sink { virtual ~Sink() = default; };\n")
    write("src/ramet/core/internal/deep.cpp", "int deep() { return 2; }\n")
    write("tests/CMakeLists.txt", "foreach(module IN ITEMS core)\n  add_subdirectory(unit/${module})\nendforeach()\n")
    write("tests/unit/core/CMakeLists.txt", "ramet_test(core error.test.cpp deep.test.cpp)\n")
    write("tests/unit/core/error.test.cpp", TEST)
    write("tests/unit/core/deep.test.cpp", TEST)
    return repository


def test_a_sound_tree_has_no_violation(sound: pathlib.Path) -> None:
    assert list(violations(sound)) == []


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("src/ramet/core/new.cpp", "int a() { return 1; }\n", "new.cpp: has no unit test"),
        ("src/ramet/core/new.hpp", "inline int a() { return 1; }\n", "new.hpp: has no unit test"),
        ("tests/unit/core/gone.test.cpp", TEST, "mirrors no source"),
        (
            "tests/unit/core/CMakeLists.txt",
            "ramet_test(core deep.test.cpp an_error.test.cpp)\n",
            "error.test.cpp: is in no",
        ),
        ("tests/CMakeLists.txt", "# core_functions\n", "its folder is not added"),
        ("tests/integration/way.test.cpp", TEST, "way.test.cpp: is in no CMakeLists.txt"),
        ("tests/python/arrays.py", "def test_arrays() -> None: ...\n", "pytest collects test_*.py only"),
        (
            "tests/unit/exempt.toml",
            '[exempt]\n"src/ramet/core/error.cpp" = "it needs none at all"\n',
            "needs no exemption",
        ),
        ("tests/unit/exempt.toml", '[exempt]\n"src/ramet/core/gone.cpp" = "it is not there"\n', "is no source"),
    ],
)
def test_a_seeded_fault_is_found(sound: pathlib.Path, write: Write, name: str, text: str, complaint: str) -> None:
    write(name, text)
    assert any(complaint in line for line in violations(sound)), list(violations(sound))


def test_an_exemption_needs_a_reason(sound: pathlib.Path, write: Write) -> None:
    write("src/ramet/core/new.cpp", "int a() { return 1; }\n")
    write("tests/unit/exempt.toml", '[exempt]\n"src/ramet/core/new.cpp" = "no"\n')
    assert [line for line in violations(sound) if "without a reason" in line]
    write("tests/unit/exempt.toml", '[exempt]\n"src/ramet/core/new.cpp" = "runs only on another system"\n')
    assert list(violations(sound)) == []
