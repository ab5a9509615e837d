#include "ramet/frame/internal/mask_bits.hpp"

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::frame::internal;

TEST_CASE("the bits of columns are stored as ROOT stores its map of pairs") {
  const object::Payload payload = payload_of({{"y__sy_a", "R_rdf_mask_t_0", 3}});
  CHECK(payload.class_name == "unordered_map<string,pair<string,unsigned int> >");
  REQUIRE(payload.layouts.size() == 1);
  CHECK(payload.layouts[0].checksum == 0xa90bbcd8);  // ROOT 6.40
  const bytes::Buffer record = payload.make(mask_bits_name("t"), 100);
  const unsigned char expected[] = {
      0,    0,   0,   1,    7,   'y', '_',  '_',  's',  'y',  '_',  'a',                      //
      0x40, 0,   0,   0x1f, 0,   0,   0xa9, 0x0b, 0xbc, 0xd8, 0x40, 0,   0,   0x11, 0,   10,  //
      14,   'R', '_', 'r',  'd', 'f', '_',  'm',  'a',  's',  'k',  '_', 't', '_',  '0',      //
      0,    0,   0,   3};
  const auto bytes = std::as_bytes(std::span(expected));
  CHECK(std::ranges::equal(record.span(), bytes));
}

TEST_CASE("the map stands beside its table") { CHECK(mask_bits_name("t") == "R_rdf_column_to_bitmask_mapping_t"); }
