"""A forked child has its parent's writers, and cannot change the file."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import ramet


def said_by_child(work: Callable[[], object]) -> str:
    """The exception that `work` raises in a child, or its result; the child ends with destructors."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work()
            said = "nothing"
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writes, said.encode())
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as pipe:
        said = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    return said


REFUSED = "call `share` in the first one and `join` in the others"


def test_a_tree_that_a_child_extends_is_refused_and_the_parents_entries_stay(tmp_path: Path) -> None:
    path = tmp_path / "file.root"
    with ramet.recreate(path) as file:
        tree = file.mktree("Events", {"x": "int64"})
        tree.extend({"x": np.arange(1000)})
        for work in (
            lambda: tree.extend({"x": np.arange(1000)}),
            lambda: file.mktree("Other", {"x": "int64"}),
            lambda: file.__setitem__("more", {"x": np.arange(10)}),
            lambda: file.__setitem__("histogram", np.histogram(np.arange(10))),
            file.checkpoint,
            file.close,
        ):
            said = said_by_child(work)
            assert said.startswith("MisuseError: "), said
            assert REFUSED in said
        tree.extend({"x": np.arange(1000, 2000)})
    assert np.array_equal(ramet.open(path)["Events/x"].array(), np.arange(2000))
    assert ramet.check(path).is_sound


def test_a_child_of_which_only_the_close_comes_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "file.root"
    file = ramet.recreate(path)
    tree = file.mktree("Events", {"x": "int64"})
    for part in range(4):
        tree.extend({"x": np.arange(100_000) + part * 100_000})
        assert REFUSED in said_by_child(file.close)
    file.close()
    assert said_by_child(file.close) == "nothing"
    assert np.array_equal(ramet.open(path)["Events/x"].array(), np.arange(400_000))


def test_contexts_of_a_parallel_writer_are_refused_in_a_child(tmp_path: Path) -> None:
    path = tmp_path / "file.root"
    with ramet.ParallelWriter(path, "Events", {"x": "int64"}) as writer:
        context = writer.context()
        context.extend({"x": np.arange(10)})
        for work in (
            lambda: context.extend({"x": np.arange(10)}),
            context.hand_over,
            context.close,
            context.abandon,
            writer.context,
            writer.checkpoint,
            writer.close,
        ):
            assert REFUSED in said_by_child(work)

        def leave() -> None:
            with writer:
                raise ValueError("in the child")

        assert "in the child" in said_by_child(leave)
        context.close()
    assert ramet.open(path)["Events"].num_entries == 10


PROGRAM = """
import os, sys
import numpy as np, ramet
file = ramet.recreate(sys.argv[1])
tree = file.mktree("Events", {"x": "int64"})
tree.extend({"x": np.arange(1000)})
writer = ramet.ParallelWriter(sys.argv[1] + "2", "Events", {"x": "int64"})
context = writer.context()
context.extend({"x": np.arange(1000)})
child = os.fork()
if child == 0:
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
try:
    ramet.recreate(sys.argv[1])
except ramet.MisuseError as error:
    assert "is writing it" in str(error)
else:
    raise AssertionError("the child gave up its parent's lock")
tree.extend({"x": np.arange(1000)})
file.close()
context.close()
writer.close()
"""


def test_a_child_that_exits_as_a_program_does_leaves_the_files_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "file.root"
    subprocess.run([sys.executable, "-c", PROGRAM, str(path)], check=True, timeout=60)
    assert ramet.open(path)["Events"].num_entries == 2000
    assert ramet.open(tmp_path / "file.root2")["Events"].num_entries == 1000


def test_a_context_that_is_abandoned_gives_up_what_it_holds(tmp_path: Path) -> None:
    with ramet.ParallelWriter(tmp_path / "file.root", "Events", {"x": "int64"}) as writer:
        context = writer.context()
        context.extend({"x": np.arange(10)})
        context.hand_over()
        context.extend({"x": np.arange(5)})
        assert context.abandon() == 5
        assert context.abandon() == 0
        assert context.closed
    assert ramet.open(tmp_path / "file.root")["Events"].num_entries == 10
