#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "internal/arrays.hpp"
#include "internal/damage_warning.hpp"
#include "internal/file_text.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "ramet/tree/detail/group_reader.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::bindings {
namespace {

/// A branch of an open tree. Threads: immutable.
struct OpenBranch {
  std::shared_ptr<const tree::TreeReader> reader;  // owns the branch
  const tree::Branch* branch;
  std::string path;
};

std::vector<OpenBranch> branches_of(const OpenTree& open) {
  std::vector<OpenBranch> branches;
  for (tree::NamedBranch& named : tree::all_branches(open.reader->tree()))
    branches.push_back({open.reader, named.branch, std::move(named.path)});
  return branches;
}

/// Find a branch at the top of the tree. In wide trees all branches are there, and none of the others gets a Python
/// object.
std::optional<OpenBranch> find_top(const OpenTree& open, std::string_view name) {
  const auto& branches = open.reader->tree().branches;
  const auto found = std::ranges::find(branches, name, &tree::Branch::name);
  if (found == branches.end()) return std::nullopt;
  return OpenBranch{open.reader, &*found, found->name};
}

/// Warn of damaged members that were left out. The interpreter's lock must be held.
void warn_of(const std::vector<tree::LeftOut>& left_out) {
  for (const tree::LeftOut& one : left_out) warn_of_damage("branch", one.branch, one.reason);
}

Arrays read_branches(const OpenTree& open, const std::vector<const OpenBranch*>& wanted, std::uint64_t first,
                     std::uint64_t last) {
  std::vector<const tree::Branch*> branches;
  for (const OpenBranch* branch : wanted) {
    if (branch->reader != open.reader)
      detail::fail(ErrorKind::misuse, "branch '{}' belongs to another tree", branch->path);
    if (!branch->branch->is_group()) branches.push_back(branch->branch);
  }
  Arrays arrays;
  std::vector<tree::LeftOut> left_out;
  run_unlocked([&](SignalWatch& watch) {
    const tree::ReadOptions options{.executor = open.session->executor(), .stop = watch.stop(), .progress = &watch};
    auto columns = open.reader->read(branches, {{first}, {last}}, options);
    auto next = columns.begin();
    for (const OpenBranch* branch : wanted)
      arrays.push_back(branch->branch->is_group()
                           ? tree::read_group(*open.reader, *branch->branch, {{first}, {last}}, options, &left_out)
                           : std::move(*next++));
  });
  warn_of(left_out);
  return arrays;
}

/// The number of objects in each entry of a collection, from its own branch.
array::Array read_counts(const OpenTree& open, const OpenBranch& collection, std::uint64_t first, std::uint64_t last) {
  return run_unlocked([&](SignalWatch& watch) {
    return open.reader->read(*collection.branch, {{first}, {last}},
                             {.executor = open.session->executor(), .stop = watch.stop(), .progress = &watch});
  });
}

/// Read a branch with its subbranches as the objects that were split.
array::Array read_objects(const OpenTree& open, const OpenBranch& group, std::uint64_t first, std::uint64_t last) {
  std::vector<tree::LeftOut> left_out;
  auto column = run_unlocked([&](SignalWatch& watch) {
    return tree::read_objects(*open.reader, *group.branch, {{first}, {last}},
                              {.executor = open.session->executor(), .stop = watch.stop(), .progress = &watch},
                              &left_out);
  });
  warn_of(left_out);
  return column;
}

array::Type type_of(const OpenBranch& open) {
  return open.branch->is_group() ? tree::group_type(*open.branch) : open.branch->layout().type;
}

std::string type_name_of(const OpenBranch& open) {
  return open.branch->is_group() ? tree::group_type_name(*open.branch) : open.branch->layout().type_name;
}

bool is_readable(const OpenBranch& open) {
  return open.branch->is_group() ? tree::is_readable_group(*open.branch) : open.branch->layout().is_readable();
}

/// One past its last entry. A branch that was added to its tree later lacks the first entries.
std::int64_t end_of(const OpenBranch& open) {
  const tree::Branch& branch = *open.branch;
  if (branch.first_entry <= 0) return branch.entries;
  return std::max(branch.entries, static_cast<std::int64_t>(branch.stored_entries().last.number));
}

void bind_branch(nb::module_& module) {
  using Open = OpenBranch;
  nb::class_<Open>(module, "Branch", "One column of a tree on disk.")
      .def_ro("path", &Open::path)
      .def_prop_ro("name", [](const Open& open) { return open.branch->name; })
      .def_prop_ro("title", [](const Open& open) { return open.branch->title; })
      .def_prop_ro("class_name", [](const Open& open) { return open.branch->class_name; })
      .def_prop_ro("type_name", &type_name_of)
      .def_prop_ro("type", &type_of)
      .def_prop_ro("is_readable", &is_readable)
      .def_prop_ro("is_group", [](const Open& open) { return open.branch->is_group(); })
      .def_prop_ro("is_collection", [](const Open& open) { return open.branch->is_collection(); })
      .def_prop_ro("reason", [](const Open& open) { return open.branch->layout().reason; })
      .def_prop_ro("num_entries", &end_of)
      .def_prop_ro("num_baskets",
                   [](const Open& open) { return open.branch->baskets.size() + open.branch->embedded.size(); })
      .def_prop_ro("compressed_bytes", [](const Open& open) { return open.branch->zip_bytes; })
      .def_prop_ro("uncompressed_bytes", [](const Open& open) { return open.branch->total_bytes; });
}

/// The column names and the numbers of a stored index.
using Index = std::tuple<std::string, std::string, std::vector<std::int64_t>, std::vector<std::int64_t>,
                         std::vector<std::int64_t>>;

std::optional<Index> index_of(const OpenTree& open) {
  const auto& index = open.reader->tree().companions.index;
  if (index == nullptr) return std::nullopt;
  return Index(index->major_name, index->minor_name, index->major, index->minor, index->entry);
}

}  // namespace

