#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"

namespace ramet::inline v1::tune::internal {

/// Entries of a table in memory, from places that are spread over it evenly, and how they are to be written. Threads: a
/// value.
struct Sample {
  frame::StoredColumns stored;                   ///< the schema has a name
  std::vector<std::vector<array::Array>> parts;  ///< for each part the columns of the schema
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;        ///< of the values in memory
  std::uint64_t all_entries = 0;  ///< of the table
};

/// Read at most so many bytes, or an entry of each part if these are large; as many entries in each place. Throws as
/// frame::stored_columns and Source::read; Error(misuse) for a table without entries.
Sample read_sample(const frame::Frame& frame, std::string name, write::Format format, std::uint64_t most_bytes,
                   const frame::ReadOptions& options);

}  // namespace ramet::inline v1::tune::internal
