#pragma once

#include <string_view>
#include <vector>

namespace ramet::inline v1::expr {

/// What the reference says of a function, a method or an operator. Threads: immutable.
struct Description {
  std::string_view group;
  std::string_view name;       ///< without the namespaces std and ROOT
  std::string_view signature;  ///< how it is written
  std::string_view says;
  std::string_view example;  ///< an expression without columns
};

/// All of them, group by group.
std::vector<Description> descriptions();

}  // namespace ramet::inline v1::expr
