#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/strong_id.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/tree/basket_index.hpp"
#include "ramet/tree/column_layout.hpp"
#include "ramet/tree/companions.hpp"
#include "ramet/tree/lazy_layout.hpp"

namespace ramet::inline v1::tree {

/// The classes that branches are made of, as a file describes them, else the catalogue; it keeps both alive.
/// Threads: immutable.
struct ClassLayouts {
  std::shared_ptr<const schema::StreamerInfos> file;       ///< may be null
  std::shared_ptr<const schema::StreamerInfos> catalogue;  ///< may be null

  object::Layouts view() const noexcept { return {file.get(), catalogue.get()}; }
};

/// A TLeaf: one column inside a branch, as stored. Threads: a value.
struct Leaf {
  std::string class_name;  ///< TLeafF, TLeafElement, ...
  std::string name;
  std::string title;
  std::int32_t length = 1;      ///< fLen: values per entry, per count where there is a counter
  std::int32_t value_size = 0;  ///< fLenType: bytes of a value in memory
  bool is_range = false;        ///< it counts the values of other leaves
  bool is_unsigned = false;
  bool is_virtual = false;        ///< of a TLeafObject: the name of its class comes before each object
  std::string count_leaf;         ///< name of the leaf that counts this one's values; empty if none does
  std::int64_t maximum = 0;       ///< fMaximum of an integer leaf
  std::int32_t element_type = 0;  ///< fType of a TLeafElement
};

/// A basket inside the tree's own record, because it was not full when that was written. Threads: immutable.
struct EmbeddedBasket {
  bytes::Buffer data;                  ///< the entries' bytes, uncompressed
  std::vector<std::uint32_t> offsets;  ///< where each entry begins in data, when they vary
  std::uint32_t entries = 0;
  std::uint32_t key_length = 0;  ///< of the key that stood before data when it was filled
  std::uint64_t first_entry = 0;

  EntryRange range() const noexcept { return {{first_entry}, {first_entry + entries}}; }
};

/// A TBranch or TBranchElement, as stored. Threads: a value.
struct Branch {
  std::string class_name;  ///< TBranch, TBranchElement, ...
  std::string name;
  std::string title;
  std::string file_name;  ///< where its baskets are, when in another file
  std::int64_t entries = 0;
  std::int64_t first_entry = 0;  ///< of a branch that was made when its tree had entries: those are not in it
  std::int64_t total_bytes = 0;  ///< uncompressed, key heads included
  std::int64_t zip_bytes = 0;    ///< as stored
  std::int32_t basket_size = 0;  ///< fBasketSize
  std::int32_t entry_offset_length = 0;
  std::uint8_t io_features = 0;  ///< ROOT::TIOFeatures bits
  BasketIndex baskets;
  std::vector<std::shared_ptr<const EmbeddedBasket>> embedded;  ///< follow the baskets above
  /// Those that stand between the baskets above, in whose index they have entries and no location, by their numbers.
  std::map<std::uint64_t, std::shared_ptr<const EmbeddedBasket>> between;
  std::vector<Leaf> leaves;
  std::vector<Branch> branches;

  // Of a TBranchElement.
  std::string element_class;  ///< fClassName: the class the branch was made for
  std::int32_t element_class_version = 0;
  std::uint32_t element_checksum = 0;  ///< fCheckSum: of the layout that the class had
  std::int32_t element_id = -1;        ///< fID: the member of that class, -1 for the whole object
  std::int32_t element_kind = 0;       ///< fType: 0 leaf or object, 1 base, 2 object, 3/4 collection, 31/41 its member
  std::int32_t streamer_type = -1;     ///< fStreamerType, one of schema::type_code

  /// The classes of its file, which its tree keeps alive; may be null.
  const ClassLayouts* classes = nullptr;
  LazyLayout lazy_layout;

  /// How its bytes become values; its `packing` says unsupported when ramet cannot tell. Made when first asked for.
  const ColumnLayout& layout() const;
  /// Whether it has the number of objects in a split collection, whose members are below it.
  bool is_collection() const noexcept { return element_kind == 3 || element_kind == 4; }
  /// Whether it stands above others, with entries of its own or without.
  bool is_group() const noexcept { return !branches.empty(); }
  /// Of its classes; empty ones without.
  object::Layouts class_layouts() const noexcept { return classes == nullptr ? object::Layouts{} : classes->view(); }

  /// The branch's own baskets and the embedded ones.
  EntryRange stored_entries() const noexcept;
};

/// A TTree: its branches and where their baskets are. Threads: immutable.
struct Tree {
  std::string name;
  std::string title;
  std::uint64_t entries = 0;
  std::int64_t total_bytes = 0;  ///< of all baskets, uncompressed, key heads included
  std::int64_t zip_bytes = 0;    ///< the same, as stored
  std::vector<Branch> branches;
  std::vector<std::uint64_t> cluster_starts;    ///< first entry of each cluster, then `entries`
  Companions companions;                        ///< aliases, friends, index, user info
  std::shared_ptr<const ClassLayouts> classes;  ///< what branches are interpreted by

  std::size_t cluster_count() const noexcept { return cluster_starts.size() - 1; }
  EntryRange cluster(ClusterNumber number) const {
    return {{cluster_starts.at(number.number)}, {cluster_starts.at(number.number + 1)}};
  }
  EntryRange all_entries() const noexcept { return {{0}, {entries}}; }

  /// The branch of a path: "x", "parent/child"; a name alone is also looked for below the top. Nothing if there is
  /// none.
  const Branch* find(std::string_view path) const noexcept;
  /// The same. Throws Error(not_found), naming near names.
  const Branch& at(std::string_view path) const;
};

/// The branch that has the number of objects in each entry, of a branch with a member of a split collection's objects:
/// the nearest collection above it, or the one with the member that counts values of each object; or the one whose leaf
/// counts the values of the branch's first leaf. Nothing for other branches, and those of other trees.
const Branch* counter_of(const Tree& tree, const Branch& member);

/// A branch and its path from the top, parts joined by '/'. Threads: a value that borrows the tree.
struct NamedBranch {
  std::string path;
  const Branch* branch;
};

/// All branches, parents before their children, in stored order.
std::vector<NamedBranch> all_branches(const Tree& tree);

}  // namespace ramet::inline v1::tree
