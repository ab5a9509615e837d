#include "ramet/object/internal/storing/number_store.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object::internal;
using array::NumberType;
using schema::Fundamental;

namespace {

template <class Number>
std::string stored(const NumberStore& store, const std::vector<Number>& numbers) {
  std::vector<std::byte> to(numbers.size() * store.size);
  store_numbers(store, reinterpret_cast<const std::byte*>(numbers.data()), numbers.size(), to.data());
  std::string text;
  for (const std::byte byte : to) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return text;
}

}  // namespace

TEST_CASE("number store: numbers of the same size change their byte order only") {
  const auto store = NumberStore::of(Fundamental::int16, {}, NumberType::int16);
  CHECK(store.is_plain);
  CHECK(stored<std::int16_t>(store, {1, -2}) == "0001fffe");
  CHECK(stored<float>(NumberStore::of(Fundamental::float_, {}, NumberType::float32), {1}) == "3f800000");
  CHECK(stored<std::uint8_t>(NumberStore::of(Fundamental::bool_, {}, NumberType::boolean), {1, 0}) == "0100");
}

TEST_CASE("number store: integers and floating-point numbers of other sizes are converted") {
  CHECK(stored<std::int8_t>(NumberStore::of(Fundamental::int32, {}, NumberType::int8), {-1, 2}) == "ffffffff00000002");
  CHECK(stored<std::uint64_t>(NumberStore::of(Fundamental::int32, {}, NumberType::uint64), {7}) == "00000007");
  CHECK(stored<double>(NumberStore::of(Fundamental::float_, {}, NumberType::float64), {1}) == "3f800000");
}

TEST_CASE("number store: packed numbers are cut, or stored as steps of their range") {
  CHECK(stored<double>(NumberStore::of(Fundamental::double32, {}, NumberType::float64), {2.5}) == "40200000");
  CHECK(stored<float>(NumberStore::of(Fundamental::float16, {}, NumberType::float32), {-1.5F}) == "7f2800");
  const auto range = schema::parse_range("[0,100,16]");
  CHECK(stored<double>(NumberStore::of(Fundamental::double32, range, NumberType::float64), {50}) == "00008000");
}

TEST_CASE("number store: an integer is no floating-point number") {
  CHECK_THROWS_WITH_AS(NumberStore::of(Fundamental::float_, {}, NumberType::int32),
                       "values of type int32 cannot be stored as floating-point numbers", Error);
  CHECK_THROWS_AS(NumberStore::of(Fundamental::int32, {}, NumberType::float32), Error);
}

TEST_CASE("number store: runs are put into places that are apart, from places that are apart") {
  for (const auto type : {NumberType::int32, NumberType::int64}) {
    const bool is_plain = type == NumberType::int32;
    const auto store = NumberStore::of(Fundamental::int32, {}, type);
    const std::vector<std::int32_t> narrow = {1, 2, 3, 4, 5, 6};
    const std::vector<std::int64_t> wide(narrow.begin(), narrow.end());
    const void* from = is_plain ? static_cast<const void*>(narrow.data()) : wide.data();
    std::vector<std::byte> to(20, std::byte{0xaa});
    store_strided(store, {.from = static_cast<const std::byte*>(from),
                          .from_step = 3,
                          .run = 2,
                          .runs = 2,
                          .to = to.data(),
                          .stride = 10});
    std::string text;
    for (const std::byte byte : to) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
    CHECK(text == "0000000100000002aaaa0000000400000005aaaa");
  }
}
