"""The pages of the C++ reference say what the headers say, and a declaration without a comment is found."""

from __future__ import annotations

import pathlib

import pytest
from reference.cpp_reference import Entry, Place, TypeEntry, modules_of, page_of, read_headers, undocumented

HEADER = """
#pragma once
#include <string>

namespace ramet::inline v1::tree {

/// What to do when it is there.
enum class OnConflict {
  fail,     ///< refuse
  replace,  ///< put it in its place
};

/// A leaf_list's *first* leaf. Throws Error(corrupt).
///
///   drawn   so
template <class Value>
class Leaf {
 public:
  /// Read `count` values.
  const Value* read(int count = 1) const noexcept;
  const Value* read(std::string name);
  Leaf(Leaf&&) = delete;
  void a_long_one(const std::string& with_many_arguments, const std::string& of_long_names, int that_make_a_line);
  int size = 0;  ///< in bytes

 private:
  int hidden_ = 0;
};

void forgotten();

namespace internal {
void not_shown();
}

}  // namespace ramet::inline v1::tree
"""


@pytest.fixture
def repository(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "layers.toml").write_text("[modules]\ncore = []\ntree = []\nntuple = []\n")
    for name, text in {
        "README.md": "# tree: rows\n",
        "leaf.hpp": HEADER,
        "internal/secret.hpp": "void secret();",
    }.items():
        path = tmp_path / "src/ramet/tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_every_public_declaration_says_what_it_is() -> None:
    assert list(undocumented(read_headers(pathlib.Path(__file__).parents[3]))) == []


def test_a_page_has_what_the_headers_say_and_nothing_internal(repository: pathlib.Path) -> None:
    entries = read_headers(repository)
    page = page_of("# tree: rows\n", entries)
    for wanted in (
        '## leaf.hpp\n\n```cpp\n#include "ramet/tree/leaf.hpp"  // namespace ramet::tree\n```',
        "enum class OnConflict { fail, replace };",
        "* `fail`: refuse",
        "### class Leaf\n\n```cpp\ntemplate <class Value>\nclass Leaf;\n```\n\nA leaf\\_list's *first* leaf.",
        "```text\ndrawn   so\n```",
        "const Value* read(int count = 1) const noexcept;\nconst Value* read(std::string name);\n```",
        "Leaf(Leaf&&) = delete;",
        "of_long_names,\n    int that_make_a_line);",
        "| `int size = 0` | in bytes |",
    ):
        assert wanted in page
    for unwanted in ("hidden_", "not_shown", "secret"):
        assert unwanted not in page
    assert list(undocumented(entries)) == [
        "no word on threads: src/ramet/tree/leaf.hpp:17: class Leaf;",
        "no comment: src/ramet/tree/leaf.hpp:30: void forgotten();",
    ]


def test_modules_are_those_with_a_readme_in_the_order_of_the_layers(repository: pathlib.Path) -> None:
    (repository / "src/ramet/core").mkdir()
    (repository / "src/ramet/core/README.md").write_text("# core\n")
    assert list(modules_of(repository)) == ["core", "tree"]


def test_obvious_declarations_need_no_comment() -> None:
    def entry(name: str, declaration: str, text: str = "", *, is_data: bool = False) -> Entry:
        return Entry(name, declaration, text, Place("core/a.hpp", 1), is_data)

    silent = TypeEntry("Error", "class Error;", "", Place("core/a.hpp", 7), kind="class", members=[])
    entries = [
        entry("limit", "constexpr int limit = 3;", is_data=True),
        entry("Token", "using Token = int;"),
        entry("Hash<int>", "struct Hash<int>;"),
        entry("open", "void open(int);", "Open it."),
        entry("open", "void open();"),
        silent,
    ]
    assert list(undocumented(entries)) == ["no comment: src/ramet/core/a.hpp:7: class Error;"]
