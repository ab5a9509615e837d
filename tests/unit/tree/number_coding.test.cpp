#include "ramet/tree/number_coding.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::tree;
using array::NumberType;
using Form = NumberCoding::Form;

namespace {

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

template <class Number>
std::vector<std::byte> encoded(const NumberCoding& coding, const std::vector<Number>& numbers) {
  std::vector<std::byte> stored(numbers.size() * coding.stored_size());
  encode_numbers(coding, std::as_bytes(std::span(numbers)), stored);
  return stored;
}

template <class Number>
std::vector<Number> decoded(const NumberCoding& coding, std::span<const std::byte> stored) {
  std::vector<Number> numbers(stored.size() / coding.stored_size());
  decode_numbers(coding, stored, std::as_writable_bytes(std::span(numbers)));
  return numbers;
}

template <class Number>
Number round_trip(const NumberCoding& coding, Number value) {
  return decoded<Number>(coding, encoded<Number>(coding, {value})).front();
}

}  // namespace

TEST_CASE("number coding: plain numbers are big-endian, of their own size") {
  CHECK(encoded<std::int16_t>(NumberCoding::plain(NumberType::int16), {258, -2}) == bytes_of({1, 2, 0xff, 0xfe}));
  CHECK(encoded<float>(NumberCoding::plain(NumberType::float32), {1.0F}) == bytes_of({0x3f, 0x80, 0, 0}));
  CHECK(encoded<std::uint8_t>(NumberCoding::plain(NumberType::uint8), {7, 200}) == bytes_of({7, 200}));
  CHECK(decoded<std::int64_t>(NumberCoding::plain(NumberType::int64),
                              bytes_of({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfd})) ==
        std::vector<std::int64_t>{-3});
}

TEST_CASE("number coding: a byte of a bool that is neither 0 nor 1 becomes 1, since no bool of C++ may be it") {
  const NumberCoding coding = NumberCoding::plain(NumberType::boolean);
  CHECK(decoded<std::uint8_t>(coding, bytes_of({0, 1, 2, 0x80, 0xff})) == std::vector<std::uint8_t>{0, 1, 1, 1, 1});
  CHECK(encoded<std::uint8_t>(coding, {0, 1, 2, 255}) == bytes_of({0, 1, 1, 1}));
}

// Facts of TBufferFile::WriteDouble32 and WriteFloat16, ROOT 6.40.
TEST_CASE("number coding: 1.0 in [0,100,16] is stored as 655 and read as 0.99945...") {
  const NumberCoding coding = NumberCoding::double32("[0,100,16]");
  CHECK(coding.form == Form::ranged);
  CHECK(coding.stored_size() == 4);
  CHECK(coding.factor == 655.36);
  CHECK(encoded<double>(coding, {1.0}) == bytes_of({0, 0, 0x02, 0x8f}));
  CHECK(round_trip(coding, 1.0) == 655 / 655.36);
  CHECK(round_trip(coding, 1.0) == doctest::Approx(0.99945068359375).epsilon(1e-15));
}

TEST_CASE("number coding: a range is kept: what is outside of it becomes its end, NaN its beginning") {
  const NumberCoding coding = NumberCoding::double32("[-10,10,12]");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(encoded<double>(coding, {-10, 10, -11, 11}) ==
        bytes_of({0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x10, 0}));
  CHECK(round_trip(coding, infinity) == 10);
  CHECK(round_trip(coding, -infinity) == -10);
  CHECK(round_trip(coding, std::nan("")) == -10);
}

TEST_CASE("number coding: a range of 32 bits has its two ends, and never wraps around") {
  const NumberCoding coding = NumberCoding::double32("[0,1]");
  CHECK(encoded<double>(coding, {0, 1, 2}) == bytes_of({0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}));
  CHECK(round_trip(coding, 1.0) == 1.0);
}

TEST_CASE("number coding: every value in a range comes back within half a step") {
  for (const char* const title : {"[0,100,16]", "[-3.5,7,9]", "[-1e6,1e6,30]", "[0,pi,20]", "[5,6,2]", "[0,1]"}) {
    const NumberCoding coding = NumberCoding::double32(title);
    REQUIRE(coding.form == Form::ranged);
    const double half_step = 0.5 / coding.factor;
    for (int i = 0; i <= 1000; ++i) {
      const double value = coding.minimum + (coding.maximum - coding.minimum) * i / 1000;
      CAPTURE(title);
      CAPTURE(value);
      CHECK(std::abs(round_trip(coding, value) - value) <= half_step * (1 + 1e-6));
    }
  }
}

TEST_CASE("number coding: a stored range value is stored again as the same bytes") {
  const NumberCoding coding = NumberCoding::double32("[-3.5,7,9]");
  for (std::uint32_t step = 0; step <= 512; ++step) {
    const auto stored = bytes_of({0, 0, static_cast<int>(step >> 8), static_cast<int>(step & 255)});
    CHECK(encoded(coding, decoded<double>(coding, stored)) == stored);
  }
}

