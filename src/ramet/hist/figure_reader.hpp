#pragma once

#include <cstddef>
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

// Everything of the family of histograms and graphs, as ROOT streams it; docs/format/histograms.md has the records.

namespace ramet::inline v1::hist {

/// What objects of the family are read into.
using Figure =
    std::variant<Histogram, SparseHistogram, PolygonHistogram, HistogramStack, Efficiency, Function, Graph, MultiGraph>;

/// Whether FigureReader reads objects of the class, or of a class that derives from one: which ones do, is in the
/// layouts of the file.
bool is_figure(std::string_view class_name, const object::Layouts& layouts);

/// Reads histograms, graphs, functions and what is made of them, of any version that the layouts describe.
/// Threads: one thread. It borrows the layouts.
class FigureReader {
 public:
  /// Of one file: `layouts` are those of all its objects.
  explicit FigureReader(object::Layouts layouts);
  ~FigureReader();
  FigureReader(FigureReader&&) noexcept;
  FigureReader& operator=(FigureReader&&) noexcept;

  /// Read the record (head included, of `key_length` bytes) of an object of the class. Throws Error(misuse) when the
  /// class is none of the family, Error(corrupt), and Error(unsupported) when the layout is not known, or says what
  /// ramet cannot take.
  Figure read(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name);
  /// Read an object that lies in another: `reader` stands at its version head, and then after it. It has the layouts
  /// that this one was made with.
  Figure read(object::ObjectReader& reader, std::string_view class_name);

 private:
  struct Readers;
  object::Layouts layouts_;
  std::unique_ptr<Readers> readers_;
};

}  // namespace ramet::inline v1::hist
