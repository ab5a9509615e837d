#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/keys/occurrences.hpp"
#include "ramet/merge/internal/schemas/known_trees.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// A key of an input and, for tables, what its record describes. Threads: a value.
struct FoundObject {
  std::size_t place = 0;  ///< of its directory among those of the input
  std::string name;
  std::string class_name;
  ObjectKind kind = ObjectKind::object;
  Occurrence occurrence;
  std::unique_ptr<TablePart> table;  ///< null for an object
  char letter = 0;                   // the last one of the stored class, if it becomes another
};

/// A TProcessID of an input. Threads: a value.
struct FoundProcess {
  std::string identity;
  std::string name;
  Occurrence occurrence;
};

/// What is in one input. Threads: a value.
struct FoundInput {
  std::vector<std::string> directories;       ///< those that are merged
  std::map<std::string, std::string> titles;  ///< of directories, unless that is the name
  std::vector<std::string> places;            // of the objects; consecutive ones mostly have the same
  std::vector<FoundObject> objects;
  std::set<std::string> ruled;                      ///< the classes of keys for which there is a rule
  std::map<std::uint16_t, FoundProcess> processes;  ///< by their numbers
  std::uint64_t size = 0;
  const void* layouts = nullptr;  ///< which of the session's: files with equal streamer infos share them
  std::uint64_t layout_bytes = 0;
  std::uint32_t compression = 0;
  bool is_large = false;  ///< it has so many keys that it is read on its own; nothing else is known
};

/// Takes an object that was found in a directory.
using TakeObject = FunctionRef<void(FoundObject object, const std::string& directory)>;

/// Find what is in an input, without what the options do not want, and hand its objects over: none is in the result.
/// Throws Error(corrupt), Error(io).
FoundInput find(std::size_t input, const dataset::File& file, const MergeOptions& options, KnownTrees& trees,
                TakeObject take);
/// The same with its objects, unless it has more keys than `most_keys`.
FoundInput find_small(std::size_t input, const dataset::File& file, const MergeOptions& options, KnownTrees& trees,
                      std::size_t most_keys);
/// How many things of an input are in memory, keys and columns.
std::size_t things_in(const FoundInput& found) noexcept;

}  // namespace ramet::inline v1::merge::internal