TEST_CASE("number coding: a Double32_t without a range is a float") {
  for (const char* const title : {"", "a title", "[3]", "x[n][2]/d"}) {
    CAPTURE(title);
    const NumberCoding coding = NumberCoding::double32(title);
    CHECK(coding.form == Form::as_float);
    CHECK(coding.type == NumberType::float64);
    CHECK(encoded<double>(coding, {1.0}) == bytes_of({0x3f, 0x80, 0, 0}));
    CHECK(round_trip(coding, 0.1) == static_cast<double>(0.1F));
    CHECK(std::isnan(round_trip(coding, std::nan(""))));
  }
}

TEST_CASE("number coding: a Float16_t without a range has 12 bits of mantissa, in 3 bytes") {
  const NumberCoding coding = NumberCoding::float16("");
  CHECK(coding.form == Form::truncated);
  CHECK(coding.mantissa_bits == 12);
  CHECK(coding.stored_size() == 3);
  CHECK(encoded<float>(coding, {1.0F, -1.0F, 0.0F}) == bytes_of({127, 0, 0, 127, 0x20, 0, 0, 0, 0}));
  CHECK(round_trip(coding, 1.5F) == 1.5F);
  CHECK(round_trip(coding, -0.25F) == -0.25F);
  CHECK(round_trip(coding, 1.0F / 3) == doctest::Approx(1.0 / 3).epsilon(1.0 / 8192));
}

TEST_CASE("number coding: truncated numbers are rounded to the nearest, up to the largest mantissa") {
  const NumberCoding coding = NumberCoding::float16("[0,0,3]");
  CHECK(coding.mantissa_bits == 3);
  CHECK(round_trip(coding, 1.0F + 1.0F / 16) == 1.125F);  // half a step: up
  CHECK(round_trip(coding, 1.0F + 1.0F / 32) == 1.0F);    // a quarter: down
  CHECK(round_trip(coding, 1.99F) == 1.875F);             // does not carry into the exponent
  CHECK(round_trip(coding, -1.99F) == -1.875F);
}

TEST_CASE("number coding: of every number of mantissa bits, what was stored once is stored as the same bytes again") {
  for (int bits = 2; bits <= 14; ++bits) {
    CAPTURE(bits);
    const NumberCoding coding = NumberCoding::float16("[0,0," + std::to_string(bits) + "]");
    REQUIRE(coding.mantissa_bits == bits);
    for (const float value : {1.0F, -1.0F, 3.14159F, -2.71828F, 1e-30F, -1e30F, 0.0F, 65504.0F}) {
      CAPTURE(value);
      const auto once = encoded<float>(coding, {value});
      CHECK(encoded(coding, decoded<float>(coding, once)) == once);
      CHECK(std::abs(round_trip(coding, value) - value) <= std::abs(value) * std::ldexp(1.0F, -bits));
    }
  }
}

TEST_CASE("number coding: infinities and NaN survive truncation") {
  const NumberCoding coding = NumberCoding::float16("");
  constexpr float infinity = std::numeric_limits<float>::infinity();
  CHECK(round_trip(coding, infinity) == infinity);
  CHECK(round_trip(coding, -infinity) == -infinity);
  CHECK(std::isnan(round_trip(coding, std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("number coding: float16 in a range is a float32 of 4 stored bytes, double32 truncated a float64 of 3") {
  const NumberCoding ranged = NumberCoding::float16("[0,1,8]");
  CHECK(ranged.type == NumberType::float32);
  CHECK(ranged.stored_size() == 4);
  CHECK(round_trip(ranged, 0.5F) == 0.5F);
  const NumberCoding truncated = NumberCoding::double32("[0,0,10]");
  CHECK(truncated.type == NumberType::float64);
  CHECK(truncated.stored_size() == 3);
  CHECK(round_trip(truncated, -1.5) == -1.5);
}

TEST_CASE("number coding: no numbers are no bytes") {
  for (const NumberCoding& coding :
       {NumberCoding::plain(NumberType::int32), NumberCoding::float16(""), NumberCoding::double32("[0,1,8]")}) {
    CHECK(encoded<double>(coding, {}).empty());
    CHECK(decoded<double>(coding, {}).empty());
  }
}

TEST_CASE("number coding: every type of number has its coding") {
  using schema::Fundamental;
  CHECK(NumberCoding::of(Fundamental::bool_) == NumberCoding::plain(array::NumberType::boolean));
  CHECK(NumberCoding::of(Fundamental::uint64) == NumberCoding::plain(array::NumberType::uint64));
  CHECK(NumberCoding::of(Fundamental::double32).form == NumberCoding::Form::as_float);
  CHECK(NumberCoding::of(Fundamental::float16).form == NumberCoding::Form::truncated);
  CHECK(NumberCoding::of(Fundamental::double32, {.minimum = 1, .maximum = 2, .factor = 255, .bits = 0}) ==
        NumberCoding{.form = NumberCoding::Form::ranged, .factor = 255, .minimum = 1, .maximum = 2});
}
