#pragma once

#include <string_view>

#include "ramet/schema/type_name.hpp"

namespace ramet::inline v1::schema::internal {

/// The implementation of TypeName::parse.
TypeName parse_type(std::string_view text);

}  // namespace ramet::inline v1::schema::internal
