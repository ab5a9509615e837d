#include "ramet/io/detail/distant/ahead_source.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/request_memory.hpp"
#include "ramet/io/internal/joined_extents.hpp"

namespace ramet::inline v1::io {
namespace {

/// The bookmark of a source below. Threads: any.
class BookmarkAhead final : public Bookmark {
 public:
  BookmarkAhead(std::shared_ptr<const Bookmark> below, std::shared_ptr<AheadBudget> budget)
      : below_(std::move(below)), budget_(std::move(budget)) {}

  bool is_known() const override { return below_->is_known(); }
  std::shared_ptr<const ByteSource> open() const override {
    auto source = below_->open();
    return source == nullptr ? nullptr : std::make_shared<const AheadSource>(std::move(source), budget_);
  }

 private:
  std::shared_ptr<const Bookmark> below_;
  std::shared_ptr<AheadBudget> budget_;
};

}  // namespace

bool AheadBudget::take(std::uint64_t bytes) noexcept {
  std::uint64_t taken = taken_.load(std::memory_order_relaxed);
  while (taken == 0 || (taken < most_ && bytes <= most_ - taken))
    if (taken_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed)) return true;
  return false;
}

void AheadBudget::add(std::function<void()> give_up) {
  bool are_many = false;
  {
    const MutexLock lock(mutex_);
    requested_.push_back({reads_.load(std::memory_order_relaxed), std::move(give_up)});
    are_many = requested_.size() > most_reads;
  }
  if (are_many) reclaim();
}

void AheadBudget::reclaim() {
  std::vector<std::function<void()>> old;  // called without the lock
  {
    const MutexLock lock(mutex_);
    const std::uint64_t now = reads_.load(std::memory_order_relaxed);
    while (!requested_.empty() && now - requested_.front().reads > most_reads) {
      old.push_back(std::move(requested_.front().give_up));
      requested_.pop_front();
    }
  }
  for (const auto& give_up : old) give_up();
}

/// Requests that were made together. Threads: immutable but for `transfer`, as that.
struct AheadSource::Asked {
  explicit Asked(std::shared_ptr<AheadBudget> of) : budget(std::move(of)) {}
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;
  ~Asked() {
    transfer.reset();
    budget->give_back(bytes);
  }

  std::shared_ptr<AheadBudget> budget;
  std::uint64_t bytes = 0;
  std::vector<RequestMemory> memory;  // of each request
  std::unique_ptr<Transfer> transfer;
};

/// One of these requests. Threads: a value that shares.
struct AheadSource::Run {
  std::uint64_t size = 0;
  std::vector<Extent> unread;  // of what is wanted
  std::shared_ptr<Asked> asked;
  std::size_t number = 0;  // in it
};

/// Bytes of a piece that are read from one place: what was asked for, or the source. Threads: a value that shares.
struct AheadSource::Share {
  std::uint64_t offset = 0;
  std::span<std::byte> into;
  std::shared_ptr<Asked> asked;  // null: of `number` of what is requested now
  std::size_t number = 0;
  std::uint64_t run = 0;  // where what was asked for begins
};

/// What was asked for and is not read. Threads: any.
class AheadSource::Runs {
 public:
  bool empty() const {
    const MutexLock lock(mutex_);
    return runs_.empty();
  }
  /// Whether some of the bytes were asked for.
  bool has(const Extent& extent) const {
    const MutexLock lock(mutex_);
    return touches(extent);
  }
  /// Add runs; those that touch others are left out.
  void add(std::vector<std::pair<std::uint64_t, Run>> runs);
  std::vector<Share> shares_of(const ReadPiece& piece) const;
  /// Bytes of a run were read; when all that is wanted was, it goes.
  void note_read(std::uint64_t run, const Extent& bytes);
  /// Forget requests; those in progress end when nobody waits for them.
  void forget(const Asked& asked);

 private:
  bool touches(const Extent& extent) const RAMET_REQUIRES(mutex_);

  mutable Mutex mutex_;
  std::map<std::uint64_t, Run> runs_ RAMET_GUARDED_BY(mutex_);  // by offset; none overlap
};

/// Pieces of which some bytes were asked for before. Threads: as Transfer.
class AheadSource::Joined final : public Transfer {
 public:
  Joined(const AheadSource& source, std::span<const ReadPiece> pieces) : source_(source), copied_(pieces.size()) {
    std::vector<ReadPiece> missing;
    for (const ReadPiece& piece : pieces) {
      auto& shares = shares_.emplace_back(source_.runs_->shares_of(piece));
      for (Share& share : shares) {
        if (share.asked != nullptr) continue;
        share.number = missing.size();
        missing.push_back({share.offset, share.into});
      }
    }
    if (!missing.empty()) rest_ = source_.source_->submit(std::move(missing));
  }

