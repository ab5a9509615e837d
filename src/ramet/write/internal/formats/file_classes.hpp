#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::write::internal {

/// The classes that a file being written describes: ROOT's own, by name, and those of users. Threads: as whoever has
/// it.
class FileClasses {
 public:
  /// ROOT's classes, and all that they need.
  void add(std::span<const std::string_view> names);
  /// Classes of users; one that is there already, in the same layout, is not added again. Throws Error(misuse) when it
  /// is there in the same version and another layout; nothing is added then.
  void add(std::span<const schema::StreamerInfo> layouts);

  /// Whether any came since the file was told of them.
  bool has_news() const noexcept { return has_news_; }
  void note_written() noexcept { has_news_ = false; }

  /// All layouts that the file's record must have.
  std::vector<schema::StreamerInfo> all() const;

 private:
  std::vector<std::string> names_;
  std::vector<schema::StreamerInfo> layouts_;
  bool has_news_ = true;
};

}  // namespace ramet::inline v1::write::internal
