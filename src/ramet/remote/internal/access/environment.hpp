#pragma once

#include <initializer_list>
#include <string>

namespace ramet::inline v1::remote::internal {

/// The value of an environment variable; "" if it is not set.
std::string environment_variable(const char* name);

/// The first text that is not empty; "" if all are.
std::string first_of(std::initializer_list<std::string> texts);

/// Whether there is a file of this name that this process may read.
bool is_readable(const std::string& file);

}  // namespace ramet::inline v1::remote::internal