  void wait(std::size_t piece, const StopToken& stop) override {
    std::call_once(copied_.at(piece), [&] {
      for (const Share& share : shares_[piece]) {
        if (share.asked == nullptr)
          rest_->wait(share.number, stop);
        else
          copy(share, stop);
      }
    });
  }

  void cancel() noexcept override {
    is_cancelled_ = true;
    if (rest_) rest_->cancel();
    for (const auto& shares : shares_)
      for (const Share& share : shares)
        if (share.asked != nullptr) {
          share.asked->transfer->cancel();
          source_.runs_->forget(*share.asked);
        }
  }

 private:
  void copy(const Share& share, const StopToken& stop) {
    try {
      share.asked->transfer->wait(share.number, stop);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::cancelled || is_cancelled_ || stop.stop_requested()) throw;
      // Another read of the same bytes was stopped.
      return source_.source_->read_at(share.offset, share.into);
    }
    const std::span<const std::byte> bytes = share.asked->memory[share.number].span();
    std::ranges::copy(bytes.subspan(static_cast<std::size_t>(share.offset - share.run), share.into.size()),
                      share.into.begin());
    source_.runs_->note_read(share.run, {share.offset, share.into.size()});
  }

  const AheadSource& source_;
  std::vector<std::vector<Share>> shares_;  // of each piece
  std::vector<std::once_flag> copied_;      // of each piece
  std::unique_ptr<Transfer> rest_;          // null when nothing is missing
  std::atomic<bool> is_cancelled_ = false;
};

/// A transfer whose bytes count as taken. Threads: as Transfer.
class AheadSource::Counted final : public Transfer {
 public:
  Counted(std::shared_ptr<AheadBudget> budget, std::span<const ReadPiece> pieces) : budget_(std::move(budget)) {
    for (const ReadPiece& piece : pieces) bytes_ += piece.into.size();
    budget_->take_anyway(bytes_);
  }
  ~Counted() override { budget_->give_back(bytes_); }

  void set(std::unique_ptr<Transfer> transfer) { transfer_ = std::move(transfer); }
  void wait(std::size_t piece, const StopToken& stop) override { transfer_->wait(piece, stop); }
  void cancel() noexcept override { transfer_->cancel(); }

 private:
  std::shared_ptr<AheadBudget> budget_;
  std::uint64_t bytes_ = 0;
  std::unique_ptr<Transfer> transfer_;
};

bool AheadSource::Runs::touches(const Extent& extent) const {
  const auto after = runs_.lower_bound(extent.offset + extent.size);
  if (after == runs_.begin()) return false;
  const auto& [offset, run] = *std::prev(after);
  return offset + run.size > extent.offset;
}

void AheadSource::Runs::add(std::vector<std::pair<std::uint64_t, Run>> runs) {
  const MutexLock lock(mutex_);
  for (auto& [offset, run] : runs)
    if (!touches({offset, run.size})) runs_.emplace(offset, std::move(run));
}

std::vector<AheadSource::Share> AheadSource::Runs::shares_of(const ReadPiece& piece) const {
  const std::uint64_t end = piece.offset + piece.into.size();
  std::vector<Share> shares;
  const auto add = [&](std::uint64_t from, std::uint64_t to) -> Share& {
    const auto into =
        piece.into.subspan(static_cast<std::size_t>(from - piece.offset), static_cast<std::size_t>(to - from));
    return shares.emplace_back(Share{.offset = from, .into = into, .asked = nullptr});
  };
  const MutexLock lock(mutex_);
  auto next = runs_.upper_bound(piece.offset);
  if (next != runs_.begin()) --next;
  std::uint64_t at = piece.offset;
  for (; next != runs_.end() && next->first < end; ++next) {
    const auto& [offset, run] = *next;
    if (offset + run.size <= at) continue;
    if (offset > at) add(at, offset);
    at = std::max(at, offset);
    Share& share = add(at, std::min(end, offset + run.size));
    share.asked = run.asked;
    share.number = run.number;
    share.run = offset;
    at += share.into.size();
  }
  if (at < end) add(at, end);
  return shares;
}

