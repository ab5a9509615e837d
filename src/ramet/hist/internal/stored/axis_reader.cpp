#include "ramet/hist/internal/stored/axis_reader.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::hist::internal {
namespace {

using object::ObjectReader;
using object::ObjectTag;

constexpr std::uint16_t alphanumeric_bit = 1;  // TAxis::kAlphanumeric, in fBits2
constexpr std::uint16_t extending_bit = 2;     // TAxis::kCanExtend, likewise

using Field = object::Member<AxisFields>;

Axis make_bins(AxisFields& fields) {
  if (fields.bins < 1) detail::fail(ErrorKind::corrupt, "the axis has {} bins", fields.bins);
  const auto bins = static_cast<std::uint32_t>(fields.bins);
  if (!fields.edges.empty() && fields.edges.size() != std::size_t{bins} + 1)
    detail::fail(ErrorKind::corrupt, "the axis has {} bins, but {} edges", bins, fields.edges.size());
  try {
    if (!fields.edges.empty()) return VariableAxis{std::move(fields.edges)};
    if (fields.low == fields.high) return Axis::without_range(bins, fields.low);
    return RegularAxis{bins, fields.low, fields.high};
  } catch (const Error& error) {  // misuse in a program means an unsupported axis in a file
    throw Error(ErrorKind::unsupported, error.what());
  }
}

}  // namespace

/// Read the labels of bins: a THashList of TObjString, whose fUniqueID is the bin (TAxis::SetBinLabel).
void AxisFields::read_labels(ObjectReader& reader) {
  reader.for_each_in_collection([&](const ObjectTag& tag) {
    if (tag.kind != ObjectTag::Kind::object || tag.class_name != "TObjString") return;
    reader.read_version();
    const std::uint32_t bin = reader.read_tobject().unique_id;
    labels[bin] = reader.cursor().string();
  });
}

NamedAxis make_axis(AxisFields fields) {
  NamedAxis axis{.bins = make_bins(fields),
                 .name = std::move(fields.name),
                 .title = std::move(fields.title),
                 .bin_labels = std::move(fields.labels),
                 .is_alphanumeric = (fields.bits & alphanumeric_bit) != 0};
  std::erase_if(axis.bin_labels, [&](const auto& label) { return label.first < 1 || label.first > axis.bins.bins(); });
  if (fields.shows_times) axis.time_format = std::move(fields.time_format);
  axis.first_shown = static_cast<std::uint32_t>(std::max(fields.first_shown, 0));
  axis.can_extend = (fields.bits & extending_bit) != 0;
  axis.last_shown = static_cast<std::uint32_t>(std::max(fields.last_shown, 0));
  return axis;
}

AxisReader::AxisReader()
    : plans_({Field::at<&AxisFields::name>("fName"), Field::at<&AxisFields::title>("fTitle"),
              Field::at<&AxisFields::bins>("fNbins"), Field::at<&AxisFields::low>("fXmin"),
              Field::at<&AxisFields::high>("fXmax"), Field::at<&AxisFields::edges>("fXbins"),
              Field::at<&AxisFields::first_shown>("fFirst"), Field::at<&AxisFields::last_shown>("fLast"),
              Field::at<&AxisFields::bits>("fBits2"), Field::at<&AxisFields::shows_times>("fTimeDisplay"),
              Field::at<&AxisFields::time_format>("fTimeFormat"), Field::at<&AxisFields::read_labels>("fLabels")}) {}

AxisFields AxisReader::read(ObjectReader& reader) {
  AxisFields fields;
  plans_.read(reader, "TAxis", fields);
  return fields;
}

}  // namespace ramet::inline v1::hist::internal
