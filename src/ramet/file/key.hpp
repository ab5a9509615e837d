#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"

// The head of every record (root-project/root, io/doc/TFile/README.md, "TKey"; TKey.cxx, TKey::Streamer):
//   | nbytes 4 | version 2 | object size 4 | date 4 | key length 2 | cycle 2 | seek key 4|8 | seek parent 4|8 |
//   | class name s | name s | title s |     s: a TString; seeks take 8 bytes when version > 1000
// The upper 16 of 8 bytes of seek parent are not a position but the key's process-id offset (for TRef).

namespace ramet::inline v1::file {

/// The head of a record: its contents, size and position. Threads: a value.
struct Key {
  std::uint32_t record_size = 0;        ///< fNbytes: head and payload, on disk
  std::uint16_t version = 4;            ///< fVersion; above 1000 the two seeks take 8 bytes
  std::uint32_t object_size = 0;        ///< fObjlen: payload, uncompressed
  std::uint32_t date = 0;               ///< fDatime: packed as TDatime does
  std::uint16_t key_length = 0;         ///< fKeylen: the head (with TBasket's own fields, in a basket)
  std::uint16_t cycle = 1;              ///< fCycle
  std::uint64_t seek = 0;               ///< fSeekKey: where the record begins
  std::uint64_t seek_parent = 0;        ///< fSeekPdir: the record of the directory that holds it
  std::uint16_t process_id_offset = 0;  ///< fPidOffset; only big keys can carry one
  std::string class_name;               ///< as stored: "TDirectory" for a TDirectoryFile
  std::string name;
  std::string title;

  bool is_big() const noexcept { return version > 1000; }
  std::uint32_t packed_size() const noexcept { return record_size - key_length; }
  /// Whether the payload is compressed, by the rule of TKey::ReadObj: one that would not shrink is stored uncompressed.
  bool is_compressed() const noexcept { return object_size > packed_size(); }
  /// Whether the record is a directory, "TDirectory" or "TDirectoryFile".
  bool is_directory() const noexcept;
};

/// Versions of heads with 4- and with 8-byte seeks.
inline constexpr std::uint16_t small_key_version = 4;
inline constexpr std::uint16_t big_key_version = 1004;

/// The largest head that ROOT can read: fKeylen is a signed 16-bit number.
inline constexpr std::size_t largest_key_length = 32767;

/// The size of a head with these strings and 4- or 8-byte seeks. Throws Error(misuse) when it exceeds
/// largest_key_length.
std::uint16_t key_length_of(std::string_view class_name, std::string_view name, std::string_view title, bool big);

/// Read a head up to and including its title, as in a key list, where the payload does not follow. Throws
/// Error(corrupt) when the head is truncated, or longer than the record that it describes.
Key read_key(bytes::ByteCursor& cursor);

/// Read the head at the start of a record (a basket's own fields and the payload follow). Throws Error(corrupt) as
/// read_key, and when the head does not end within key_length.
Key read_record_head(bytes::ByteCursor& cursor);

/// Key lists and baskets that no codec can shrink are stored uncompressed. ramet's writer appends their checksum to the
/// title of their key, which has no other use. Readers skip these titles, and copies of records keep them.
inline constexpr std::size_t title_checksum_size = 23;  ///< " #xxh3:" and 16 hexadecimal digits

/// The text to append to a title.
std::string title_checksum(std::uint64_t checksum);
/// The checksum at the end of a title, if there is one.
std::optional<std::uint64_t> checksum_of_title(std::string_view title) noexcept;
/// Throw Error(corrupt) with both checksums unless they are equal.
void require_same_checksum(std::uint64_t found, std::uint64_t stored);

/// Write a head; key_length must be the result of key_length_of.
void write_key(bytes::ByteWriter& writer, const Key& key);

}  // namespace ramet::inline v1::file
