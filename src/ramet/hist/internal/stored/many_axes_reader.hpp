#pragma once

#include <memory>
#include <string_view>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/hist/internal/stored/axis_reader.hpp"

namespace ramet::inline v1::hist::internal {

struct DenseFields;
struct SparseFields;
struct CellBlockFields;

/// Reads THn and THnSparse of any content. Threads: one thread.
class ManyAxesReader {
 public:
  ManyAxesReader();
  ~ManyAxesReader();
  ManyAxesReader(const ManyAxesReader&) = delete;
  ManyAxesReader& operator=(const ManyAxesReader&) = delete;

  /// Read a THn; the reader must be at its version head. Throws Error(corrupt), Error(unsupported).
  Histogram read_dense(object::ObjectReader& reader, std::string_view class_name);
  /// Read a THnSparse, likewise.
  SparseHistogram read_sparse(object::ObjectReader& reader, std::string_view class_name);

 private:
  AxisReader axes_;
  std::unique_ptr<object::MemberPlans<DenseFields>> dense_;
  std::unique_ptr<object::MemberPlans<SparseFields>> sparse_;
  std::unique_ptr<object::MemberPlans<CellBlockFields>> blocks_;
};

}  // namespace ramet::inline v1::hist::internal
