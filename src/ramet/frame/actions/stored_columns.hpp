#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ramet/frame/frame.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::frame {

/// Columns of a frame, and how a table stores them: what a SnapshotAction takes. Threads: a value.
struct StoredColumns {
  table::Schema schema;              ///< without a name
  std::vector<std::string> columns;  ///< of the frame, for each of the schema's
};

/// How a tree stores lists that the frame's source counts in a column of their own. Threads: a value.
enum class CountedLists : std::uint8_t {
  as_counted,  ///< x[nx] with the source's counter
  as_vectors,  ///< std::vector
};

/// How columns of the source are called in a table. Threads: a value.
enum class StoredNames : std::uint8_t {
  identifiers,  ///< "Muon.pt" as Muon_pt
  of_source,    ///< as they are, but for characters that names in the format cannot have
};

/// Gives columns of a tree C++ types (type_name) and the schema their classes, before others get types of their own.
using NameTypes = std::function<void(StoredColumns&)>;

/// How a table of a format stores columns of a frame. A name becomes an identifier: "Muon.pt" is stored as Muon_pt, the
/// sizes "#x" as x; names of the source may stay (StoredNames). Lists and strings of a tree are std::vector and
/// std::string, but lists with a counter in the source keep it, and C strings stay what they are. Of a column whose
/// values may be missing, an ntuple keeps what the source has as an option (std::optional); otherwise its values are
/// stored, and a missing one is an error. With names of the source, numbers that it has with fewer bits (Float16_t,
/// Double32_t, 16-bit floats) stay so where that changes no value. Counters come with what they count: in a tree as its
/// counters, in an ntuple as columns. Throws Error(not_found) for columns that there are not, Error(misuse) when two
/// have one name in the file, and Error(unsupported) for values that the format cannot store.
StoredColumns stored_columns(const Frame& frame, std::span<const std::string> names, write::Format format,
                             CountedLists lists = CountedLists::as_counted,
                             StoredNames stored_names = StoredNames::identifiers, const NameTypes& name_types = {});

/// The columns that are stored when none are named: those defined and those of the source, of its objects the members
/// that have branches of their own, of an ntuple's collections the whole.
std::vector<std::string> columns_to_store(const Frame& frame);

}  // namespace ramet::inline v1::frame
