#pragma once

#include <cstddef>
#include <cstdint>

namespace ramet::inline v1::expr {

/// Values of a node, one for each point of a domain. They are a view: of a column, or of memory in an arena.
///
///   numbers          data: one after the other
///   strings, lists   begins, ends: where the value's characters or elements are in `content`
///
/// Lists are packed if each begins where the one before ends. Threads: immutable.
struct Values {
  const void* data = nullptr;
  const std::int64_t* begins = nullptr;
  const std::int64_t* ends = nullptr;
  const Values* content = nullptr;  ///< of strings: data are the characters
  bool packed = false;

  template <class Number>
  const Number* numbers() const noexcept {
    return static_cast<const Number*>(data);
  }
  const char* characters() const noexcept { return static_cast<const char*>(content->data); }
  std::int64_t count(std::size_t point) const noexcept { return ends[point] - begins[point]; }
};

}  // namespace ramet::inline v1::expr
