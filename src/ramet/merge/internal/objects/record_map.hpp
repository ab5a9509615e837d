#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/object/object_reader.hpp"

// The numbers in the record of a histogram, profile or efficiency that are added when two of them are merged, found by
// the layouts of their classes. The rest of the record stays as it is:
//
//   | key | version heads, names, attributes | axes | entries, sums | squared weights | functions | contents |
//                                              ^ must be the same    ^ added           ^ added      ^ kept  ^ added

namespace ramet::inline v1::merge::internal {

/// A type of numbers in a record, big-endian.
enum class Number : std::uint8_t { int8, int16, int32, int64, float32, float64 };

std::size_t size_of(Number number) noexcept;

/// What is done with numbers of several records.
enum class Treatment : std::uint8_t {
  add,       ///< the sum
  multiply,  ///< the product
  parallel,  ///< the product by the sum, as of resistors
  smallest,  ///< the smallest
  largest,   ///< the largest
  first,     ///< that of the first record
  last,      ///< that of the last record
  equal,     ///< must be the same bytes
};

/// Consecutive numbers in a record. Threads: a value.
struct NumberRun {
  std::uint32_t offset = 0;  ///< from the start of the record
  std::uint32_t count = 0;
  Number number = Number::float64;
  Treatment treatment = Treatment::add;

  std::size_t bytes() const noexcept { return count * size_of(number); }
  std::size_t end() const noexcept { return offset + bytes(); }
};

/// The runs of numbers of one record, in stored order. Threads: a value.
struct RecordMap {
  std::vector<NumberRun> runs;
  std::vector<std::string> parts;  ///< of each run: the member's name
  bool is_average = false;         ///< a histogram whose bins are averaged (TH1::kIsAverage)
  std::size_t entries = 0;         ///< which run is fEntries of a histogram; after the last if there is none
  std::size_t weights = 0;         ///< which one is fTsumw
  bool has_labels = false;         ///< an axis whose bins have names
  bool is_buffered = false;        ///< fills that are not in the bins yet
  NumberRun buffer = {};           ///< where these are: their number, then the weight and values of each
  std::size_t parameter_bits = 0;  ///< where the bits of a TParameter are, of which one says whether all were the same

  /// Whether another record has the same numbers in the same order.
  bool has_shape_of(const RecordMap& other) const noexcept;
};

/// Whether `map_record` knows what to add in objects of a class.
bool is_summed_class(std::string_view class_name) noexcept;

/// Find the numbers of a record. Throws Error(unsupported) for layouts that are not known, Error(corrupt).
RecordMap map_record(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name,
                     object::Layouts layouts);

}  // namespace ramet::inline v1::merge::internal
