"""headers compiles each public header alone, or a sample."""

from __future__ import annotations

import pathlib

import headers
import pytest

RULES = """
rule compile
  command = grep -q fine $in && touch $out
build ramet_verify_interface_header_sets.dir/good.hpp.cxx.o: compile good.hpp
build ramet_verify_interface_header_sets.dir/bad.hpp.cxx.o: compile bad.hpp
build ramet.dir/other.cpp.o: compile other.cpp
"""


@pytest.fixture
def build(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "build.ninja").write_text(RULES)
    (tmp_path / "good.hpp").write_text("fine")
    (tmp_path / "bad.hpp").write_text("wrong")
    return tmp_path


def test_objects_are_those_of_headers(build: pathlib.Path) -> None:
    names = [pathlib.Path(path).name for path in headers.objects_in(build)]
    assert names == ["bad.hpp.cxx.o", "good.hpp.cxx.o"]


def test_a_header_that_does_not_compile_fails_and_the_others_are_compiled(build: pathlib.Path) -> None:
    assert headers.main([str(build)]) != 0
    assert (build / "ramet_verify_interface_header_sets.dir" / "good.hpp.cxx.o").exists()
    assert not (build / "ramet.dir" / "other.cpp.o").exists()
    (build / "bad.hpp").write_text("fine")
    assert headers.main([str(build)]) == 0


def test_no_headers_at_all_are_a_mistake(tmp_path: pathlib.Path) -> None:
    (tmp_path / "build.ninja").write_text("rule none\n  command = true\n")
    assert headers.main([str(tmp_path)]) == 1


def test_a_sample_has_fewer(build: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert headers.main([str(build), "--one-in", "1000000000"]) == 0
    assert capfd.readouterr().out.startswith("headers: 0 of 2")
