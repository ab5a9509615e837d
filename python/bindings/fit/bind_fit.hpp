#pragma once

#include <nanobind/nanobind.h>

namespace ramet::bindings {

/// Bind models, costs and samplers of fits.
void bind_fit(nanobind::module_& module);

}  // namespace ramet::bindings
