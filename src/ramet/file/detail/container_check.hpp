#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ramet/file/file_reader.hpp"

namespace ramet::inline v1::file {

/// The result of checking a file's records. Threads: a value.
struct ContainerReport {
  std::uint64_t records = 0;
  std::vector<std::string> damage;   ///< header, directories, free segments and records contradict each other
  std::vector<std::string> remarks;  ///< faults that readers ignore: bytes that belong to no record, records after the
                                     ///< end, and heads whose title, cycle or date differ from their keys
};

/// Check the structure of a file: the records of the file and of all directories lie inside it and overlap neither each
/// other nor free segments, and every byte belongs to a record or is free. The contents of objects are not checked.
/// Throws Error(io) as the source does.
ContainerReport check_container(const FileReader& file);

}  // namespace ramet::inline v1::file
