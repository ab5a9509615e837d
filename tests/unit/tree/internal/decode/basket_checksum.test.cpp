#include "ramet/tree/internal/decode/basket_checksum.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace ramet::tree;

TEST_CASE("basket checksum: every byte of the payload counts, and so do its size, the entries and where they end") {
  std::vector<std::byte> payload(300);
  const std::uint64_t checksum = basket_checksum(payload, 10, 200);
  CHECK(basket_checksum(payload, 10, 200) == checksum);
  for (std::size_t place = 0; place < payload.size(); ++place) {
    payload[place] = std::byte{1};
    CHECK(basket_checksum(payload, 10, 200) != checksum);
    payload[place] = std::byte{0};
  }
  CHECK(basket_checksum(std::span(payload).first(299), 10, 200) != checksum);
  CHECK(basket_checksum(payload, 11, 200) != checksum);
  CHECK(basket_checksum(payload, 10, 201) != checksum);
}

TEST_CASE("basket checksum: files that were written stay readable") {
  const std::vector<std::byte> payload(5, std::byte{7});
  CHECK(basket_checksum(payload, 5, 5) == 0xa9d8c99b97287652);
  CHECK(basket_checksum({}, 0, 0) == 0x8ab64385f1a0c1ab);
}
