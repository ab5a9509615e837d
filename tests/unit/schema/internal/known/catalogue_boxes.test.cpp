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

TEST_CASE("catalogue: boxes with text and legends have the layouts of ROOT 6.40") {
  CHECK(text_of("TPaveText", 2) == "0x9cd2638d 6 fLines");
  CHECK(text_of("TLegend", 3) == "0x2a66ff20 7 fColumnSeparation");
  CHECK(text_of("TLegendEntry", 1) == "0x3ffbb1bf 8 fOption");
}
