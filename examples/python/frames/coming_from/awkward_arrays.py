"""One analysis with awkward arrays and as a frame. docs/guides/computing/coffea.md shows this."""

# Says: True True 1268.0
# Says: True
# Says: 15750.0
# Says: 2336.5837858479267 1176.7859399451609
# Says: 1268 451 10.0

import awkward as ak
import hist
import numpy as np
import ramet

frame = ramet.frame(entries=10_000, seed=3).define("places", "RVecF(int(poisson(2)))")
frame = frame.define("Muon_pt", "5 + exponential_like(places, 20)").define("Muon_eta", "normal_like(places, 0, 1.2)")
frame = frame.define("Muon_phi", "uniform_like(places, -M_PI, M_PI)")
frame = frame.define("Muon_charge", "Where(uniform_like(places) < 0.5, -1, 1)").define("weight", "normal(1, 0.1)")
frame.snapshot("events.root", "Events", "Muon_.*|weight").run()

# docs: begin awkward
spectrum = hist.new.Reg(40, 0, 120, label="m [GeV]").Weight()
seen = 0
for events in ramet.iterate("events.root:Events", step_size="100 MB"):  # or uproot.iterate
    good = (events.Muon_pt > 10) & (abs(events.Muon_eta) < 2.4)
    pt, eta, phi, charge = (events[f"Muon_{name}"][good] for name in ("pt", "eta", "phi", "charge"))
    two = (ak.num(pt) == 2) & (ak.sum(charge, axis=1) == 0)
    pt, eta, phi, weight = pt[two], eta[two], phi[two], events.weight[two]
    mass = np.sqrt(2 * pt[:, 0] * pt[:, 1] * (np.cosh(eta[:, 0] - eta[:, 1]) - np.cos(phi[:, 0] - phi[:, 1])))
    spectrum.fill(mass, weight=weight)
    seen += len(events)
# docs: end awkward

# docs: begin frame
events = ramet.frame("events.root:Events")
pairs = (
    events.define("good", "Muon_pt > 10 && abs(Muon_eta) < 2.4")
    .define("pt", "Muon_pt[good]")
    .define("eta", "Muon_eta[good]")
    .define("phi", "Muon_phi[good]")
    .filter("pt.size() == 2 && Sum(Muon_charge[good]) == 0", name="two of opposite charge")
    .define("mass", "sqrt(2 * pt[0] * pt[1] * (cosh(eta[0] - eta[1]) - cos(phi[0] - phi[1])))")
)
histogram = pairs.histo1d("mass", 40, (0, 120), weight="weight", label="m [GeV]")
number = events.count()  # in the same pass
# docs: end frame
print(number == seen, np.allclose(histogram.values(), spectrum.values()), histogram.num_entries)


# docs: begin function
def pair_mass(pt, eta, phi):  # awkward arrays of many entries
    angles = np.cosh(eta[:, 0] - eta[:, 1]) - np.cos(phi[:, 0] - phi[:, 1])
    return np.sqrt(2 * pt[:, 0] * pt[:, 1] * angles)


again = pairs.define("mass_again", pair_mass, library="ak").histo1d("mass_again", 40, (0, 120))
# docs: end function
print(np.allclose(again.values(), pairs.histo1d("mass", 40, (0, 120)).values()))

# docs: begin columns
pt, eta = events["Muon_pt"], events["Muon_eta"]
central = events.filter((pt > 10).sum() >= 1).histo1d(eta[pt > 10], 24, (-2.4, 2.4))
# docs: end columns
print(central.num_entries)

# docs: begin hist
plane = hist.new.Reg(40, 0, 120, name="mass").Reg(10, 0, 100, name="pt").Weight()
filled = pairs.fill(plane, "mass", "pt", weight="weight")
converted = hist.Hist(histogram)
# docs: end hist
print(filled.value.sum().value, converted.sum().value)

# docs: begin arrays
selected = pairs.arrays(["pt", "eta", "mass", "weight"])  # an awkward array of what passes
again = ramet.frame(selected.value).filter("mass > 60").count()  # and a frame of arrays
by_hand = ramet.frame({"x": np.arange(5.0), "hits": ak.Array([[1, 2], [], [3], [], [4]])}).sum("hits")
# docs: end arrays
print(len(selected), again, by_hand)
