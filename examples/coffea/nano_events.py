"""A processor of coffea whose events ramet reads. docs/guides/computing/coffea.md shows this."""

# Says: 4000 events, 913 pairs, the same with the events of uproot: True

import warnings

import awkward as ak
import hist
import numpy as np
import ramet
from coffea import processor
from coffea.nanoevents import NanoAODSchema, NanoEventsFactory

warnings.filterwarnings("ignore", "Missing cross-reference")  # the file has muons only

random = np.random.default_rng(1)
counts = random.integers(0, 4, 4_000)
muons = {"pt": (20, 10), "eta": (0, 1), "phi": (0, 1), "mass": (0.1, 0)}
lists = {
    f"Muon_{name}": ak.unflatten(random.normal(mean, width, counts.sum()).astype("float32"), counts)
    for name, (mean, width) in muons.items()
}
with ramet.recreate("nano.root") as file:
    charge = ak.unflatten(random.choice([-1, 1], counts.sum()).astype("int32"), counts)
    numbers = {name: np.arange(len(counts), dtype="uint32") for name in ("run", "luminosityBlock", "event")}
    types = {**dict.fromkeys(numbers, "uint32"), **dict.fromkeys(lists, "var * float32"), "Muon_charge": "var * int32"}
    tree = file.mktree("Events", types, counter_name=lambda name: "nMuon")
    tree.extend({**numbers, **lists, "Muon_charge": charge})


# docs: begin processor
class Pairs(processor.ProcessorABC):
    """Masses of pairs of muons of opposite charge."""

    def process(self, events):
        muons = events.Muon[events.Muon.pt > 15]
        pairs = ak.combinations(muons, 2, fields=["a", "b"])
        pairs = pairs[pairs.a.charge != pairs.b.charge]
        masses = ak.flatten((pairs.a + pairs.b).mass)
        return {"mass": hist.new.Reg(40, 0, 120).Double().fill(masses), "events": len(events)}

    def postprocess(self, accumulator):
        pass


columns = ["nMuon", "Muon_pt", "Muon_eta", "Muon_phi", "Muon_mass", "Muon_charge"]
events = ramet.nano_events("nano.root:Events", columns=columns).events()
found = Pairs().process(events)
# docs: end processor

theirs = NanoEventsFactory.from_root({"nano.root": "Events"}, schemaclass=NanoAODSchema, mode="eager").events()
same = found["mass"] == Pairs().process(theirs)["mass"]
print(f"{found['events']} events, {found['mass'].sum(flow=True):.0f} pairs, the same with the events of uproot: {same}")
