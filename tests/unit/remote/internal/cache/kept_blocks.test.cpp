#include "ramet/remote/internal/cache/kept_blocks.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::remote::internal;

namespace {

bytes::Buffer filled(std::size_t size, int value) {
  bytes::Buffer buffer(size);
  std::ranges::fill(buffer.span(), std::byte(value));
  return buffer;
}

int copied(const KeptBlocks& blocks, std::uint64_t offset, std::size_t size) {
  std::vector<std::byte> into(size);
  return blocks.copy(offset, into) ? static_cast<int>(into.back()) : -1;
}

}  // namespace

TEST_CASE("kept blocks: bytes that one block has are copied") {
  KeptBlocks blocks(100);
  blocks.keep(10, filled(20, 1));
  blocks.keep(30, filled(20, 2));
  CHECK(copied(blocks, 10, 20) == 1);
  CHECK(copied(blocks, 29, 1) == 1);
  CHECK(copied(blocks, 30, 1) == 2);
  CHECK(copied(blocks, 9, 2) == -1);
  CHECK(copied(blocks, 29, 2) == -1);  // of two blocks
  CHECK(copied(blocks, 49, 2) == -1);
  CHECK(copied(blocks, ~std::uint64_t{0}, 1) == -1);
}

TEST_CASE("kept blocks: the oldest goes when there are too many bytes, and one that is too large is not kept") {
  KeptBlocks blocks(100);
  for (int block = 0; block < 4; ++block) blocks.keep(static_cast<std::uint64_t>(block) * 100, filled(30, block));
  CHECK(copied(blocks, 0, 1) == -1);
  for (int block = 1; block < 4; ++block) CHECK(copied(blocks, static_cast<std::uint64_t>(block) * 100, 30) == block);
  blocks.keep(1000, filled(101, 9));
  CHECK(copied(blocks, 1000, 1) == -1);
  CHECK(copied(blocks, 100, 1) == 1);
}
