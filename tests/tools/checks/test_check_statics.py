"""check_statics finds shared state in text and in compiled objects, and ignores constants."""

from __future__ import annotations

import pathlib
import shutil
import subprocess

import pytest
from check_statics import violations
from mock_file import Write

SOUND = """
// static int in_a_comment = 0;
const char* text = "static int in_a_string = 0; const_cast<";
struct Index {
  static constexpr int size = 3;
  static Index from(int code);
  int peek() const { return static_cast<int>(sizeof(int)); }
  mutable Mutex mutex_;
  mutable std::atomic<int> hits_ = 0;
  mutable int entries_ RAMET_GUARDED_BY(mutex_) = 0;
};
static int twice(int a) { static const int two = 2; return two * a; }
auto work = [n = 0]() mutable { return ++n; };
int& own(const int& a) { return const_cast<int&>(a); }  // NOLINT(cppcoreguidelines-pro-type-const-cast): ours
"""


def test_a_sound_source_has_no_violation(repository: pathlib.Path, write: Write) -> None:
    write("src/ramet/core/index.hpp", SOUND)
    assert list(violations(repository)) == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("static int calls = 0;", "writable static 'int calls'"),
        ("static std::vector<int> cache;", "writable static"),
        ("static std::atomic<int> calls{0};", "writable static"),
        ("int next() { static int last = 0; return ++last; }", "writable static 'int last'"),
        ("thread_local int depth = 0;", "thread_local"),
        ("struct A { mutable int cache_ = 0; };", "mutable 'int cache_'"),
        ("struct A { mutable std::vector<int> cache_; };", "without lock"),
        ("int& own(const int& a) { return const_cast<int&>(a); }", "const_cast"),
        ("int& own(const int& a) { return const_cast<int&>(a); }  // NOLINT", "const_cast"),
        ("int* p = const_cast<int*>(q);  // NOLINT(cppcoreguidelines-pro-type-const-cast)", "const_cast"),
    ],
)
def test_a_seeded_fault_is_found(repository: pathlib.Path, write: Write, line: str, complaint: str) -> None:
    write("src/ramet/core/index.hpp", f"#pragma once\n{line}\n")
    found = list(violations(repository))
    assert len(found) == 1
    assert complaint in found[0]
    assert found[0].startswith("src/ramet/core/index.hpp:2:")


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a compiler")
@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("struct A { virtual ~A() = default; virtual int a() { return 1; } }; A* make() { return new A; }", None),
        ('extern const char* const names[] = {"a", "b"};', None),
        ("void run(void (*f)()) { try { f(); } catch (...) { throw 1; } }", None),
        ("int calls = 0;", "calls"),
        ("namespace { int calls = 3; } int next() { return ++calls; }", "calls"),
        (
            "template <class T> struct Count { static inline T calls = 1; }; int f() { return ++Count<int>::calls; }",
            "calls",
        ),
        ('const char* name = "a";', "name"),
        ("thread_local int depth; int next() { return ++depth; }", "depth"),
        ("int f(); int g() { static const int once = f(); return once; }", "guard variable"),
    ],
)
def test_symbols_in_objects(repository: pathlib.Path, write: Write, text: str, symbol: str | None) -> None:
    objects = repository / "build" / "src" / "ramet"
    objects.mkdir(parents=True)
    write("a.cpp", text + "\n")
    subprocess.run(["g++", "-std=c++20", "-fPIC", "-c", repository / "a.cpp", "-o", objects / "a.o"], check=True)
    found = list(violations(repository, repository / "build"))
    if symbol is None:
        assert found == []
    else:
        assert any(symbol in line for line in found), found


def test_a_folder_without_objects_is_a_violation(repository: pathlib.Path) -> None:
    assert "build it first" in next(iter(violations(repository, repository)))
