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

TEST_CASE("catalogue: lines, texts and graphs of other kinds have the layouts of ROOT 6.40") {
  CHECK(text_of("TLine", 3) == "0x2a08f634 7 fY2");
  CHECK(text_of("TLatex", 2) == "0xef2c5136 4 fOriginSize");
  CHECK(text_of("TGraphPolar", 1) == "0xbbf136e7 5 fYpol");
}
