#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/schema/type_name.hpp"

// Containers that histograms and figures hold as members. A container of the standard library has a version head, then
// | count 4 | values ... |; one of objects with versions may be streamed member by member instead (memberwise).

namespace ramet::inline v1::hist::internal {

/// Call `visit` for each object of a TList, which may be embedded (a version head) or behind a pointer (a tag),
/// depending on the class version.
void for_each_listed(object::ObjectReader& reader, FunctionRef<void(const object::ObjectTag&)> visit);

/// Run `read` and ignore Error(unsupported): unsupported decoration must not prevent reading a figure.
void unless_unsupported(FunctionRef<void()> read);

/// `count` numbers of a type, as doubles. Throws Error(unsupported) for a type of varying size.
std::vector<double> read_numbers(object::ObjectReader& reader, schema::Fundamental type, std::size_t count);
/// A std::vector of numbers of a type, as doubles.
std::vector<double> read_number_vector(object::ObjectReader& reader, schema::Fundamental type);
/// A std::vector<double>.
std::vector<double> read_doubles(object::ObjectReader& reader);
/// A std::vector<std::string> or std::vector<TString>.
std::vector<std::string> read_strings(object::ObjectReader& reader);

}  // namespace ramet::inline v1::hist::internal
