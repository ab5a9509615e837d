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

TEST_CASE("catalogue: small vectors and matrices have the layouts of ROOT 6.40") {
  CHECK(text_of("ROOT::Math::SVector<double,3>", 1) == "0x3fd03025 1 fArray");
  CHECK(text_of("ROOT::Math::SMatrix<double,3,3,ROOT::Math::MatRepSym<double,3> >", 1) == "0x7dbb780e 1 fRep");
  CHECK(text_of("ROOT::Math::MatRepStd<float,9,7>", 1) == "0xb06af648 1 fArray");
}
