#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ramet/core/function_ref.hpp"
#include "ramet/remote/internal/answer_head.hpp"

namespace ramet::inline v1::remote::internal {

/// Reads the body of an answer with many parts, as it comes. Threads: one thread.
///
///     --BOUNDARY | headers, one of them Content-Range | empty line | the bytes of the range | --BOUNDARY ...
///     --BOUNDARY--
class PartReader {
 public:
  /// What is done with parts; false ends the answer.
  struct Parts {
    FunctionRef<bool(const ContentRange& range)> begin;
    FunctionRef<bool(std::span<const std::byte> bytes)> take;
  };

  explicit PartReader(const std::string& boundary) : boundary_("--" + boundary) {}

  /// Read more of the body. False: it is no such body, or was ended.
  bool read(std::span<const std::byte> bytes, const Parts& parts);
  /// Whether the last boundary came.
  bool is_over() const noexcept { return is_over_; }

 private:
  bool end_line(const Parts& parts);

  std::string boundary_;
  std::string line_;
  AnswerHead head_;
  bool is_in_head_ = false;
  bool is_over_ = false;
  std::uint64_t left_ = 0;  // bytes of the part
};

}  // namespace ramet::inline v1::remote::internal
