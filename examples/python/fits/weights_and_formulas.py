"""Fit a formula, events with weights, and take components apart."""

# Says: the slope is 4.0; covariance: sandwich; the mean of the peak's times is 0.9

import numpy as np

# docs: begin formula
from ramet import fit

model = fit.formula("[A]*exp(-x/[tau]) + gaus(0)", range=(0, 10), extended=True)
truth = {"p0": 800, "p1": 5, "p2": 0.5, "A": 2000, "tau": 4}
result = fit.fit(fit.unbinned(model.sample(values=truth, seed=1), model), truth)
# docs: end formula

# docs: begin weights
events = fit.exponential().sample(5_000, tau=4)
weights = np.random.default_rng(1).uniform(0.5, 1.5, 5_000)
weighted = fit.fit(fit.unbinned(events, fit.exponential(), weights=weights), tau=3)
# docs: end weights

peak, flat = fit.gauss(range=(0, 10)), fit.uniform((0, 10))
masses = np.concatenate([peak.sample(2_000, mean=5, sigma=0.5), flat.sample(5_000, seed=2)])
random = np.random.default_rng(2)
times = np.concatenate([random.exponential(1, 2_000), random.exponential(3, 5_000)])
# docs: begin sweights
parts = fit.mixture([peak, flat], yields=["peak", "flat"], range=(0, 10))
found = fit.fit(fit.unbinned(masses, parts), mean=5, sigma=1, peak=3_000, flat=4_000)
time_of_peak = np.average(times, weights=found.sweights()["peak"])
# docs: end sweights
print(f"the slope is {result['tau'].value:.1f}; covariance: {weighted.covariance_kind}", end="; ")
print(f"the mean of the peak's times is {time_of_peak:.1f}")
