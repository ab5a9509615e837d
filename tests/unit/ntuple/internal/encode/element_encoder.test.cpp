#include "ramet/ntuple/internal/encode/element_encoder.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "unit/ntuple/samples/sample_pages.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/element_decoder.hpp"

using namespace ramet;
using array::NumberType;
using ntuple::ColumnCoding;
using ntuple::ColumnType;

namespace {

template <class Number>
std::vector<std::byte> encoded(const ColumnCoding& coding, const std::vector<Number>& numbers) {
  REQUIRE(ntuple::is_encodable(array::number_type<Number>(), coding));
  std::vector<std::byte> page(coding.page_size(numbers.size()), std::byte{0xee});
  ntuple::encode_numbers(coding, array::number_type<Number>(), std::as_bytes(std::span(numbers)), page);
  return page;
}

bool is_page(const std::vector<std::byte>& page, const bytes::Buffer& wanted) {
  return std::ranges::equal(page, wanted.span());
}

}  // namespace

TEST_CASE_TEMPLATE("signed integers are stored as they are, or zigzagged and split", Number, std::int16_t, std::int32_t,
                   std::int64_t) {
  const auto numbers = sample::many_numbers<Number>();
  const int step = sizeof(Number) == 2 ? 0 : sizeof(Number) == 4 ? 2 : 4;
  const auto plain = static_cast<ColumnType>(static_cast<int>(ColumnType::int16) + step);
  const auto split = static_cast<ColumnType>(static_cast<int>(ColumnType::split_int16) + step);
  CHECK(is_page(encoded({plain, sizeof(Number) * 8}, numbers), sample::plain_page(numbers)));
  CHECK(is_page(encoded({split, sizeof(Number) * 8}, numbers), sample::zigzag_page(numbers)));
}

TEST_CASE("unsigned integers and floating-point numbers are split without more ado") {
  const auto floats = sample::many_numbers<float>();
  CHECK(is_page(encoded({ColumnType::split_real32, 32}, floats), sample::split_page(floats)));
  CHECK(is_page(encoded({ColumnType::real32, 32}, floats), sample::plain_page(floats)));
  const auto counts = sample::many_numbers<std::uint16_t>();
  CHECK(is_page(encoded({ColumnType::split_uint16, 16}, counts), sample::split_page(counts)));
}

TEST_CASE("numbers of double precision may be stored in single precision") {
  const std::vector<double> numbers = {0.1, -2.5, 1e300, 0};
  const std::vector<float> floats = {0.1F, -2.5F, std::numeric_limits<float>::infinity(), 0};
  CHECK(is_page(encoded({ColumnType::split_real32, 32}, numbers), sample::split_page(floats)));
  CHECK(is_page(encoded({ColumnType::real32, 32}, numbers), sample::plain_page(floats)));
}

TEST_CASE("booleans are bits") {
  const std::vector<std::byte> booleans = {std::byte{1}, std::byte{0}, std::byte{1}, std::byte{1}, std::byte{0},
                                           std::byte{0}, std::byte{0}, std::byte{0}, std::byte{1}};
  std::vector<std::byte> page(2, std::byte{0xee});
  ntuple::encode_numbers({ColumnType::bit, 1}, NumberType::boolean, booleans, page);
  CHECK(page == std::vector{std::byte{0b1101}, std::byte{1}});
}

