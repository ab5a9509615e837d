#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ramet/recovery/check.hpp"
#include "ramet/recovery/internal/segment.hpp"

namespace ramet::inline v1::recovery::internal {

/// Collects the parts that are left out of the next attempt, because the previous file was damaged there. For that it
/// notes what each attempt wrote. Places are as in findings. Threads: one thread.
class LeftOut {
 public:
  /// Why an object or a whole table is left out; empty if it is not.
  std::string reason_for(const std::string& path, std::uint64_t seek) const;
  /// Set `damage` of the segments of a table that are left out.
  void mark(const std::string& path, std::vector<Segment>& segments) const;

  /// Note that a table was written with the undamaged ones of these segments.
  void wrote(const std::string& path, std::uint64_t seek, const std::vector<Segment>& segments);
  /// Note that an object was written; its new path is `place`.
  void wrote(const std::string& path, std::uint64_t seek, const std::string& place);

  /// Leave out what is damaged in the written file, and forget what was written. Returns false if nothing can be left
  /// out.
  bool add(const std::vector<Finding>& damage);

 private:
  struct Place {
    std::string path;
    std::uint64_t seek = 0;  // position of the record, since several may have the same path
  };
  struct Written {
    std::uint64_t seek = 0;
    std::vector<std::size_t> segments;  // their indices among all
    std::vector<std::uint64_t> ends;    // for each: the number of entries up to its end
  };

  bool add_to_table(const std::string& path, const Written& written, const Finding& finding);

  std::map<std::string, Written> tables_;  // by path
  std::map<std::string, Place> objects_;   // by place in the new file
  std::map<std::string, std::map<std::uint64_t, std::string>> whole_;
  std::map<std::string, std::map<std::size_t, std::string>> segments_;
};

}  // namespace ramet::inline v1::recovery::internal
