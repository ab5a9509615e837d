#include "ramet/expr/internal/reference/tables.hpp"

namespace ramet::inline v1::expr {

std::vector<Description> descriptions() {
  std::vector<Description> all;
  const auto add = [&](std::string_view group, std::span<const DescriptionRow> rows) {
    for (const DescriptionRow& row : rows) all.push_back({group, row.name, row.signature, row.says, row.example});
  };
  add("operators", described_operators());
  add("mathematics", described_mathematics());
  add("TMath", described_tmath());
  add("ROOT::Math", described_probabilities());
  add("constants of TMath", described_constants());
  add("lists", described_lists());
  add("methods of lists", described_list_methods());
  add("algorithms", described_algorithms());
  add("strings", described_strings());
  add("methods of strings", described_string_methods());
  add("kinematics", described_kinematics());
  add("methods of vectors", described_vector_methods());
  add("other functions", described_others());
  return all;
}

}  // namespace ramet::inline v1::expr
