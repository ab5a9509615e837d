#pragma once

#include <nanobind/nanobind.h>

namespace ramet::bindings {

void bind_parts(nanobind::module_& module);

}  // namespace ramet::bindings
