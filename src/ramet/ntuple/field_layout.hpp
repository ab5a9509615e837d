#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/ntuple/schema.hpp"
#include "ramet/object/form_cache.hpp"

namespace ramet::inline v1::ntuple {

/// How a field's columns become values.
enum class LayoutKind : std::uint8_t {
  number,       ///< one column: an element a value
  cardinality,  ///< one index column: the sizes of the collections that it delimits
  string,       ///< an index column and one of characters
  streamed,     ///< an index column and one of bytes: objects that ROOT's streamer wrote
  list,         ///< an index column, and a content
  option,       ///< the same, with 0 or 1 values in each collection
  regular,      ///< no column; a content with the same number of values in each
  record,       ///< no column; members
  variant,      ///< a column of dispatches, and alternatives
  unreadable,   ///< not known to ramet; see reason
};

/// A field as values in memory. Threads: a value that borrows the schema.
struct FieldLayout {
  LayoutKind kind = LayoutKind::unreadable;
  const Field* field = nullptr;  ///< whose columns it has
  array::Type type;              ///< of the values, contents included
  std::vector<FieldLayout> contents;
  std::string reason;                                             ///< why it is unreadable
  std::shared_ptr<const object::ColumnReader> objects = nullptr;  ///< what reads streamed ones

  bool is_readable() const noexcept { return kind != LayoutKind::unreadable; }
};

/// The layout of a field with all that is below it. Of a field below others, the collections and arrays above it stay,
/// records do not: "muons.pt" is a list of numbers. The layout is unreadable when a part of it is. `forms` knows the
/// classes of streamed objects.
FieldLayout layout_of(const Schema& schema, const Field& field, const object::FormCache& forms);

}  // namespace ramet::inline v1::ntuple
