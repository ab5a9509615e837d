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

TEST_CASE("catalogue: times, parameters, macros and random numbers have the layouts of ROOT 6.40") {
  CHECK(text_of("TTime", 2) == "0x839dbf90 1 fMilliSec");
  CHECK(text_of("TParameter<double>", 2) == "0x755b05d8 3 fVal");
  CHECK(text_of("TRandom3", 2) == "0x824af0bb 3 fCount624");
}
