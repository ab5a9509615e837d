#include "ramet/remote/internal/http_source.hpp"

#include <algorithm>
#include <utility>

#include "ramet/bytes/buffer.hpp"
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
                 "'{}': the server sends no ranges but the whole file (200), {}; up to {} bytes are read so: copy the "
                 "file to a local disk",
                 file->shown(), size ? fmt::format("of {} bytes", *size) : "and does not say how long it is", most);
  }
  bytes::Buffer contents(static_cast<std::size_t>(*size));
  if (*size > 0) {
    const Wanted wanted[] = {{Part::whole, 0, contents.span()}};
    HttpTransfer(transfers, file, wanted).wait(0, {});
  }
  return io::source_of(std::move(contents), file->shown());
}

/// A file whose metadata the session remembers. Threads: any.
class BookmarkOfKnown final : public io::Bookmark {
 public:
  BookmarkOfKnown(std::shared_ptr<Transfers> transfers, std::shared_ptr<RemoteFile> file)
      : transfers_(std::move(transfers)), file_(std::move(file)) {}

  bool is_known() const override { return transfers_->known().knows(*file_); }
  std::shared_ptr<const io::ByteSource> open() const override {
    const KnownFile known = transfers_->known().find(file_->urls());
    return known.file == file_ ? open_known(transfers_, known) : nullptr;
  }

 private:
  std::shared_ptr<Transfers> transfers_;
  std::shared_ptr<RemoteFile> file_;
};

/// The bytes that a fetch got.
io::RequestMemory got_of(const Fetch& fetch, io::RequestMemory memory) {
  memory.shorten(fetch.got());
  return memory;
}

/// ETag, date and size of a file: its identity without the URL, which may have secrets. Empty if there are several
/// copies, as each server has ETags of its own.
std::string stamp_of_known(const KnownFile& known) {
  if (known.file->copy_count() > 1) return {};
  std::string told = known.identity.substr(known.identity.find('\n') + 1);
  std::ranges::replace(told, '\n', ' ');
  return told + " bytes";
}

/// Whether a server sent the last bytes: some do not know how to count from the end.
bool has_sent(HttpTransfer& transfer, std::size_t number) {
  try {
    transfer.wait(number, {});
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    return false;
  }
  return !transfer.fetch(number).answers_whole();
}

}  // namespace

std::uint64_t gap_worth_reading(const io::TrafficCounts& seen, const RemoteOptions& options) noexcept {
  constexpr double most = 1 << 20;
  const double parallel = static_cast<double>(std::max<std::size_t>(options.most_parallel, 1));
  const double bytes = std::min(seen.round_trip * seen.bandwidth() / parallel, most);
  return std::max(options.read_ahead.request.largest_gap, static_cast<std::uint64_t>(bytes));
}

HttpSource::HttpSource(std::shared_ptr<Transfers> transfers, std::shared_ptr<RemoteFile> file,
                       std::shared_ptr<const HeldBytes> held, std::string stamp)
    : transfers_(std::move(transfers)),
      file_(std::move(file)),
      size_(file_->size().value()),
      ahead_(transfers_->options().read_ahead),
      held_(std::move(held)),
      kept_(std::make_unique<KeptBlocks>(transfers_->options().kept_bytes)),
      stamp_(std::move(stamp)) {
  ahead_.request.largest_gap = gap_worth_reading(transfers_->traffic().counts(), transfers_->options());
  ahead_.traffic = &transfers_->traffic();
}

HttpSource::~HttpSource() {
  held_.reset();
  transfers_->note_closed(*file_);
}

std::optional<io::ReadAhead> HttpSource::read_ahead() const noexcept { return ahead_; }

std::optional<std::span<const std::byte>> HttpSource::view(std::uint64_t offset, std::size_t size) const {
  require_range(offset, size);
  return held_->view(offset, size);
}

void HttpSource::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  require_range(offset, into.size());
  if (copies_held(offset, into)) return;
  if (into.size() >= little) return submit({{offset, into}})->wait(0, {});
  bytes::Buffer block(static_cast<std::size_t>(std::min(2 * little, size_ - offset)));
  const Wanted wanted[] = {{Part::range, offset, block.span()}};
  HttpTransfer(transfers_, file_, wanted).wait(0, {});
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

std::string HttpSource::stamp() const { return stamp_.empty() ? fmt::format("{} bytes", size_) : stamp_; }

std::shared_ptr<const io::ByteSource> open_known(const std::shared_ptr<Transfers>& transfers, const KnownFile& known) {
  auto source = std::make_shared<const HttpSource>(transfers, known.file, known.held, stamp_of_known(known));
  if (transfers->cache() == nullptr) return source;
  return std::make_shared<const CachedSource>(std::move(source), transfers->cache(), known.identity);
}

std::shared_ptr<const io::Bookmark> HttpSource::bookmark() const {
  return std::make_shared<const BookmarkOfKnown>(transfers_, file_);
}

Opening::Opening(std::shared_ptr<Transfers> transfers, std::vector<RemoteUrl> copies)
    : transfers_(std::move(transfers)),
      copies_(std::move(copies)),
      file_(std::make_shared<RemoteFile>(copies_)),
      known_(transfers_->known().find(file_->urls())) {
  if (known_.file == nullptr) {
    ask_for_ends();
    return;
  }
  first_ = io::RequestMemory(1);
  const Wanted wanted[] = {{Part::ends, 0, first_.span()}};
  both_ = std::make_unique<HttpTransfer>(transfers_, known_.file, wanted);
}

void Opening::ask_for_ends() {
  first_ = io::RequestMemory(io::first_bytes);
  last_ = io::RequestMemory(io::last_bytes);
  const Wanted ends[] = {{Part::ends, 0, first_.span()}, {Part::tail, 0, last_.span()}};
  both_ = std::make_unique<HttpTransfer>(transfers_, file_, ends);
}

bool Opening::is_same() {
  try {
    both_->wait(0, {});
    return !both_->fetch(0).answers_whole();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    return false;
  }
}

std::shared_ptr<const io::ByteSource> Opening::finish() {
  if (known_.file != nullptr) {
    if (is_same()) return open_known(transfers_, known_);
    transfers_->known().forget(file_->urls());
    ask_for_ends();
  }
  both_->wait(0, {});
  const bool is_whole = both_->fetch(0).answers_whole();
  const bool has_tail = !is_whole && has_sent(*both_, 1);
  const auto held = std::make_shared<HeldBytes>();
  if (!is_whole) held->add(0, got_of(both_->fetch(0), std::move(first_)));
  if (has_tail) {
    const std::uint64_t offset = both_->fetch(1).offset();
    held->add(offset, got_of(both_->fetch(1), std::move(last_)));
  }
  both_.reset();
  if (is_whole) return open_whole(transfers_, file_);
  const std::uint64_t size = file_->size().value();
  if (!has_tail && size > held->byte_count()) {
    io::RequestMemory tail(static_cast<std::size_t>(std::min<std::uint64_t>(size, io::last_bytes)));
    const Wanted wanted[] = {{Part::range, size - tail.size(), tail.span()}};
    HttpTransfer(transfers_, file_, wanted).wait(0, {});
    held->add(size - wanted[0].into.size(), std::move(tail));
  }
  const KnownFile opened{file_, file_->identity(), held};
  const bool is_recognised = !opened.identity.empty();  // a server that tells neither ETag nor date cannot be believed
  auto source =
      is_recognised ? open_known(transfers_, opened) : std::make_shared<const HttpSource>(transfers_, file_, held);
  if (is_recognised) transfers_->known().add(opened);
  return source;
}

}  // namespace ramet::inline v1::remote::internal
