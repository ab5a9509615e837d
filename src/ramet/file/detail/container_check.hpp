#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ramet/file/file_reader.hpp"

namespace ramet::inline v1::file {

/// What was found out about a file's records. Threads: a value.
struct ContainerReport {
  std::uint64_t records = 0;
  std::vector<std::string> damage;   ///< header, directories, free segments and records contradict each other
  std::vector<std::string> remarks;  ///< what no reader minds: bytes that are no records or stand behind the end, heads
                                     ///< of records that have another title, cycle or date than their keys
};

/// Check what holds a file together: the records of all directories and of the file itself lie in it, one beside the
/// other and beside the free segments, and all bytes are records or free. What is inside of objects is not looked at.
/// Throws Error(io) as the source does.
ContainerReport check_container(const FileReader& file);

}  // namespace ramet::inline v1::file
