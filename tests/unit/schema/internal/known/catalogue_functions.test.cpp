#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet::schema;

namespace {

/// Checksum, number of members, and the last member of a class.
std::string text_of(const char* name, int version) {
  const auto catalogue = make_catalogue();
  const StreamerInfo* info = catalogue->find(name, version);
  if (info == nullptr) return "none";
  return fmt::format("0x{:08x} {} {}", info->checksum, info->elements.size(), info->elements.back().name);
}

}  // namespace

TEST_CASE("catalogue: splines, functions of functions and histograms of polygons have the layouts of ROOT 6.40") {
  CHECK(text_of("TSpline3", 2) == "0xd562861b 6 fEndCond");
  CHECK(text_of("TF1NormSum", 1) == "0x75376eb3 9 fParNames");
  CHECK(text_of("TH2Poly", 3) == "0xbc566968 12 fBins");
}
