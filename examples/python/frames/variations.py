"""Systematic variations: columns, weights, samples. docs/guides/computing/systematics.md shows this."""

# Says: {'nominal': 3, 'jes:down': 2, 'jes:up': 3} 3.0 3.0
# Says: {'nominal': 182.0, 'jes:down': 163.8, 'jes:up': 200.2}
# Says: {'nominal': 266.0, 'jes:down': 245.4, 'jes:up': 286.6}
# Says: {'nominal': 6.4, 'pdf:0': 6.4, 'pdf:1': 5.76, 'pdf:2': 7.04, 'pileup:down': 6.2, 'pileup:up': 6.65}
# Says: {'nominal': 6.0, 'pileup:down': 5.78, 'pileup:up': 6.22}
# Says: {'signal': [3.6, 4.4], 'background': [2.8, 5.2]}
# Says: 3.0 ['R_rdf_mask_Events_0', 'Jet_pt', 'Jet_pt__jes_down', 'Jet_pt__jes_up']

import hist
import numpy as np
import ramet

with ramet.recreate("a.root") as file:
    columns = {
        "Jet_pt": "var * float32",
        "Jet_mass": "var * float32",
        "MET_pt": "float32",
        "nPU": "int32",
        "genWeight": "float32",
        "PDFWeight": "3 * float32",
    }
    file.mktree("Events", columns).extend(
        {
            "Jet_pt": [[50, 25], [], [60], [31]],
            "Jet_mass": [[5, 2], [], [6], [3]],
            "MET_pt": [10, 20, 30, 40],
            "nPU": [20, 30, 40, 50],
            "genWeight": [1, 2, 1, 2],
            "PDFWeight": [[1, 0.9, 1.1]] * 4,
        }
    )
with ramet.recreate("b.root") as file:
    file.mktree("Events", columns).extend(ramet.open("a.root:Events").arrays())


def said(results):
    print({tag: round(float(one.value), 3) for tag, one in results.items()})


events = ramet.frame("a.root:Events")

# docs: begin one
varied = events.vary("Jet_pt", "RVec<RVecF>{Jet_pt * 0.9f, Jet_pt * 1.1f}", ["down", "up"], "jes")
selected = varied.define("hard", "Jet_pt[Jet_pt > 30]").filter("hard.size() > 0", name="hard jets")
ht = selected.histo1d("hard", 20, (0, 100)).variations()
number = selected.count().variations()

nominal, up = ht["nominal"], ht["jes:up"]  # the keys are "nominal", "jes:down" and "jes:up"
print({tag: one.value for tag, one in number.items()}, nominal.values().sum(), up.values().sum())
# docs: end one

# docs: begin several
both = events.vary(
    ["Jet_pt", "Jet_mass"],
    "RVec<RVec<RVecF>>{{Jet_pt * 0.9f, Jet_pt * 1.1f}, {Jet_mass * 0.9f, Jet_mass * 1.1f}}",
    ["down", "up"],
    "jes",
)
# docs: end several
said(both.define("sum", "Sum(Jet_pt) + Sum(Jet_mass)").sum("sum").variations())

# docs: begin missing
events_with_both = varied.vary("MET_pt", "RVecF{MET_pt - 1, MET_pt + 1}", ["down", "up"], "jes")
# docs: end missing
said(events_with_both.define("sum", "Sum(Jet_pt) + MET_pt").sum("sum").variations())

# docs: begin weights
weighted = (
    events.define("pileup", "1 + 0.01 * (nPU - 30)")
    .define("weight", "genWeight * pileup")
    .vary("weight", "RVecD{weight * 0.5 * (1 + 1 / pileup), weight * 0.5 * (1 + pileup)}", ["down", "up"], "pileup")
    .vary("weight", "RVecD(weight * PDFWeight)", 3, "pdf")  # one for each of the list: "pdf:0", "pdf:1", "pdf:2"
)
said(weighted.sum("weight").variations())
# docs: end weights


# docs: begin function
def shifted(weight, nPU):  # arrays of many entries; a row for each, with a value for each tag
    return np.stack([weight * (1 - 0.001 * nPU), weight * (1 + 0.001 * nPU)], axis=1)


corrected = events.define("weight", "double(genWeight)").vary("weight", shifted, ["down", "up"], "pileup")
# docs: end function
said(corrected.sum("weight").variations())

# docs: begin samples
samples = {
    "signal": {"trees": ["Events"], "files": ["a.root"], "metadata": {"error": 0.1}},
    "background": {"trees": ["Events"], "files": ["b.root"], "metadata": {"error": 0.3}},
}
of_samples = (
    ramet.frame(spec={"samples": samples})
    .define_per_sample("error", 'rdfsampleinfo_.GetD("error")')
    .define_per_sample("sample", "rdfsampleinfo_.GetSampleName()")
    .define("weight", "1.0")
    .vary("weight", "RVecD{weight * (1 - error), weight * (1 + error)}", ["down", "up"], "rate")
)
rates = {name: of_samples.filter(f'sample == "{name}"').sum("weight").variations() for name in samples}
print({name: [float(of_sample[tag]) for tag in ("rate:down", "rate:up")] for name, of_sample in rates.items()})
# docs: end samples

# docs: begin others
histogram = hist.Hist(selected.histo1d("hard", 5, (0, 100)).variations()["jes:up"])
written = selected.snapshot("varied.root", "Events", ["Jet_pt"], variations=True)
# docs: end others
print(histogram.sum(), written.columns)
