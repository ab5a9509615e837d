#pragma once

#include <string>

#include "ramet/merge/plan.hpp"

namespace ramet::inline v1::merge {

/// A plan, or what a merge has done or refused, as a page in HTML that needs nothing else: what becomes of each table
/// and of the objects of each class, all differences, and the files of the output. Names are escaped; control
/// characters, and bytes of a text that is not UTF-8, become '?'.
std::string to_html(const MergePlan& plan);

}  // namespace ramet::inline v1::merge
