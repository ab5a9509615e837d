#include "ramet/compression/internal/content_probe.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "unit/compression/samples.hpp"
#include <doctest/doctest.h>

using ramet::compression::internal::Content;
using ramet::compression::internal::ContentProbe;

namespace {

constexpr std::array<std::size_t, 6> sizes{4096, 4099, 16000, 32 * 1024, 256 * 1024, (512 << 10) - 3};

}  // namespace

TEST_CASE("even noise of any size is noise") {
  ContentProbe probe;
  for (const std::size_t size : sizes)
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      CAPTURE(size);
      CAPTURE(seed);
      CHECK(probe.probe(samples::noise(size, seed)) == Content::noise);
    }
}

TEST_CASE("numbers with a common exponent are skewed") {
  ContentProbe probe;
  for (const std::size_t size : sizes) {
    if (size > 256 * 1024) continue;  // more numbers of so few free bits have parts that are equal by chance
    CAPTURE(size);
    CHECK(probe.probe(samples::fractions(size)) == Content::skewed);
  }
}

TEST_CASE("noise with a few frequent bytes is skewed, wherever they stand among eight") {
  ContentProbe probe;
  for (std::size_t place = 0; place < 8; ++place) {
    auto bytes = samples::noise(256 * 1024);
    for (std::size_t i = place; i < bytes.size(); i += 8 * 8) bytes[i] = std::byte{0x41};
    CHECK(probe.probe(bytes) == Content::skewed);
  }
}

TEST_CASE("a small block is left to the codec") {
  CHECK(ContentProbe().probe(samples::noise(4095)) == Content::matches);
  CHECK(ContentProbe().probe({}) == Content::matches);
}

TEST_CASE("a part that repeats is seen at any distance and any alignment") {
  ContentProbe probe;
  for (const std::size_t distance : {5400U, 30011U, 200003U}) {
    auto bytes = samples::noise(256 * 1024);
    // A fiftieth of the block comes again.
    std::copy_n(bytes.begin() + 17, 5300, bytes.begin() + 17 + static_cast<std::ptrdiff_t>(distance));
    CAPTURE(distance);
    CHECK(probe.probe(bytes) == Content::matches);
  }
  auto twice = samples::noise(512 << 10);
  twice.insert(twice.end(), twice.begin(), twice.end());
  CHECK(probe.probe(twice) == Content::matches);
}

TEST_CASE("numbers drawn from a few thousand are matches, as are zeros and text") {
  ContentProbe probe;
  const auto some = samples::noise(4 * 4096);
  auto drawn = samples::noise(256 * 1024);
  for (std::size_t i = 0; i + 4 <= drawn.size(); i += 4) {
    const std::size_t which =
        4 * ((std::to_integer<std::size_t>(drawn[i]) << 4 | std::to_integer<std::size_t>(drawn[i + 1]) >> 4));
    std::copy_n(some.begin() + static_cast<std::ptrdiff_t>(which), 4, drawn.begin() + static_cast<std::ptrdiff_t>(i));
  }
  CHECK(probe.probe(drawn) == Content::matches);
  CHECK(probe.probe(samples::Bytes(100000)) == Content::matches);
  std::string text;
  for (int i = 0; text.size() < 100000; ++i) text += "event " + std::to_string(i * 7919 % 10007) + " of run 5, ";
  CHECK(probe.probe(samples::of(text)) == Content::matches);
}

TEST_CASE("bytes of which few are in use are left to the codec, as their repetitions may not be among the chosen") {
  auto bytes = samples::noise(256 * 1024);
  for (std::byte& byte : bytes) byte = (byte & std::byte{1}) | std::byte{0x40};
  CHECK(ContentProbe().probe(bytes) == Content::matches);
}
