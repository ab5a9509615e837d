#include "ramet/bytes/internal/xxh3_avx2.hpp"

#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"

using namespace ramet::bytes;

TEST_CASE("XXH3 with wide vectors gives the values of python-xxhash, of any size") {
  if (!internal::has_xxh3_avx2()) return;
  std::vector<std::byte> counting(5000);
  for (std::size_t i = 0; i < counting.size(); ++i) counting[i] = static_cast<std::byte>(i % 251);
  CHECK(internal::xxh3_avx2(counting.data(), 0) == 0x2d06800538d394c2);
  CHECK(internal::xxh3_avx2(counting.data(), 240) == 0x375a384d957fe865);
  CHECK(internal::xxh3_avx2(counting.data(), 241) == 0x02e8cd95421c6d02);
  CHECK(internal::xxh3_avx2(counting.data(), 1024) == 0xe5d78bafa45b2aa5);
  CHECK(internal::xxh3_avx2(counting.data(), 5000) == 0xb418500fc42320ee);
  CHECK(internal::xxh3_avx2(counting.data() + 1, 4321) == xxh3(std::span(counting).subspan(1, 4321)));
}
