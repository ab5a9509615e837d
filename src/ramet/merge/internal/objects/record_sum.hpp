#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/merge/internal/objects/efficiency_sum.hpp"
#include "ramet/merge/internal/objects/record_map.hpp"
#include "ramet/merge/internal/objects/sparse_sum.hpp"
#include "ramet/merge/plan.hpp"

namespace ramet::inline v1::merge::internal {

/// Why a record could not be added. Threads: a value.
struct Refusal {
  DifferenceKind kind = DifferenceKind::axes;
  std::string part;
  std::string message;
};

/// The sum of the records of one object. Numbers are added where they are in the record of the first, in the order of
/// the calls and in the type of the class, as TH1::Merge does; all else stays as in the first. Histograms whose bins
/// differ, but fit, are added as such (histogram_union.hpp), and so are those of efficiencies (efficiency_sum.hpp) and
/// sparse ones (sparse_sum.hpp). The session of the files must outlive it. Threads: one thread.
class RecordSum {
 public:
  explicit RecordSum(std::string class_name) : class_name_(std::move(class_name)) {}

  /// Add a record with the layouts of its file. A record that is not kept stays as it is, so that its memory can be
  /// used again. Returns why it does not fit to those before; after an overflow the sum is of no use. Throws
  /// Error(corrupt), Error(unsupported).
  std::optional<Refusal> add(file::Record&& record, object::Layouts layouts);

  bool is_empty() const noexcept { return sum_.bytes.empty(); }
  /// The first record, with the numbers of the sum unless `is_union`.
  const file::Record& record() const noexcept { return sum_; }
  /// Whether counts were rounded: a class of 4-byte floats, as TH1F, has all whole numbers up to 2^24 only.
  bool has_rounded() const noexcept { return has_rounded_; }
  /// Whether more than numbers of the first record differ.
  bool is_union() const noexcept { return union_.has_value() || sparse_.has_value() || efficiency_.has_value(); }
  /// The payload of the sum for a key of this length. Throws Error(unsupported).
  bytes::Buffer payload(std::size_t key_length) const;

 private:
  /// Whether the numbers of a record belong to the same bins.
  bool has_same_bins(const RecordMap& map, std::span<const std::byte> record) const noexcept;
  /// What the statistics of an input are: sums over fills; none, though it has contents, because these were set or
  /// weights cancel: then they are those of its bins (TH1::GetStats); or nothing was filled.
  enum class Statistics { none, of_fills, of_bins };
  Statistics statistics_in(const RecordMap& map, std::span<const std::byte> record) const noexcept;
  /// Whether statistics can be added as they are stored.
  bool fits(Statistics other) const noexcept {
    return statistics_ == other || statistics_ == Statistics::none || other == Statistics::none;
  }
  std::optional<Refusal> add_bins(const file::Record& record, object::Layouts layouts, const RecordMap& map);
  std::optional<Refusal> add_average(const file::Record& record, object::Layouts layouts, const RecordMap& map);
  std::optional<Refusal> add_efficiency(const file::Record& record, object::Layouts layouts);
  std::optional<Refusal> add_sparse(const file::Record& record, object::Layouts layouts);
  std::optional<Refusal> add_many_axes(file::Record record, object::Layouts layouts, RecordMap map);
  hist::HistogramParts parts_of(const file::Record& record, object::Layouts layouts) const;
  /// Add a histogram whose axes have a range to the union.
  std::optional<Refusal> add_with_range(hist::HistogramParts parts);
  /// Keep the fills of a histogram that has no range yet.
  std::optional<Refusal> add_without_range(const file::Record& record, const RecordMap& map,
                                           const hist::HistogramParts& parts);
  void wait(const file::Record& record, const RecordMap& map);
  /// How many of these numbers the buffer takes.
  std::size_t room_for_waiting() const;
  /// The union with those fills, unless they stay in the buffer: as with ROOT, they are filled once a histogram has a
  /// range, into the range of all, or when there are more than the buffer takes.
  hist::HistogramParts filled() const;
  /// Whether the record differs from the first one in nothing but its numbers.
  bool has_same_frame(std::span<const std::byte> record) const noexcept;
  std::optional<Refusal> add_numbers(std::span<const NumberRun> runs, std::span<const std::byte> record);
  /// Note in a TParameter that its values differ, as TParameter::Merge does.
  void compare_values(std::span<const NumberRun> runs, std::span<const std::byte> record) noexcept;
  /// Whether the first histogram has no contents and no names of bins, so that another one can stand in its place.
  bool is_blank() const;

  std::string class_name_;
  file::Record sum_;
  RecordMap map_;
  object::Layouts layouts_;                    // of the first record
  std::optional<hist::HistogramParts> union_;  // once bins differed
  std::optional<EfficiencySum> efficiency_;    // once bins differed
  std::optional<SparseSum> sparse_;            // of the second sparse histogram on
  Statistics statistics_ = Statistics::none;   // of all records so far; `of_fills`, too, once those of bins were added
  bool has_rounded_ = false;
  std::vector<double> waiting_;  // weights and values of fills of histograms without a range
  std::size_t room_ = 0;         // of the buffer of the first of these
};

}  // namespace ramet::inline v1::merge::internal
