#pragma once

#include <nanobind/nanobind.h>

namespace ramet::bindings {

/// Bind fits of random events. Models are bound before.
void bind_toys(nanobind::module_& module);

}  // namespace ramet::bindings
