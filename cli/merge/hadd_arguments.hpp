#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ramet/merge/merge.hpp"

namespace ramet::cli {

/// What the arguments of hadd say. Threads: a value.
struct HaddArguments {
  std::string target;
  std::vector<std::string> sources;  ///< with those in lists, "@FILE", in their place
  bool is_forced = false;
  bool appends = false;
  bool skips_bad = false;
  bool skips_trees = false;
  int verbosity = 99;
  std::optional<int> compression;  ///< the first input's by -ff and -fk
  bool keeps_entries = false;      ///< whatever their compression
  bool is_optimized = false;       ///< -O: baskets get reasonable sizes
  merge::NameFilter filter;
};

/// Read the arguments of hadd. Throws UsageError; Error(misuse) for bad values of -n, -cachesize and -d.
HaddArguments read_hadd_arguments(const std::vector<std::string>& words);

}  // namespace ramet::cli
