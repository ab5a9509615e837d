#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ramet/bytes/buffer.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {

/// A basket's record that is copied to another file. Threads: a value; the source outlives it.
struct BasketCopy {
  const io::ByteSource* source = nullptr;
  io::Extent from;
  std::uint64_t seek = 0;  ///< in the new file, once it is copied
};

/// Throws Error(corrupt) unless the bytes are the whole record of a basket that was read from `from`.
void require_basket(std::span<const std::byte> record, const io::Extent& from);

/// What the baskets take in the new file.
std::uint64_t size_of(std::span<const BasketCopy> baskets) noexcept;

/// Copy baskets of one tree, of any branches and files, byte by byte into an extent of exactly their size: nothing is
/// unpacked; only their keys get new places, and `seek_directory`, where the record of the tree's directory is. Throws
/// Error(corrupt) for what is no basket, Error(unsupported) when the extent is beyond what a basket's small key can
/// say, Error(io); the extent then holds nothing of use. Threads: any, to extents that do not overlap.
void copy_baskets(std::span<BasketCopy> baskets, io::ByteSink& sink, io::Extent to, std::uint64_t seek_directory);

/// A record, as yet without a place, of a basket that is inside of its tree's record. Objects in it refer to others by
/// offsets from its key, which is made as long as the one it had: the title, that is the tree's name, is cut or gets
/// blanks if it must.
bytes::Buffer record_of(const Branch& branch, const EmbeddedBasket& basket, std::string_view tree_name,
                        std::uint32_t date, bool big);

}  // namespace ramet::inline v1::tree
