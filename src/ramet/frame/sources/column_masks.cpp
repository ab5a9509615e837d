#include "ramet/frame/sources/column_masks.hpp"

#include <optional>
#include <unordered_map>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/frame/internal/mask_bits.hpp"

namespace ramet::inline v1::frame {
namespace {

constexpr std::uint32_t bits_of_mask = 64;

/// The path of the masks; nothing if there are none, or several and it is not known which.
std::optional<std::string> path_of_masks(const dataset::File& file, std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const bool is_whole = slash != std::string_view::npos;
  std::string_view table = is_whole ? path.substr(slash + 1) : path;
  table = table.substr(0, table.find(';'));
  const std::string name = internal::mask_bits_name(std::string(table));
  const std::string wanted = is_whole ? std::string(path.substr(0, slash + 1)) + name : name;
  std::vector<std::string> elsewhere;
  for (const file::PlacedKey& placed : file.reader().keys_below("")) {
    if (placed.path == wanted) return placed.path;
    if (!is_whole && placed.path.ends_with("/" + name)) elsewhere.push_back(placed.path);
  }
  return elsewhere.size() == 1 ? std::optional(elsewhere.front()) : std::nullopt;
}

}  // namespace

ColumnMasks read_column_masks(const dataset::File& file, std::string_view path) {
  ColumnMasks masks;
  const std::optional<std::string> place = path_of_masks(file, path);
  if (!place) return masks;
  using Stored = std::unordered_map<std::string, std::pair<std::string, std::uint32_t>>;
  for (auto& [column, bit] : file.read<Stored>(*place)) {
    if (bit.second >= bits_of_mask)
      detail::fail(ErrorKind::corrupt, "'{}': object '{}': bit {} of the mask '{}': there are {}", file.name(), *place,
                   bit.second, bit.first, bits_of_mask);
    masks.emplace(column, ColumnMask{column, bit.first, bit.second});
  }
  return masks;
}

array::Array masked_values(const array::Array& values, const array::Array& masks, std::uint32_t bit) {
  const auto bits = masks.numbers<std::uint64_t>();
  const array::Type type = array::Type::option_of(values.type());
  array::ArrayBuilder options(type);
  std::size_t first = 0;
  for (std::size_t row = 0; row < bits.size(); ++row) {
    const bool is_there = ((bits[row] >> bit) & 1U) != 0;
    if (!is_there) {
      array::append(options.contents[0], values, first, row);
      first = row + 1;
    }
    array::append_offset(options,
                         static_cast<std::int64_t>(options.contents[0].length + (is_there ? row + 1 - first : 0)));
    ++options.length;
  }
  array::append(options.contents[0], values, first, bits.size());
  return std::move(options).finish();
}

}  // namespace ramet::inline v1::frame
