#pragma once

#include <array>

// The columns of the NanoAOD-like tree: 40 numbers an event, and four collections of objects.

namespace nano {

struct Collection {
  const char* name;
  double mean;  // objects an event
  std::array<const char*, 8> floats;
  std::array<const char*, 2> integers;
};

inline constexpr int most_objects = 32;
inline constexpr int flat_floats = 30;
inline constexpr int flat_integers = 10;
inline constexpr std::array<Collection, 4> collections = {{
    {"Muon", 2.5, {"pt", "eta", "phi", "mass", "dxy", "iso"}, {"charge", "tightId"}},
    {"Jet", 6, {"pt", "eta", "phi", "mass", "btag", "area", "chf", "nhf"}, {"nConstituents", "jetId"}},
    {"Electron", 3, {"pt", "eta", "phi", "mass", "iso"}, {"charge", "cutBased"}},
    {"Tau", 4.5, {"pt", "eta", "phi", "mass"}, {"charge"}},
}};

}  // namespace nano
