#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/text/json.hpp"

#include "ramet/merge/merge.hpp"

namespace ramet::cli {

/// A plan as JSON.
Json json_of(const merge::MergePlan& plan);

/// Write the report of a merge: a page in HTML, or JSON, as the name of the file ends. Throws Error(io).
void write_report(const merge::MergePlan& plan, const std::string& path);
/// Throws UsageError for a file that ends neither with ".html" nor with ".json", or whose folder does not exist.
void require_report(const std::string& path);

/// The text with each of its lines made printable.
std::string printable_lines(std::string_view text);

/// Print what differs on the standard error.
void print_differences(const merge::MergePlan& plan);

/// The rule of "CLASS=RULE". Throws UsageError.
merge::ClassRule rule_of(const std::string& text);

/// Set the order of the inputs: "given", "natural" or "column:NAME,NAME". Throws UsageError.
void set_order(const std::string& text, merge::MergeOptions& options);

/// The lines of a text file, or of the standard input, "-", without blanks around them and without empty ones. Throws
/// UsageError when it cannot be read.
std::vector<std::string> listed_lines(const std::string& list);

/// The inputs, with those that "@FILE" lists, and those that a pattern matches, in its place. Throws UsageError when a
/// list cannot be read.
std::vector<std::string> listed_inputs(const std::vector<std::string>& inputs);

}  // namespace ramet::cli
