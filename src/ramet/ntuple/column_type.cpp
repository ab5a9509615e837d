#include "ramet/ntuple/column_type.hpp"

#include <array>
#include <cstddef>

namespace ramet::inline v1::ntuple {
namespace {

using array::NumberType;

struct TypeRow {
  std::string_view name;
  std::uint16_t fewest_bits;
  std::uint16_t most_bits;
  NumberType number;
};

constexpr std::array<TypeRow, 30> type_rows = {{
    {"Bit", 1, 1, NumberType::boolean},
    {"Byte", 8, 8, NumberType::uint8},
    {"Char", 8, 8, NumberType::uint8},
    {"Int8", 8, 8, NumberType::int8},
    {"UInt8", 8, 8, NumberType::uint8},
    {"Int16", 16, 16, NumberType::int16},
    {"UInt16", 16, 16, NumberType::uint16},
    {"Int32", 32, 32, NumberType::int32},
    {"UInt32", 32, 32, NumberType::uint32},
    {"Int64", 64, 64, NumberType::int64},
    {"UInt64", 64, 64, NumberType::uint64},
    {"Real16", 16, 16, NumberType::float32},
    {"Real32", 32, 32, NumberType::float32},
    {"Real64", 64, 64, NumberType::float64},
    {"Index32", 32, 32, NumberType::uint64},
    {"Index64", 64, 64, NumberType::uint64},
    {"Switch", 96, 96, NumberType::uint64},
    {"SplitInt16", 16, 16, NumberType::int16},
    {"SplitUInt16", 16, 16, NumberType::uint16},
    {"SplitInt32", 32, 32, NumberType::int32},
    {"SplitUInt32", 32, 32, NumberType::uint32},
    {"SplitInt64", 64, 64, NumberType::int64},
    {"SplitUInt64", 64, 64, NumberType::uint64},
    {"SplitReal16", 16, 16, NumberType::float32},
    {"SplitReal32", 32, 32, NumberType::float32},
    {"SplitReal64", 64, 64, NumberType::float64},
    {"SplitIndex32", 32, 32, NumberType::uint64},
    {"SplitIndex64", 64, 64, NumberType::uint64},
    {"Real32Trunc", 10, 31, NumberType::float32},
    {"Real32Quant", 1, 32, NumberType::float64},
}};

const TypeRow* row_of(ColumnType type) noexcept {
  const auto number = static_cast<std::size_t>(type);
  return number < type_rows.size() ? &type_rows[number] : nullptr;
}

}  // namespace

bool ColumnCoding::is_known() const noexcept {
  const TypeRow* row = row_of(type);
  return row != nullptr && row->fewest_bits <= bits && bits <= row->most_bits;
}

ElementKind ColumnCoding::kind() const noexcept {
  switch (type) {
    case ColumnType::index32:
    case ColumnType::index64:
    case ColumnType::split_index32:
    case ColumnType::split_index64:
      return ElementKind::index;
    case ColumnType::dispatch:
      return ElementKind::dispatch;
    default:
      return ElementKind::number;
  }
}

array::NumberType ColumnCoding::number() const noexcept {
  const TypeRow* row = row_of(type);
  return row == nullptr ? NumberType::uint8 : row->number;
}

bool ColumnCoding::is_plain() const noexcept {
  const bool is_number = type >= ColumnType::byte && type <= ColumnType::uint64;
  return is_number || type == ColumnType::real32 || type == ColumnType::real64 || type == ColumnType::index64;
}

bool ColumnCoding::is_delta() const noexcept {
  return type == ColumnType::split_index32 || type == ColumnType::split_index64;
}

std::string_view to_string(ColumnType type) noexcept {
  const TypeRow* row = row_of(type);
  return row == nullptr ? "unknown" : row->name;
}

}  // namespace ramet::inline v1::ntuple
