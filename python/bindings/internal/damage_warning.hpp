#pragma once

#include <string>
#include <string_view>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include <fmt/format.h>

namespace ramet::bindings {

/// Warn that a damaged column was left out of a read. The interpreter's lock must be held. Throws if the program has
/// turned such warnings into errors.
inline void warn_of_damage(std::string_view what, const std::string& name, const std::string& reason) {
  const nb::object category = nb::module_::import_("ramet.errors").attr("DamageWarning");
  const std::string message = fmt::format("{} '{}' is damaged and left out: {}", what, name, reason);
  if (PyErr_WarnFormat(category.ptr(), 1, "%U", text_of(message).ptr()) < 0) throw nb::python_error();
}

}  // namespace ramet::bindings
