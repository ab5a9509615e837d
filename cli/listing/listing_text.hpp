#pragma once

#include <string>
#include <vector>

#include "cli/listing/listing.hpp"
#include "cli/terminal/terminal.hpp"

namespace ramet::cli {

/// What the lines of a listing have. Threads: a value.
struct ListingColumns {
  bool is_long = false;         ///< dates, sizes and ratio too
  bool shows_branches = false;  ///< below each tree
};

/// A table with a line per key.
std::string listing_table(const std::vector<ListedKey>& listed, const ListingColumns& columns,
                          const Terminal& terminal);

/// A line per key that has its path and cycle only.
std::string listing_names(const std::vector<ListedKey>& listed);

/// How a key of that class looks.
Style style_of_class(std::string_view class_name) noexcept;

}  // namespace ramet::cli