void bind_tree(nb::module_& module) {
  bind_branch(module);
  nb::class_<OpenTree>(module, "Tree", "An open tree.")
      .def_prop_ro("name", [](const OpenTree& open) { return open.reader->tree().name; })
      .def_prop_ro("title", [](const OpenTree& open) { return open.reader->tree().title; })
      .def_prop_ro("num_entries", [](const OpenTree& open) { return open.reader->tree().entries; })
      .def_prop_ro("compressed_bytes", [](const OpenTree& open) { return open.reader->tree().zip_bytes; })
      .def_prop_ro("uncompressed_bytes", [](const OpenTree& open) { return open.reader->tree().total_bytes; })
      .def_prop_ro("cluster_starts", [](const OpenTree& open) { return open.reader->tree().cluster_starts; })
      .def_prop_ro("aliases",
                   [](const OpenTree& open) {
                     std::vector<std::pair<std::string, std::string>> aliases;
                     for (const tree::Alias& alias : open.reader->tree().companions.aliases)
                       aliases.emplace_back(alias.name, alias.formula);
                     return aliases;
                   })
      .def_prop_ro("friends",
                   [](const OpenTree& open) {
                     std::vector<std::tuple<std::string, std::string, std::string>> friends;
                     for (const tree::FriendElement& one : open.reader->tree().companions.friends)
                       friends.emplace_back(one.name, one.tree_name, one.file_name);
                     return friends;
                   })
      .def_prop_ro("index", &index_of)
      .def_prop_ro("user_info",
                   [](const OpenTree& open) {
                     std::vector<std::tuple<std::string, std::string, std::string, std::optional<double>>> objects;
                     for (const tree::UserObject& one : open.reader->tree().companions.user_info)
                       objects.emplace_back(one.class_name, one.name, one.text, one.value);
                     return objects;
                   })
      .def_prop_ro("branches", &branches_of)
      .def("find_top", &find_top, nb::arg("name"), "The top-level branch of this name, or None.")
      .def("read", &read_branches, nb::arg("branches"), nb::arg("first"), nb::arg("last"),
           "Read entries [first, last) of several branches; baskets are decompressed in parallel.")
      .def("read_objects", &read_objects, nb::arg("group"), nb::arg("first"), nb::arg("last"),
           "Read entries [first, last) of a branch with its subbranches, as the objects that were split.")
      .def("read_counts", &read_counts, nb::arg("collection"), nb::arg("first"), nb::arg("last"),
           "The number of objects in each entry [first, last) of a split collection.");
}

}  // namespace ramet::bindings
