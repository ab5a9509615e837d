#pragma once

#include "ramet/ntuple/detail/ntuple_plan.hpp"

namespace ramet::inline v1::ntuple {

/// Add a projected field, with all that is below it, and its alias columns. Throws Error(misuse), naming it, when its
/// source is not there, is or lies in something that cannot be projected (a fixed-size array, a variant, another
/// projection), or has no sizes to show.
void add_projection(NTuplePlan& plan, const table::Projection& projection);

}  // namespace ramet::inline v1::ntuple
