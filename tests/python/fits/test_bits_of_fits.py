"""Fits are the same, to the last bit, in any process and with any number of threads."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from ramet import fit

pytest.importorskip("iminuit")

PROGRAM = """
import sys
import numpy as np
import ramet
from ramet import fit
from ramet.session import use_threads
use_threads(int(sys.argv[1]))
peak = fit.convolution(fit.breit_wigner("m", 2.5), fit.gauss(0, "s"), range=(60, 120))
model = fit.mixture([peak, fit.exponential("tau")], yields=["z", "b"], range=(60, 120))
events = model.sample(values=dict(m=91, s=1.5, tau=30, z=60_000, b=20_000), seed=1)
found = fit.fit(fit.unbinned(events, model), m=90, s=2, tau=20, z=50_000, b=30_000)
sides = {"x": fit.uniform((0, 10)), "y": fit.exponential("u", range=(0, 20))}
peak = fit.product(x=fit.gauss("m", "s", range=(0, 10)), y=fit.exponential("t", range=(0, 20)))
model = fit.mixture([peak, fit.product(sides)], yields=["z", "b"])
start = dict(m=5, s=0.5, t=4, u=1, z=30_000, b=20_000)
events = model.sample(values=start, seed=1)
weights = np.random.default_rng(1).uniform(-0.2, 2, len(events["x"]))
histogram = ramet.Histogram((110, 90), ((0, 10), (0, 20))).fill(events["x"], events["y"], weight=abs(weights))
for cost in (fit.unbinned(events, model, weights=weights), fit.binned(histogram, model)):
    joint = fit.fit(cost, start)
    print([one.hex() for one in (*joint.values.values(), *joint.errors.values(), joint.minimum)])
print([one.hex() for one in (*found.values.values(), *found.errors.values(), found.minimum)])
"""


def test_fits_have_the_same_bits_in_processes_of_1_2_and_7_threads() -> None:
    said = set()
    for threads in ("1", "2", "7"):
        command = [sys.executable, "-c", PROGRAM, threads]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=100)
        said.add(done.stdout)
    assert len(said) == 1
    assert len(said.pop().splitlines()) == 3


def test_toys_have_the_same_bits_in_three_processes() -> None:
    model = fit.mixture([fit.gauss("m", "s"), fit.exponential("tau")], fractions=["f"], range=(0, 10))
    truth = {"m": 5, "s": 0.5, "tau": 4, "f": 0.3}
    here = fit.toys(model, 9, truth, size=500, seed=5, threads=1)
    with ProcessPoolExecutor(3, get_context("spawn")) as pool:
        there = fit.toys(model, 9, truth, size=500, seed=5, on=pool)
    rest = fit.toys(model, 5, truth, size=500, seed=5, first=4)
    assert there.values.tolist() == here.values.tolist()
    assert there.errors.tolist() == here.errors.tolist()
    assert rest.values.tolist() == here.values[4:].tolist()
