"""Each verb of a frame. docs/guides/computing/verbs_and_results.md shows this."""

# Says: leading [40.0, -1.0, -1.0, 60.0]
# Says: ht [80.0, 20.0, 55.0, 130.0]
# Says: Muon_pt [40.8 30.6]
# Says: met [10.0, 20.0, 30.0, 40.0]
# Says: MET_pt [40.0]
# Says: MET_pt [10.0, 20.0]
# Says: MET_pt [10.0, 30.0]
# Says: 5.5 4 1
# Says: {'nominal': 2, 'scale:down': 1, 'scale:up': 2}
# Says: ['ht', 'scaled'] var * float32 ['muons', 'Unnamed Filter', 'a hard one'] ['scale:down', 'scale:up']
# Says: column    | type          | of
# Says: ----------+---------------+--------
# Says: nMuon     | int32         | source
# Says: nMuon_pt  | int32         | source
# Says: Muon_pt   | var * float32 | source
# Says: nMuon_eta | int32         | source
# Says: Muon_eta  | var * float32 | source
# Says: MET_pt    | float32       | source
# Says: weight    | float64       | source
# Says: filter: muons
# Says: filter: Unnamed Filter
# Says: filter: a hard one
# Says: run1.root
# Says:   - reads nMuon: int32
# Says:   filter 'muons' nMuon >= 1
# Says:     - reads MET_pt: float32
# Says:     filter MET_pt > 15
# Says:       - reads Muon_pt: var * float32
# Says:       - defines a hard one: bool = a function of Muon_pt
# Says:       filter 'a hard one' a function of Muon_pt

import numpy as np
import ramet

kinds = {"nMuon": "int32", "Muon_pt": "var * float32", "Muon_eta": "var * float32", "MET_pt": "float32"}
with ramet.recreate("run1.root") as file:
    file.mktree("Events", kinds | {"weight": "float64"}).extend(
        {
            "nMuon": [2, 0, 1, 3],
            "Muon_pt": [[40, 30], [], [25], [60, 20, 10]],
            "Muon_eta": [[0.5, -1], [], [2.5], [1, 0, -2]],
            "MET_pt": [10, 20, 30, 40],
            "weight": [1.0, 0.5, 2.0, 1.0],
        }
    )
with ramet.recreate("run2.root") as file:  # an older file, without weights
    file.mktree("Events", kinds).extend({"nMuon": [1], "Muon_pt": [[50]], "Muon_eta": [[0]], "MET_pt": [50]})
events = ramet.frame("run1.root:Events")


def said(column, of):
    print(column, [one.tolist() if hasattr(one, "tolist") else one for one in of.take(column).value])


# docs: begin define
central = (
    events.define("is_central", "abs(Muon_eta) < 2.4")
    .define("pt", "Muon_pt[is_central]")
    .define("leading", "pt.size() > 0 ? Max(pt) : -1.f")
    .define("ht", events["Muon_pt"].sum() + events["MET_pt"])  # built of columns
    .define("scaled", lambda MET_pt: 1.1 * MET_pt)  # a function of arrays
)
# docs: end define
said("leading", central)
said("ht", central)

# docs: begin redefine
corrected = events.redefine("Muon_pt", "1.02f * Muon_pt")  # below, Muon_pt has these values
short = events.alias("met", "MET_pt")
# docs: end redefine
print("Muon_pt", np.round(corrected.take("Muon_pt")[0], 1))
said("met", short)

# docs: begin filter
selected = (
    events.filter("nMuon >= 1", name="muons")  # a name is counted in reports
    .filter(events["MET_pt"] > 15)
    .filter(lambda Muon_pt: np.array([one.max() for one in Muon_pt]) > 30, name="a hard one")
)
first_two = events.range(2)
every_second = events.range(0, 0, 2)  # from the first on, without end
# docs: end filter
said("MET_pt", selected)
said("MET_pt", first_two)
said("MET_pt", every_second)

# docs: begin missing
both = ramet.frame("run*.root:Events")  # "weight" is not in run2.root
filled = both.default_value_for("weight", 1.0)
with_weight, without = both.filter_available("weight"), both.filter_missing("weight")
# docs: end missing
print(filled.sum("weight"), with_weight.count(), without.count())

# docs: begin vary
varied = events.vary("MET_pt", "RVecF{MET_pt * 0.9f, MET_pt * 1.1f}", ["down", "up"], "scale")
# docs: end vary
print({tag: count.value for tag, count in varied.filter("MET_pt > 29").count().variations().items()})

# docs: begin look
print(central.columns[-2:], central.type("pt"), selected.filters, varied.variation_names)
print(selected.describe(), end="")
print(selected.explain(), end="")
# docs: end look
