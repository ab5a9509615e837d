#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ramet/hist/figures/function.hpp"
#include "ramet/object/detail/object_writer.hpp"

namespace ramet::inline v1::hist::internal {

/// Whether a function can be written: it has a formula of one variable.
bool is_writable(const Function& function) noexcept;

/// Write a TF1: version head and members. It is writable.
void write_function(object::ObjectWriter& writer, const Function& function);

/// Write a TList in place, whose TObject has these bits, with those functions that are writable.
void write_functions(object::ObjectWriter& writer, const std::vector<Function>& functions, std::uint32_t bits = 0);

/// Add the classes of functions, if one is writable, to those that a file must describe.
void add_function_classes(std::vector<std::string>& classes, const std::vector<Function>& functions);

}  // namespace ramet::inline v1::hist::internal