void AheadSource::Runs::note_read(std::uint64_t run, const Extent& bytes) {
  std::shared_ptr<Asked> last;  // may wait for requests to end, so not under the lock
  const MutexLock lock(mutex_);
  const auto found = runs_.find(run);
  if (found == runs_.end()) return;
  std::erase_if(found->second.unread, [&](const Extent& extent) {
    return extent.offset >= bytes.offset && extent.offset + extent.size <= bytes.offset + bytes.size;
  });
  if (!found->second.unread.empty()) return;
  last = std::move(found->second.asked);
  runs_.erase(found);
}

void AheadSource::Runs::forget(const Asked& asked) {
  std::vector<std::shared_ptr<Asked>> ended;  // as above
  const MutexLock lock(mutex_);
  std::erase_if(runs_, [&](auto& one) {
    if (one.second.asked.get() != &asked) return false;
    ended.push_back(std::move(one.second.asked));
    return true;
  });
}

AheadSource::AheadSource(std::shared_ptr<const ByteSource> source, std::shared_ptr<AheadBudget> budget)
    : source_(std::move(source)), budget_(std::move(budget)), runs_(std::make_shared<Runs>()) {}

AheadSource::~AheadSource() = default;

std::optional<ReadAhead> AheadSource::read_ahead() const noexcept {
  auto ahead = source_->read_ahead();
  if (ahead) ahead->most_bytes = std::min(ahead->most_bytes, budget_->left());
  return ahead;
}

bool AheadSource::will_read(std::span<const Extent> extents) const {
  const auto ahead = source_->read_ahead();
  if (!ahead) return source_->will_read(extents);
  const JoinedExtents joined = join_extents(*source_, extents, ahead->request);
  const auto asked = std::make_shared<Asked>(budget_);
  std::vector<ReadPiece> pieces;
  std::vector<std::pair<std::uint64_t, Run>> made;
  const auto ask = [&](const Extent& bytes, std::span<const Extent> wanted) {
    if (runs_->has(bytes)) return true;
    if (!budget_->take(bytes.size)) {
      budget_->reclaim();
      if (!budget_->take(bytes.size)) return false;
    }
    asked->bytes += bytes.size;
    asked->memory.emplace_back(static_cast<std::size_t>(bytes.size));
    made.emplace_back(bytes.offset, Run{bytes.size, {wanted.begin(), wanted.end()}, asked, pieces.size()});
    pieces.push_back({bytes.offset, asked->memory.back().span()});
    return true;
  };
  bool is_all = true;
  for (const JoinedExtents::Run& run : joined.runs) {
    const auto wanted = std::span(joined.extents).subspan(run.first, run.count);
    if (!runs_->has(run.extent)) {
      is_all = is_all && ask(run.extent, wanted);
      continue;
    }
    // Some of it was asked for before; the rest in single requests.
    for (const Extent& one : wanted) is_all = is_all && ask(one, {&one, 1});
  }
  if (pieces.empty()) return is_all;
  asked->transfer = source_->submit(std::move(pieces));
  runs_->add(std::move(made));
  budget_->add([runs = std::weak_ptr(runs_), which = std::weak_ptr(asked)] {
    const auto known = runs.lock();
    const auto old = which.lock();
    if (known != nullptr && old != nullptr) known->forget(*old);
  });
  return is_all;
}

void AheadSource::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  const ReadPiece piece{offset, into};
  read_pieces({&piece, 1});
}

void AheadSource::read_pieces(std::span<const ReadPiece> pieces) const {
  const bool is_any_asked = std::ranges::any_of(
      pieces, [&](const ReadPiece& piece) { return runs_->has({piece.offset, piece.into.size()}); });
  if (!is_any_asked && pieces.size() == 1) return source_->read_at(pieces.front().offset, pieces.front().into);
  if (!is_any_asked) return source_->read_pieces(pieces);
  const auto transfer = submit({pieces.begin(), pieces.end()});
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) transfer->wait(piece, {});
}

std::unique_ptr<Transfer> AheadSource::submit(std::vector<ReadPiece> pieces) const {
  for (const ReadPiece& piece : pieces) require_range(piece.offset, piece.into.size());
  budget_->note_read();
  auto counted = std::make_unique<Counted>(budget_, pieces);
  counted->set(runs_->empty() ? source_->submit(std::move(pieces)) : std::make_unique<Joined>(*this, pieces));
  return counted;
}

std::shared_ptr<const ByteSource> AheadSource::open_beside(const std::string& file) const {
  return std::make_shared<const AheadSource>(source_->open_beside(file), budget_);
}

std::shared_ptr<const Bookmark> AheadSource::bookmark() const {
  auto below = bookmark_of(*source_);
  return below == nullptr ? nullptr : std::make_shared<const BookmarkAhead>(std::move(below), budget_);
}

}  // namespace ramet::inline v1::io
