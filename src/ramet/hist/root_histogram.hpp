#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/histogram.hpp"
#include "ramet/object/object_reader.hpp"

// Histograms as ROOT streams them. The README has the drawing.

namespace ramet::inline v1::hist {

/// The class that a Histogram1D is written as where nothing else is said.
inline constexpr std::string_view histogram_class = "TH1D";

/// The classes whose streamer infos a file with histograms must have (schema::catalogue_infos_for adds their bases and
/// members).
inline constexpr std::array<std::string_view, 1> histogram_info_classes = {histogram_class};

/// The class that a histogram is written as: its own, of TH1C to TH1F, TH2C to TH2F and TH3C to TH3F, where that holds
/// all contents as they are; else TH1D, TH2D or TH3D; of profiles TProfile, TProfile2D or TProfile3D. Throws
/// Error(unsupported) for more than three axes.
std::string_view stored_class(const Histogram& histogram);

/// The classes whose streamer infos a file with the histogram must have: its own, and those of labels where it has
/// some.
std::vector<std::string_view> info_classes_of(const Histogram& histogram);

/// The payload of a record with the histogram as one of its `stored_class`, for a key of that length: what
/// file::FileWriter::put asks for. Functions are left out. Throws Error(unsupported) when it would be larger than the
/// format allows, or has more than three axes.
bytes::Buffer histogram_payload(const Histogram& histogram, std::size_t key_length);
/// The same of one that is made to be filled, as a TH1D.
bytes::Buffer histogram_payload(const Histogram1D& histogram, std::size_t key_length);

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
