#include "ramet/front/column.hpp"

#include <algorithm>

#include "ramet/file/detail/nearest_names.hpp"

namespace ramet::inline v1::front {

const Column& Columns::operator[](std::string_view name) const& {
  const auto found = std::ranges::find(columns_, name, &Column::name);
  if (found != columns_.end()) return *found;
  std::vector<std::string_view> names;
  for (const Column& column : columns_) names.push_back(column.name());
  detail::fail(ErrorKind::not_found, "column '{}' was not read{}", name, file::suggest_names(name, names));
}

}  // namespace ramet::inline v1::front
