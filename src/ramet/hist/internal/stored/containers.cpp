#include "ramet/hist/internal/stored/containers.hpp"

#include <cstdint>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::hist::internal {
namespace {

using object::ObjectReader;
using object::ObjectTag;
using object::VersionHeader;
using schema::Fundamental;

/// Whether a version head follows rather than the tag of a pointer: after the byte count there is a small version, not
/// a class tag, whose highest bit is set.
bool is_embedded(bytes::ByteCursor ahead) {
  const auto first = ahead.read<std::uint32_t>();
  if ((first & schema::byte_count_mask) == 0) return false;
  return (ahead.read<std::uint16_t>() & 0x8000U) == 0;
}

template <class Number>
std::vector<double> take(bytes::ByteCursor& cursor, std::size_t count) {
  if (count > cursor.remaining() / sizeof(Number))
    detail::fail(ErrorKind::corrupt, "{} numbers of {} bytes are expected, but {} bytes are left", count,
                 sizeof(Number), cursor.remaining());
  const std::byte* from = cursor.take(count * sizeof(Number)).data();
  std::vector<double> numbers(count);
  for (double& number : numbers) {
    number = static_cast<double>(bytes::load_big_endian<Number>(from));
    from += sizeof(Number);
  }
  return numbers;
}

}  // namespace

void for_each_listed(ObjectReader& reader, FunctionRef<void(const ObjectTag&)> visit) {
  if (is_embedded(reader.cursor())) return reader.for_each_in_list(visit);
  reader.for_each_in_collection(visit);
}

void unless_unsupported(FunctionRef<void()> read) {
  try {
    read();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
  }
}

std::vector<double> read_numbers(ObjectReader& reader, Fundamental type, std::size_t count) {
  bytes::ByteCursor& cursor = reader.cursor();
  switch (type) {
    case Fundamental::bool_:
    case Fundamental::uint8:
      return take<std::uint8_t>(cursor, count);
    case Fundamental::int8:
      return take<std::int8_t>(cursor, count);
    case Fundamental::int16:
      return take<std::int16_t>(cursor, count);
    case Fundamental::uint16:
      return take<std::uint16_t>(cursor, count);
    case Fundamental::int32:
      return take<std::int32_t>(cursor, count);
    case Fundamental::uint32:
      return take<std::uint32_t>(cursor, count);
    case Fundamental::int64:
      return take<std::int64_t>(cursor, count);
    case Fundamental::uint64:
      return take<std::uint64_t>(cursor, count);
    case Fundamental::float_:
      return take<float>(cursor, count);
    case Fundamental::double_:
      return take<double>(cursor, count);
    case Fundamental::float16:
    case Fundamental::double32:
      break;
  }
  detail::fail(ErrorKind::unsupported, "contents of type Float16_t or Double32_t");
}

std::vector<double> read_number_vector(ObjectReader& reader, Fundamental type) {
  const VersionHeader header = reader.read_version();
  const std::size_t count = reader.cursor().count(1, "number of numbers");
  std::vector<double> numbers = read_numbers(reader, type, count);
  reader.finish(header);
  return numbers;
}

std::vector<double> read_doubles(ObjectReader& reader) { return read_number_vector(reader, Fundamental::double_); }

std::vector<std::string> read_strings(ObjectReader& reader) {
  const VersionHeader header = reader.read_version();
  bytes::ByteCursor& cursor = reader.cursor();
  std::vector<std::string> strings(cursor.count(1, "number of strings"));
  for (std::string& string : strings) string = cursor.string();
  reader.finish(header);
  return strings;
}

}  // namespace ramet::inline v1::hist::internal
