#pragma once

#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::tree {

/// Whether a branch that stands above others can be read together with them: at least one of those can.
bool is_readable_group(const Branch& group);

/// The type of what read_group makes: a record of the branches right below, named as they are. Those that stand above
/// others are records, too; those that cannot be read are left out.
array::Type group_type(const Branch& group);

/// What a branch's entries are as C++ would spell it: its class, or the declared type of the member that it is.
std::string group_type_name(const Branch& group);

/// A branch that was left out, and why. Threads: a value.
struct LeftOut {
  std::string branch;
  std::string reason;
};

/// Read a branch together with those below it. Throws as TreeReader::read, and Error(unsupported) when none of them can
/// be read. With `left_out`, branches that are damaged are not there, as if they could not be read, and named in it.
array::Array read_group(const TreeReader& reader, const Branch& group, EntryRange entries, const ReadOptions& options,
                        std::vector<LeftOut>* left_out = nullptr);

/// The same as the objects that were split: names without those of the branches above, members of bases as the object's
/// own (a name met twice gets a "'"), a collection as a list of its objects. What TObject has itself is left out.
/// Throws as read_group, and Error(corrupt) when members of a collection disagree about its size.
array::Array read_objects(const TreeReader& reader, const Branch& group, EntryRange entries, const ReadOptions& options,
                          std::vector<LeftOut>* left_out = nullptr);

}  // namespace ramet::inline v1::tree
