#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "ramet/bytes/buffer.hpp"
#include "ramet/hist/histogram.hpp"
#include "ramet/object/object_reader.hpp"

// Histograms as ROOT streams them. The README has the drawing.

namespace ramet::inline v1::hist {

/// The class that a Histogram1D is written as where nothing else is said.
inline constexpr std::string_view histogram_class = "TH1D";

/// The classes whose streamer infos a file with histograms must have (schema::catalogue_infos_for adds their bases and
/// members).
inline constexpr std::array<std::string_view, 1> histogram_info_classes = {histogram_class};
/// Likewise of histograms whose bins have labels.
inline constexpr std::array<std::string_view, 3> labelled_info_classes = {histogram_class, "THashList", "TObjString"};

/// The class to write a histogram as that is of a class of ROOT's: this one, of TH1C, TH1S, TH1I and TH1F, where it
/// holds all contents as they are, else TH1D.
std::string_view stored_class(std::string_view class_name, std::span<const double> contents) noexcept;

/// The payload of a record with the histogram as one of the class, for a key of that length: what file::FileWriter::put
/// asks for. The class is one that `stored_class` gives for it. Throws Error(unsupported) when it would be larger than
/// the format allows.
bytes::Buffer histogram_payload(const Histogram1D& histogram, std::size_t key_length,
                                std::string_view class_name = histogram_class);

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
