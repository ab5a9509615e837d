#include <algorithm>
#include <array>

#include "ramet/core/error.hpp"
#include "ramet/hist/internal/root_histogram.hpp"
#include "ramet/hist/internal/stored/binned_reader.hpp"

namespace ramet::inline v1::hist {
namespace {

constexpr std::array<std::string_view, 6> readable_classes = {"TH1C", "TH1S", "TH1I", "TH1L", "TH1F", "TH1D"};

}  // namespace

bool is_histogram(std::string_view class_name) noexcept {
  return std::ranges::find(readable_classes, class_name) != readable_classes.end();
}

struct HistogramReader::Plans {
  internal::BinnedReader binned;
};

HistogramReader::HistogramReader(object::Layouts layouts) : layouts_(layouts), plans_(std::make_unique<Plans>()) {}
HistogramReader::~HistogramReader() = default;
HistogramReader::HistogramReader(HistogramReader&&) noexcept = default;
HistogramReader& HistogramReader::operator=(HistogramReader&&) noexcept = default;

Histogram1D HistogramReader::read(std::span<const std::byte> record, std::size_t key_length,
                                  std::string_view class_name) {
  if (!is_histogram(class_name))
    detail::fail(ErrorKind::misuse, "the object has class '{}', expected one of TH1C to TH1D", class_name);
  object::ObjectReader reader(record, key_length, layouts_);
  return plans_->binned.read(reader, class_name).one_dimensional();
}

}  // namespace ramet::inline v1::hist
