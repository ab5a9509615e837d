#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

struct FunctionEntry;

/// The random functions: `uniform` as it is, or `random::uniform`; `gRandom->Uniform` under that name.
std::span<const FunctionEntry> random_functions() noexcept;

/// The random function that a name stands for; null if there is none.
const FunctionEntry* find_random_function(std::string_view name) noexcept;

/// The name of the random function that is called, as find_random_function takes it; empty if it is none. Of gRandom,
/// any method.
std::string random_name(const Syntax& called);

}  // namespace ramet::inline v1::expr
