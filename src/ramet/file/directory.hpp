#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/file/key.hpp"

// The record of a directory (root-project/root, io/doc/TFile/README.md, "TDirectory"; TDirectoryFile.cxx, Streamer):
//   | key head | version 2 | created 4 | modified 4 | key list's size 4 | name size 4 | seek 4|8 | seek parent 4|8 |
//   | seek of the key list 4|8 | uuid version 2 | uuid 16 | zeros 12 |
// Seeks take 8 bytes when version > 1000; the zeros, only there when they take 4, keep room for that. The uuid is
// missing in version 1 and has no version in 2. In the root directory's record the file's name and title, two
// TStrings, stand between the key head and the version. `name size` is where the version begins in the record.
//
// The record of a key list:
//   | key head | number of keys 4 | key heads ... |

namespace ramet::inline v1::file {

/// 16 bytes that nobody else has.
using Uuid = std::array<std::byte, 16>;

/// The body of a directory's record. Threads: a value.
struct DirectoryHead {
  std::uint16_t version = 5;  ///< 1000 is added when the seeks take 8 bytes
  std::uint32_t created = 0;  ///< packed as TDatime does
  std::uint32_t modified = 0;
  std::uint32_t keys_size = 0;    ///< size of the record of the key list
  std::uint32_t name_size = 0;    ///< bytes in front of this body
  std::uint64_t seek = 0;         ///< the record of this directory
  std::uint64_t seek_parent = 0;  ///< that of the directory above; 0 in the root directory
  std::uint64_t seek_keys = 0;    ///< the record of the key list; 0 before one was written
  Uuid uuid{};

  bool is_big() const noexcept { return version > 1000; }
};

/// Bytes of the body as it is written today, room for 8-byte seeks included.
inline constexpr std::size_t directory_head_size = 60;

/// Read a body. Throws Error(corrupt) when it is cut short.
DirectoryHead read_directory_head(bytes::ByteCursor& cursor);

/// Zeros at the end of a body: the room for 8-byte seeks where they take 4.
inline std::size_t directory_head_padding(const DirectoryHead& head) noexcept { return head.is_big() ? 0 : 12; }

/// Write a body in the layout of its version: of directory_head_size bytes in all that is written today.
void write_directory_head(bytes::ByteWriter& writer, const DirectoryHead& head);

/// A directory and the keys in it, as stored: all cycles, in stored order. Threads: immutable.
struct Directory : DirectoryHead {
  std::string path;  ///< "" for the root directory, else "a/b"
  std::vector<Key> keys;

  /// The key of that name: of that cycle, or of the highest one (the first if a cycle is there twice). Nothing if there
  /// is none.
  const Key* find(std::string_view name, std::optional<std::uint16_t> cycle = std::nullopt) const noexcept;

  /// As find. Throws Error(not_found), naming near names or the cycles that are there.
  const Key& at(std::string_view name, std::optional<std::uint16_t> cycle = std::nullopt) const;
};

/// What a key list's writer puts behind the title of its key (title_checksum): the payload's xxh3, with the low 16 bits
/// of the payload's size in place of its high ones.
std::uint64_t list_checksum(std::span<const std::byte> payload) noexcept;

/// The checksum behind the title of a key list's key. Nothing if there is none, or if somebody else has written the
/// list since: uproot leaves its title and date as they were, but its size changes when keys are added, and that of the
/// directory's last change in any case.
std::optional<std::uint64_t> stored_list_checksum(const Key& own, const DirectoryHead& directory) noexcept;

/// What the head of a key list's record, of `size` bytes, says otherwise than its directory; empty when they agree. The
/// first uproot that wrote files left there what it had begun with.
std::string list_contradiction(const Key& own, const DirectoryHead& directory, std::uint64_t size);

/// Read the keys of a key list's record, which is where its directory says. Throws Error(corrupt) when it holds less
/// than it claims, a head is wrong, its bytes are not as its checksum says, or it contradicts its directory and what it
/// holds are not that directory's keys.
std::vector<Key> read_key_list(std::span<const std::byte> record, const DirectoryHead& directory);

/// A name and a cycle, from "name" or "name;2". What follows the last ';' is a cycle only if it is a number
/// of 1..65535. Threads: a value that borrows the text.
struct NameAndCycle {
  std::string_view name;
  std::optional<std::uint16_t> cycle;
};
/// Take a text apart as above. Without a cycle, the name is the whole text.
NameAndCycle split_cycle(std::string_view text) noexcept;

}  // namespace ramet::inline v1::file
