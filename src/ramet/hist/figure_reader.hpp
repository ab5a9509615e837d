#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/binned/polygon_histogram.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/hist/figures/efficiency.hpp"
#include "ramet/hist/figures/function.hpp"
#include "ramet/hist/figures/graph.hpp"
#include "ramet/hist/figures/histogram_stack.hpp"
#include "ramet/object/object_reader.hpp"

// Histograms, graphs and functions as streamed by ROOT; docs/format/histograms.md has the records.

namespace ramet::inline v1::hist {

/// The types that these objects are read into.
using Figure =
    std::variant<Histogram, SparseHistogram, PolygonHistogram, HistogramStack, Efficiency, Function, Graph, MultiGraph>;

/// Whether FigureReader reads objects of the class. Classes derived from known ones are found in the layouts of the
/// file.
bool is_figure(std::string_view class_name, const object::Layouts& layouts);

/// Reads histograms, graphs, functions and their combinations, of any version that the layouts describe. Threads: one
/// thread. Borrows the layouts.
class FigureReader {
 public:
  /// `layouts` are those of the file whose objects it reads.
  explicit FigureReader(object::Layouts layouts);
  ~FigureReader();
  FigureReader(FigureReader&&) noexcept;
  FigureReader& operator=(FigureReader&&) noexcept;

  /// Read the record of an object, with its head of `key_length` bytes. Throws Error(misuse) for other classes,
  /// Error(corrupt), and Error(unsupported) when the layout is unknown or not supported.
  Figure read(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name);
  /// The same for an object inside the record, at object::Object::place().
  Figure read_at(std::uint64_t place, std::span<const std::byte> record, std::size_t key_length,
                 std::string_view class_name);
  /// Read an object inside another. `reader` must be at its version head, and is after the object afterwards. It must
  /// have the layouts of this reader.
  Figure read(object::ObjectReader& reader, std::string_view class_name);

 private:
  struct Readers;
  object::Layouts layouts_;
  std::unique_ptr<Readers> readers_;
};

}  // namespace ramet::inline v1::hist
