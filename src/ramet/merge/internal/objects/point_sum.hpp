#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether objects of a class are graphs, whose points are appended.
bool is_graph_class(std::string_view class_name) noexcept;

/// The points of graphs of one class, one graph after the other, as TGraph::Merge does; all else stays as in the first.
/// The session of the files must outlive it. Threads: one thread.
class PointSum {
 public:
  explicit PointSum(std::string class_name) : class_name_(std::move(class_name)) {}

  /// Append the points of a record with the layouts of its file. Throws Error(corrupt), Error(unsupported).
  void add(file::Record record, object::Layouts layouts);

  /// The first record.
  const file::Record& record() const noexcept { return first_; }
  /// The payload of the sum for a key of this length. Throws Error(unsupported).
  bytes::Buffer payload(std::size_t key_length) const;

 private:
  std::string class_name_;
  file::Record first_;
  object::Layouts layouts_;                      // of the first record
  std::int64_t count_ = 0;                       // of points
  bool has_histogram_ = false;                   // the first graph has the histogram that it was drawn with
  bool has_more_ = false;                        // points of other graphs
  std::map<std::string, bytes::Buffer> arrays_;  // the members with a number for each point, as stored
};

}  // namespace ramet::inline v1::merge::internal
