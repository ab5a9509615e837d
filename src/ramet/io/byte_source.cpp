#include "ramet/io/byte_source.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::io {

namespace {

/// A buffer as a source. Threads: immutable.
class MemorySource final : public ByteSource {
 public:
  MemorySource(bytes::Buffer contents, std::string name) : contents_(std::move(contents)), name_(std::move(name)) {}

  const std::string& name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return contents_.size(); }

  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    std::ranges::copy(part(offset, into.size()), into.begin());
  }

  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override {
    return part(offset, size);
  }

 private:
  std::span<const std::byte> part(std::uint64_t offset, std::size_t size) const {
    require_range(offset, size);
    return contents_.span().subspan(static_cast<std::size_t>(offset), size);
  }

  bytes::Buffer contents_;
  std::string name_;
};

/// Pieces that are read by the first thread that waits for them. Threads: any.
class ReadWhenNeeded final : public Transfer {
 public:
  ReadWhenNeeded(const ByteSource& source, std::span<const ReadPiece> pieces) : source_(source) {
    for (const ReadPiece& piece : pieces) pieces_.emplace_back(piece);
  }

  void wait(std::size_t piece, const StopToken& /*stop*/) override {
    Piece& wanted = pieces_.at(piece);
    const MutexLock lock(wanted.mutex);
    if (wanted.is_read) return;
    source_.read_at(wanted.piece.offset, wanted.piece.into);
    wanted.is_read = true;
  }

 private:
  struct Piece {
    explicit Piece(const ReadPiece& wanted) : piece(wanted) {}

    const ReadPiece piece;
    Mutex mutex;
    bool is_read RAMET_GUARDED_BY(mutex) = false;
  };

  const ByteSource& source_;
  std::deque<Piece> pieces_;  // a deque, because a Piece cannot be moved
};

}  // namespace

std::unique_ptr<Transfer> ByteSource::submit(std::vector<ReadPiece> pieces) const {
  for (const ReadPiece& piece : pieces) require_range(piece.offset, piece.into.size());
  return std::make_unique<ReadWhenNeeded>(*this, pieces);
}

std::shared_ptr<const ByteSource> ByteSource::open_beside(const std::string& file) const {
  detail::fail(ErrorKind::unsupported, "'{}' has no files beside it, where '{}' would be", name(), file);
}

void ByteSource::require_range(std::uint64_t offset, std::uint64_t wanted) const {
  const std::uint64_t all = size();
  if (offset > all || wanted > all - offset)
    detail::fail(ErrorKind::corrupt, "'{}' is truncated: needs {} bytes at offset {}, but has {} in all", name(),
                 wanted, offset, all);
}

bool ByteSource::will_read(std::span<const Extent> /*extents*/) const { return true; }

void ByteSource::read_pieces(std::span<const ReadPiece> pieces) const {
  for (const ReadPiece& piece : pieces) read_at(piece.offset, piece.into);
}

std::optional<std::span<const std::byte>> ByteSource::view(std::uint64_t offset, std::size_t size) const {
  require_range(offset, size);
  return std::nullopt;
}

std::shared_ptr<const ByteSource> source_of(bytes::Buffer contents, std::string name) {
  return std::make_shared<MemorySource>(std::move(contents), std::move(name));
}

std::shared_ptr<const ByteSource> source_of(std::span<const std::byte> contents, std::string name) {
  bytes::Buffer copy;
  copy.append(contents);
  return source_of(std::move(copy), std::move(name));
}

std::shared_ptr<const ByteSource> source_of(const std::filesystem::path& path) { return open_local(path); }

}  // namespace ramet::inline v1::io
