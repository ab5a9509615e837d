"""check_sizes finds files and functions above their limit, and limits that are too large."""

from __future__ import annotations

import pathlib

from check_sizes import violations, wishes
from mock_file import Write


def function_of(lines: int) -> str:
    return "int sum(int a) {\n" + "  a += 1;\n" * (lines - 3) + "  return a;\n}\n"


def test_a_small_tree_has_no_violation(repository: pathlib.Path, write: Write) -> None:
    write("src/ramet/core/sum.cpp", function_of(60))
    write("tests/unit/core/sum.test.cpp", "\n" * 800)
    assert list(violations(repository)) == []


def test_a_long_function_is_found(repository: pathlib.Path, write: Write) -> None:
    write("src/ramet/core/sum.cpp", function_of(61))
    assert list(violations(repository)) == ["src/ramet/core/sum.cpp:sum: function has 61, 60 is the limit"]


def test_a_long_file_is_found(repository: pathlib.Path, write: Write) -> None:
    write("src/ramet/core/long.hpp", "\n" * 501)
    write("tests/unit/core/long.test.cpp", "\n" * 801)
    assert len(list(violations(repository))) == 2


def test_a_full_folder_is_found(repository: pathlib.Path, write: Write) -> None:
    for number in range(13):
        write(f"src/ramet/core/idea_{number}.hpp", "")
    assert list(violations(repository)) == ["src/ramet/core: folder has 13, 12 is the limit"]


def test_a_header_and_its_source_are_one_idea(repository: pathlib.Path, write: Write) -> None:
    write("src/ramet/core/CMakeLists.txt", "")
    for number in range(12):
        write(f"src/ramet/core/idea_{number}.hpp", "")
        write(f"src/ramet/core/idea_{number}.cpp", "")
    assert list(violations(repository)) == []


def test_a_room_of_two_ideas_is_found(repository: pathlib.Path, write: Write) -> None:
    for folder in ("core", "core/detail", "core/internal", "core/room", "core/internal/room"):
        write(f"src/ramet/{folder}/one.hpp", "")
        write(f"src/ramet/{folder}/other.hpp", "")
    assert list(violations(repository)) == [
        "src/ramet/core/internal/room: folder has 2, 3 is the least",
        "src/ramet/core/room: folder has 2, 3 is the least",
    ]


def test_a_wish_is_no_violation(repository: pathlib.Path, write: Write) -> None:
    write("src/ramet/core/sum.cpp", function_of(41))
    assert list(violations(repository)) == []
    assert len(list(wishes(repository))) == 1


def test_an_allowance_holds_exactly_what_it_is_for(repository: pathlib.Path, write: Write) -> None:
    write("src/ramet/core/table.hpp", "\n" * 600)
    write("tools/limits.toml", '[file."src/ramet/core/table.hpp"]\nlimit = 600\nreason = "one table"\n')
    assert list(violations(repository)) == []
    write("src/ramet/core/table.hpp", "\n" * 601)
    assert "601" in next(iter(violations(repository)))
    write("src/ramet/core/table.hpp", "\n" * 599)
    assert "needs no 600 any more" in next(iter(violations(repository)))


def test_an_allowance_for_nothing_is_found(repository: pathlib.Path, write: Write) -> None:
    write("tools/limits.toml", '[folder."src/gone"]\nlimit = 20\nreason = "there was one"\n')
    assert list(violations(repository)) == ["tools/limits.toml: there is no folder 'src/gone'"]
