#pragma once

#include <string>
#include <string_view>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include <fmt/format.h>

namespace ramet::bindings {

/// Tell of a column that is damaged and was left out of what was read together. The interpreter's lock is held. Throws
/// where the program has made errors of such warnings.
inline void warn_of_damage(std::string_view what, const std::string& name, const std::string& reason) {
  const nb::object category = nb::module_::import_("ramet.errors").attr("DamageWarning");
  const std::string message = fmt::format("{} '{}' is damaged and left out: {}", what, name, reason);
  if (PyErr_WarnFormat(category.ptr(), 1, "%U", text_of(message).ptr()) < 0) throw nb::python_error();
}

}  // namespace ramet::bindings
