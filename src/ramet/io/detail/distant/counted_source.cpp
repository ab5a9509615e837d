#include "ramet/io/detail/distant/counted_source.hpp"

#include <deque>
#include <utility>

#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::io {
namespace {

using Clock = Traffic::Clock;

/// Requests that were made together. Threads: any.
class CountedPieces {
 public:
  CountedPieces(Traffic& traffic, std::span<const ReadPiece> pieces) : asked_(Clock::now()) {
    for (const ReadPiece& piece : pieces) {
      sizes_.push_back(piece.into.size());
      open_.emplace_back().emplace(traffic, Traffic::Kind::first, asked_);
    }
  }

  /// The bytes of a piece are there; a second time does nothing.
  void end(std::size_t piece) {
    const MutexLock lock(mutex_);
    std::optional<Traffic::Request>& request = open_.at(piece);
    if (!request) return;
    const auto now = Clock::now();
    request->take(sizes_.at(piece), now);
    request->end(now, std::chrono::duration<double>(now - asked_).count());
    request.reset();
  }

 private:
  Clock::time_point asked_;
  std::vector<std::size_t> sizes_;
  Mutex mutex_;
  std::deque<std::optional<Traffic::Request>> open_ RAMET_GUARDED_BY(mutex_);
};

/// A transfer whose pieces are counted when they are waited for. Threads: as Transfer.
class CountedTransfer final : public Transfer {
 public:
  CountedTransfer(std::unique_ptr<Transfer> transfer, std::shared_ptr<Traffic> traffic,
                  std::span<const ReadPiece> pieces)
      : traffic_(std::move(traffic)), requests_(*traffic_, pieces), transfer_(std::move(transfer)) {}

  void wait(std::size_t piece, const StopToken& stop) override {
    transfer_->wait(piece, stop);
    requests_.end(piece);
  }
  void cancel() noexcept override { transfer_->cancel(); }

 private:
  std::shared_ptr<Traffic> traffic_;
  CountedPieces requests_;
  std::unique_ptr<Transfer> transfer_;
};

}  // namespace

CountedSource::CountedSource(std::shared_ptr<const ByteSource> source, std::shared_ptr<Traffic> traffic)
    : source_(std::move(source)), traffic_(std::move(traffic)) {}

void CountedSource::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  const ReadPiece piece{offset, into};
  CountedPieces requests(*traffic_, {&piece, 1});
  source_->read_at(offset, into);
  requests.end(0);
}

void CountedSource::read_pieces(std::span<const ReadPiece> pieces) const {
  CountedPieces requests(*traffic_, pieces);
  source_->read_pieces(pieces);
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) requests.end(piece);
}

std::optional<ReadAhead> CountedSource::read_ahead() const noexcept {
  auto ahead = source_->read_ahead();
  if (ahead) ahead->traffic = traffic_.get();
  return ahead;
}

std::unique_ptr<Transfer> CountedSource::submit(std::vector<ReadPiece> pieces) const {
  const std::vector<ReadPiece> counted = pieces;
  return std::make_unique<CountedTransfer>(source_->submit(std::move(pieces)), traffic_, counted);
}

std::optional<std::span<const std::byte>> CountedSource::view(std::uint64_t offset, std::size_t size) const {
  return source_->view(offset, size);
}

std::shared_ptr<const ByteSource> CountedSource::open_beside(const std::string& file) const {
  return std::make_shared<const CountedSource>(source_->open_beside(file), traffic_);
}

}  // namespace ramet::inline v1::io
