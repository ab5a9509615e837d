#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ramet/expr/internal/text/syntax.hpp"

namespace ramet::inline v1::expr {

/// The calls of random functions in a program's texts: the stream of each text, and the number of each call in it.
/// Calls are counted from left to right. A part of a text that is checked again, as that behind an `if`, keeps its
/// numbers; a lambda that is called again has further ones. Threads: one at a time.
class RandomCalls {
 public:
  /// What is known of the text that is checked. Threads: a value.
  struct Text {
    std::string stream;
    std::vector<std::size_t> places;  ///< of its calls, from left to right
    /// The calls of lambdas through which each call was reached first, and the calls that were reached otherwise.
    using Way = std::vector<std::size_t>;
    std::unordered_map<std::size_t, Way> first_ways;
    std::vector<std::pair<std::size_t, Way>> others;
    Way way;
  };

  /// A text begins, whose stream has this name. Returns what `end` takes back.
  Text begin(std::string stream, const Syntax& syntax);
  void end(Text outer) noexcept { text_ = std::move(outer); }

  void enter_lambda(std::size_t place) { text_.way.push_back(place); }
  void leave_lambda() noexcept { text_.way.pop_back(); }

  /// Texts of another grammar do not begin here: a text whose call is met is the one that is checked, with the name of
  /// itself, and its calls are counted as they are met.
  void meet(const std::string& text);

  /// Whether the text that is checked calls a random function.
  bool has_any() const noexcept { return !text_.places.empty(); }

  /// The number of the stream. Throws Error(misuse) if another name has it.
  std::uint32_t stream();
  /// The number of the call at the place. Throws Error(misuse) if there are too many.
  std::uint8_t number(std::size_t place);

 private:
  Text text_;
  bool has_begun_ = false;
  std::unordered_map<std::string, Text> met_;
  std::unordered_map<std::uint32_t, std::string> names_;
};

/// Whether a part calls a random function.
bool draws(const Syntax& syntax);

}  // namespace ramet::inline v1::expr
