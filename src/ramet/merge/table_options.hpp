#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ramet/frame/actions/chosen_columns.hpp"
#include "ramet/tune/profile.hpp"

namespace ramet::inline v1::merge {

/// What to do with entries of files whose header says another compression than MergeOptions::compression.
enum class OnOtherCompression {
  keep,       ///< leave them as they are stored
  pack_anew,  ///< unpack and compress them; values are not decoded, and all else stays
};

/// When the entries of many small baskets or pages are gathered in larger ones.
enum class Gather {
  small,   ///< if most baskets have fewer than 16 kB, or clusters fewer than 1 MB, and they can become larger
  never,   ///< they stay as they are stored
  always,  ///< whatever their size
};

/// What to do with user info, aliases and friends of trees.
enum class OnOtherMetadata {
  refuse,  ///< if they differ, or cannot be kept because entries are written again, as OnDifference says
  first,   ///< keep those of the first tree; trees that are written again lose them
  join,    ///< join user info as lists are joined; aliases and friends of one name must be the same in all trees
};

/// A column that is computed from others, or another meaning of one. Threads: a value.
struct Definition {
  std::string name;
  std::string expression;
};

/// How trees and ntuples become one. Threads: a value.
struct TableOptions {
  OnOtherCompression on_other_compression = OnOtherCompression::keep;
  Gather gather = Gather::small;
  std::uint64_t cluster_bytes = std::uint64_t{16} << 20;  ///< of gathered clusters, uncompressed, about
  OnOtherMetadata on_other_metadata = OnOtherMetadata::refuse;

  // These change tables while they are merged: their entries are read and written again, as by Frame::snapshot.
  std::vector<std::string> changed = {};  ///< the paths of these tables; may be empty if there is only one
  frame::ColumnChoice columns = {};       ///< which columns they get
  std::vector<Definition> definitions = {};
  std::vector<std::string> where = {};                 ///< entries stay for which all of these are true
  std::optional<write::Format> format = std::nullopt;  ///< of all tables; by default each keeps its own
  /// How all tables are written; their entries are written again, then.
  std::optional<tune::Profile> profile = std::nullopt;
};

}  // namespace ramet::inline v1::merge
