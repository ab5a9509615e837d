#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::file {

/// Up to `at_most` names similar to `wanted`, nearest first: those within an edit distance of a third of its length,
/// ignoring case. Swapping two neighbouring letters counts as one edit.
std::vector<std::string_view> nearest_names(std::string_view wanted, std::span<const std::string_view> names,
                                            std::size_t at_most = 3);

/// The end of a message about a missing name: "; did you mean 'events'?", or if no name is similar, the names that
/// exist or "; there is nothing there".
std::string suggest_names(std::string_view wanted, std::span<const std::string_view> names);

}  // namespace ramet::inline v1::file
