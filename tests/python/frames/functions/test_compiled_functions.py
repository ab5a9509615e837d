"""Functions of numba as columns and filters."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import ramet

numba = pytest.importorskip("numba")

COUNTS = np.array([2, 0, 1, 3] * 500)
PT = np.linspace(1, 50, COUNTS.sum()).astype("float32")


@pytest.fixture
def frame() -> ramet.Frame:
    offsets = np.concatenate([[0], np.cumsum(COUNTS)])
    return ramet.frame(
        {
            "x": np.arange(2000.0),
            "n": np.arange(2000, dtype="int32"),
            "flag": np.arange(2000) % 2 == 0,
            "pt": (offsets, PT),
            "vector": np.arange(6000, dtype="float32").reshape(2000, 3),
        }
    )


def test_njit_is_called_for_each_entry(frame: ramet.Frame) -> None:
    @numba.njit
    def branchy(x, n):  # type: ignore[no-untyped-def]
        if n % 2 == 0:
            return x
        return -2.0 * x

    made = frame.define("y", branchy)
    assert made.type("y") == "float64"
    x = np.arange(2000.0)
    assert np.array_equal(made.take("y").value, np.where(x % 2 == 0, x, -2 * x))


def test_types_are_inferred_or_said(frame: ramet.Frame) -> None:
    double = numba.njit(lambda n: n * 2)
    assert frame.define("m", double, ["n"]).type("m") == "int64"
    said = frame.define("m", double, ["n"], type="int16")
    assert said.take("m").value.dtype == np.int16
    assert said.take("m").value[-1] == 3998
    assert frame.define("b", numba.njit(lambda flag: not flag), ["flag"]).take("b").value.dtype == bool


def test_lists_are_arrays(frame: ramet.Frame) -> None:
    @numba.njit
    def leading(pt):  # type: ignore[no-untyped-def]
        largest = np.float32(0)
        for one in pt:
            largest = max(largest, one)
        return largest

    expected = frame.define("y", "pt.size() > 0 ? Max(pt) : 0.f").take("y").value
    assert np.array_equal(frame.define("y", leading).take("y").value, expected)


def test_lists_are_given_back(frame: ramet.Frame) -> None:
    hard = frame.define("hard", numba.njit(lambda pt, x: pt[pt > 20] * x), ["pt", "x"])
    assert hard.type("hard") == "var * float64"
    expected = frame.define("hard", "RVecD(pt[pt > 20] * x)").take("hard").value
    found = hard.take("hard").value
    assert len(found) == 2000
    assert all(np.allclose(one, other) for one, other in zip(found, expected, strict=True))
    assert hard.define("m", "hard.size()").sum("m").value == sum(map(len, found))


def test_arrays_of_fixed_size(frame: ramet.Frame) -> None:
    total = frame.define("y", numba.njit(lambda vector: vector.sum()), ["vector"]).take("y").value
    assert np.array_equal(total, np.arange(6000.0).reshape(2000, 3).sum(axis=1))
    pairs = frame.define("m", lambda x: np.stack([x, 2 * x], axis=1), type="2 * float64")
    assert np.array_equal(pairs.define("y", numba.njit(lambda m: m[1] - m[0]), ["m"]).take("y").value, np.arange(2000))


def test_callbacks_of_c(frame: ramet.Frame) -> None:
    @numba.cfunc("float64(float64, float64)")
    def scaled(x, n):  # type: ignore[no-untyped-def]
        return x / 2 + n

    assert np.array_equal(frame.define("y", scaled).take("y").value, np.arange(2000) * 1.5)


def test_filters(frame: ramet.Frame) -> None:
    kept = frame.filter(numba.njit(lambda x: x > 1500), ["x"], name="large")
    assert kept.report()["large"].passed == 499
    below = kept.define("y", numba.njit(lambda n, pt: n + len(pt)), ["n", "pt"])
    n = np.arange(1501, 2000)
    assert np.array_equal(below.take("y").value, n + COUNTS[1501:])


def test_variations(frame: ramet.Frame) -> None:
    varied = frame.vary("x", "RVecD{x + 1, x + 2}", ["down", "up"]).define("y", numba.njit(lambda x: 2 * x), ["x"])
    values = {name: result.value for name, result in varied.sum("y").variations().items()}
    assert values == {"nominal": 3998000, "x:down": 4002000, "x:up": 4006000}


FREE_OF_THE_INTERPRETER = """
import ctypes, os, threading
import numba, ramet

