#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::file {

/// The up to `at_most` names that a typing mistake could have turned into `wanted`, nearest first: those within an edit
/// distance of a third of its length (swapped neighbours count once), letter case apart.
std::vector<std::string_view> nearest_names(std::string_view wanted, std::span<const std::string_view> names,
                                            std::size_t at_most = 3);

/// The end of a message about a missing name: "; did you mean 'events'?", or, where nothing is near, what there is, or
/// that there is nothing.
std::string suggest_names(std::string_view wanted, std::span<const std::string_view> names);

}  // namespace ramet::inline v1::file
