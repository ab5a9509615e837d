#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/histogram.hpp"
#include "ramet/object/object_reader.hpp"

// Histograms as streamed by ROOT; the README has a drawing. object::payload_of(histogram) writes them.

namespace ramet::inline v1::hist {

/// Whether HistogramReader reads objects of the class: TH1C, TH1S, TH1I, TH1L, TH1F and TH1D.
bool is_histogram(std::string_view class_name) noexcept;

/// Reads one-dimensional histograms of any version that the layouts describe, without fitted functions and drawing
/// attributes. Threads: one thread. Borrows the layouts.
class HistogramReader {
 public:
  /// `layouts` are those of the file whose objects it reads.
  explicit HistogramReader(object::Layouts layouts);
  ~HistogramReader();
  HistogramReader(HistogramReader&&) noexcept;
  HistogramReader& operator=(HistogramReader&&) noexcept;

  /// Read the record of an object, with its head of `key_length` bytes. Values in the histogram's buffer, which ROOT
  /// has not filled yet, are filled; if the axis has no range yet, they only count as entries. Throws Error(misuse)
  /// when the class is not a histogram, Error(corrupt), and Error(unsupported) when the layout is unknown or edges do
  /// not increase.
  Histogram1D read(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name);

 private:
  struct Plans;
  object::Layouts layouts_;
  std::unique_ptr<Plans> plans_;
};

}  // namespace ramet::inline v1::hist
