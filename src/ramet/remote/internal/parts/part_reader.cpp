#include "ramet/remote/internal/parts/part_reader.hpp"

#include <algorithm>

namespace ramet::inline v1::remote::internal {
namespace {

constexpr std::size_t longest_line = 4096;

}  // namespace

bool PartReader::read(std::span<const std::byte> bytes, const Parts& parts) {
  while (!bytes.empty() && !is_over_) {
    if (left_ > 0) {
      const auto some = bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size())));
      left_ -= some.size();
      bytes = bytes.subspan(some.size());
      if (!parts.take(some)) return false;
      continue;
    }
    const char letter = static_cast<char>(bytes.front());
    bytes = bytes.subspan(1);
    line_ += letter;
    if (line_.size() > longest_line) return false;
    if (letter == '\n' && !end_line(parts)) return false;
  }
  return true;
}

bool PartReader::end_line(const Parts& parts) {
  line_.erase(line_.find_last_not_of("\r\n") + 1);
  std::string line;
  line.swap(line_);
  if (!is_in_head_) {
    is_over_ = line == boundary_ + "--";
    is_in_head_ = line == boundary_;
    head_ = {};
    return line.empty() || is_over_ || is_in_head_;
  }
  if (!line.empty()) {
    head_.add(line);
    return true;
  }
  is_in_head_ = false;
  if (!head_.range || !head_.range->first) return false;
  left_ = *head_.range->last - *head_.range->first + 1;
  return parts.begin(*head_.range);
}

}  // namespace ramet::inline v1::remote::internal
