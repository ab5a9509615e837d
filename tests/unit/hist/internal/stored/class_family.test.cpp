#include "ramet/hist/internal/stored/class_family.hpp"

#include "unit/hist/stored/binned_payloads.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::hist::internal;
using stored_payloads::layouts;

TEST_CASE("a class is of the family of what it derives from") {
  CHECK(family_of(layouts(), "TH1") == Family::binned);
  CHECK(family_of(layouts(), "TH3F") == Family::binned);
  CHECK(family_of(layouts(), "TProfile2D") == Family::binned);
  CHECK(family_of(layouts(), "THnT<float>") == Family::dense);
  CHECK(family_of(layouts(), "THnSparseT<TArrayD>") == Family::sparse);
  CHECK(family_of(layouts(), "TH2Poly") == Family::polygons);
  CHECK(family_of(layouts(), "TGraphAsymmErrors") == Family::graph);
  CHECK(family_of(layouts(), "TGraph2DErrors") == Family::graph);
  CHECK(family_of(layouts(), "TMultiGraph") == Family::multi_graph);
  CHECK(family_of(layouts(), "THStack") == Family::stack);
  CHECK(family_of(layouts(), "TEfficiency") == Family::efficiency);
  CHECK(family_of(layouts(), "TF3") == Family::function);
  for (const char* other : {"TTree", "TNamed", "TObject", "", "NotThere"}) {
    CAPTURE(other);
    CHECK(family_of(layouts(), other) == Family::none);
  }
}

TEST_CASE("inheritance is found over several steps, upwards only") {
  CHECK(is_a(layouts(), "TProfile2D", "TH2"));
  CHECK(is_a(layouts(), "TProfile2D", "TNamed"));
  CHECK_FALSE(is_a(layouts(), "TH2", "TProfile2D"));
  CHECK_FALSE(is_a(layouts(), "TProfile", "TH2"));
}

TEST_CASE("a class that derives from itself, as only a damaged file has it, comes to an end") {
  schema::StreamerElement base;
  base.element_class = "TStreamerBase";
  base.name = "Loop";
  schema::StreamerInfo loop;
  loop.class_name = "Loop";
  loop.version = 1;
  loop.elements = {base};
  const schema::StreamerInfos infos({loop});
  CHECK(family_of({.file = &infos, .catalogue = nullptr}, "Loop") == Family::none);
}
