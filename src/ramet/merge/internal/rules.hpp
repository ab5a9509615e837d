#pragma once

#include <span>
#include <string_view>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// How objects of a class are merged.
enum class Treat {
  add,        ///< numbers are added
  append,     ///< points are appended
  join,       ///< members of lists are joined by their names
  shift,      ///< entry lists are joined, with the numbers of entries in the output
  same,       ///< one, the same in all inputs
  alone,      ///< one, in one input: ROOT adds several, ramet cannot
  first,      ///< that of the first input
  last,       ///< that of the last input
  all,        ///< a cycle for each
  distinct,   ///< a cycle for each different one
  leave_out,  ///< none
};

/// By the user's rules, or else by the class: histograms are added, points of graphs appended, members of
/// lists joined, texts and vectors must be the same, all else has a cycle for each different one.
Treat treatment_of(std::string_view class_name, std::span<const ClassRule> rules);
/// Whether objects of a class may be Treat::shift.
bool is_entry_list_class(std::string_view class_name) noexcept;
/// Whether an object is a process that references name (keys/process_numbers.hpp): each file of an output has all.
bool is_process(const MergedObject& object) noexcept;
/// Those of an object; of objects that cannot be joined all are kept, of texts each different one.
Treat treatment_of(const MergedObject& object, std::span<const ClassRule> rules);

}  // namespace ramet::inline v1::merge::internal
