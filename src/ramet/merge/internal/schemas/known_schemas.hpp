#pragma once

#include <map>
#include <memory>
#include <string>

#include "ramet/core/mutex.hpp"
#include "ramet/merge/internal/schemas/table_schema.hpp"

namespace ramet::inline v1::merge::internal {

/// Describes trees, of which most are stored alike: then the description of the first one is taken, which is found by
/// all that it depends on. Threads: any.
class KnownSchemas {
 public:
  /// The schema of a tree, as schema_of.
  std::shared_ptr<const TableSchema> of(const tree::Tree& tree);

 private:
  Mutex mutex_;
  std::map<std::string, std::shared_ptr<const TableSchema>> known_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::merge::internal
