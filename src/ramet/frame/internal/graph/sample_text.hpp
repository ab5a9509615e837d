#pragma once

#include <string>

#include "ramet/array/array.hpp"
#include "ramet/frame/sources/samples.hpp"

namespace ramet::inline v1::frame::internal {

/// One value: that of an expression that may use rdfsampleinfo_, whose methods are those of RSampleInfo. Throws
/// Error(misuse) for what is wrong in it, and Error(not_found) for metadata that there are not.
array::Array sample_value(const std::string& text, const std::string& name, const Sample& sample);

}  // namespace ramet::inline v1::frame::internal
