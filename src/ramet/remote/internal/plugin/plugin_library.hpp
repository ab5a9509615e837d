#pragma once

#include <string>

#include "ramet/remote/internal/plugin/reader_plugin.hpp"

namespace ramet::inline v1::remote::internal {

/// The plugin of a shared object, which is never unloaded: a name that the system's loader finds, or a path. Throws
/// Error(unsupported), naming it, when it is not found, is no plugin, or is one of another version.
const RametReaderPlugin& load_plugin(const std::string& library);

}  // namespace ramet::inline v1::remote::internal
