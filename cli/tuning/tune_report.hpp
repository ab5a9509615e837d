#pragma once

#include <string>

#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/tune/tune.hpp"

namespace ramet::cli {

/// The named ways of writing as a table, measured and predicted; `front`: all others that none dominates, too.
std::string text_of(const tune::Tuning& tuning, const Terminal& terminal);
Json json_of(const tune::Tuning& tuning);
/// A page in HTML that needs nothing else: the ways by size, and by the time that writing and reading takes.
std::string page_of(const tune::Tuning& tuning);
/// The file that writers take: the chosen way's profile, with what was measured of it.
std::string profile_text(const tune::Tuning& tuning);

}  // namespace ramet::cli
