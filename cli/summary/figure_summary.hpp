#pragma once

#include <string>

#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/hist/figure_reader.hpp"

namespace ramet::cli {

/// Some lines about a histogram, graph, efficiency or function: what it is, axis by axis, point by point where there
/// are few, and the functions that were fitted to it.
std::string figure_text(const hist::Figure& figure, const Terminal& terminal);
Json figure_json(const hist::Figure& figure);

}  // namespace ramet::cli
