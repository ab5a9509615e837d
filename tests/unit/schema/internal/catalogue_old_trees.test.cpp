#include <doctest/doctest.h>

#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet::schema;

TEST_CASE("catalogue of old trees: their classes are known beside those of today, which stay the latest") {
  const auto catalogue = make_catalogue();
  for (const char* const name : {"TTree", "TBranch", "TLeaf", "TNtuple"}) {
    CAPTURE(name);
    CHECK(catalogue->of_class(name).size() >= 2);
  }
  const StreamerInfo* tree = catalogue->find("TTree", 4);
  REQUIRE(tree != nullptr);
  CHECK(tree->elements.back().name == "fBranches");
  CHECK(catalogue->find_latest("TTree")->version > 4);
  const StreamerInfo* branch = catalogue->find("TBranch", 5);
  REQUIRE(branch != nullptr);
  CHECK(branch->elements.size() == 18);
  CHECK(branch->elements.back().name == "fFileName");
}
