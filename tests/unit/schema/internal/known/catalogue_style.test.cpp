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

TEST_CASE("catalogue: styles and views have the layouts of ROOT 6.40") {
  CHECK(text_of("TStyle", 24) == "0xed851903 124 fOrthoCamera");
  CHECK(text_of("TView3D", 3) == "0xe7382e3c 25 fAutoRange");
  CHECK(text_of("TRatioPlot", 2) == "0xae087d9d 50 fInsetWidth");
}