libc = ctypes.CDLL(None)
read, write = libc.read, libc.write
for one in (read, write):
    one.argtypes, one.restype = [ctypes.c_int, ctypes.c_size_t, ctypes.c_size_t], ctypes.c_size_t
inside, go_on = os.pipe(), os.pipe()
byte = ctypes.create_string_buffer(b"x")
here, tells, waits = ctypes.addressof(byte), inside[1], go_on[0]


@numba.njit
def blocks(x):  # between the two calls of the system, the interpreter's lock is nobody's
    write(tells, here, 1)
    return x + read(waits, here, 1)


result = ramet.frame({"x": [1]}).define("y", blocks).sum("y")
thread = threading.Thread(target=result.run)
thread.start()
os.read(inside[0], 1)
os.write(go_on[1], b"x")  # with the lock, while the function is inside
thread.join()
print(result.value)
"""


def test_nothing_of_the_interpreter_is_needed() -> None:
    """A function that waits for another thread of Python would wait for ever if it had the interpreter's lock."""
    found = subprocess.run(
        [sys.executable, "-c", FREE_OF_THE_INTERPRETER], capture_output=True, text=True, check=True, timeout=300
    )
    assert found.stdout == "2.0\n"


def test_columns_cannot_be_changed(frame: ramet.Frame) -> None:
    @numba.njit
    def sorts(pt):  # type: ignore[no-untyped-def]
        pt.sort()
        return pt[0] if len(pt) else np.float32(-1)

    both = frame.define("lowest", sorts, ["pt"])
    before = [one.copy() for one in frame.take("pt").value]
    both.define("largest", numba.njit(lambda pt: pt[::-1]), ["pt"]).take("lowest").run()
    assert all(np.array_equal(one, other) for one, other in zip(frame.take("pt").value, before, strict=True))


def test_exceptions_tell_the_column_and_the_entries(frame: ramet.Frame) -> None:
    @numba.njit
    def fails(x):  # type: ignore[no-untyped-def]
        if x == 1234:
            raise ValueError("not this one")
        return x

    with pytest.raises(ValueError, match="not this one") as caught:
        frame.define("y", fails).sum("y").run()
    notes = "\n".join(caught.value.__notes__)
    assert "numba function 'fails' raised this for value 1234" in notes
    assert "column 'y' in entries 0 to 1999" in notes
    with pytest.raises(ZeroDivisionError):
        frame.define("y", numba.njit(lambda x: 1 / x), ["x"]).sum("y").run()


def test_what_is_refused(frame: ramet.Frame) -> None:
    texts = ramet.frame({"name": ["a", "b"]})
    with pytest.raises(TypeError, match="column 'name' has values of type string"):
        texts.define("y", numba.njit(lambda name: 1), ["name"])
    with pytest.raises(TypeError, match="does not take float64"):
        frame.define("y", numba.njit(lambda x: len(x)), ["x"])
    with pytest.raises(TypeError, match="gives values of type"):
        frame.define("y", numba.njit(lambda x: (x, x)), ["x"])
    with pytest.raises(ramet.MisuseError, match="takes 2 columns, 1 are given"):
        frame.define("y", numba.njit(lambda x, y: x + y), ["x"])
    with pytest.raises(ramet.MisuseError, match="parallel=True"):
        frame.define("y", numba.njit(parallel=True)(lambda x: x + 1), ["x"])
    with pytest.raises(TypeError, match="not float64"):
        frame.define("y", numba.njit(lambda pt: pt), ["pt"], type="float64")
