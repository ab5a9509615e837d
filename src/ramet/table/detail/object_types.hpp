#pragma once

#include "ramet/table/schema.hpp"

namespace ramet::inline v1::table {

/// Give the columns of a tree that it can only store as objects, like lists of records with lists, the C++ type of such
/// objects: std::vector, std::optional, std::array, and classes that are named after the column and its members, which
/// are added to the schema. Columns with a type_name stay. Throws Error(unsupported), naming the column, for values of
/// several types. Threads: any.
void name_object_types(Schema& schema);

}  // namespace ramet::inline v1::table
