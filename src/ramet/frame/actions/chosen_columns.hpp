#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ramet/frame/frame.hpp"

namespace ramet::inline v1::frame {

/// Which columns of an input are written. Threads: a value.
struct ColumnChoice {
  std::vector<std::string> keep = {};        ///< patterns; all columns if there are none
  std::vector<std::string> drop = {};        ///< patterns, of those kept
  std::string_view word_of_keep = "keep";    ///< what messages call the first of these
  std::vector<std::string> unreadable = {};  ///< columns of the input that the frame lacks; patterns may name them
};

/// The columns that a choice names, in the order of the frame. What was defined is kept unless it is dropped. A pattern
/// has '*', '?' and '[...]', as file names do, or is the name of a column, also of one that is part of another's
/// values. Throws Error(not_found), with similar names, for a pattern that nothing matches, and Error(misuse) when no
/// column is left, not even an unreadable one.
std::vector<std::string> chosen_columns(const Frame& frame, const ColumnChoice& choice);

/// The unreadable columns that a choice names, or does not leave out. Threads: any.
std::vector<std::string> chosen_unreadable(const ColumnChoice& choice);

}  // namespace ramet::inline v1::frame
