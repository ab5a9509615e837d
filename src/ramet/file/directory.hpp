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

/// A universally unique identifier.
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

/// Size of the body in current files, including the room for 8-byte seeks.
inline constexpr std::size_t directory_head_size = 60;

/// Read a body. Throws Error(corrupt) when it is truncated.
DirectoryHead read_directory_head(bytes::ByteCursor& cursor);

/// Number of zeros at the end of a body with 4-byte seeks, which leave room for 8-byte ones.
inline std::size_t directory_head_padding(const DirectoryHead& head) noexcept { return head.is_big() ? 0 : 12; }

/// Write a body in the layout of its version; in current versions it has directory_head_size bytes.
void write_directory_head(bytes::ByteWriter& writer, const DirectoryHead& head);

/// A directory and its keys: all cycles, in stored order. Threads: immutable.
struct Directory : DirectoryHead {
  std::string path;  ///< "" for the root directory, else "a/b"
  std::vector<Key> keys;

  /// The key with this name and cycle, by default the highest cycle; the first if a cycle occurs twice. Nothing if
  /// there is none.
  const Key* find(std::string_view name, std::optional<std::uint16_t> cycle = std::nullopt) const noexcept;

  /// Find a key that must exist. Throws Error(not_found) with similar names or the cycles that exist.
  const Key& at(std::string_view name, std::optional<std::uint16_t> cycle = std::nullopt) const;
};

/// The checksum that ramet appends to the title of a key list's key (title_checksum): the payload's xxh3, its high 16
/// bits replaced by the low 16 bits of the payload's size.
std::uint64_t list_checksum(std::span<const std::byte> payload) noexcept;

/// The checksum in the title of a key list's key. Nothing if there is none, or if another program has written the list
/// since: uproot keeps the title and date, but the size changes when keys are added, and the directory's date always
/// changes.
std::optional<std::uint64_t> stored_list_checksum(const Key& own, const DirectoryHead& directory) noexcept;

/// How the head of a key list's record, of `size` bytes, contradicts its directory; empty when they agree. The first
/// versions of uproot that wrote files did not update this head.
std::string list_contradiction(const Key& own, const DirectoryHead& directory, std::uint64_t size);

/// Read the keys of a key list's record, found at the place that its directory states. Throws Error(corrupt) when the
/// record is truncated, a head is wrong, the checksum does not match, or the head contradicts the directory and the
/// keys belong to another one.
std::vector<Key> read_key_list(std::span<const std::byte> record, const DirectoryHead& directory);

/// A name and a cycle, from "name" or "name;2". The text after the last ';' is a cycle only if it is a number in
/// 1..65535. Threads: a value that borrows the text.
struct NameAndCycle {
  std::string_view name;
  std::optional<std::uint16_t> cycle;
};
/// Split a text as above. Without a cycle, the name is the whole text.
NameAndCycle split_cycle(std::string_view text) noexcept;

}  // namespace ramet::inline v1::file
