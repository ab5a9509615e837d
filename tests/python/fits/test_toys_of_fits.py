"""Toys of ramet.fit: here, by workers, and stopped by Ctrl-C."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from ramet import fit
from ramet.distribute import Processes
from ramet.distribute.errors import WorkerLostError
from ramet.distribute.worker import run_task
from ramet.errors import CorruptError, MisuseError
from ramet.fit.exchange.plans import described, made_again
from ramet.fit.exchange.toys_elsewhere import fill_elsewhere
from ramet.fit.toys import Rows, ToysTask

pytest.importorskip("iminuit")

MODEL = fit.mixture([fit.gauss(), fit.exponential()], fractions=["f"], range=(0, 10))
TRUTH = {"mean": 5.0, "sigma": 0.5, "tau": 4.0, "f": 0.3}


def test_toys_do_not_depend_on_threads_and_go_on() -> None:
    whole = fit.toys(MODEL, 12, TRUTH, size=1000, seed=3, threads=1)
    many = fit.toys(MODEL, 12, TRUTH, size=1000, seed=3, threads=4)
    rest = fit.toys(MODEL, 4, TRUTH, size=1000, seed=3, first=8)
    assert np.array_equal(whole.values, many.values)
    assert np.array_equal(whole.errors, many.errors)
    assert np.array_equal(whole.values[8:], rest.values)
    assert "12 toys" in str(whole)
    with pytest.raises(MisuseError, match="how many events"):
        fit.toys(MODEL, 1, TRUTH)


def test_toys_beside_a_limit_are_fitted_by_iminuit() -> None:
    rare = {**TRUTH, "f": 0.002}
    made = fit.toys(MODEL, 8, rare, size=300, seed=5)
    again = fit.toys(MODEL, 8, rare, size=300, seed=5, threads=1)
    assert made.values.tolist() == again.values.tolist()
    limited = int(np.argmin(made.values[:, MODEL.parameters.index("f")]))
    events = MODEL.sample(300, rare, seed=5, stream=limited)
    by_itself = fit.fit(fit.unbinned(events, MODEL), rare)
    assert made.values[limited].tolist() == list(by_itself.values.values())
    assert made.errors[limited].tolist() == list(by_itself.errors.values())
    assert made.minimum[limited] == by_itself.minimum


def test_toys_of_other_processes_are_the_same() -> None:
    here = fit.toys(MODEL, 9, TRUTH, size=500, seed=3, first=2)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        there = fit.toys(MODEL, 9, TRUTH, size=500, seed=3, first=2, on=pool)
        assert len(fit.toys(MODEL, 0, TRUTH, size=500, on=pool)) == 0
    assert np.array_equal(here.values, there.values)
    assert np.array_equal(here.errors, there.errors)
    assert there.first == 2


def test_pulls_have_the_width_1() -> None:
    extended = fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=(0, 10))
    found = fit.toys(extended, 400, mean=5, sigma=0.5, tau=4, s=600, b=1400)
    assert found.valid.mean() > 0.98
    assert len(set(found.events.tolist())) > 100
    pulls = found.pulls()
    assert np.all(np.abs(pulls.mean(axis=0)) < 0.2)
    assert np.all(np.abs(pulls.std(axis=0) - 1) < 0.15)
    assert all(0.6 < part < 0.76 for part in found.coverage().values())


def same(one: fit.Toys, other: fit.Toys) -> bool:
    rows = ("values", "errors", "minimum", "events", "valid", "numbers", "at_limit")
    return all(np.array_equal(getattr(one, row), getattr(other, row), equal_nan=True) for row in rows)


@pytest.mark.parametrize("of", ["processes", "threads"])
def test_any_engine_makes_the_same_toys(of: str) -> None:
    rare = {**TRUTH, "f": 0.002}  # iminuit fits some of them
    here = fit.toys(MODEL, 21, rare, size=200, seed=3, first=2)
    with Processes(2) if of == "processes" else ThreadPoolExecutor(2) as engine:
        there = fit.toys(MODEL, 21, rare, size=200, seed=3, first=2, on=engine)
        assert len(fit.toys(MODEL, 0, TRUTH, size=500, on=engine)) == 0
    assert same(here, there)
    assert here.status == there.status
    with pytest.raises(MisuseError, match="expected ramet.distribute.Processes"):
        fit.toys(MODEL, 1, TRUTH, size=10, on="dask")


def test_dask_makes_the_same_toys() -> None:
    distributed = pytest.importorskip("distributed")
    options: dict[str, Any] = {"n_workers": 1, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        there = fit.toys(MODEL, 8, TRUTH, size=200, on=client)
    assert same(fit.toys(MODEL, 8, TRUTH, size=200), there)


class Engine:
    """Does tasks at once, and answers what a function makes of the answers."""

    def __init__(self, answer: Callable[[int, bytes], bytes], kind: type[Future[bytes]] = Future) -> None:
        self._answer = answer
        self._kind = kind
        self.calls = 0

    def workers(self) -> int:
        return 1

    def submit(self, task: bytes) -> Future[bytes]:
        self.calls += 1
        future = self._kind()
        try:
            future.set_result(self._answer(self.calls, run_task(task)))
        except BaseException as error:
            future.set_exception(error)
        return future

    def cancel(self) -> None:
        pass


def test_lost_workers_are_replaced_and_after_three_losses_told() -> None:
    def damaged_at_first(call: int, answer: bytes) -> bytes:
        return answer[:-1] if call == 1 else answer

    here = fit.toys(MODEL, 3, TRUTH, size=200)
    assert same(here, fit.toys(MODEL, 3, TRUTH, size=200, on=Engine(damaged_at_first)))

    def lost(_call: int, _answer: bytes) -> bytes:
        raise WorkerLostError("it ended")

    with pytest.raises(WorkerLostError, match=r"toys 5 to 5: tried 3 times: 1\. it ended; 2\. it ended; 3\. it ended"):
        fit.toys(MODEL, 1, TRUTH, size=200, first=5, on=Engine(lost))


class Twice(Future[bytes]):
    """A future that tells that it is done twice."""

    def add_done_callback(self, fn: Callable[[Future[bytes]], object]) -> None:
        super().add_done_callback(fn)
        super().add_done_callback(fn)


def test_engines_that_tell_twice_give_each_toy_once() -> None:
    here = fit.toys(MODEL, 20, TRUTH, size=200)
    engine = Engine(lambda _, answer: answer, kind=Twice)
    assert same(here, fit.toys(MODEL, 20, TRUTH, size=200, on=engine))


def test_toys_that_did_not_come_are_told() -> None:
    class Losing(Rows):
        def put(self, first: int, numbers: Any) -> None:
            if first != 2:
                super().put(first, numbers)

    task = ToysTask(MODEL, list(TRUTH.values()), 200, 0)
    with pytest.raises(WorkerLostError, match="of 3 toys came: the first that did not is 2"):
        fill_elsewhere(Engine(lambda _, answer: answer), task, Losing(task, 0, 3))


MODELS = [
    fit.mixture([fit.gauss("m", 0.5), fit.uniform((0, 10))], yields=["s", 100.0], range=(0, 10)),
    fit.gauss(range=(-math.inf, 3)).within(0, 1),
    fit.mixture([fit.landau(range=(0, 10)), fit.template(([1.0, 3.0], [0.0, 5, 10]))], fractions=[0.5]),
    fit.convolution(fit.exponential(), fit.gauss(0, 0.1), range=(-1, 10)),
    fit.kernel_estimate([1.0, 2.0, 4.0], range=(0, 10)),
    fit.formula("[A]*exp(-x/[t])", range=(0, 10), extended=True),
    fit.two_sided_crystal_ball(range=(0, 10)),
    fit.mixture(
        [fit.product(x=fit.gauss(), y=fit.exponential()), fit.product(y=fit.exponential("u"), x=fit.gauss("n"))],
        yields=["a", np.float64(10)],
    ),
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(MODELS)))
def test_models_are_made_again_of_their_descriptions(place: int) -> None:
    import json

    model = MODELS[place]
    again = made_again(json.loads(json.dumps(described(model))))
    assert again.parameters == model.parameters
    assert again.limits == model.limits
    values = dict.fromkeys(model.parameters, 1.5)
    if isinstance(model, fit.JointModel):
        events = {"x": [0.5, 1.0], "y": [0.25, 2.0]}
        assert again.pdf(events, values).tolist() == model.pdf(events, values).tolist()
    else:
        assert again.range == model.range
        assert again.pdf([0.5, 0.9], values).tolist() == model.pdf([0.5, 0.9], values).tolist()


def test_other_descriptions_are_refused() -> None:
    with pytest.raises(CorruptError, match="made by 'eval'"):
        made_again({"made": "eval", "arguments": ["1"], "keywords": {"members": {}}})


def test_toys_tell_what_is_wrong_and_which_are_at_a_limit() -> None:
    flat = fit.uniform((0, 10))
    model = fit.mixture([fit.gauss(5, 0.3, range=(0, 10)), flat], yields=["s", "b"])
    found = fit.toys(model, 60, s=0.2, b=3)
    nothing = found.events == 0
    assert nothing.any()
    assert {found.status[place] for place in np.flatnonzero(nothing)} == {"no events"}
    assert not found.valid[nothing].any()
    limited = found.valid & found.at_limit
    assert limited.any()
    assert "valid, at a limit: s" in found.status
    assert all(("at a limit" in found.status[place]) == limited[place] for place in np.flatnonzero(found.valid))
    assert len(found.pulls()) == (found.valid & ~found.at_limit).sum()
    assert np.isfinite(found.pulls()).all()
    assert "with a parameter at a limit" in str(found)
    none = fit.toys(model, 2, s=0, b=1e-9)
    assert "b: truth 1e-09, no pulls" in str(none)
    assert math.isnan(none.coverage()["s"])


CTRL_C = """
import sys, time
from ramet import fit
from ramet.distribute import Processes
from ramet.fit.toys import Rows

