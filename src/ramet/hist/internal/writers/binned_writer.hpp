#pragma once

#include <cstdint>
#include <string_view>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/object/detail/object_writer.hpp"

namespace ramet::inline v1::hist::internal {

/// fMaximum and fMinimum of what nobody has set them of.
inline constexpr double automatic = -1111;

/// What a TH1 to TProfile3D has beside the parts of the histogram. Threads: a value; it borrows the name.
struct HistogramLook {
  std::string_view name;
  std::uint32_t bits = object::must_cleanup;  ///< of its TObject: a directory will have it
  std::uint32_t list_bits = 1U << 16;         ///< of its functions: TCollection::kUseRWLock, which directories set
  RegularAxis values = {};                    ///< the axis of what is counted
  double minimum = automatic, maximum = automatic;

  /// Of one that lies in another object.
  static HistogramLook inner(std::string_view name) { return {.name = name, .bits = 0, .list_bits = 0}; }
};

/// Write a histogram of one to three axes as an object of its stored_class: version head and members.
void write_binned(object::ObjectWriter& writer, const Histogram& histogram, const HistogramLook& look);

/// The same of one of any number of axes that is a THnT: `class_name` is one of its stored_class.
void write_many_axes(object::ObjectWriter& writer, const Histogram& histogram, std::string_view class_name,
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

/// What TAttLine, TAttFill and TAttMarker have that a figure's pictures are drawn with. Threads: a value.
struct FigureLook {
  std::int16_t line_color = 1;
  std::int16_t fill_color = 0;
  std::int16_t fill_style = 1001;
};
void write_attributes(object::ObjectWriter& writer, const FigureLook& look);

/// Write an empty TList in place, whose TObject has these bits.
void write_empty_list(object::ObjectWriter& writer, std::uint32_t bits = 0);

/// Throw Error(unsupported) unless so many cells of so many bytes fit into a record.
void require_writable(std::string_view name, std::size_t cells, std::size_t bytes_per_cell);

/// The classes that a file with the histogram must describe: its own, and those of labels where it has some.
std::vector<std::string> known_classes_of(const Histogram& histogram);

}  // namespace ramet::inline v1::hist::internal
