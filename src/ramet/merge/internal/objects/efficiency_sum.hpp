#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether objects of a class are efficiencies: a histogram of what passed, and one of all.
bool is_efficiency_class(std::string_view class_name) noexcept;

/// The sum of efficiencies whose bins differ, but fit (histogram_union.hpp), as TEfficiency::Merge adds them. All else
/// stays as in the first record. The session of the files must outlive it. Threads: one thread.
class EfficiencySum {
 public:
  /// Why an efficiency could not be added. Threads: a value.
  struct Misfit {
    std::string axis;  ///< as "x"
    std::string problem;
  };

  /// Add a record with the layouts of its file. Throws Error(corrupt), Error(unsupported).
  std::optional<Misfit> add(const file::Record& record, object::Layouts layouts);

  /// The payload of the sum for a key of this length. Throws Error(unsupported).
  bytes::Buffer payload(const file::Record& first, std::size_t key_length, object::Layouts layouts) const;

 private:
  std::optional<hist::HistogramParts> passed_;
  std::optional<hist::HistogramParts> total_;
  double weight_ = 1;
  bool has_priors_ = false;  // of bins
};

}  // namespace ramet::inline v1::merge::internal
