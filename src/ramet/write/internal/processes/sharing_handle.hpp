#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/io/shared_counters.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write::internal {

/// The counters that processes share.
namespace counter {
inline constexpr std::size_t space = 0;      ///< begin of the next extent
inline constexpr std::size_t closing = 1;    ///< odd while the file is being closed: no context may begin
inline constexpr std::size_t ended = 2;      ///< not 0 when the file is closed or its writer was destroyed
inline constexpr std::size_t processes = 3;  ///< number of processes that have joined
inline constexpr std::size_t tables = 4;     ///< two for each table: next sequence number, next context

inline constexpr std::size_t sequence_of(std::size_t table) noexcept { return tables + 2 * table; }
inline constexpr std::size_t context_of(std::size_t table) noexcept { return tables + 2 * table + 1; }
}  // namespace counter

/// The description of a table for processes that join. Threads: a value.
struct SharedTable {
  std::string directory;
  std::uint64_t seek_directory = 0;
  table::Schema schema;
  TableOptions options;  ///< without executor, with compression
};

/// The description of a shared file for processes that join. Threads: a value.
struct SharingHandle {
  io::SharingId id{};
  std::filesystem::path file;
  std::filesystem::path folder;
  std::uint64_t begin = 0;  ///< begin of the shared space
  compression::Settings compression;
  bool reproducible = false;
  bool has_mapped_counters = true;
  std::uint64_t memory_budget = 0;
  std::vector<SharedTable> tables;
};

/// Encode a handle with a checksum.
bytes::Buffer encode_handle(const SharingHandle& handle);

/// Throws Error(corrupt) when the bytes are not a handle, Error(unsupported) for another version.
SharingHandle decode_handle(std::span<const std::byte> bytes);

}  // namespace ramet::inline v1::write::internal
