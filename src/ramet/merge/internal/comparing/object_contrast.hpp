#pragma once

#include <string>
#include <vector>

#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"
#include "ramet/merge/compare.hpp"

namespace ramet::inline v1::merge::internal {

/// An object in a file. Threads: a value that borrows.
struct PlacedObject {
  const dataset::File* file = nullptr;
  file::Key key;
};

/// Compare two objects of the same class: by their bytes, and where these differ by their members, with those of the
/// objects that they point to. Adds what differs, with this path. Throws Error(corrupt).
void compare_objects(const PlacedObject& left, const PlacedObject& right, const std::string& path,
                     const CompareOptions& options, std::vector<FileContrast>& contrasts);

}  // namespace ramet::inline v1::merge::internal
