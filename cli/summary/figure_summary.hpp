#pragma once

#include <string>

#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/hist/figure_reader.hpp"

namespace ramet::cli {

/// Some lines about a histogram, graph, efficiency or function: its kind, its axes, its points if they are few, and the
/// functions fitted to it.
std::string figure_text(const hist::Figure& figure, const Terminal& terminal);
Json figure_json(const hist::Figure& figure);

}  // namespace ramet::cli
