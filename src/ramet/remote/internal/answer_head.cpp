#include "ramet/remote/internal/answer_head.hpp"

#include <algorithm>
#include <charconv>

namespace ramet::inline v1::remote::internal {
namespace {

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

char lower(char letter) noexcept { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

bool is_same_word(std::string_view one, std::string_view two) noexcept {
  return std::ranges::equal(one, two, {}, lower, lower);
}

/// The text of "multipart/byteranges; boundary=TEXT", which may be quoted.
std::string_view boundary_in(std::string_view type) noexcept {
  constexpr std::string_view key = "boundary=";
  const auto found = std::ranges::search(type, key, {}, lower, lower);
  if (found.empty()) return {};
  const std::string_view text = type.substr(static_cast<std::size_t>(found.end() - type.begin()));
  if (text.starts_with('"')) return text.substr(1, text.find('"', 1) - 1);
  return trimmed(text.substr(0, text.find(';')));
}

std::optional<std::uint64_t> number_of(std::string_view text) noexcept {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<ContentRange> parse_content_range(std::string_view text) noexcept {
  text = trimmed(text);
  constexpr std::string_view unit = "bytes ";
  if (text.size() < unit.size() || !is_same_word(text.substr(0, unit.size()), unit)) return std::nullopt;
  text = trimmed(text.substr(unit.size()));
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view bytes = text.substr(0, slash), size = text.substr(slash + 1);
  ContentRange range;
  range.size = number_of(size);
  if (size != "*" && !range.size) return std::nullopt;
  if (bytes == "*") return range;
  const std::size_t dash = bytes.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  range.first = number_of(bytes.substr(0, dash));
  range.last = number_of(bytes.substr(dash + 1));
  if (!range.first || !range.last || *range.first > *range.last) return std::nullopt;
  if (range.size && *range.last >= *range.size) return std::nullopt;
  return range;
}

void AnswerHead::add(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    *this = {};
    const std::size_t blank = std::min(line.find(' '), line.size());
    status = static_cast<int>(number_of(trimmed(line.substr(blank)).substr(0, 3)).value_or(0));
    return;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view name = trimmed(line.substr(0, colon)), value = trimmed(line.substr(colon + 1));
  constexpr std::string_view many_parts = "multipart/byteranges";
  if (is_same_word(name, "content-length")) length = number_of(value);
  if (is_same_word(name, "content-range")) range = parse_content_range(value);
  if (is_same_word(name, "content-type")) {
    has_many_parts = is_same_word(value.substr(0, many_parts.size()), many_parts);
    boundary = has_many_parts ? boundary_in(value) : std::string_view();
  }
  if (is_same_word(name, "content-encoding") && !is_same_word(value, "identity")) encoding = value;
  if (is_same_word(name, "etag")) etag = value;
  if (is_same_word(name, "last-modified")) last_modified = value;
}

}  // namespace ramet::inline v1::remote::internal
