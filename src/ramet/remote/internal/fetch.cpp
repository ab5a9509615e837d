#include "ramet/remote/internal/fetch.hpp"

#include <algorithm>
#include <utility>

#include "ramet/remote/internal/access/refusal.hpp"

namespace ramet::inline v1::remote::internal {
namespace {

// A try that brought so much was worth it: the next one goes on from there, at once. A server that always breaks off
// is asked at most this often more.
constexpr std::size_t least_progress = std::size_t{16} << 10U;
// Pages about errors are read to their end, so that the connection can be used again, unless they are long.
constexpr std::uint64_t most_page_bytes = std::uint64_t{64} << 10U;

}  // namespace

Fetch::Fetch(std::shared_ptr<RemoteFile> file, const Wanted& wanted, const RemoteOptions& options)
    : file_(std::move(file)),
      part_(wanted.part),
      offset_(wanted.offset),
      into_(wanted.into),
      options_(options),
      reasons_(file_->copy_count()),
      is_out_(file_->copy_count()),
      is_placed_(part_ == Part::range || part_ == Part::whole) {}

std::string Fetch::range() const {
  if (part_ == Part::whole) return {};
  if (part_ == Part::tail && !is_placed_) return fmt::format("-{}", into_.size());
  return fmt::format("{}-{}", offset_ + got_, offset_ + into_.size() - 1);
}

void Fetch::begin_try() {
  if (tries_ == 0) copy_ = first_copy_.value_or(file_->preferred());
  is_elsewhere_ = file_->is_elsewhere(copy_);
  if (part_ == Part::whole) got_ = 0;
  head_ = {};
  got_before_ = got_;
  skipped_ = expected_ = taken_ = 0;
  takes_body_ = false;
  refusal_.clear();
}

bool Fetch::take_line(std::string_view line) {
  const bool is_end = line.find_first_not_of("\r\n") == std::string_view::npos;
  if (!is_end) head_.add(line);
  return !is_end || take_head();
}

bool Fetch::take_head() {
  if (head_.status != 200 && head_.status != 206 && head_.status != 416) return true;  // an error, or a redirection
  if (!head_.encoding.empty())
    return refuse(fmt::format("it answered with the encoding '{}', which was not asked for", head_.encoding),
                  ErrorKind::unsupported);
  if (const std::string difference = file_->difference(copy_, head_); !difference.empty())
    return refuse("it changed while it was read: " + difference);
  if (head_.status == 206) return take_range_head();
  return head_.status == 200 ? take_whole_head() : take_empty_head();
}

bool Fetch::take_range_head() {
  if (part_ == Part::whole) return refuse("it answered 206 to a request without a range");
  if (!head_.range || !head_.range->first) {
    return refuse(head_.has_many_parts ? "it answered with many parts to a request for one range"
                                       : "it answered 206 without saying which bytes it sends");
  }
  const std::uint64_t first = *head_.range->first, count = *head_.range->last - first + 1;
  if (!is_placed_) {
    if (!head_.range->size) return refuse("it does not say how many bytes the file has", ErrorKind::unsupported);
    const std::uint64_t size = *head_.range->size, fitting = std::min<std::uint64_t>(into_.size(), size);
    if (part_ == Part::tail) offset_ = size - fitting;
    into_ = into_.first(static_cast<std::size_t>(fitting));
    is_placed_ = true;
  }
  if (first != offset_ + got_ || count > into_.size() - got_) {
    return refuse(fmt::format("it sends bytes {}-{} when {}-{} were asked for", first, *head_.range->last,
                              offset_ + got_, offset_ + into_.size() - 1));
  }
  if (head_.length && *head_.length != count)
    return refuse(fmt::format("it sends {} bytes, and says that they are the {} bytes {}-{}", *head_.length, count,
                              first, *head_.range->last));
  expected_ = count;
  takes_body_ = true;
  return true;
}

bool Fetch::take_whole_head() {
  if (part_ == Part::ends || part_ == Part::tail) {
    answers_whole_ = true;
    return false;
  }
  if (part_ == Part::range && (!file_->size() || *file_->size() > options_.most_whole_bytes)) {
    return refuse(fmt::format("it sends the whole file of {} bytes (200) when {} were asked for",
                              file_->size().value_or(0), into_.size() - got_),
                  ErrorKind::unsupported);
  }
  skipped_ = part_ == Part::range ? offset_ + got_ : 0;
  expected_ = skipped_ + (into_.size() - got_);
  takes_body_ = true;
  return true;
}

bool Fetch::take_empty_head() {
  const bool is_empty = head_.range && head_.range->size == std::uint64_t{0};
  if (is_empty && !is_placed_) {
    into_ = {};
    offset_ = 0;
    is_placed_ = takes_body_ = true;
    return false;
  }
  return refuse(fmt::format("it answered 416: it has no bytes {}", range()));
}

bool Fetch::refuse(std::string reason, ErrorKind kind) {
  refusal_ = std::move(reason);
  refusal_kind_ = kind;
  return false;
}

bool Fetch::take(std::span<const std::byte> bytes) {
  taken_ += bytes.size();
  if (!takes_body_) return refusal_.empty() && taken_ <= most_page_bytes;
  const auto dropped = static_cast<std::size_t>(std::min<std::uint64_t>(skipped_, bytes.size()));
  skipped_ -= dropped;
  bytes = bytes.subspan(dropped);
  const std::size_t count = std::min(bytes.size(), into_.size() - got_);
  std::ranges::copy(bytes.first(count), into_.subspan(got_).begin());
  got_ += count;
  const bool is_range_of_whole = head_.status == 200 && part_ == Part::range;
  if (is_range_of_whole && is_complete()) return false;  // the rest is not wanted
  if (taken_ > expected_) return refuse(fmt::format("it sends more than the {} bytes that it announced", expected_));
  return true;
}

bool Fetch::is_complete() const noexcept { return is_placed_ && got_ == into_.size(); }

Next Fetch::end_try(const TryEnd& end, double jitter) {
  ++tries_;
  if (!refusal_.empty()) return after(Trouble::refused, refusal_, end, jitter);
  if (answers_whole_ || (takes_body_ && is_complete())) {
    file_->prefer(copy_);
    return {};
  }
  if (head_.status >= 400 || (head_.status >= 200 && !takes_body_ && end.trouble == Trouble::none)) {
    const Trouble trouble = trouble_of(head_.status);
    refusal_kind_ = head_.status == 404 || head_.status == 410 ? ErrorKind::file_missing : ErrorKind::io;
    return after(trouble == Trouble::none ? Trouble::refused : trouble,
                 fmt::format("it answered {}{}", head_.status, meaning_of(head_.status, file_->copy(copy_))), end,
                 jitter);
  }
  refusal_kind_ = ErrorKind::io;
  if (end.trouble == Trouble::none || (end.trouble == Trouble::broken && takes_body_))
    return after(Trouble::broken, fmt::format("the connection ended after {} of {} bytes", got_, into_.size()), end,
                 jitter);
  return after(end.trouble, end.reason, end, jitter);
}

std::unique_ptr<Fetch> Fetch::hedge(bytes::Buffer& memory) {
  is_hedged_ = true;
  memory.resize(into_.size() - got_);
  const Wanted wanted{is_placed_ ? Part::range : part_, offset_ + got_, memory.span()};
  auto made = std::make_unique<Fetch>(file_, wanted, options_);
  const std::size_t count = is_out_.size();
  std::size_t next = copy_;
  for (std::size_t step = 1; step <= count; ++step) {
    next = (copy_ + step) % count;
    if (!is_out_[next]) break;
  }
  made->first_copy_ = next;
  return made;
}

bool Fetch::take_over(const Fetch& hedge) {
  if (hedge.answers_whole_) {
    answers_whole_ = !is_placed_;
    return answers_whole_;
  }
  const std::uint64_t end = hedge.offset_ + hedge.into_.size();
  if (!hedge.is_complete()) return false;
  if (!is_placed_) {
    if (hedge.into_.size() > into_.size()) return false;
    offset_ = hedge.offset_;
    into_ = into_.first(hedge.into_.size());
    is_placed_ = true;
  } else if (hedge.offset_ < offset_ || end != offset_ + into_.size()) {
    return false;
  }
  std::ranges::copy(hedge.into_, into_.subspan(static_cast<std::size_t>(hedge.offset_ - offset_)).begin());
  got_ = into_.size();
  return true;
}

Next Fetch::after(Trouble trouble, std::string reason, const TryEnd& end, double jitter) {
  reasons_[copy_] = std::move(reason);
  if (is_elsewhere_) {
    file_->forget_address(copy_);
    if (trouble == Trouble::refused && !std::exchange(was_sent_back_, true))
      return {Next::Step::again, std::chrono::milliseconds(0), trouble};
  }
  const std::size_t progress = got_ - std::min(got_, got_before_);
  if (progress >= least_progress && part_ != Part::whole && trouble != Trouble::refused) {
    rounds_ = 0;
    return {Next::Step::again, std::chrono::milliseconds(0), trouble};
  }
  const bool waits_too_long = end.asked && *end.asked > options_.longest_delay;
  if (waits_too_long) reasons_[copy_] += fmt::format(", and asks to wait for {} s", end.asked->count());
  is_out_[copy_] = trouble == Trouble::refused || waits_too_long;
  const std::size_t count = is_out_.size();
  std::size_t next = copy_;
  for (std::size_t step = 1; step <= count; ++step) {
    next = (copy_ + step) % count;
    if (!is_out_[next]) break;
  }
  if (is_out_[next]) return fail(refusal_kind_);
  const bool is_new_round = next <= copy_;
  copy_ = next;
  if (!is_new_round) return {Next::Step::again, std::chrono::milliseconds(0), trouble};
  if (++rounds_ > retries_after(trouble, options_)) return fail(refusal_kind_);
  return {Next::Step::again, delay_before(rounds_, end.asked, jitter, options_), trouble};
}

std::string Fetch::description() const {
  if (part_ == Part::whole) return "cannot read";
  if (part_ != Part::range) return "cannot open";
  return fmt::format("cannot read bytes {}-{} of", offset_, offset_ + into_.size() - 1);
}

Next Fetch::fail(ErrorKind kind) {
  std::string text;
  for (std::size_t copy = 0; copy < reasons_.size(); ++copy) {
    if (reasons_[copy].empty()) continue;
    text += fmt::format("{} '{}': {}", text.empty() ? description() : ", nor", file_->copy(copy).shown, reasons_[copy]);
  }
  if (tries_ > reasons_.size()) text += fmt::format(", after {} tries", tries_);
  failure_.emplace(kind, text);
  return {Next::Step::failed, std::chrono::milliseconds(0), Trouble::none};
}

}  // namespace ramet::inline v1::remote::internal
