#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/detail/fill_sums.hpp"
#include "ramet/hist/histogram.hpp"

namespace ramet::inline v1::frame::internal {

/// A part of a histogram: of one axis in the form that is filled fastest. Threads: const-safe.
class PartialHistogram {
 public:
  /// Without contents, of the same axes. Squared weights are kept if the model keeps them.
  explicit PartialHistogram(const hist::Histogram& model);

  /// Add fills: a column for each axis, then for a profile the heights; without weights all are 1.
  void fill(std::span<const hist::NumberView> columns, hist::NumberView weights);
  /// The same for values of which the cells are known, of one axis; see hist::FillSums.
  void fill(const hist::BinnedValues& values, std::span<const std::uint32_t> rows, hist::NumberView weights);
  /// Add another part of the same histogram.
  PartialHistogram& operator+=(const PartialHistogram& other);
  /// Add this to a histogram of the same axes.
  void add_to(hist::Histogram& histogram) const;

  /// Write it, for another process.
  void write(bytes::ByteWriter& to) const;
  /// Read a part of a histogram with the axes of the model. Throws Error(corrupt).
  static PartialHistogram read(bytes::ByteCursor& from, const hist::Histogram& model);

 private:
  PartialHistogram() = default;
  /// The sum of one axis; what is not added yet goes to `made`, so that large sums are not copied.
  const hist::Histogram1D& one_axis(std::optional<hist::Histogram1D>& made) const;

  std::optional<hist::FillSums> fills_;   // of one axis, until they are added
  std::optional<hist::Histogram1D> sum_;  // of one axis
  std::optional<hist::Histogram> any_;
};

}  // namespace ramet::inline v1::frame::internal
