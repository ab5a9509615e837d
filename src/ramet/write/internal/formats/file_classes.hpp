#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::write::internal {

/// The classes that the file being written describes: ROOT's, by name, and users'. Threads: as its owner.
class FileClasses {
 public:
  /// Add ROOT classes and the classes that they depend on.
  void add(std::span<const std::string_view> names);
  /// Add users' classes. A class with the same layout as an existing one is skipped. Throws Error(misuse), without
  /// adding any, when a class exists in the same version with another layout.
  void add(std::span<const schema::StreamerInfo> layouts);

  /// Whether classes were added since the file's record was written.
  bool has_news() const noexcept { return has_news_; }
  void note_written() noexcept { has_news_ = false; }

  /// All layouts for the file's record.
  std::vector<schema::StreamerInfo> all() const;

 private:
  std::vector<std::string> names_;
  std::vector<schema::StreamerInfo> layouts_;
  bool has_news_ = true;
};

}  // namespace ramet::inline v1::write::internal
