"""A script of PyROOT with another import. docs/guides/computing/rdataframe.md shows this."""

# Says: 1.0 1.0 10.0
# Says: two muons           : pass=2          all=4          -- eff=50.00 % cumulative eff=50.00 %
# Says: good muons          : pass=1          all=2          -- eff=50.00 % cumulative eff=25.00 %
# Says: [40.] [10.]
# Says: [50. 90.]
# Says: ['nominal', 'scale:down', 'scale:up'] 33.0
# Says: 1.0 1

import ramet

with ramet.recreate("events.root") as file:
    columns = {"nMuon": "int32", "Muon_pt": "vector<float>", "Muon_eta": "vector<float>", "MET_pt": "float32"}
    file.mktree("Events", columns).extend(
        {
            "nMuon": [2, 0, 2, 1],
            "Muon_pt": [[40, 30], [], [25, 10], [50]],
            "Muon_eta": [[0.5, -1], [], [2, 0], [1]],
            "MET_pt": [10, 20, 30, 40],
        }
    )

# docs: begin script
import ramet.rdataframe as ROOT  # instead of: import ROOT

ROOT.EnableImplicitMT()
df = ROOT.RDataFrame("Events", "events.root")
pairs = (
    df.Filter("nMuon == 2", "two muons")
    .Define("good", "Muon_pt > 20 && abs(Muon_eta) < 2.4")
    .Filter("Sum(good) == 2", "good muons")
    .Define("leading_pt", "Max(Muon_pt[good])")
)
histogram = pairs.Histo1D(("pt", "Leading muon;p_{T} [GeV];Events", 20, 0, 100), "leading_pt")
mean, report = pairs.Mean("MET_pt"), pairs.Report()

print(histogram.GetEntries(), histogram.GetBinContent(9), mean.GetValue())
report.Print()
values = pairs.AsNumpy(["leading_pt", "MET_pt"])
pairs.Snapshot("Events", "skim.root", ["Muon_pt", "leading_pt"])
# docs: end script
print(values["leading_pt"], values["MET_pt"])

# docs: begin declare
ROOT.gInterpreter.Declare("""
float leading(const ROOT::RVecF &pt, const ROOT::RVecF &eta, float most) {
  float best = -1;
  for (size_t i = 0; i < pt.size(); ++i)
    if (std::abs(eta[i]) < most && pt[i] > best) best = pt[i];
  return best;
}
""")  # or '#include "functions.h"'
central = df.Define("central_pt", "leading(Muon_pt, Muon_eta, 1.5f)").Filter("central_pt > 30")
# docs: end declare
print(central.Define("sum", "central_pt + MET_pt").AsNumpy(["sum"])["sum"])

# docs: begin vary
varied = df.Vary("MET_pt", "ROOT::RVecF{MET_pt * 0.9f, MET_pt * 1.1f}", ["down", "up"], "scale")
met = varied.Filter("MET_pt > 15").Histo1D(("met", "", 10, 0, 100), "MET_pt")
results = ROOT.RDF.Experimental.VariationsFor(met)
print(list(results.GetKeys()), results["scale:up"].GetMean())
# docs: end vary

# docs: begin ramet
plain = histogram.ToRamet()  # a ramet.Histogram: values(), slices, hist, files
with ramet.recreate("histograms.root") as file:
    file["pt"] = plain
frame = pairs.frame  # a ramet.Frame, with everything that it can do
high = frame.filter(frame["leading_pt"] > 35).count()
# docs: end ramet
print(plain.values().sum(), high)
