#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/core/function_ref.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"

namespace ramet::inline v1::io {

/// Bytes to copy. Threads: a value; the source must outlive it.
struct CopyPiece {
  const ByteSource* source = nullptr;  ///< may be null if `from` is empty
  Extent from;
  std::uint64_t room = 0;  ///< bytes after them in the sink, which are not copied but filled
};

/// The size of the pieces in the sink.
std::uint64_t size_of(std::span<const CopyPiece> pieces) noexcept;

/// Changes the bytes of a piece before they are written, and fills its room; `bytes` contains both.
using PatchPiece = FunctionRef<void(std::size_t piece, std::uint64_t place, std::span<std::byte> bytes)>;

/// Copy pieces of any sources to a sink, one after the other from `place` on. Adjacent pieces are read together. About
/// `window` bytes are read, patched and written at a time, so it needs that much memory, or that of the largest piece.
/// Throws Error(corrupt) when a piece reaches past the end of its source, Error(io), and what `patch` throws; some
/// pieces may then have been written. Threads: any, to extents that do not overlap.
void copy_pieces(std::span<const CopyPiece> pieces, ByteSink& sink, std::uint64_t place, PatchPiece patch,
                 std::uint64_t window = std::uint64_t{1} << 19);

}  // namespace ramet::inline v1::io
