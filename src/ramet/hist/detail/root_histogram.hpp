#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/histogram.hpp"
#include "ramet/object/object_reader.hpp"

// Histograms as ROOT streams them, which the README has a drawing of. object::payload_of(histogram) writes them.

namespace ramet::inline v1::hist {

/// Whether HistogramReader reads objects of the class: TH1C, TH1S, TH1I, TH1L, TH1F and TH1D.
bool is_histogram(std::string_view class_name) noexcept;

/// Reads one-dimensional histograms of any version that the layouts describe. Fitted functions and drawing attributes
/// are left behind. Threads: one thread. It borrows the layouts.
class HistogramReader {
 public:
  /// Of one file: `layouts` are those of all its objects.
  explicit HistogramReader(object::Layouts layouts);
  ~HistogramReader();
  HistogramReader(HistogramReader&&) noexcept;
  HistogramReader& operator=(HistogramReader&&) noexcept;

  /// Read the record (head included, of `key_length` bytes) of an object of the class. Values that ROOT had written in
  /// the histogram's buffer, not filled yet, are filled; where the axis has no range yet, they only count as entries.
  /// Throws Error(misuse) when the class is no histogram, Error(corrupt), and Error(unsupported) when the layout is not
  /// known or edges do not rise.
  Histogram1D read(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name);

 private:
  struct Plans;
  object::Layouts layouts_;
  std::unique_ptr<Plans> plans_;
};

}  // namespace ramet::inline v1::hist