TEST_CASE("every half is stored as itself, and numbers between two as the nearer one, the even one of two as near") {
  std::vector<std::uint16_t> halves;
  for (std::uint32_t half = 0; half < 0x10000; ++half)
    if ((half & 0x7fff) <= 0x7c00) halves.push_back(static_cast<std::uint16_t>(half));
  const auto page = sample::plain_page(halves);
  std::vector<float> floats(halves.size());
  const ColumnCoding coding{ColumnType::real16, 16};
  ntuple::decode_numbers({coding, page.span(), 0, halves.size()}, NumberType::float32,
                         reinterpret_cast<std::byte*>(floats.data()));
  CHECK(is_page(encoded(coding, floats), page));
  CHECK(is_page(encoded({ColumnType::split_real16, 16}, floats), sample::split_page(halves)));

  const std::vector<float> between = {1 + 0x1p-11F, 1 + 3 * 0x1p-11F, 1 + 0x1.01p-11F, 65519, 65520,
                                      0x1p-25F,     3 * 0x1p-25F,     -0x1p-26F,       1e30F, NAN};
  const std::vector<std::uint16_t> nearest = {0x3c00, 0x3c02, 0x3c01, 0x7bff, 0x7c00, 0, 2, 0x8000, 0x7c00, 0x7e00};
  CHECK(is_page(encoded(coding, between), sample::plain_page(nearest)));
  CHECK(is_page(encoded(coding, std::vector<double>{1, -2}),
                sample::plain_page(std::vector<std::uint16_t>{0x3c00, 0xc000})));
}

TEST_CASE("truncated floats lose their last bits") {
  const std::vector<float> floats = {1.0F, -3.14159F, 1e-20F};
  std::vector<std::uint32_t> kept;
  for (const float number : floats) kept.push_back(std::bit_cast<std::uint32_t>(number) >> 15);
  CHECK(is_page(encoded({ColumnType::real32_trunc, 17}, floats), sample::packed_page(kept, 17)));
}

TEST_CASE("quantised numbers are the nearest step of the range, outside of which there is none") {
  const ColumnCoding coding{ColumnType::real32_quant, 3, -1, 6};
  CHECK(is_page(encoded(coding, std::vector{-1.0, 0.4, 0.6, 6.0}), sample::packed_page({0, 1, 2, 7}, 3)));
  const ColumnCoding fine{ColumnType::real32_quant, 32, 0.1, 0.3};
  CHECK(is_page(encoded(fine, std::vector{0.1, 0.3}), sample::packed_page({0, 0xffffffff}, 32)));
  for (const double outside : {-1.5, 6.5, static_cast<double>(NAN)})
    CHECK_THROWS_AS(encoded(coding, std::vector{outside}), Error);
  // The floats that are nearest to the limits, one of them beyond its limit, are what readers have.
  const ColumnCoding tenths{ColumnType::real32_quant, 8, 0.3, 1.1};
  CHECK(is_page(encoded(tenths, std::vector{0.3F, 1.1F}), sample::packed_page({0, 255}, 8)));
}

TEST_CASE("ends of lists count from the first of the page's cluster, each page anew") {
  const std::vector<std::int64_t> ends = {12, 12, 19};
  for (const ColumnType type : {ColumnType::index32, ColumnType::split_index32}) {
    std::vector<std::byte> page(12);
    ntuple::encode_indexes({type, 32}, ends, 10, page);
    const std::vector<std::uint32_t> wanted = {2, 2, 9};
    CHECK(is_page(page, type == ColumnType::index32 ? sample::plain_page(wanted) : sample::delta_page(wanted)));
  }
  std::vector<std::byte> page(24);
  ntuple::encode_indexes({ColumnType::split_index64, 64}, ends, 10, page);
  CHECK(is_page(page, sample::delta_page(std::vector<std::uint64_t>{2, 2, 9})));
}

TEST_CASE("alternatives are told by number and place") {
  std::vector<std::byte> page(36);
  ntuple::encode_dispatches(std::vector<std::uint8_t>{2, 0, 1}, std::vector<std::int64_t>{7, 0, 3}, page);
  CHECK(is_page(page, sample::dispatch_page({{7, 2}, {0, 0}, {3, 1}})));
}

TEST_CASE("numbers are stored in columns of their own type, or of less precision") {
  CHECK(ntuple::is_encodable(NumberType::float64, {ColumnType::real16, 16}));
  CHECK_FALSE(ntuple::is_encodable(NumberType::int32, {ColumnType::real16, 16}));
  CHECK_FALSE(ntuple::is_encodable(NumberType::int32, {ColumnType::int64, 64}));
  CHECK_FALSE(ntuple::is_encodable(NumberType::uint64, {ColumnType::index64, 64}));
  CHECK_FALSE(ntuple::is_encodable(NumberType::float32, {ColumnType::real32_trunc, 9}));
}
