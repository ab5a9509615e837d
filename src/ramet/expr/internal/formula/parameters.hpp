#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::expr {

/// The parameters of a formula that were found so far: by number, which have the names p0, p1, ..., or by name.
/// Threads: one at a time.
class FormulaParameters {
 public:
  static constexpr std::size_t most = 1000;

  /// There are parameters of all numbers up to this one.
  void add(std::size_t number);
  void add(std::string name) { names_.insert(std::move(name)); }

  /// Their names in order: p0, p1, ... by their numbers, then the others by name.
  std::vector<std::string> ordered() const;

 private:
  std::size_t numbered_ = 0;
  std::set<std::string> names_;
};

bool is_whole_number(std::string_view text) noexcept;

}  // namespace ramet::inline v1::expr
