#include "ramet/frame/internal/parts/part_bytes.hpp"

#include <bit>
#include <cstring>

#include "ramet/array/array_builder.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

using array::ArrayBuilder;
using array::Kind;

static_assert(std::endian::native == std::endian::little);

template <class Number>
void write_run(bytes::ByteWriter& to, std::span<const Number> numbers) {
  to.write(static_cast<std::uint64_t>(numbers.size()));
  to.append(std::as_bytes(numbers));
}

/// The bytes of a run of numbers of so many bytes.
std::span<const std::byte> read_run(bytes::ByteCursor& from, std::size_t width, std::string_view what) {
  const std::uint64_t count = from.read<std::uint64_t>();
  if (count > from.remaining() / width)
    detail::fail(ErrorKind::corrupt, "{} {} at byte {}: {} bytes are left", count, what, from.position(),
                 from.remaining());
  return from.take(static_cast<std::size_t>(count) * width);
}

template <class Number>
std::vector<Number> read_numbers(bytes::ByteCursor& from, std::string_view what) {
  const std::span<const std::byte> run = read_run(from, sizeof(Number), what);
  std::vector<Number> numbers(run.size() / sizeof(Number));
  if (!run.empty()) std::memcpy(numbers.data(), run.data(), run.size());
  return numbers;
}

void fill(ArrayBuilder& array, bytes::ByteCursor& from) {
  const std::uint64_t length = from.read<std::uint64_t>();
  array.offsets.clear();
  array.values.append(read_run(from, 1, "bytes of values"));
  array.offsets.append(read_run(from, sizeof(std::int64_t), "offsets"));
  array.length = static_cast<std::size_t>(length);
  for (ArrayBuilder& content : array.contents) fill(content, from);
}

void write_whole(bytes::ByteWriter& to, const array::Array& array) {
  to.write(static_cast<std::uint64_t>(array.length()));
  write_run(to, array.values());
  write_run(to, array.list_offsets());
  for (const array::Array& content : array.contents()) write_whole(to, content);
}

}  // namespace

void write_numbers(bytes::ByteWriter& to, std::span<const double> numbers) { write_run(to, numbers); }
void write_numbers(bytes::ByteWriter& to, std::span<const std::uint64_t> numbers) { write_run(to, numbers); }

std::vector<double> read_doubles(bytes::ByteCursor& from, std::string_view what) {
  return read_numbers<double>(from, what);
}

std::vector<std::uint64_t> read_whole_numbers(bytes::ByteCursor& from, std::string_view what) {
  return read_numbers<std::uint64_t>(from, what);
}

std::vector<double> read_doubles(bytes::ByteCursor& from, std::size_t wanted, std::string_view what) {
  std::vector<double> numbers = read_doubles(from, what);
  if (numbers.size() != wanted) detail::fail(ErrorKind::corrupt, "{} {}, expected {}", numbers.size(), what, wanted);
  return numbers;
}

std::vector<double> read_doubles_or_none(bytes::ByteCursor& from, std::size_t wanted, std::string_view what) {
  std::vector<double> numbers = read_doubles(from, what);
  if (!numbers.empty() && numbers.size() != wanted)
    detail::fail(ErrorKind::corrupt, "{} {}, expected {} or none", numbers.size(), what, wanted);
  return numbers;
}

void write_moments(bytes::ByteWriter& to, const hist::Moments& moments) {
  to.write(moments.entries);
  to.write(moments.weights);
  to.write(moments.squared_weights);
  write_numbers(to, moments.weighted_values);
  write_numbers(to, moments.weighted_squares);
  write_numbers(to, moments.weighted_products);
  to.write(moments.weighted_heights);
  to.write(moments.weighted_squared_heights);
}

hist::Moments read_moments(bytes::ByteCursor& from, const hist::Moments& like) {
  hist::Moments moments;
  moments.entries = from.read<double>();
  moments.weights = from.read<double>();
  moments.squared_weights = from.read<double>();
  moments.weighted_values = read_doubles(from, like.weighted_values.size(), "sums of values");
  moments.weighted_squares = read_doubles(from, like.weighted_squares.size(), "sums of squares");
  moments.weighted_products = read_doubles(from, like.weighted_products.size(), "sums of products");
  moments.weighted_heights = from.read<double>();
  moments.weighted_squared_heights = from.read<double>();
  return moments;
}

void write_array(bytes::ByteWriter& to, const array::Array& array) { write_whole(to, array::compact(array)); }

array::Array read_array(bytes::ByteCursor& from, const array::Type& type) {
  ArrayBuilder builder(type);
  fill(builder, from);
  try {
    array::Array array = std::move(builder).finish();
    array::validate(array);
    return array;
  } catch (const Error& error) {
    detail::fail(ErrorKind::corrupt, "values of type {}: {}", array::to_string(type), error.what());
  }
}

}  // namespace ramet::inline v1::frame::internal
