#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ramet/file/file_reader.hpp"
#include "ramet/object/object_reader.hpp"

// A histogram of small numbers as one of doubles. Only the class, and the array at the end, are other ones:
//
//   | key "TH1F" | version head | TH1: axes, sums, functions ... | count 4 | floats 4 ... |
//   | key "TH1D" | version head | the same bytes, same place     | count 4 | doubles 8 ... |

namespace ramet::inline v1::merge::internal {

/// The class of doubles of a histogram's class: TH1D for TH1C, TH1S, TH1I and TH1F. Empty for all other classes.
std::string promoted_class(std::string_view class_name);

/// The record of a histogram of such a class, unpacked, as that of its class of doubles, in the newest version that the
/// catalogue has. Throws Error(corrupt), and Error(unsupported) when it has none.
file::Record promoted_record(const file::Record& record, object::Layouts layouts);

}  // namespace ramet::inline v1::merge::internal
