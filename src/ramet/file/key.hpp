#pragma once

#include <cstdint>
#include <string>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"

// The head of every record (root-project/root, io/doc/TFile/README.md, "TKey"; TKey.cxx, TKey::Streamer):
//   | nbytes 4 | version 2 | object size 4 | date 4 | key length 2 | cycle 2 | seek key 4|8 | seek parent 4|8 |
//   | class name s | name s | title s |     s: a TString; seeks take 8 bytes when version > 1000

namespace ramet::inline v1::file {

/// The head of a record: what it holds, how large it is and where. Threads: a value.
struct Key {
  std::uint32_t record_size = 0;   ///< fNbytes: head and payload, on disk
  std::uint16_t version = 4;       ///< fVersion; above 1000 the two seeks take 8 bytes
  std::uint32_t object_size = 0;   ///< fObjlen: payload, uncompressed
  std::uint32_t date = 0;          ///< fDatime: packed as TDatime does
  std::uint16_t key_length = 0;    ///< fKeylen: the head
  std::uint16_t cycle = 1;         ///< fCycle
  std::uint64_t seek = 0;          ///< fSeekKey: where the record begins
  std::uint64_t seek_parent = 0;   ///< fSeekPdir: the record of the directory that holds it
  std::string class_name;
  std::string name;
  std::string title;

  bool is_big() const noexcept { return version > 1000; }
  std::uint32_t packed_size() const noexcept { return record_size - key_length; }
  bool is_compressed() const noexcept { return packed_size() != object_size; }
};

/// Bytes that the head takes with these strings and 4- or 8-byte seeks. The largest head is 65,535 bytes; throws
/// Error(misuse) for longer names.
std::uint16_t key_length_of(const std::string& class_name, const std::string& name, const std::string& title, bool big);

/// Read a head. Throws Error(corrupt) when it is cut short or its sizes contradict each other.
Key read_key(bytes::ByteCursor& cursor);

/// Write a head as its fields say; key_length must be what key_length_of gives.
void write_key(bytes::ByteWriter& writer, const Key& key);

}  // namespace ramet::inline v1::file
