#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "ramet/schema/streamer_info.hpp"
#include "ramet/tree/detail/branch_plan.hpp"

namespace ramet::inline v1::tree {

/// The classes that the file of a tree must describe: those of the schema, in which a std::optional is a vector of at
/// most one value, and the pairs and tuples in the columns' types. Throws Error(misuse), naming class and member, for a
/// class that cannot be stored in a tree.
std::vector<schema::StreamerInfo> streamer_infos_of(const table::Schema& schema);

/// Sees columns that have a type_name as the branches that ROOT makes of such objects (TTree::Branch, Bronch;
/// TBranchElement::Init, Unroll): with a split level above 0
///
///   std::vector<Track> tracks    tracks, how many there are ── tracks.pt, tracks.p.x, ...: of all of an entry
///   Event event                  event. ──┬── event.run
///                                         ├── event.Base ── event.Base.id
///                                         ├── event.vertex ── event.vertex.x
///                                         └── event.tracks ── event.tracks.pt
///
/// and of what cannot be split, or shall not be, one branch of streamed objects. Threads: one thread.
class ClassPlanner {
 public:
  /// The schema must outlive the planner. Throws as streamer_infos_of.
  explicit ClassPlanner(const table::Schema& schema);
  ~ClassPlanner();

  /// Add the branches of a column that has a type_name. Their names must differ from those in `branches`. Throws
  /// Error(misuse) when the column's type does not match its C++ type, or cannot be stored in a tree.
  void add(std::size_t column, std::vector<BranchPlan>& branches) const;

 private:
  struct Layouts;
  const table::Schema& schema_;
  std::unique_ptr<const Layouts> layouts_;
};

}  // namespace ramet::inline v1::tree
