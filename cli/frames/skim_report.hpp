#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/frame/booked.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::cli {

/// What was skimmed. Threads: a value.
struct SkimReport {
  std::string output = {};  ///< as it was given
  std::string table = {};   ///< its name
  std::size_t columns = 0;
  std::vector<std::string> along = {};  ///< paths of what was taken along
  write::TableReport written;
  std::vector<frame::FilterCount> filters;
  frame::RunReport run;
};

/// A line about the file, and a table of what each filter kept.
std::string text_of(const SkimReport& report, const Terminal& terminal);

Json json_of(const SkimReport& report);

}  // namespace ramet::cli
