#pragma once

#include "ramet/ntuple/column_type.hpp"

/// How the elements of a page are rearranged before they are compressed.
namespace ramet::inline v1::ntuple {

/// Whether pages have the first byte of all elements, then the second byte of all, and so on.
constexpr bool is_split(ColumnType type) noexcept {
  return type >= ColumnType::split_int16 && type <= ColumnType::split_index64;
}

/// Whether integers are stored with the sign as the lowest bit.
constexpr bool is_zigzag(ColumnType type) noexcept {
  return type == ColumnType::split_int16 || type == ColumnType::split_int32 || type == ColumnType::split_int64;
}

}  // namespace ramet::inline v1::ntuple
