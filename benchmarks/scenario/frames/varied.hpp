#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace scenario {

/// Ten histograms behind a filter, all of which depend on a column that is varied: the momenta of the jets ("jets"), or
/// a number of the event ("number").
struct VariedAnalysis {
  explicit VariedAnalysis(const std::string& of) : is_of_jets(of == "jets") {}

  static constexpr int tags = 100;
  static std::vector<std::string> tag_names() {
    std::vector<std::string> names;
    for (int tag = 0; tag < tags; ++tag) names.push_back(std::string("t").append(std::to_string(tag)));
    return names;
  }

  bool is_of_jets;
  std::string varied = is_of_jets ? "Jet_pt" : "f20";
  std::string defined = is_of_jets ? "Sum(Jet_pt[Jet_pt > 30])" : "f20 * f20 / (f20 + 10)";
  std::string filter = is_of_jets ? "d > 100" : "d > 20";

  /// From 5 % less to 5 % more.
  std::string variations() const {
    std::string text = is_of_jets ? "ROOT::RVec<ROOT::RVecF>{" : "ROOT::RVecF{";
    for (int tag = 0; tag < tags; ++tag) {
      char factor[32];
      std::snprintf(factor, sizeof(factor), "%.3ff", 0.95 + 0.001 * tag + (tag < tags / 2 ? 0 : 0.001));
      text += (tag == 0 ? "" : ", ") + varied + " * " + factor;
    }
    return text + "}";
  }
  static std::vector<std::string> columns() {
    return {"d", "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18"};
  }
};

}  // namespace scenario
