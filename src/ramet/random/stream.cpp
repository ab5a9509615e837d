#include "ramet/random/stream.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/random/generators.hpp"

namespace ramet::inline v1::random {
namespace {

/// The key of the columns up to one, from the key of those before it.
std::uint64_t next_key(std::uint64_t key, std::uint64_t column, std::size_t columns) noexcept {
  return Philox4x64::block({column, 0, 0, 0}, {key, columns})[0];
}

}  // namespace

Stream Stream::named(std::uint64_t seed, std::string_view name) noexcept {
  return {.seed = seed, .number = stream_number(name)};
}

std::uint32_t stream_number(std::string_view name) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;  // offset and prime of FNV-1a, 64 bits
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3;
  return static_cast<std::uint32_t>(hash >> 32) ^ static_cast<std::uint32_t>(hash);
}

std::uint64_t key_of(std::span<const std::uint64_t> columns) noexcept {
  std::uint64_t key = 0;
  for (const std::uint64_t column : columns) key = next_key(key, column, columns.size());
  return key;
}

void fill_keys(std::span<const std::span<const std::uint64_t>> columns, std::span<std::uint64_t> keys) {
  for (const std::span<const std::uint64_t> column : columns)
    if (column.size() != keys.size())
      detail::fail(ErrorKind::misuse, "a column has {} values for {} keys", column.size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::uint64_t key = 0;
    for (const std::span<const std::uint64_t> column : columns) key = next_key(key, column[i], columns.size());
    keys[i] = key;
  }
}

void fill_list_draws(std::uint64_t first_entry, std::span<const std::int64_t> offsets, std::span<std::uint64_t> entries,
                     std::span<std::uint32_t> elements) {
  const std::int64_t size = offsets.empty() ? 0 : offsets.back() - offsets.front();
  if (std::cmp_not_equal(size, entries.size()) || std::cmp_not_equal(size, elements.size()))
    detail::fail(ErrorKind::misuse, "{} entries and {} elements are wanted for lists of {}", entries.size(),
                 elements.size(), size);
  std::size_t at = 0;
  for (std::size_t list = 0; list + 1 < offsets.size(); ++list) {
    if (offsets[list + 1] < offsets[list])
      detail::fail(ErrorKind::misuse, "offset {} is {} after {}", list + 1, offsets[list + 1], offsets[list]);
    const std::uint64_t end = static_cast<std::uint64_t>(offsets[list + 1] - offsets[list]);
    if (end > entries.size() - at)
      detail::fail(ErrorKind::misuse, "list {} ends behind the last of {} elements", list, size);
    for (std::uint64_t element = 0; element < end; ++element, ++at) {
      entries[at] = first_entry + list;
      elements[at] = static_cast<std::uint32_t>(element);
    }
  }
}

}  // namespace ramet::inline v1::random
