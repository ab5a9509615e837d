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

/// The layouts of the branches' classes, from the file or else from the catalogue; keeps both alive. Threads:
/// immutable.
struct ClassLayouts {
  std::shared_ptr<const schema::StreamerInfos> file;       ///< may be null
  std::shared_ptr<const schema::StreamerInfos> catalogue;  ///< may be null

  std::shared_ptr<const object::FormCache> cache = {};  ///< of these layouts; may be null

  object::Layouts view() const noexcept { return {file.get(), catalogue.get(), cache.get()}; }
};

/// A TLeaf: one column inside a branch, as stored. Threads: a value.
struct Leaf {
  std::string class_name;  ///< TLeafF, TLeafElement, ...
  std::string name;
  std::string title;
  std::int32_t length = 1;      ///< fLen: values in an entry; with a counter, per count
  std::int32_t value_size = 0;  ///< fLenType: bytes of a value in memory
  bool is_range = false;        ///< counts the values of other leaves
  bool is_unsigned = false;
  bool is_virtual = false;        ///< of a TLeafObject: each object is preceded by its class name
  std::string count_leaf;         ///< name of the leaf that counts this one's values; empty if none does
  std::int64_t maximum = 0;       ///< fMaximum of an integer leaf
  std::int32_t element_type = 0;  ///< fType of a TLeafElement
};

/// A basket inside the tree's record, because it was not full when the record was written. Threads: immutable.
struct EmbeddedBasket {
  bytes::Buffer data;                  ///< the entries' bytes, uncompressed
  std::vector<std::uint32_t> offsets;  ///< where each entry begins in data, when they vary
  std::uint32_t entries = 0;
  std::uint32_t key_length = 0;  ///< of the key that preceded data when it was filled
  std::uint64_t first_entry = 0;

  EntryRange range() const noexcept { return {{first_entry}, {first_entry + entries}}; }
};

/// A TBranch or TBranchElement, as stored. Threads: a value.
struct Branch {
  std::string class_name;  ///< TBranch, TBranchElement, ...
  std::string name;
  std::string title;
  std::string file_name;  ///< the file of its baskets, if another one
  std::int64_t entries = 0;
  std::int64_t first_entry = 0;  ///< not 0 for a branch that was added to a tree with entries
  std::int64_t total_bytes = 0;  ///< uncompressed, with key heads
  std::int64_t zip_bytes = 0;    ///< as stored
  std::int32_t basket_size = 0;  ///< fBasketSize
  std::int32_t entry_offset_length = 0;
  std::int32_t split_level = 0;  ///< fSplitLevel: how many levels of members have branches of their own
  std::uint8_t io_features = 0;  ///< ROOT::TIOFeatures bits
  BasketIndex baskets;
  std::vector<std::shared_ptr<const EmbeddedBasket>> embedded;  ///< after those in `baskets`
  /// Embedded baskets between those in `baskets`, by number; the index has their entries, but no location.
  std::map<std::uint64_t, std::shared_ptr<const EmbeddedBasket>> between;
  std::vector<Leaf> leaves;
  std::vector<Branch> branches;

  // Members of a TBranchElement.
  std::string element_class;  ///< fClassName: the class the branch was made for
  std::int32_t element_class_version = 0;
  std::uint32_t element_checksum = 0;  ///< fCheckSum: of the class's layout
  std::int32_t element_id = -1;        ///< fID: the member of that class, -1 for the whole object
  std::int32_t element_kind = 0;       ///< fType: 0 leaf or object, 1 base, 2 object, 3/4 collection, 31/41 its member
  std::int32_t streamer_type = -1;     ///< fStreamerType, one of schema::type_code
  std::int32_t maximum = 0;            ///< fMaximum of a collection: the most objects in an entry

  /// The classes of its file, kept alive by its tree; may be null.
  const ClassLayouts* classes = nullptr;
  LazyLayout lazy_layout;

  /// How its bytes are decoded; `packing` is unsupported when ramet cannot read them. Computed on first use.
  const ColumnLayout& layout() const;
  /// Whether it counts the objects of a split collection, whose members are its sub-branches.
  bool is_collection() const noexcept { return element_kind == 3 || element_kind == 4; }
  /// Whether it has sub-branches; it may have entries too.
  bool is_group() const noexcept { return !branches.empty(); }
  /// The layouts of its classes; empty if there are none.
  object::Layouts class_layouts() const noexcept { return classes == nullptr ? object::Layouts{} : classes->view(); }

  /// The entries of its baskets, including embedded ones.
  EntryRange stored_entries() const noexcept;
};

/// A TTree: its branches and where their baskets are. Threads: immutable.
struct Tree {
  std::string name;
  std::string title;
  std::uint64_t entries = 0;
  std::int64_t total_bytes = 0;  ///< of all baskets, uncompressed, with key heads
  std::int64_t zip_bytes = 0;    ///< the same, as stored
  std::vector<Branch> branches;
  std::vector<std::uint64_t> cluster_starts;    ///< first entry of each cluster, then `entries`
  Companions companions;                        ///< aliases, friends, index, user info
  std::shared_ptr<const ClassLayouts> classes;  ///< the classes of the branches

  std::size_t cluster_count() const noexcept { return cluster_starts.size() - 1; }
  EntryRange cluster(ClusterNumber number) const {
    return {{cluster_starts.at(number.number)}, {cluster_starts.at(number.number + 1)}};
  }
  EntryRange all_entries() const noexcept { return {{0}, {entries}}; }

  /// The branch of a path like "x" or "parent/child"; a name alone is also searched below the top level. Nothing if
  /// there is none.
  const Branch* find(std::string_view path) const noexcept;
  /// The same. Throws Error(not_found) with similar names.
  const Branch& at(std::string_view path) const;
};

/// The branch that counts the values of another one. For a member of a split collection's objects that is the nearest
/// collection above it, or the member that counts values in each object; for others, the branch whose leaf counts the
/// values of the first leaf. Null for branches without a counter, and for those of other trees.
const Branch* counter_of(const Tree& tree, const Branch& member);

/// A branch and its path from the top, parts joined by '/'. Threads: a value that borrows the tree.
struct NamedBranch {
  std::string path;
  const Branch* branch;
};

/// All branches, parents before their children, in stored order.
std::vector<NamedBranch> all_branches(const Tree& tree);

}  // namespace ramet::inline v1::tree
