#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/ntuple/schema.hpp"
#include "ramet/object/form_cache.hpp"

namespace ramet::inline v1::ntuple {

/// How values are decoded from a field's columns.
enum class LayoutKind : std::uint8_t {
  number,       ///< one column, with an element for each value
  cardinality,  ///< one index column: the sizes of the collections that it delimits
  string,       ///< an index column and one of characters
  streamed,     ///< an index column and one of bytes: objects written by ROOT's streamer
  list,         ///< an index column, and a content
  option,       ///< the same, with 0 or 1 values in each collection
  regular,      ///< no column; a content with a fixed number of values for each value
  record,       ///< no column; members
  variant,      ///< a column of dispatches, and alternatives
  unreadable,   ///< cannot be read; see reason
};

/// How a field is read, and the type of its values. Threads: a value that borrows the schema.
struct FieldLayout {
  LayoutKind kind = LayoutKind::unreadable;
  const Field* field = nullptr;  ///< the field with its columns
  array::Type type;              ///< of the values, contents included
  std::vector<FieldLayout> contents;
  std::string reason;                                             ///< why it is unreadable
  std::shared_ptr<const object::ColumnReader> objects = nullptr;  ///< reads streamed objects

  bool is_readable() const noexcept { return kind != LayoutKind::unreadable; }
};

/// The layout of a field and everything below it. Collections and arrays above the field are part of the layout,
/// records are not: "muons.pt" is a list of numbers. The layout is unreadable when a part of it is. `forms` has the
/// classes of streamed objects.
FieldLayout layout_of(const Schema& schema, const Field& field, const object::FormCache& forms);

}  // namespace ramet::inline v1::ntuple
