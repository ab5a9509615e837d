#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "ramet/ntuple/detail/ntuple_plan.hpp"

namespace ramet::inline v1::ntuple {

/// Throw Error(misuse) for a name that ntuples and fields may not have (RNTupleUtils.cxx, EnsureValidNameForRNTuple).
void check_field_name(std::string_view name);
/// The same for names of fields that lie below one field, which must be different.
void check_field_names(std::span<const std::string> names);

/// Add a field of the plan's spec, all that is below it, and their columns, parents before their children. Throws
/// Error(misuse), naming the field, for types that the format does not have.
void add_field(NTuplePlan& plan, std::size_t field);

}  // namespace ramet::inline v1::ntuple
