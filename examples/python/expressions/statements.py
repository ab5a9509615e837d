"""Statements as the body of a C++ function. docs/reference/expressions.md shows this."""

# Says: [91.0, 1000000000.0, 88.5]

import numpy as np
import ramet

with ramet.recreate("events.root") as file:
    kinds = dict.fromkeys(("Muon_pt", "Muon_eta", "Muon_phi", "Muon_mass"), "var * float32")
    file.mktree("Events", kinds).extend(
        {
            "Muon_pt": [[45.5, 45.5, 20], [30], [44.25, 44.25]],
            "Muon_eta": [[0, 0, 0], [1], [0, 0]],
            "Muon_phi": [[0, np.pi, 1], [0], [0, np.pi]],
            "Muon_mass": [[0, 0, 0], [0.1], [0, 0]],
        }
    )

# docs: begin all
body = """
    double best = 1e9;
    for (size_t i = 0; i < Muon_pt.size(); ++i)
      for (size_t j = i + 1; j < Muon_pt.size(); ++j) {
        auto a = ROOT::Math::PtEtaPhiMVector(Muon_pt[i], Muon_eta[i], Muon_phi[i], Muon_mass[i]);
        auto b = ROOT::Math::PtEtaPhiMVector(Muon_pt[j], Muon_eta[j], Muon_phi[j], Muon_mass[j]);
        if (std::abs((a + b).M() - 91.2) < std::abs(best - 91.2)) best = (a + b).M();
      }
    return best;
"""
tree = ramet.open("events.root:Events")
best_mass = tree.arrays(["best"], aliases={"best": body}, library="np")["best"]
# docs: end all
print(best_mass.round(3).tolist())
