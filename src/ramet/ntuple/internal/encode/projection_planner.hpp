#pragma once

#include "ramet/ntuple/detail/ntuple_plan.hpp"

namespace ramet::inline v1::ntuple {

/// Add a projected field, with all fields below it, and its alias columns. Throws Error(misuse), naming it, when its
/// source does not exist, is or lies in a field that cannot be projected (a fixed-size array, a variant, another
/// projection), or has no sizes to show.
void add_projection(NTuplePlan& plan, const table::Projection& projection);

}  // namespace ramet::inline v1::ntuple
