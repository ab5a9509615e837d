#include "ramet/tree/internal/encode/basket_head.hpp"

#include <doctest/doctest.h>

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using tree::internal::read_basket_fields;

TEST_CASE("basket head: fields are read back from where they stand in a record") {
  bytes::ByteWriter to;
  for (int byte = 0; byte < 5; ++byte) to.write(std::uint8_t{0});
  tree::internal::write_basket_head(to, {.buffer_size = 32000, .entry_size = 8, .entries = 7, .data_end = 300});
  const auto fields = read_basket_fields(to.span(), 5);
  CHECK_FALSE(fields.has_generated_offsets);
  CHECK(fields.entries == 7);
  CHECK(fields.last == 300);
  CHECK(bytes::load_big_endian<std::uint32_t>(to.span().data() + fields.place_of_last) == 300);
  CHECK_THROWS_AS(read_basket_fields(to.span().first(20), 5), Error);
}

TEST_CASE("basket head: a byte of I/O features follows a negative entry size") {
  bytes::ByteWriter to;
  to.write(std::uint16_t{3});
  to.write(std::uint32_t{32000});
  to.write(std::int32_t{-1000});
  to.write(std::uint8_t{1});
  to.write(std::uint32_t{7});
  to.write(std::uint32_t{300});
  const auto fields = read_basket_fields(to.span(), 0);
  CHECK(fields.has_generated_offsets);
  CHECK(fields.entries == 7);
  CHECK(fields.last == 300);
}
