#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/io/traffic.hpp"

namespace ramet::cli {

/// What a step of reading fetched. Threads: a value.
struct IoStep {
  std::string name;
  io::TrafficCounts counts;
  double seconds = 0;
};

/// Steps of reading a file, one after the other, for people: a table, their sum, and what was measured of the way.
std::string io_trace_text(std::string_view name, const std::vector<IoStep>& steps, const Terminal& terminal);
/// The same for programs; what was not measured is null.
Json io_trace_json(std::string_view name, const std::vector<IoStep>& steps);

}  // namespace ramet::cli
