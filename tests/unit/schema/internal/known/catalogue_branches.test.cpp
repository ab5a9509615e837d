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

TEST_CASE("catalogue: rare branches, indices, chains and lists of entries have the layouts of ROOT 6.40") {
  CHECK(text_of("TBranchObject", 1) == "0xa4720f49 2 fClassName");
  CHECK(text_of("TChain", 5) == "0x3a9ec568 6 fStatus");
  CHECK(text_of("TEntryList", 2) == "0x56a6120e 9 fReapply");
}
