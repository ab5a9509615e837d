#include "ramet/expr/internal/formula/parameters.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace ramet::inline v1::expr {

namespace {

bool comes_before(const std::string& one, const std::string& other) {
  const auto is_numbered = [](std::string_view name) { return name[0] == 'p' && is_whole_number(name.substr(1)); };
  const bool first = is_numbered(one);
  const bool second = is_numbered(other);
  if (first != second) return first;
  if (!first || one.size() == other.size()) return one < other;
  return one.size() < other.size();
}

}  // namespace

bool is_whole_number(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void FormulaParameters::add(std::size_t number) { numbered_ = std::max(numbered_, number + 1); }

std::vector<std::string> FormulaParameters::ordered() const {
  std::set<std::string> all = names_;
  for (std::size_t k = 0; k < numbered_; ++k) all.insert(fmt::format("p{}", k));
  std::vector<std::string> found(all.begin(), all.end());
  std::sort(found.begin(), found.end(), comes_before);
  return found;
}

}  // namespace ramet::inline v1::expr
