#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::expr {

/// Throw Error(kind): what happened, the line of the text, and below it a caret under text[begin] and the rest of
/// text[begin, end).
///
///     no column or function Muon_pT; did you mean Muon_pt?
///       sqrt(Muon_pT) > 3
///            ^~~~~~~
[[noreturn]] void fail_at(ErrorKind kind, std::string_view text, std::size_t begin, std::size_t end,
                          const std::string& what);

/// The names of `known` that are most like `name`, nearest first, as ", did you mean a or b?"; empty if none is near.
template <class Names>
std::string near_names(std::string_view name, const Names& known);

/// How many characters have to be inserted, removed, replaced or swapped with the next one to make one of the other;
/// upper and lower case count as equal first. At most `limit` + 1.
std::size_t edit_distance(std::string_view one, std::string_view other, std::size_t limit);

template <class Names>
std::string near_names(std::string_view name, const Names& known) {
  const std::size_t limit = (name.size() + 1) / 4;  // of short names, only other cases of letters
  std::string_view best;
  std::size_t least = limit + 1;
  for (const std::string_view candidate : known) {
    if (candidate == name) return {};
    const std::size_t distance = edit_distance(name, candidate, limit);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best.empty() ? std::string() : fmt::format("; did you mean {}?", best);
}

}  // namespace ramet::inline v1::expr
