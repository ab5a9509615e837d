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

TEST_CASE("catalogue: n-dimensional arrays and decomposed matrices have the layouts of ROOT 6.40") {
  CHECK(text_of("THnSparseT<TArrayI>", 1) == "0x370a6c37 1 THnSparse");
  CHECK(text_of("TNDArrayT<int>", 2) == "0x34048026 2 fData");
  CHECK(text_of("TMatrixTSparse<double>", 3) == "0xe90601f6 4 fElements");
}
