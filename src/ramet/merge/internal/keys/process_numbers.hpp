#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/compression/settings.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/file/key.hpp"
#include "ramet/object/object_reader.hpp"

// References between objects (TRef, TRefArray, and objects that they point to) name the process that made them by its
// number in the file: that of "ProcessID<number>", a TProcessID whose title tells it from all others. A key says what
// readers add to the numbers in its record (fPidOffset, TKey.h), so records can be copied as they are:
//
//   | in a:  ProcessID0  ProcessID1 |  in b:  ProcessID0 |
//   |        ProcessID0  ProcessID1           ProcessID2 |   keys of records of b say 2

namespace ramet::inline v1::merge::internal {

inline constexpr std::string_view process_class = "TProcessID";

/// The number in the name of a TProcessID, if it is one.
std::optional<std::uint16_t> process_number(std::string_view name) noexcept;
/// What tells the process of a record of class TProcessID from others. Throws Error(corrupt).
std::string process_identity(std::span<const std::byte> record, std::size_t key_length, object::Layouts layouts);

/// Gives the processes of all inputs numbers in the output, those of the same processes in the same order only once.
/// Threads: one thread.
class ProcessNumbers {
 public:
  /// Add the identities of the processes of an input, by their numbers. Returns what is to be added to these. Throws
  /// Error(unsupported) for more processes than a number can tell.
  std::uint16_t add(const std::map<std::uint16_t, std::string>& identities);
  /// How many numbers are given.
  std::size_t size() const noexcept { return identities_.size(); }

 private:
  bool is_at(std::size_t place, std::span<const std::string> identities) const noexcept;

  std::vector<std::string> identities_;  // empty: there is none of that number
};

/// Raise the numbers of processes in a record: its key says so. It must have a big head.
void raise_process_numbers(std::span<std::byte> record, std::uint16_t by) noexcept;

/// A record whose key has the class, names and date of `head`, and says by how much numbers of processes are raised.
/// Throws as compression::Compressor and file::key_length_of.
bytes::Buffer raised_record(file::Key head, file::FileWriter::MakePayload make_payload, compression::Settings settings,
                            std::uint16_t by);

}  // namespace ramet::inline v1::merge::internal
