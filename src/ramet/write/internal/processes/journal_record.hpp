#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "ramet/bytes/buffer.hpp"
#include "ramet/io/shared_counters.hpp"
#include "ramet/write/internal/commit_log.hpp"
#include "ramet/write/parallel_writer.hpp"

// A journal contains the messages of one process to the owner of the file. All numbers are big-endian.
//
//   head     | "RMTJ" 4 | version 2 | id 16 | process 8 | pid 8 | xxh3 of these 8 |
//   records  | payload size 4 | kind 1 | payload | xxh3 of these 8 |  one after the other
//
//   kind 1, a context began     | table 4 | context 8 | sequence 8 |
//   kind 2, a cluster           | table 4 | sequence 8 | ordinal 8 | entries 8 | extent: offset 8, size 8 |
//                               | parts 4 | of each: pieces 4, number 8 |
//                               | of each piece: elements 4, stored size 4, plain size 4, offset 8 |
//           entries 0 and no parts: the extent was given up
//   kind 3, a context ended     | table 4 | context 8 | entries 8 | clusters 8 | nanoseconds of each stage 8 | lost 8 |
//   kind 4, the process left    | |
//
// A record is written with one call, after the data that it describes. If a process dies during the call, the record
// has no matching checksum and is ignored.

namespace ramet::inline v1::write::internal {

/// The process that writes a journal. Threads: a value.
struct JournalHead {
  io::SharingId id{};
  std::uint64_t process = 0;  ///< counts processes from 0 in the order in which they join
  std::uint64_t pid = 0;      ///< the system's process id
};

/// The size of a head.
inline constexpr std::size_t journal_head_size = 46;

/// A context began to fill. Threads: a value.
struct ContextBegan {
  std::uint32_t table = 0;
  std::uint64_t context = 0;
  std::uint64_t sequence = 0;
};

/// A cluster was written, or space was given up. Threads: a value.
struct ClusterWritten {
  std::uint32_t table = 0;
  table::ClusterDescriptor cluster;
};

/// A context ended. Threads: a value.
struct ContextEnded {
  std::uint32_t table = 0;
  ContextReport report;
  std::uint64_t lost = 0;  ///< entries that were not written
};

/// The process ends its journal. Threads: a value.
struct ProcessLeft {};

using JournalRecord = std::variant<ContextBegan, ClusterWritten, ContextEnded, ProcessLeft>;

bytes::Buffer encode_head(const JournalHead& head);
/// Throws Error(corrupt) when the bytes are not a head, Error(unsupported) for another version.
JournalHead decode_head(std::span<const std::byte> bytes);

bytes::Buffer encode_record(const JournalRecord& record);

/// A record and its size in bytes. Threads: a value.
struct DecodedRecord {
  JournalRecord record;
  std::size_t size = 0;
};

/// Decode the first record; none if it is incomplete. `position` of the first byte is for messages. Throws
/// Error(corrupt) when the checksum matches but the content is not valid.
std::optional<DecodedRecord> decode_record(std::span<const std::byte> bytes, std::uint64_t position);

}  // namespace ramet::inline v1::write::internal
