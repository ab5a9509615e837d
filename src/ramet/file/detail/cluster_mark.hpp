#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/key.hpp"

// Behind each cluster that ramet writes stands a record that says what the cluster is, so that it can be found when the
// metadata that would have led to it was never written. Nothing points to it and no reader needs it; its class is that
// of an ntuple's pages, which ROOT passes over when it recovers a file.
//
//   | key head: class RBlob, name "cluster", title: the table's name | format 1 | payload ... | xxh3 of both 8 |
//   payload, numbers in groups of 7 bits, the lowest first, bit 7 set when more follow:
//   | sequence | ordinal | entries | size of the cluster | schema 8 | parts |
//   part: | number | pieces |   piece: | elements | stored size |
// A part is a branch or a column, a piece a basket or a page; `number` is the branch's largest count or length.

namespace ramet::inline v1::file {

/// The contents of the record that follows a cluster. Threads: a value.
struct ClusterMark {
  /// A basket or a page. Threads: a value.
  struct Piece {
    std::uint64_t elements = 0;     ///< entries of a basket, elements of a page
    std::uint64_t stored_size = 0;  ///< of a basket, its record; of a page, without its checksum
  };
  /// A branch or a column. Threads: a value.
  struct Part {
    std::uint64_t number = 0;  ///< of a branch, the largest count or length; of a column, its elements
    std::vector<Piece> pieces;
  };

  std::string table;           ///< the name of the tree or ntuple; its directory is the key's seek_parent
  std::uint64_t schema = 0;    ///< of an ntuple, the checksum of its header; 0 for a tree
  std::uint64_t sequence = 0;  ///< clusters of a table are in order of this ...
  std::uint64_t ordinal = 0;   ///< ... and then this
  std::uint64_t entries = 0;
  std::uint64_t size = 0;  ///< bytes of the cluster, which end where the mark's record begins
  std::vector<Part> parts;
};

/// The name in the key of a mark.
inline constexpr std::string_view cluster_mark_name = "cluster";

/// Whether a head is that of a mark.
bool is_cluster_mark(const Key& key) noexcept;

/// The fields of a mark's head that the mark itself does not have. Threads: a value.
struct MarkHead {
  std::uint32_t date = 0;
  std::uint64_t seek_parent = 0;  ///< the directory of the table
  bool big = false;
};

/// Make the record of a mark, without its position (place_record). Throws Error(misuse) when the table's name is too
/// long for a key.
bytes::Buffer encode_cluster_mark(const ClusterMark& mark, const MarkHead& head);

/// Read the payload of a mark. Throws Error(corrupt) when the checksum does not match, or the mark contradicts itself.
ClusterMark read_cluster_mark(const Key& key, std::span<const std::byte> payload);

}  // namespace ramet::inline v1::file
