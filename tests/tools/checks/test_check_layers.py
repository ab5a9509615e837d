"""check_layers finds every kind of forbidden include, and nothing in a tree without one."""

from __future__ import annotations

import pathlib

import pytest
from check_layers import violations
from mock_file import Write

LAYERS = """
[modules]
core = []
io   = ["core"]
tree = ["core", "io"]
[outside]
"tbb/"    = ["core"]
"fcntl.h" = ["io"]
"""


@pytest.fixture
def sound(repository: pathlib.Path, write: Write) -> pathlib.Path:
    write("layers.toml", LAYERS)
    write("src/ramet/core/error.hpp", "#pragma once\n#include <string>\n")
    write("src/ramet/core/error.cpp", '#include "ramet/core/error.hpp"\n\n#include <tbb/task_arena.h>\n')
    write("src/ramet/io/internal/descriptor.hpp", "#pragma once\n")
    write("src/ramet/io/source.cpp", '#include <fcntl.h>\n\n#include "ramet/io/internal/descriptor.hpp"\n')
    write("src/ramet/io/range.hpp", '#pragma once\n#include "ramet/core/error.hpp"\n')
    write("src/ramet/tree/tree.hpp", '#pragma once\n#include "ramet/core/error.hpp"\n#include "ramet/io/range.hpp"\n')
    write("src/ramet/core/detail/narrow.hpp", '#pragma once\n#include "ramet/core/error.hpp"\n')
    write("src/ramet/tree/tree.cpp", '#include "ramet/tree/tree.hpp"\n\n#include "ramet/core/detail/narrow.hpp"\n')
    facade = '#pragma once\n\n// Trees.\n\n#include "ramet/core/host.hpp"\n#include "ramet/tree/tree.hpp"\n'
    write("src/ramet/tree.hpp", facade)
    write("examples/cpp/read.cpp", '#include "ramet/tree.hpp"\n')
    write("src/ramet/core/host.hpp", "#include <tbb/info.h>  // NOLINT(ramet-public-header): the host's own type\n")
    write("cli/main.cpp", '#include "ramet/tree/tree.hpp"\n')
    return repository


def test_a_sound_tree_has_no_violation(sound: pathlib.Path) -> None:
    assert list(violations(sound)) == []


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("src/ramet/core/up.cpp", '#include "ramet/tree/tree.hpp"\n', "core may not include tree"),
        ("src/ramet/core/up.cpp", "#  include <ramet/tree/tree.hpp>\n", "core may not include tree"),
        ("src/ramet/tree/peek.cpp", '#include "ramet/io/internal/descriptor.hpp"\n', "is internal to io"),
        (
            "src/ramet/io/open.hpp",
            '#include "ramet/io/internal/descriptor.hpp"\n',
            "a public header includes an internal",
        ),
        (
            "src/ramet/tree/fast.cpp",
            "#include <tbb/parallel_for.h>\n",
            "tree may not include <tbb/parallel_for.h> (core may)",
        ),
        ("src/ramet/io/open.hpp", "#include <fcntl.h>\n", "a public header includes <fcntl.h>"),
        ("src/ramet/core/near.cpp", '#include "error.hpp"\n', "is not a full path"),
        (
            "src/ramet/core/error.cpp",
            '#include <string>\n#include "ramet/core/error.hpp"\n',
            "is not the first include",
        ),
        ("src/ramet/core/error.cpp", "int x();\n", "is not the first include"),
        ("src/ramet/stray/stray.hpp", "#pragma once\n", "module stray has no row"),
        ("cli/main.cpp", '#include "ramet/io/internal/descriptor.hpp"\n', "internal to the library"),
        (
            "src/ramet/io/range.hpp",
            '#include "ramet/core/detail/narrow.hpp"\n#include "ramet/core/error.hpp"\n',
            "a public header includes a detail one",
        ),
        (
            "src/ramet/io/detail/open.hpp",
            '#include "ramet/io/internal/descriptor.hpp"\n',
            "a detail header includes an internal one",
        ),
        ("src/ramet/io/unseen.hpp", "#pragma once\n", "no facade reaches it"),
        ("src/ramet/io/detail/own.hpp", "#pragma once\n", "no other module uses it"),
        ("src/ramet/tree.hpp", '#include "ramet/core/detail/narrow.hpp"\n', "a facade includes public headers"),
        ("src/ramet/tree.hpp", "#include <vector>\n", "a facade includes public headers"),
        ("src/ramet/tree.hpp", "int count();\n", "a facade declares nothing"),
        ("src/ramet/tree/tree.hpp", '#include "ramet/tree.hpp"\n', "is not a full path"),
        ("examples/cpp/read.cpp", '#include "ramet/tree/tree.hpp"\n', "is no facade"),
        ("layers.toml", LAYERS.replace('io   = ["core"]', 'io   = ["core", "tree"]'), "not listed above it"),
        ("layers.toml", LAYERS.replace('["io"]', '["ion"]'), "unknown module ion"),
    ],
)
def test_a_seeded_fault_is_found(sound: pathlib.Path, write: Write, name: str, text: str, complaint: str) -> None:
    write(name, text)
    assert any(complaint in line for line in violations(sound)), list(violations(sound))


def test_a_row_that_allows_an_unused_module_is_a_violation(sound: pathlib.Path, write: Write) -> None:
    write("src/ramet/tree/tree.hpp", '#pragma once\n#include "ramet/core/error.hpp"\n')
    write("src/ramet/core/host.hpp", '#include "ramet/core/error.hpp"\n')
    assert "layers.toml: tree includes nothing of io" in list(violations(sound))


def test_rows_of_modules_that_are_planned_may_allow_anything(sound: pathlib.Path, write: Write) -> None:
    write("layers.toml", LAYERS.replace("[outside]", 'frame = ["tree"]\n[outside]'))
    assert list(violations(sound)) == []
