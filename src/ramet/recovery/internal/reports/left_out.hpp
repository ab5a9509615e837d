#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ramet/recovery/check.hpp"
#include "ramet/recovery/internal/segment.hpp"

namespace ramet::inline v1::recovery::internal {

/// What may not be written again, because the file that had it was read and found to be damaged there; what was written
/// is noted for that. Places are those of findings. Threads: one thread.
class LeftOut {
 public:
  /// Why an object or a whole table is left out; empty if it is not.
  std::string reason_for(const std::string& path, std::uint64_t seek) const;
  /// Say of the segments of a table that are left out why that is.
  void mark(const std::string& path, std::vector<Segment>& segments) const;

  /// A table was written with those of the segments that are not damaged.
  void wrote(const std::string& path, std::uint64_t seek, const std::vector<Segment>& segments);
  /// An object was written, and is called `place` there.
  void wrote(const std::string& path, std::uint64_t seek, const std::string& place);

  /// Leave out what is damaged in the file that was written, and forget what was. False when that is nothing which
  /// could be left out.
  bool add(const std::vector<Finding>& damage);

 private:
  struct Place {
    std::string path;
    std::uint64_t seek = 0;  // of the record, as several have one path
  };
  struct Written {
    std::uint64_t seek = 0;
    std::vector<std::size_t> segments;  // by their places among all
    std::vector<std::uint64_t> ends;    // entries up to the end of each
  };

  bool add_to_table(const std::string& path, const Written& written, const Finding& finding);

  std::map<std::string, Written> tables_;  // by path
  std::map<std::string, Place> objects_;   // by place in the new file
  std::map<std::string, std::map<std::uint64_t, std::string>> whole_;
  std::map<std::string, std::map<std::size_t, std::string>> segments_;
};

}  // namespace ramet::inline v1::recovery::internal
