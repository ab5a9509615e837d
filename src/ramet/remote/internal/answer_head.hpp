#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ramet::inline v1::remote::internal {

/// The parts of "bytes 100-199/5000", each absent where it is '*'. Threads: a value.
struct ContentRange {
  std::optional<std::uint64_t> first{};
  std::optional<std::uint64_t> last{};  ///< the last byte itself
  std::optional<std::uint64_t> size{};  ///< of the file

  friend bool operator==(const ContentRange&, const ContentRange&) = default;
};

/// Nothing for a text of another form, or whose numbers contradict each other.
std::optional<ContentRange> parse_content_range(std::string_view text) noexcept;

/// What the head of an answer says (RFC 9110). Threads: a value.
struct AnswerHead {
  int status = 0;
  std::optional<std::uint64_t> length{};
  std::optional<ContentRange> range{};
  bool has_many_parts = false;  ///< multipart/byteranges
  std::string boundary{};       ///< between them
  std::string encoding{};       ///< of the body; "" if it is as stored
  std::string etag{};
  std::string last_modified{};

  /// Read a line of it. A status line begins a new head: after a redirection there are several.
  void add(std::string_view line);
};

}  // namespace ramet::inline v1::remote::internal
