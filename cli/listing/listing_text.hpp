#pragma once

#include <string>
#include <vector>

#include "cli/listing/listing.hpp"
#include "cli/terminal/terminal.hpp"

namespace ramet::cli {

/// The optional columns of a listing. Threads: a value.
struct ListingColumns {
  bool is_long = false;         ///< with dates, sizes and ratio
  bool shows_branches = false;  ///< the branches below each tree
};

/// A table with a line per key.
std::string listing_table(const std::vector<ListedKey>& listed, const ListingColumns& columns,
                          const Terminal& terminal);

/// One line for each key, with its path and cycle only.
std::string listing_names(const std::vector<ListedKey>& listed);

/// The style of keys of a class.
Style style_of_class(std::string_view class_name) noexcept;

}  // namespace ramet::cli
