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

TEST_CASE("catalogue: results of fits and what draws have the layouts of ROOT 6.40") {
  CHECK(text_of("TFitResult", 0) == "0xb91ed75a 2 ROOT::Fit::FitResult");
  CHECK(text_of("ROOT::Fit::FitResult", 1) == "0x9f988dce 20 fParNames");
  CHECK(text_of("TGenPhaseSpace", 1) == "0x50aff86e 7 fDecPro");
}
