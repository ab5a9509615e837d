#pragma once

#include <memory>

#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::io {

/// A file that was open, to be opened again as the one that it was, without asking its server. It takes less memory
/// than the source. Threads: any.
class Bookmark {
 public:
  Bookmark() = default;
  Bookmark(const Bookmark&) = delete;
  Bookmark& operator=(const Bookmark&) = delete;
  virtual ~Bookmark() = default;

  /// Whether `open` would open it.
  virtual bool is_known() const = 0;
  /// Null if what is needed for that is no longer remembered. Reading a file that is another one by now is an error.
  virtual std::shared_ptr<const ByteSource> open() const = 0;
};

/// A source that has bookmarks. Threads: any.
class Bookmarked {
 public:
  Bookmarked() = default;
  Bookmarked(const Bookmarked&) = delete;
  Bookmarked& operator=(const Bookmarked&) = delete;
  virtual ~Bookmarked() = default;

  /// Null if it has none.
  virtual std::shared_ptr<const Bookmark> bookmark() const = 0;
};

/// The bookmark of a source; null if it has none.
inline std::shared_ptr<const Bookmark> bookmark_of(const ByteSource& source) {
  const auto* const marked = dynamic_cast<const Bookmarked*>(&source);
  return marked == nullptr ? nullptr : marked->bookmark();
}

}  // namespace ramet::inline v1::io
