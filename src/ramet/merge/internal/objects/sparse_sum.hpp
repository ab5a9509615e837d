#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether objects of a class are sparse histograms (THnSparse).
bool is_sparse_class(std::string_view class_name) noexcept;

/// The sum of sparse histograms of one class and of the same axes. Cells stay in the order in which they were first
/// filled. If one keeps squared weights, the sum does; fills of the others had weight 1. All else stays as in the
/// first record. The session of the files must outlive it. Threads: one thread.
class SparseSum {
 public:
  explicit SparseSum(std::string class_name) : class_name_(std::move(class_name)) {}

  /// Add a record with the layouts of its file. Returns false if its axes are not those of the ones before. Throws
  /// Error(corrupt), Error(unsupported).
  bool add(const file::Record& record, object::Layouts layouts);
  /// Whether the class has room for all contents.
  bool fits() const noexcept;

  /// The payload of the sum for a key of this length. Throws Error(unsupported).
  bytes::Buffer payload(const file::Record& first, std::size_t key_length, object::Layouts layouts) const;

 private:
  void add_cells(const hist::SparseHistogramParts& from);

  std::string class_name_;
  std::optional<hist::SparseHistogramParts> sum_;
  std::map<std::vector<std::uint32_t>, std::size_t> cells_;  // bins of each axis, and the cell's number
};

}  // namespace ramet::inline v1::merge::internal
