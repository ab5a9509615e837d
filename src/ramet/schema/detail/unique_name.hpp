#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::schema {

/// A member's name that is not in `taken`: x, x', x'' and so on. Throws Error(unsupported) when more than 50 members
/// have one name, which no real class reaches, since the time grows with the cube of their number.
inline std::string unique_name(const std::vector<std::string>& taken, std::string name) {
  constexpr std::size_t most_alike = 50;
  const std::size_t size = name.size();
  while (std::ranges::find(taken, name) != taken.end()) {
    name += '\'';
    if (name.size() > size + most_alike)
      detail::fail(ErrorKind::unsupported, "more than {} members of one class are named '{}'", most_alike,
                   name.substr(0, std::min<std::size_t>(size, 100)));
  }
  return name;
}

}  // namespace ramet::inline v1::schema
