#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/hist/detail/cell_blocks.hpp"
#include "ramet/hist/internal/writers/binned_writer.hpp"

// Class versions and defaults are those of ROOT 6.40 (THn.h, THnBase.h, TNDArray.h, THnSparse.h): the bytes are the
// same as ROOT's for the same histogram.

namespace ramet::inline v1::hist::internal {
namespace {

using object::ObjectWriter;

constexpr std::uint16_t vector_version = 10;  // of all containers of the standard library
constexpr std::uint32_t is_owner = 1U << 14;  // TCollection::kIsOwner
/// THnBase creates its axes without the style that TH1 gives them.
constexpr AxisLook plain_axis{.divisions = 0,
                              .color = 0,
                              .label_font = 0,
                              .label_offset = 0,
                              .label_size = 0,
                              .tick_length = 0,
                              .title_offset = 0,
                              .title_size = 0.05F};

/// Reorder the numbers of all cells from x changing fastest to the last axis changing fastest.
template <class Number>
std::vector<Number> with_last_fastest(std::span<const double> cells, std::span<const NamedAxis> axes) {
  std::vector<std::size_t> strides(axes.size());
  std::size_t stride = 1;
  for (std::size_t axis = 0; axis < axes.size(); stride *= axes[axis++].bins.cells()) strides[axis] = stride;
  std::vector<std::size_t> bins(axes.size());
  std::vector<Number> turned;
  turned.reserve(cells.size());
  for (std::size_t from = 0; turned.size() < cells.size();) {
    turned.push_back(static_cast<Number>(cells[from]));
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      from += strides[axis];
      if (++bins[axis] < axes[axis].bins.cells()) break;
      from -= strides[axis] * bins[axis];
      bins[axis] = 0;
    }
  }
  return turned;
}

template <class Number>
void write_vector(ObjectWriter& writer, std::span<const Number> numbers) {
  writer.versioned(vector_version, [&] { writer.array(numbers); });
}

/// Write a TNDArrayT: the number of cells from each axis on, and the numbers, or none for an array that was never
/// filled.
template <class Number>
void write_cells(ObjectWriter& writer, std::span<const double> cells, std::span<const NamedAxis> axes) {
  std::vector<std::int64_t> sizes(axes.size() + 1, 1);
  for (std::size_t axis = axes.size(); axis-- > 0;)
    sizes[axis] = sizes[axis + 1] * static_cast<std::int64_t>(axes[axis].bins.cells());
  writer.versioned(2, [&] {
    writer.versioned(2, [&] {
      writer.tobject();
      write_vector(writer, std::span<const std::int64_t>(sizes));
    });
    write_vector(writer, std::span<const Number>(with_last_fastest<Number>(cells, axes)));
  });
}

/// Write the THnBase of a dense or sparse histogram.
template <class Parts>
void write_base(ObjectWriter& writer, const Parts& parts, std::string_view name) {
  const Moments& moments = parts.moments;
  writer.versioned(1, [&] {
    writer.tnamed(name, parts.title);
    writer.write(static_cast<std::int32_t>(parts.axes.size()));
    writer.object_array(
        "", parts.axes.size(),
        [&](std::size_t number) {
          const std::string axis_name = fmt::format("axis{}", number);
          writer.object("TAxis", [&] { write_axis(writer, parts.axes[number], axis_name, plain_axis); });
        },
        is_owner);
    writer.write(moments.entries);
    writer.write(moments.weights);
    writer.write(parts.squares.empty() ? -1.0 : moments.squared_weights);  // -1: no errors are stored
    writer.array(std::span<const double>(moments.weighted_values));
    writer.array(std::span<const double>(moments.weighted_squares));
  });
}

}  // namespace

void write_many_axes(ObjectWriter& writer, const Histogram& histogram, std::string_view class_name,
                     std::string_view name) {
  const HistogramParts& parts = histogram.parts();
  writer.versioned(1, [&] {    // THnT
    writer.versioned(1, [&] {  // THn
      write_base(writer, parts, name);
      write_cells<double>(writer, parts.squares, parts.axes);
    });
    if (class_name == "THnT<float>") return write_cells<float>(writer, parts.contents, parts.axes);
    write_cells<double>(writer, parts.contents, parts.axes);
  });
}

void write_sparse(ObjectWriter& writer, const SparseHistogramParts& parts, std::string_view class_name,
                  std::string_view name) {
  writer.versioned(1, [&] {    // THnSparseT
    writer.versioned(3, [&] {  // THnSparse
      write_base(writer, parts, name);
      writer.write(default_cells_of_block);
      writer.write(static_cast<std::int64_t>(parts.contents.size()));
      write_cell_blocks(writer, parts, class_name, default_cells_of_block);
    });
  });
}

}  // namespace ramet::inline v1::hist::internal

namespace ramet::inline v1::hist {

std::string_view stored_class(const SparseHistogram& histogram) {
  const SparseHistogramParts& parts = histogram.parts();
  return has_room_for(parts.class_name, parts.contents) ? std::string_view(parts.class_name) : "THnSparseT<TArrayD>";
}

}  // namespace ramet::inline v1::hist

namespace ramet::inline v1::object {

Payload PayloadOf<hist::SparseHistogram>::of(const hist::SparseHistogram& histogram) {
  const hist::SparseHistogramParts& parts = histogram.parts();
  const std::string class_name(hist::stored_class(histogram));
  std::vector<std::string> classes = {class_name, "TAxis", "THnSparseArrayChunk"};
  hist::internal::add_label_classes(classes, parts.axes);
  hist::internal::require_writable(parts.name, parts.contents.size(), 2 * sizeof(double) + 8);
  Payload payload{.class_name = class_name, .title = parts.title, .known_classes = std::move(classes), .make = {}};
  payload.make = [&parts, class_name](std::string_view name, std::size_t key_length) {
    ObjectWriter writer(key_length);
    hist::internal::write_sparse(writer, parts, class_name, name);
    return std::move(writer).take_payload();
  };
  return payload;
}

}  // namespace ramet::inline v1::object
