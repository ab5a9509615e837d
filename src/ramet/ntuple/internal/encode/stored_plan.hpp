#pragma once

#include "ramet/ntuple/detail/ntuple_plan.hpp"
#include "ramet/ntuple/ntuple.hpp"
#include "ramet/object/form_cache.hpp"

namespace ramet::inline v1::ntuple {

/// The plan by which an ntuple that is in a file gets more entries: its columns, in the codings that they have. Fields
/// of its spec are those at the top that have columns, with the types that they are read as; projections go on
/// showing what they show, and only their names are in the spec. Of `header`, all is there already, and aliases are
/// counted from 0. Throws Error(unsupported), naming the field, for one that is not written: objects that were streamed
/// whole, types that are not known, fields that are stored in several ways.
NTuplePlan plan_of(const NTuple& ntuple, const object::FormCache& forms);

}  // namespace ramet::inline v1::ntuple
