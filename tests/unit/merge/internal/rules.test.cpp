#include "ramet/merge/internal/rules.hpp"

#include <doctest/doctest.h>

using namespace ramet::merge;
using internal::Treat;
using internal::treatment_of;

TEST_CASE("merge rules: by class, unless a rule names it or all others") {
  CHECK(treatment_of("TH2F", {}) == Treat::add);
  CHECK(treatment_of("TNamed", {}) == Treat::same);
  CHECK(treatment_of("vector<double>", {}) == Treat::same);
  CHECK(treatment_of("Calibration", {}) == Treat::distinct);
  CHECK(treatment_of("TH2Poly", {}) == Treat::alone);  // ROOT adds them: a cycle for each would be one file's contents
  CHECK(treatment_of("TClonesArray", {}) == Treat::alone);
  CHECK(treatment_of("TGraph2D", {}) == Treat::distinct);  // which ROOT does not join
  CHECK(treatment_of("TH2Poly", std::vector<ClassRule>{{"TH2Poly", Rule::all}}) == Treat::all);
  CHECK(treatment_of("TH2Poly", std::vector<ClassRule>{{"*", Rule::same}}) == Treat::same);
  const std::vector<ClassRule> rules = {{"TNamed", Rule::last}, {"*", Rule::all}, {"TH1D", Rule::first}};
  CHECK(treatment_of("TNamed", rules) == Treat::last);
  CHECK(treatment_of("Calibration", rules) == Treat::all);
  CHECK(treatment_of("TH1D", rules) == Treat::first);
  CHECK(treatment_of("TH1F", rules) == Treat::add);
}

TEST_CASE("merge rules: of objects that cannot be joined all are kept, of texts each different one") {
  using namespace ramet::merge::internal;
  MergedObject object;
  for (const auto& [class_name, joined, apart] : {std::tuple{"TH1D", Treat::add, Treat::all},
                                                  {"TGraph", Treat::append, Treat::all},
                                                  {"TList", Treat::join, Treat::all},
                                                  {"TNamed", Treat::same, Treat::distinct},
                                                  {"TH2Poly", Treat::alone, Treat::all},
                                                  {"TF1", Treat::distinct, Treat::distinct}}) {
    object.class_name = class_name;
    object.keeps_all = false;
    CHECK(treatment_of(object, {}) == joined);
    object.keeps_all = true;
    CHECK(treatment_of(object, {}) == apart);
  }
}
