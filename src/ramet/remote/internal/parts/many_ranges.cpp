#include "ramet/remote/internal/parts/many_ranges.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "ramet/remote/internal/retry.hpp"

namespace ramet::inline v1::remote::internal {

ManyRanges::ManyRanges(std::shared_ptr<Batch> batch, std::vector<std::size_t> numbers)
    : batch_(std::move(batch)), numbers_(std::move(numbers)) {
  for (const std::size_t number : numbers_) {
    Fetch& fetch = batch_->fetch(number);
    fetch.begin_try();  // takes the copy to ask
    open_.emplace(fetch.offset() + fetch.got(), number);
  }
}

std::string ManyRanges::range() const {
  std::string text;
  for (const std::size_t number : numbers_) {
    if (!text.empty()) text += ',';
    text += batch_->fetch(number).range();
  }
  return text;
}

bool ManyRanges::take_line(std::string_view line) {
  const bool is_end = line.find_first_not_of("\r\n") == std::string_view::npos;
  if (!is_end) head_.add(line);
  return !is_end || take_head();
}

bool ManyRanges::take_head() {
  if (head_.status >= 300 && head_.status < 400) return true;  // a redirection
  if (head_.status < 200) return true;
  // The same would be said of each range alone.
  constexpr int about_the_file[] = {401, 403, 404, 410};
  const Trouble trouble = trouble_of(head_.status);
  if (trouble != Trouble::none && trouble != Trouble::refused) return false;
  if (std::ranges::find(about_the_file, head_.status) != std::end(about_the_file)) return false;
  if (head_.status != 206 || !head_.has_many_parts || head_.boundary.empty()) {
    answer_ = Answer::refusal;
    return false;
  }
  answer_ = Answer::parts;
  reader_.emplace(head_.boundary);
  return true;
}

bool ManyRanges::take(std::span<const std::byte> bytes) {
  if (!reader_) return answer_ == Answer::nothing;
  const auto begin = [this](const ContentRange& range) { return begin_part(range); };
  const auto take = [this](std::span<const std::byte> some) { return take_part(some); };
  return reader_->read(bytes, {begin, take});
}

bool ManyRanges::begin_part(const ContentRange& range) {
  const auto found = open_.find(*range.first);
  if (found == open_.end()) return false;
  current_ = found->second;
  left_ = *range.last - *range.first + 1;
  open_.erase(found);
  Fetch& fetch = batch_->fetch(*current_);
  fetch.begin_try();
  fetch.take_line("HTTP/1.1 206 Partial Content");
  if (!head_.etag.empty()) fetch.take_line("ETag: " + head_.etag);
  if (!head_.last_modified.empty()) fetch.take_line("Last-Modified: " + head_.last_modified);
  const std::string size = range.size ? fmt::to_string(*range.size) : "*";
  fetch.take_line(fmt::format("Content-Range: bytes {}-{}/{}", *range.first, *range.last, size));
  return fetch.take_line("");
}

bool ManyRanges::take_part(std::span<const std::byte> bytes) {
  Fetch& fetch = batch_->fetch(*current_);
  if (!fetch.take(bytes)) return false;
  left_ -= bytes.size();
  if (left_ > 0 || fetch.end_try({}, 0).step != Next::Step::done) return true;
  complete_.push_back(*current_);
  batch_->finish(*current_, std::nullopt);
  return true;
}

std::vector<std::size_t> ManyRanges::left() const {
  std::vector<std::size_t> left;
  for (const std::size_t number : numbers_)
    if (std::ranges::find(complete_, number) == complete_.end()) left.push_back(number);
  return left;
}

}  // namespace ramet::inline v1::remote::internal
