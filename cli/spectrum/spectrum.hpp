#pragma once

#include <cstdint>
#include <string>

#include "cli/spectrum/column_values.hpp"
#include "cli/spectrum/value_survey.hpp"

#include "ramet/hist/axis.hpp"
#include "ramet/hist/histogram.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {

/// A histogram of a column. Threads: a value.
struct Spectrum {
  hist::Histogram1D histogram;
  std::uint64_t nans = 0;  ///< also counted in the histogram's overflow

  Spectrum& operator+=(const Spectrum& other);
};

/// Survey all values of a column. The result does not depend on the number of threads, and the memory does not depend
/// on the number of entries. Throws as for_each_part.
ValueSurvey survey_values(const tree::TreeReader& reader, const ColumnValues& column, const tree::ReadOptions& options);

/// Fill all values of a column into a histogram. Threads, memory and errors are as for survey_values.
Spectrum fill_spectrum(const tree::TreeReader& reader, const ColumnValues& column, const hist::Axis& axis,
                       const tree::ReadOptions& options);

}  // namespace ramet::cli
