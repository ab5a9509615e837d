#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "ramet/ntuple/detail/ntuple_plan.hpp"

namespace ramet::inline v1::ntuple {

/// Throw Error(misuse) for a name that is not allowed for ntuples and fields (RNTupleUtils.cxx,
/// EnsureValidNameForRNTuple).
void check_field_name(std::string_view name);
/// The same for the names of sibling fields, which must also be unique.
void check_field_names(std::span<const std::string> names);

/// Add a field for a column of the plan's table, all fields below it, and their columns, parents before children.
/// Throws Error(misuse), naming the field, for types that the format lacks.
void add_field(NTuplePlan& plan, std::size_t field);

}  // namespace ramet::inline v1::ntuple
