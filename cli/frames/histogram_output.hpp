#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/context.hpp"
#include "cli/text/json.hpp"

#include "ramet/hist/binned/histogram.hpp"

namespace ramet::cli {

/// How a histogram is shown in a terminal. Threads: a value.
struct ShownAs {
  bool is_logarithmic = false;
  std::optional<std::size_t> width;
  std::size_t height = 16;
};

/// The histogram as bars, a map or points, and a line of statistics below.
std::string histogram_text(const hist::Histogram& histogram, const ShownAs& shown, const Terminal& terminal);

/// The histogram with all that a script needs: axes, contents, errors and statistics.
Json histogram_json(const hist::Histogram& histogram);

/// Whether `name` ends with .png or .svg, or is a ROOT file with a name, "out.root:mass". Throws UsageError for others.
void check_output(const std::string& output);

/// Write the histogram as a picture or into a ROOT file, which is made if it does not exist. Throws Error(io),
/// Error(unsupported) for PNG without cairo, and as write::ParallelWriter.
void write_histogram(const hist::Histogram& histogram, const std::string& output, bool is_logarithmic);

}  // namespace ramet::cli
