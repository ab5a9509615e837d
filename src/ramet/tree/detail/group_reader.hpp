#pragma once

#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::tree {

/// Whether a branch with sub-branches can be read as a group: at least one of them is readable.
bool is_readable_group(const Branch& group);

/// The type of read_group's result: a record of the sub-branches, with their names. Sub-branches that have sub-branches
/// are records, too; branches that cannot be read are left out.
array::Type group_type(const Branch& group);

/// The C++ type of a branch's entries: its class, or the declared type of its member.
std::string group_type_name(const Branch& group);

/// A branch that was left out, and the reason. Threads: a value.
struct LeftOut {
  std::string branch;
  std::string reason;
};

/// Read a branch together with those below it. Throws as TreeReader::read, and Error(unsupported) when none of them can
/// be read. With `left_out`, damaged branches are left out and listed there.
array::Array read_group(const TreeReader& reader, const Branch& group, EntryRange entries, const ReadOptions& options,
                        std::vector<LeftOut>* left_out = nullptr);

/// The same, but as the original objects: names without prefixes, members of bases as members of the object (a repeated
/// name gets a "'"), a collection as a list of objects. Members of TObject are left out. Throws as read_group, and
/// Error(corrupt) when members of a collection have different sizes.
array::Array read_objects(const TreeReader& reader, const Branch& group, EntryRange entries, const ReadOptions& options,
                          std::vector<LeftOut>* left_out = nullptr);

/// The type of read_objects's result, with the classes of the objects. Throws Error(unsupported) as read_objects.
array::Type objects_type(const TreeReader& reader, const Branch& group);

}  // namespace ramet::inline v1::tree
