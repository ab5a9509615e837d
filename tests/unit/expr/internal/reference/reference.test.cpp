#include "ramet/expr/detail/reference.hpp"

#include <algorithm>

#include "unit/expr/samples.hpp"
#include <doctest/doctest.h>

#include "ramet/expr/internal/check/functions/functions.hpp"
#include "ramet/expr/internal/check/functions/random.hpp"

using namespace ramet;

TEST_CASE("all groups are there, each in one piece") {
  std::vector<std::string_view> groups;
  for (const expr::Description& one : expr::descriptions())
    if (groups.empty() || groups.back() != one.group) groups.push_back(one.group);
  CHECK(groups.size() == 13);
  CHECK(std::find(groups.begin(), groups.end(), "methods of vectors") != groups.end());
}

TEST_CASE("no function is missing") {
  const std::vector<expr::Description> all = expr::descriptions();
  for (const std::string_view name : expr::function_names()) {
    CAPTURE(name);
    const auto is_it = [&](const expr::Description& one) { return one.name == name; };
    const expr::FunctionEntry* const function = expr::find_function(name);
    const bool is_elsewhere =
        expr::find_random_function(name) != nullptr || (function->least == 0 && function->most == 9);
    CHECK((is_elsewhere || std::any_of(all.begin(), all.end(), is_it)));
  }
}
