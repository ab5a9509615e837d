#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "ramet/core/function_ref.hpp"

namespace ramet::cli {

/// Write a file of text, or of a picture. One of that name stays as it is until the new one is complete; of one that
/// cannot be written nothing stays. What is no file, such as a pipe, is written as it is. Throws Error(io), and
/// Error(misuse) when somebody else writes it, naming it.
void write_output(const std::string& path, FunctionRef<void(std::ostream&)> write);
void write_output(const std::string& path, std::string_view text);

}  // namespace ramet::cli
