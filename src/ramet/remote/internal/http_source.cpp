#include "ramet/remote/internal/http_source.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/fetched_source.hpp"
#include "ramet/remote/internal/cache/cached_source.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

// A read of fewer bytes is made one of so many: keys and records of metadata lie side by side, and are read one after
// the other.
constexpr std::uint64_t little = std::uint64_t{32} << 10U;

std::shared_ptr<const io::ByteSource> open_whole(const std::shared_ptr<Transfers>& transfers,
                                                 const std::shared_ptr<RemoteFile>& file) {
  const std::uint64_t most = transfers->options().most_whole_bytes;
  const auto size = file->size();
  if (!size || *size > most) {
    detail::fail(ErrorKind::unsupported,
                 "'{}': the server sends no ranges but the whole file (200), of {} bytes; up to {} are read so: copy "
                 "the file to a local disk",
                 file->shown(), size ? fmt::to_string(*size) : "it does not say how many", most);
  }
  bytes::Buffer contents(static_cast<std::size_t>(*size));
  if (*size > 0) {
    const Wanted wanted[] = {{Part::whole, 0, contents.span()}};
    HttpTransfer(transfers, file, wanted).wait(0);
  }
  return io::source_of(std::move(contents), file->shown());
}

/// The first bytes that a fetch got, in memory of their own size.
HeldBytes held(const Fetch& fetch, bytes::Buffer memory) {
  memory.resize(fetch.got());
  return {fetch.offset(), std::move(memory)};
}

/// The same of the last bytes; none from a server that does not know how to count from the end.
HeldBytes held_if_sent(HttpTransfer& transfer, std::size_t number, bytes::Buffer memory) {
  try {
    transfer.wait(number);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    return {};
  }
  return transfer.fetch(number).answers_whole() ? HeldBytes{} : held(transfer.fetch(number), std::move(memory));
}

}  // namespace

std::uint64_t gap_worth_reading(const io::TrafficCounts& seen, const RemoteOptions& options) noexcept {
  constexpr double most = 1 << 20;
  const double parallel = static_cast<double>(std::max<std::size_t>(options.most_parallel, 1));
  const double bytes = std::min(seen.round_trip * seen.bandwidth() / parallel, most);
  return std::max(options.read_ahead.request.largest_gap, static_cast<std::uint64_t>(bytes));
}

HttpSource::HttpSource(std::shared_ptr<Transfers> transfers, std::shared_ptr<RemoteFile> file, HeldBytes head,
                       HeldBytes tail)
    : transfers_(std::move(transfers)),
      file_(std::move(file)),
      size_(file_->size().value()),
      ahead_(transfers_->options().read_ahead),
      head_(std::move(head)),
      tail_(std::move(tail)),
      kept_(std::make_unique<KeptBlocks>(transfers_->options().kept_bytes)) {
  ahead_.request.largest_gap = gap_worth_reading(transfers_->traffic().counts(), transfers_->options());
  ahead_.traffic = &transfers_->traffic();
}

std::optional<io::ReadAhead> HttpSource::read_ahead() const noexcept { return ahead_; }

std::optional<std::span<const std::byte>> HttpSource::view(std::uint64_t offset, std::size_t size) const {
  require_range(offset, size);
  for (const HeldBytes* end : {&head_, &tail_})
    if (end->has(offset, size)) return end->bytes.span().subspan(static_cast<std::size_t>(offset - end->offset), size);
  return std::nullopt;
}

void HttpSource::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  require_range(offset, into.size());
  if (copies_held(offset, into)) return;
  if (into.size() >= little) return submit({{offset, into}})->wait(0);
  bytes::Buffer block(static_cast<std::size_t>(std::min(2 * little, size_ - offset)));
  const Wanted wanted[] = {{Part::range, offset, block.span()}};
  HttpTransfer(transfers_, file_, wanted).wait(0);
  std::ranges::copy(block.span().first(into.size()), into.begin());
  kept_->keep(offset, std::move(block));
}

bool HttpSource::copies_held(std::uint64_t offset, std::span<std::byte> into) const {
  const auto bytes = view(offset, into.size());
  if (bytes) std::ranges::copy(*bytes, into.begin());
  return bytes || into.empty() || kept_->copy(offset, into);
}

void HttpSource::read_pieces(std::span<const io::ReadPiece> pieces) const {
  std::vector<io::ReadPiece> missing;
  std::vector<io::Extent> extents;
  for (const io::ReadPiece& piece : pieces) {
    require_range(piece.offset, piece.into.size());
    if (copies_held(piece.offset, piece.into)) continue;
    missing.push_back(piece);
    extents.push_back({piece.offset, piece.into.size()});
  }
  // It requests all of them, so none comes back here.
  io::FetchedSource(*this, extents, ahead_.request).read_pieces(missing);
}

std::unique_ptr<io::Transfer> HttpSource::submit(std::vector<io::ReadPiece> pieces) const {
  for (const io::ReadPiece& piece : pieces) require_range(piece.offset, piece.into.size());
  const auto most =
      static_cast<std::size_t>(std::max<std::uint64_t>(transfers_->options().read_ahead.request.most_bytes, 1));
  return std::make_unique<HttpTransfer>(transfers_, file_, pieces, most);
}

std::shared_ptr<const io::ByteSource> HttpSource::open_beside(const std::string& file) const {
  std::vector<RemoteUrl> copies;
  for (std::size_t copy = 0; copy < file_->copy_count(); ++copy) copies.push_back(url_beside(file_->copy(copy), file));
  return Opening(transfers_, std::move(copies)).finish();
}

Opening::Opening(std::shared_ptr<Transfers> transfers, std::vector<RemoteUrl> copies)
    : transfers_(std::move(transfers)),
      file_(std::make_shared<RemoteFile>(std::move(copies))),
      first_(io::first_bytes),
      last_(io::last_bytes) {
  const Wanted ends[] = {{Part::ends, 0, first_.span()}, {Part::tail, 0, last_.span()}};
  both_ = std::make_unique<HttpTransfer>(transfers_, file_, ends);
}

std::shared_ptr<const io::ByteSource> Opening::finish() {
  both_->wait(0);
  const bool is_whole = both_->fetch(0).answers_whole();
  HeldBytes head, tail;
  if (!is_whole) {
    head = held(both_->fetch(0), std::move(first_));
    tail = held_if_sent(*both_, 1, std::move(last_));
  }
  both_.reset();
  if (is_whole) return open_whole(transfers_, file_);
  const std::uint64_t size = file_->size().value();
  if (tail.bytes.empty() && size > head.bytes.size()) {
    tail = {size - std::min<std::uint64_t>(size, io::last_bytes), {}};
    tail.bytes.resize(static_cast<std::size_t>(size - tail.offset));
    const Wanted wanted[] = {{Part::range, tail.offset, tail.bytes.span()}};
    HttpTransfer(transfers_, file_, wanted).wait(0);
  }
  const std::string identity = transfers_->cache() != nullptr ? file_->identity() : std::string();
  auto source = std::make_shared<const HttpSource>(transfers_, file_, std::move(head), std::move(tail));
  if (identity.empty()) return source;
  return std::make_shared<const CachedSource>(std::move(source), transfers_->cache(), identity);
}

}  // namespace ramet::inline v1::remote::internal
