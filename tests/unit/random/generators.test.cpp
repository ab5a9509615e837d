#include "ramet/random/generators.hpp"

#include <Random123/philox.h>
#include <Random123/threefry.h>
#include <doctest/doctest.h>

using namespace ramet::random;

namespace {

template <class Words>
Words all_ones() {
  Words words;
  words.fill(static_cast<Words::value_type>(-1));
  return words;
}

/// Compare with Random123's generator for many counters and keys, each the result of the one before.
template <class Generator, class Reference>
void check_against_library() {
  typename Generator::Counter counter{};
  typename Generator::Key key{};
  for (int round = 0; round < 20000; ++round) {
    typename Reference::ctr_type counter_there;
    typename Reference::key_type key_there;
    for (std::size_t i = 0; i < counter.size(); ++i) counter_there[i] = counter[i];
    for (std::size_t i = 0; i < key.size(); ++i) key_there[i] = key[i];
    const auto expected = Reference()(counter_there, key_there);
    counter = Generator::block(counter, key);
    for (std::size_t i = 0; i < counter.size(); ++i) REQUIRE(counter[i] == expected[i]);
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = key[i] * 5 + counter[i];
  }
}

}  // namespace

// The known answers are those of Random123's tests/kat_vectors: counter and key of zeros, of ones, of digits of pi.

TEST_CASE("generators: Philox4x32 gives the known answers") {
  using Counter = Philox4x32::Counter;
  CHECK(Philox4x32::block({}, {}) == Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(Philox4x32::block(all_ones<Counter>(), all_ones<Philox4x32::Key>()) ==
        Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(Philox4x32::block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("generators: Philox4x64 gives the known answer, which is also numpy.random.Philox's") {
  CHECK(Philox4x64::block({}, {}) ==
        Philox4x64::Counter{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b});
}

TEST_CASE("generators: Threefry gives the known answers") {
  CHECK(Threefry2x64::block({}, {}) == Threefry2x64::Counter{0xc2b6e3a8c2c69865, 0x6f81ed42f350084d});
  CHECK(Threefry4x64::block({}, {}) ==
        Threefry4x64::Counter{0x09218ebde6c85537, 0x55941f5266d86105, 0x4bd25e16282434dc, 0xee29ec846bd2e40b});
}

TEST_CASE("generators: each gives what Random123 gives") {
  check_against_library<Philox4x32, r123::Philox4x32_R<10>>();
  check_against_library<Philox4x64, r123::Philox4x64_R<10>>();
  check_against_library<Threefry2x64, r123::Threefry2x64_R<20>>();
  check_against_library<Threefry4x64, r123::Threefry4x64_R<20>>();
}

TEST_CASE("generators: a block is a constant expression") {
  static_assert(Philox4x32::block({}, {})[0] == 0x6627e8d5);
  static_assert(Threefry2x64::block({}, {})[1] == 0x6f81ed42f350084d);
}
