#include "ramet/schema/detail/branch_clones.hpp"

#include <doctest/doctest.h>

#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::schema;

namespace {

/// The version that is found for one with numbers of so many bytes before its counting branch.
int version_of(std::size_t numbers) {
  bytes::ByteWriter out;
  out.write(byte_count_mask | 3U);  // a TNamed
  for (int byte = 0; byte < 3; ++byte) out.write(std::uint8_t{0});
  for (std::size_t byte = 0; byte < numbers; ++byte) out.write(std::uint8_t{0});
  out.write(byte_count_mask | 100U);
  out.write(new_class_tag);
  const VersionHeader header{.version = 2};
  return clones_layout_version(header, bytes::ByteCursor(out.span()));
}

}  // namespace

TEST_CASE("branch clones: where the branch that counts begins tells numbers of ROOT 4 from those of today") {
  CHECK(version_of(56) == 2);
  CHECK(version_of(52) == 1);
  CHECK(version_of(0) == 2);  // too short for either
}

TEST_CASE("branch clones: the catalogue has both layouts") {
  const auto catalogue = make_catalogue();
  const auto type_of = [&](int version) { return catalogue->find("TBranchClones", version)->elements.at(6).type_name; };
  CHECK(type_of(1) == "int");
  CHECK(type_of(2) == "Long64_t");
}
