#include "ramet/io/detail/fetched_source.hpp"

#include <algorithm>
#include <utility>

#include "ramet/io/internal/joined_extents.hpp"
#include "ramet/io/traffic.hpp"

namespace ramet::inline v1::io {
namespace {

/// A source and its ends. Threads: any.
struct WithEnds {
  WithEnds(std::shared_ptr<const ByteSource> source, std::span<const Extent> ends, const ReadRunLimits& limits)
      : whole(std::move(source)), fetched(*whole, ends, limits) {}

  std::shared_ptr<const ByteSource> whole;
  FetchedSource fetched;
};

}  // namespace

FetchedSource::FetchedSource(const ByteSource& source, std::span<const Extent> extents, const ReadRunLimits& limits,
                             const StopToken& stop)
    : source_(source), stop_(stop) {
  std::vector<ReadPiece> pieces;
  const JoinedExtents requests = join_extents(source, extents, limits);
  for (const JoinedExtents::Run& request : requests.runs) {
    const auto size = static_cast<std::size_t>(request.extent.size);
    Run& run = runs_.emplace_back(request.extent.offset, RequestMemory(size));
    pieces.push_back({request.extent.offset, run.bytes.span()});
    byte_count_ += size;
  }
  if (pieces.empty()) return;
  if (const auto ahead = source.read_ahead(); ahead && ahead->traffic != nullptr)
    ahead->traffic->note_gaps(requests.gap_bytes());
  transfer_ = source.submit(std::move(pieces));
  if (stop.stop_possible()) on_stop_.emplace(stop.token(), [this] { transfer_->cancel(); });
}

const FetchedSource::Run* FetchedSource::run_of(std::uint64_t offset, std::uint64_t size) const noexcept {
  const auto after = std::ranges::upper_bound(runs_, offset, {}, &Run::offset);
  if (after == runs_.begin()) return nullptr;
  const Run& run = *(after - 1);
  const std::uint64_t begin = offset - run.offset;
  return begin > run.bytes.size() || size > run.bytes.size() - begin ? nullptr : &run;
}

std::optional<std::span<const std::byte>> FetchedSource::fetched(std::uint64_t offset, std::uint64_t size) const {
  const Run* const run = run_of(offset, size);
  if (run == nullptr) return std::nullopt;
  transfer_->wait(static_cast<std::size_t>(run - runs_.data()), stop_);
  return run->bytes.span().subspan(static_cast<std::size_t>(offset - run->offset), static_cast<std::size_t>(size));
}

bool FetchedSource::will_read(std::span<const Extent> extents) const {
  std::vector<Extent> others;
  for (const Extent& extent : extents)
    if (run_of(extent.offset, extent.size) == nullptr) others.push_back(extent);
  return others.empty() || source_.will_read(others);
}

void FetchedSource::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (const auto bytes = fetched(offset, into.size()))
    std::ranges::copy(*bytes, into.begin());
  else
    source_.read_at(offset, into);
}

void FetchedSource::read_pieces(std::span<const ReadPiece> pieces) const {
  std::vector<ReadPiece> others;
  for (const ReadPiece& piece : pieces) {
    if (const auto bytes = fetched(piece.offset, piece.into.size()))
      std::ranges::copy(*bytes, piece.into.begin());
    else
      others.push_back(piece);
  }
  if (!others.empty()) source_.read_pieces(others);
}

std::unique_ptr<Transfer> FetchedSource::submit(std::vector<ReadPiece> pieces) const {
  return source_.submit(std::move(pieces));
}

std::optional<std::span<const std::byte>> FetchedSource::view(std::uint64_t offset, std::size_t size) const {
  if (const auto bytes = fetched(offset, size)) return bytes;
  return source_.view(offset, size);
}

std::shared_ptr<const ByteSource> FetchedSource::open_beside(const std::string& file) const {
  return source_.open_beside(file);
}

std::shared_ptr<const ByteSource> with_ends_fetched(std::shared_ptr<const ByteSource> source) {
  const auto ahead = source->read_ahead();
  if (!ahead) return source;
  const std::uint64_t size = source->size();
  if (size > 0 && source->view(0, 1)) return source;  // who has the first bytes has seen to the others
  const std::uint64_t last = std::min<std::uint64_t>(last_bytes, size);
  const Extent ends[] = {{0, std::min<std::uint64_t>(first_bytes, size)}, {size - last, last}};
  const auto opened = std::make_shared<const WithEnds>(std::move(source), ends, ahead->request);
  return {opened, &opened->fetched};
}

}  // namespace ramet::inline v1::io
