"""Functions of Python that raise, give something else than columns, change what they get, or are interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ramet

COUNT = 200_000


@pytest.fixture
def frame() -> ramet.Frame:
    offsets = np.arange(COUNT + 1) * 2
    return ramet.frame({"x": np.arange(float(COUNT)), "v": (offsets, np.arange(2.0 * COUNT))})


def test_exceptions_tell_the_column_and_the_entries(frame: ramet.Frame) -> None:
    def fails(x: Any) -> Any:
        if 50_000.0 in x:
            raise KeyError("fifty")
        return x

    with pytest.raises(KeyError, match="fifty") as caught:
        frame.define("y", fails, type="float64").sum("y").run()
    assert caught.value.__notes__ == ["column 'y' in entries 49152 to 53247"]
    with pytest.raises(ZeroDivisionError) as divided:
        frame.reduce(lambda a, b: 1 / 0, "x").run()
    assert divided.value.__notes__[0].startswith("result 'reduction' in entries ")


def test_other_results_tell_why_their_run_failed(frame: ramet.Frame) -> None:
    other = frame.count()
    failing = frame.define("y", lambda x: 1 / 0, ["x"], type="float64").sum("y")
    with pytest.raises(ZeroDivisionError):
        failing.run()
    for one in (other, failing):
        with pytest.raises(ramet.MisuseError, match=r"failed .*: ZeroDivisionError: division by zero$"):
            one.run()
    assert frame.count().value == COUNT


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        (lambda x: x[:-1], ramet.MisuseError, "gave 4095 values for 4096 entries"),
        (lambda x: np.append(x, 1), ramet.MisuseError, "gave 4097 values for 4096 entries"),
        (lambda x: np.stack([x, x], axis=1), ramet.MisuseError, "the function's values: an array of 2 dimensions"),
        (lambda x: x * 1j, TypeError, "the function's values: values of complex128 cannot become float64"),
        (lambda x: None, TypeError, "the function's values: values of object cannot become float64"),
        (lambda x: "text", TypeError, "one text"),
        (lambda x: {"a": x}, Exception, "float64|dict"),
    ],
)
def test_values_that_are_no_column(frame: ramet.Frame, function: Any, error: Any, text: str) -> None:
    with pytest.raises(error, match=text) as caught:
        frame.define("y", function, ["x"], type="float64").sum("y").run()
    assert caught.value.__notes__[0].startswith("column 'y' in entries ")


def test_lists_with_wrong_offsets(frame: ramet.Frame) -> None:
    def lists(shift: int) -> Any:
        return lambda x: (np.arange(len(x) + 1) * shift, x)

    good = frame.define("y", lists(1), ["x"], type="var * float64")
    assert good.sum("y").value == frame.sum("x").value
    for shift in (-1, 5):
        with pytest.raises(ramet.MisuseError, match="offsets|values"):
            frame.define("y", lists(shift), ["x"], type="var * float64").sum("y").run()


def test_functions_cannot_change_what_others_see(frame: ramet.Frame) -> None:
    def adds(x: Any) -> Any:
        x += 1
        return x

    def adds_inside(v: Any) -> Any:
        for one in v:
            one += 1
        return np.array([one.sum() for one in v])

    before = frame.sum("x").value, frame.sum("v").value
    for function, column in ((adds, "x"), (adds_inside, "v")):
        with pytest.raises(ValueError, match="read-only"):
            frame.define("y", function, [column], type="float64").sum("y").run()
    assert (frame.sum("x").value, frame.sum("v").value) == before


def test_arrays_outlive_their_batch(frame: ramet.Frame) -> None:
    kept: list[Any] = []

    def keeps(x: Any, v: Any) -> Any:
        kept.extend([x, *v[:3]])
        return x

    made = frame.filter("x >= 3").define("y", keeps, type="float64")
    assert made.sum("y").value == made.sum("x").value
    assert sum(float(one.sum()) for one in kept if len(one) > 2) == made.sum("x").value


def test_actions_that_are_none(frame: ramet.Frame) -> None:
    with pytest.raises(TypeError, match=r"lacks \['partial', 'add', 'finish'\]"):
        frame.book(object(), "x")


def test_an_interruption_leaves_what_was_done(frame: ramet.Frame) -> None:
    seen = threading.Lock()
    calls = 0

    def interrupted(x: Any) -> Any:
        nonlocal calls
        with seen:
            calls += 1
            if calls == 20:
                raise KeyboardInterrupt
        return x

    made = frame.define("y", interrupted, ["x"], type="float64")
    total, count = made.sum("y"), frame.count()
    with pytest.raises(KeyboardInterrupt):
        total.run()
    assert total.is_ready
    report = count.report
    assert report.was_stopped
    assert not report.is_complete
    assert count.value == sum(last - first for first, last in report.covered)
    assert total.value == sum(np.arange(first, last).sum() for first, last in report.covered)


CTRL_C = """
import os, signal
import numpy as np
import ramet

COUNT = 200_000
calls = 0


def presses(x):
    global calls
    calls += 1
    if calls == 10:
        os.kill(os.getpid(), signal.SIGINT)
    return x


frame = ramet.frame({"x": np.arange(float(COUNT))})
total = frame.define("y", presses, ["x"], type="float64").sum("y")
try:
    total.run()
    for _ in range(1000):  # it came behind the last look
        pass
    print("no interruption")
except KeyboardInterrupt:
    print(total.is_ready and total.value <= frame.sum("x").value)
"""


def test_ctrl_c_in_a_function() -> None:
    """In a process of its own, as signals are the main thread's."""
    found = subprocess.run([sys.executable, "-c", CTRL_C], capture_output=True, text=True, check=True, timeout=300)
    assert found.stdout == "True\n"


def test_many_threads_ask_at_once(frame: ramet.Frame) -> None:
    results = [frame.define("y", lambda x: x * 2, ["x"]).sum("y") for _ in range(4)]
    found: list[float] = []
    threads = [threading.Thread(target=lambda one=one: found.append(one.value)) for one in results * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [COUNT * (COUNT - 1.0)] * 12


def test_a_file_that_shrinks_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "events.root"
    with ramet.recreate(path) as file:
        tree = file.mktree("Events", {"x": "float64"}, cluster_size=80_000)
        tree.extend({"x": np.random.default_rng(1).random(1_000_000)})

    def shrinks(x: Any) -> Any:
        if path.stat().st_size > 500_000:
            os.truncate(path, 500_000)
        return x

    frame = ramet.frame(f"{path}:Events")
    with pytest.raises(ramet.FileIOError, match=r"branch 'x', basket \d+"):
        frame.define("y", shrinks, ["x"], type="float64").sum("y").run()
    rest = ramet.frame({"x": [1.0]}).sum("x")
    assert rest.value == 1
