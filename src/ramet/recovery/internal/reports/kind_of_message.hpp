#pragma once

#include <string>
#include <string_view>

namespace ramet::inline v1::recovery::internal {

/// What messages of one kind have in common: the text without its numbers and what is quoted.
std::string kind_of_message(std::string_view message);

/// A message whose middle is left out if it is very long, as one with names from a file may be.
std::string shortened(std::string message);

}  // namespace ramet::inline v1::recovery::internal