model = fit.mixture([fit.gauss(), fit.exponential()], yields=["s", "b"], range=(0, 10))
truth = {"mean": 5, "sigma": 0.5, "tau": 4, "s": 6_000, "b": 14_000}

if __name__ == "__main__":
    engine = Processes(2) if sys.argv[1] == "processes" else None
    while engine is not None and len(engine.pids) < 2:
        time.sleep(0.01)
    assert len(fit.toys(model, 2, truth, on=engine)) == 2
    put, first_rows = Rows.put, iter([True])

    def told(rows, first, numbers):
        put(rows, first, numbers)
        if next(first_rows, False):  # whichever thread has them
            print("begin", flush=True)

    Rows.put = told
    try:
        fit.toys(model, 100_000, truth, on=engine)
    except KeyboardInterrupt as stop:
        found = stop.toys
        alone = fit.toys(model, 1, truth, first=found.numbers[-1])
        same = alone.values[0].tolist() == found.values[-1].tolist()
        print(found.is_partial, 0 < len(found) < 100_000, found.wanted, same, len(str(found)) > 10)
    if engine is not None:
        engine.close()
"""


@pytest.mark.parametrize("of", ["threads", "processes"])
def test_ctrl_c_leaves_the_toys_that_are_finished(of: str) -> None:
    with subprocess.Popen([sys.executable, "-c", CTRL_C, of], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        limit = threading.Timer(120, program.kill)  # readline then gives ""
        limit.start()
        try:
            assert program.stdout.readline() == "begin\n"
            program.send_signal(signal.SIGINT)
            assert program.communicate(timeout=60)[0] == "True True 100000 True True\n"
            assert program.returncode == 0
        finally:
            limit.cancel()
            program.kill()
