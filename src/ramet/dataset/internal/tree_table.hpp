#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"

namespace ramet::inline v1::dataset {

/// A tree of the file as a table. It keeps the file open.
std::shared_ptr<const Table> tree_table(std::shared_ptr<const File> file,
                                        std::shared_ptr<const tree::TreeReader> reader);

/// The group whose objects are asked for by objects_name; nothing for other names.
std::optional<std::string_view> group_of(std::string_view name);

}  // namespace ramet::inline v1::dataset
