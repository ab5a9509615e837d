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

TEST_CASE("catalogue: particles and limits have the layouts of ROOT 6.40") {
  CHECK(text_of("TParticle", 2) == "0xd9291018 19 fPolarPhi");
  CHECK(text_of("TParticlePDG", 2) == "0x52f1ce69 21 fAntiParticle");
  CHECK(text_of("TPrincipal", 2) == "0x4f974c15 14 fStoreData");
}
