#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ramet/core/function_ref.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/extent.hpp"

namespace ramet::inline v1::io {

/// Bytes that are copied. Threads: a value; the source outlives it.
struct CopyPiece {
  const ByteSource* source = nullptr;  ///< may be null when there is nothing to read
  Extent from;
  std::uint64_t room = 0;  ///< bytes behind them in the sink, which are made and not copied
};

/// What the pieces take in the sink.
std::uint64_t size_of(std::span<const CopyPiece> pieces) noexcept;

/// Changes the bytes of a piece before they are written, and fills its room: `bytes` are both.
using PatchPiece = FunctionRef<void(std::size_t piece, std::uint64_t place, std::span<std::byte> bytes)>;

/// Copy pieces of any sources to a sink, one behind the other from `place` on. Pieces that lie side by side are read
/// together, and about `window` bytes are read, patched and written at once: that is the memory it takes, or what the
/// largest piece takes. Throws Error(corrupt) when a piece reaches past the end of its source, Error(io), and what
/// `patch` throws; part of the pieces may then have been written. Threads: any, to extents that do not overlap.
void copy_pieces(std::span<const CopyPiece> pieces, ByteSink& sink, std::uint64_t place, PatchPiece patch,
                 std::uint64_t window = std::uint64_t{4} << 20);

}  // namespace ramet::inline v1::io
