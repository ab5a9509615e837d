#pragma once

#include "ramet/ntuple/detail/ntuple_plan.hpp"
#include "ramet/ntuple/ntuple.hpp"
#include "ramet/object/form_cache.hpp"

namespace ramet::inline v1::ntuple {

/// The plan for adding entries to an existing ntuple, with the stored codings of its columns. The columns of its table
/// are the top-level fields that have columns, with the types that reading gives; projections stay as they are, and
/// only their names are in the table. `header` counts everything that is already stored, and aliases are counted from
/// 0. Throws Error(unsupported), naming the field, for fields that cannot be written: streamed objects, unknown types,
/// and fields with several representations.
NTuplePlan plan_of(const NTuple& ntuple, const object::FormCache& forms);

}  // namespace ramet::inline v1::ntuple
