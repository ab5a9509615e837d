#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/object/detail/object_writer.hpp"

namespace ramet::inline v1::hist::internal {

/// The default of fMaximum and fMinimum.
inline constexpr double automatic = -1111;

/// The attributes of a TH1 to TProfile3D besides the histogram. Threads: a value; borrows the name.
struct HistogramLook {
  std::string_view name;
  std::uint32_t bits = object::must_cleanup;  ///< of its TObject: a directory will own it
  std::uint32_t list_bits = 1U << 16;  ///< of its list of functions: TCollection::kUseRWLock, which directories set
  RegularAxis values = {};             ///< the axis of the counts
  double minimum = automatic, maximum = automatic;

  /// For a histogram inside another object.
  static HistogramLook inner(std::string_view name) { return {.name = name, .bits = 0, .list_bits = 0}; }
};

/// Write a histogram of one to three axes as an object of its stored_class: version head and members.
void write_binned(object::ObjectWriter& writer, const Histogram& histogram, const HistogramLook& look);

/// The same for a THnT with any number of axes; `class_name` is its stored_class.
void write_many_axes(object::ObjectWriter& writer, const Histogram& histogram, std::string_view class_name,
                     std::string_view name);

/// The same for a sparse histogram.
void write_sparse(object::ObjectWriter& writer, const SparseHistogramParts& parts, std::string_view class_name,
                  std::string_view name);

/// How ROOT draws an axis: TAttAxis. Threads: a value.
struct AxisLook {
  std::int32_t divisions = 510;  ///< 10 and 5
  std::int16_t color = 1;        ///< black, of the line and its labels
  std::int16_t label_font = 42;  ///< helvetica
  float label_offset = 0.005F;
  float label_size = 0.035F;
  float tick_length = 0.03F;
  float title_offset = 1;
  float title_size = 0.035F;
};

/// Write a TAxis: version head and members.
void write_axis(object::ObjectWriter& writer, const NamedAxis& axis, std::string_view name, const AxisLook& look);

/// The line, fill and marker attributes of a figure. Threads: a value.
struct FigureLook {
  std::int16_t line_color = 1;
  std::int16_t fill_color = 0;
  std::int16_t fill_style = 1001;
};
void write_attributes(object::ObjectWriter& writer, const FigureLook& look);

/// Throw Error(unsupported) unless this number of cells of this size fits into a record.
void require_writable(std::string_view name, std::size_t cells, std::size_t bytes_per_cell);

/// Add the classes of labels, if an axis has some, to those that a file must describe.
void add_label_classes(std::vector<std::string>& classes, std::span<const NamedAxis> axes);

/// The classes that a file with the histogram must describe: its own, and those of labels if it has some.
std::vector<std::string> known_classes_of(const Histogram& histogram);

}  // namespace ramet::inline v1::hist::internal
