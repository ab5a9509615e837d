#include "ramet/io/detail/copy_pieces.hpp"

#include <vector>

#include "ramet/bytes/buffer.hpp"

namespace ramet::inline v1::io {
namespace {

std::uint64_t size_of(const CopyPiece& piece) noexcept { return piece.from.size + piece.room; }

/// Reads the pieces of a window to their positions in the window. Threads: one thread.
class WindowReader {
 public:
  void read(std::span<const CopyPiece> pieces, std::span<std::byte> window) {
    std::size_t at = 0;
    for (const CopyPiece& piece : pieces) {
      add(piece, window.subspan(at, static_cast<std::size_t>(piece.from.size)));
      at += static_cast<std::size_t>(size_of(piece));
    }
    submit();
  }

 private:
  void add(const CopyPiece& piece, std::span<std::byte> into) {
    if (piece.from.size == 0) return;
    if (piece.source != source_) submit();
    source_ = piece.source;
    if (!reads_.empty() && is_next(reads_.back(), piece, into)) {
      reads_.back().into = {reads_.back().into.data(), reads_.back().into.size() + into.size()};
    } else {
      reads_.push_back({piece.from.offset, into});
    }
  }

  /// Whether a piece follows `read` in the source and in the window.
  static bool is_next(const ReadPiece& read, const CopyPiece& piece, std::span<std::byte> into) noexcept {
    return read.offset + read.into.size() == piece.from.offset && read.into.data() + read.into.size() == into.data();
  }

  void submit() {
    if (!reads_.empty()) source_->read_pieces(reads_);
    reads_.clear();
  }

  const ByteSource* source_ = nullptr;
  std::vector<ReadPiece> reads_;
};

}  // namespace

std::uint64_t size_of(std::span<const CopyPiece> pieces) noexcept {
  std::uint64_t size = 0;
  for (const CopyPiece& piece : pieces) size += size_of(piece);
  return size;
}

void copy_pieces(std::span<const CopyPiece> pieces, ByteSink& sink, std::uint64_t place, PatchPiece patch,
                 std::uint64_t window) {
  bytes::Buffer buffer;
  WindowReader reader;
  for (std::size_t first = 0; first < pieces.size();) {
    std::uint64_t size = size_of(pieces[first]);
    std::size_t last = first + 1;
    while (last < pieces.size() && size + size_of(pieces[last]) <= window) size += size_of(pieces[last++]);
    for (const CopyPiece& piece : pieces.subspan(first, last - first))  // before memory is allocated
      if (piece.from.size > 0) piece.source->require_range(piece.from.offset, piece.from.size);
    buffer.resize(static_cast<std::size_t>(size));
    reader.read(pieces.subspan(first, last - first), buffer.span());
    std::size_t at = 0;
    for (std::size_t piece = first; piece < last; ++piece) {
      const auto length = static_cast<std::size_t>(size_of(pieces[piece]));
      patch(piece, place + at, buffer.span().subspan(at, length));
      at += length;
    }
    sink.write_at(place, buffer.span());
    place += size;
    first = last;
  }
}

}  // namespace ramet::inline v1::io
