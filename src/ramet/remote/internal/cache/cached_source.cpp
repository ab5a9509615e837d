#include "ramet/remote/internal/cache/cached_source.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

// Fewer bytes are not kept: a file for each costs more than it saves, and what is read so is metadata, which lies in
// the ends of the file.
constexpr std::size_t least_kept = std::size_t{4} << 10U;

/// Pieces of which some are in the cache. Threads: as Transfer.
class CachedTransfer final : public io::Transfer {
 public:
  CachedTransfer(const io::ByteSource& source, std::shared_ptr<CachedExtents> extents,
                 std::vector<io::ReadPiece> pieces)
      : source_(source), extents_(std::move(extents)), pieces_(std::move(pieces)), is_done_(pieces_.size()) {
    std::vector<io::ReadPiece> missing;
    for (const io::ReadPiece& piece : pieces_) {
      const bool may_be_there = !piece.into.empty() && extents_->may_have(piece.offset, piece.into.size());
      numbers_.push_back(may_be_there ? std::nullopt : std::optional(missing.size()));
      if (!may_be_there) missing.push_back(piece);
    }
    if (!missing.empty()) rest_ = source.submit(std::move(missing));
  }

  void wait(std::size_t piece, const StopToken& stop) override {
    const io::ReadPiece& of = pieces_.at(piece);
    if (numbers_[piece]) rest_->wait(*numbers_[piece], stop);
    const MutexLock lock(mutexes_[piece % mutexes_.size()]);  // several may wait for one piece
    if (is_done_[piece] != 0) return;
    const bool is_there = !numbers_[piece] && extents_->copy(of.offset, of.into);
    if (!numbers_[piece] && !is_there) source_.read_at(of.offset, of.into);
    if (!is_there && of.into.size() >= least_kept) extents_->keep(of.offset, of.into);
    is_done_[piece] = 1;
  }

  void cancel() noexcept override {
    if (rest_) rest_->cancel();
  }

 private:
  const io::ByteSource& source_;
  std::shared_ptr<CachedExtents> extents_;
  std::vector<io::ReadPiece> pieces_;
  std::vector<std::optional<std::size_t>> numbers_;  // in `rest_`; none: in the cache
  std::vector<std::uint8_t> is_done_;                // of each piece; guarded by its mutex
  std::array<Mutex, 8> mutexes_;
  std::unique_ptr<io::Transfer> rest_;
};

}  // namespace

CachedSource::CachedSource(std::shared_ptr<const io::ByteSource> source, std::shared_ptr<DiskCache> cache,
                           const std::string& identity)
    : source_(std::move(source)), extents_(std::make_shared<CachedExtents>(std::move(cache), identity)) {}

void CachedSource::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  require_range(offset, into.size());
  const bool is_small = into.size() < least_kept || view(offset, into.size()).has_value();
  if (!is_small && extents_->may_have(offset, into.size()) && extents_->copy(offset, into)) return;
  source_->read_at(offset, into);
  if (!is_small) extents_->keep(offset, into);
}

void CachedSource::read_pieces(std::span<const io::ReadPiece> pieces) const {
  std::vector<io::ReadPiece> missing;
  for (const io::ReadPiece& piece : pieces) {
    require_range(piece.offset, piece.into.size());
    if (extents_->may_have(piece.offset, piece.into.size()) && extents_->copy(piece.offset, piece.into)) continue;
    missing.push_back(piece);
  }
  source_->read_pieces(missing);
  for (const io::ReadPiece& piece : missing)
    if (piece.into.size() >= least_kept && !view(piece.offset, piece.into.size()))
      extents_->keep(piece.offset, piece.into);
}

std::unique_ptr<io::Transfer> CachedSource::submit(std::vector<io::ReadPiece> pieces) const {
  for (const io::ReadPiece& piece : pieces) require_range(piece.offset, piece.into.size());
  return std::make_unique<CachedTransfer>(*source_, extents_, std::move(pieces));
}

}  // namespace ramet::inline v1::remote::internal
