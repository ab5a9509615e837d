#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::merge::internal {

/// The payload of a histogram's record with the axes, contents and sums of `parts`, for a key of the given length. All
/// else stays: attributes, options, functions. Its buffer of fills is `waiting` (their number, then the weight and
/// values of each), or none if that is empty. Throws Error(unsupported) for layouts that are not known, Error(corrupt).
bytes::Buffer with_parts(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                         const hist::HistogramParts& parts, std::size_t key_length,
                         std::span<const double> waiting = {});

/// The same of an efficiency's record, which has two histograms, and its weight. Throws as `with_parts`.
bytes::Buffer with_parts_of_efficiency(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                                       const hist::HistogramParts& passed, const hist::HistogramParts& total,
                                       double weight, std::size_t key_length);

}  // namespace ramet::inline v1::merge::internal
