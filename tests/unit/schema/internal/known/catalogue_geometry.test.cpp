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

TEST_CASE("catalogue: shapes, nodes and rotations of the old geometry have the layouts of ROOT 6.40") {
  CHECK(text_of("TBRIK", 1) == "0x88c156fd 4 fDz");
  CHECK(text_of("TPGON", 1) == "0xbae69c1b 1 TPCON");
  CHECK(text_of("TRotMatrix", 2) == "0x8b718a31 7 fMatrix");
  CHECK(text_of("TGeometry", 2) == "0x77ff7ce8 6 fBomb");
}
