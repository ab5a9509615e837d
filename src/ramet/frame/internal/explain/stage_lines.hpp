#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/frame/explaining/explanation.hpp"

namespace ramet::inline v1::frame::internal {

/// What a stage says in all formats: lines without control characters, in UTF-8. Threads: a value.
struct StageLines {
  std::string title;
  std::vector<std::string> facts = {};    ///< entries, columns, definitions, times
  std::vector<std::string> results = {};  ///< with their times
};

/// How much lines may say. Threads: a value.
struct LineLimits {
  std::size_t characters = 100;  ///< of a line
  std::size_t lines = 40;        ///< of definitions and of results; what is left is counted
};

/// The lines of a stage of an explanation.
StageLines stage_lines(const Explanation& of, std::size_t stage, const LineLimits& limits = {});
/// What is said of the whole: the run, and definitions that nothing needs.
std::vector<std::string> summary_lines(const Explanation& of, const LineLimits& limits = {});

/// A text in one line of so many characters at most, "…" behind what was cut: blanks and control characters become one
/// blank, and bytes that are no UTF-8 become '?'.
std::string one_line(std::string_view text, std::size_t characters);
/// The number of characters of a text in UTF-8.
std::size_t character_count(std::string_view text) noexcept;

}  // namespace ramet::inline v1::frame::internal
