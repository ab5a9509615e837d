#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

std::string_view plain_name(const Syntax& type) noexcept {
  std::string_view name = without_namespaces(type.text);
  if (name.ends_with('&')) name.remove_suffix(1);
  return name;
}

std::string_view without_namespaces(std::string_view name) noexcept {
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view space : {"::", "std::", "ROOT::", "VecOps::", "Math::"}) {
      if (!name.starts_with(space)) continue;
      name.remove_prefix(space.size());
      found = true;
    }
  }
  return name;
}

}  // namespace ramet::inline v1::expr
