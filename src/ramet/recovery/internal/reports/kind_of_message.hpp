#pragma once

#include <string>
#include <string_view>

namespace ramet::inline v1::recovery::internal {

/// A message without numbers and quoted names: equal for messages of one kind.
std::string kind_of_message(std::string_view message);

/// A message, whose middle is left out if it is very long, as it may be with names from a file.
std::string shortened(std::string message);

}  // namespace ramet::inline v1::recovery::internal
