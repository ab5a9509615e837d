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

TEST_CASE("catalogue: vectors of any coordinates, and rotations of them have the layouts of ROOT 6.40") {
  CHECK(text_of("ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>",
                1) == "0xe566d96e 1 fCoordinates");
  CHECK(text_of("ROOT::Math::DisplacementVector2D<ROOT::Math::Polar2D<float>,ROOT::Math::DefaultCoordinateSystemTag>",
                1) == "0x0e502d1d 1 fCoordinates");
  CHECK(text_of("ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<float> >", 1) == "0x45fee650 1 fCoordinates");
  CHECK(text_of("ROOT::Math::Rotation3D", 1) == "0xf4f17280 1 fM");
}
