#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/tree/number_coding.hpp"

namespace ramet::inline v1::object {
class ColumnReader;
}

namespace ramet::inline v1::tree {

struct Branch;

/// How the bytes of an entry are laid out in a basket.
enum class Packing : std::uint8_t {
  nothing,          ///< a branch that only groups others: no baskets
  unsupported,      ///< cannot be read; `reason` says why
  fixed,            ///< the same number of numbers in each entry, no offsets
  counted,          ///< `skip` bytes, then as many numbers as the entry has room for
  c_string,         ///< TLeafC: a length byte (255: four more), characters
  leaf_list,        ///< several leaves of fixed size, one after the other
  varying_leaves,   ///< several leaves, one after the other, some of them texts or counted by others
  object_bits,      ///< TObject::fBits: 4 bytes, and 2 more if a bit says that the object is referenced
  standard_string,  ///< std::string and TString: the same bytes as c_string
  standard_vector,  ///< a vector: count 4, items; nested vectors are a count and items
  streamed,         ///< any other type, decoded by `reader`
};

/// One leaf of a leaf list. Threads: a value.
struct LeafLayout {
  NumberCoding coding;
  std::uint64_t values = 1;  ///< numbers in an entry; with a counter, per count
  bool is_text = false;      ///< stored as a c_string
  bool is_long = false;      ///< of ROOT's Long_t or ULong_t (TLeafG), not Long64_t
  bool counts_others = false;
  std::optional<std::size_t> counter = {};  ///< the earlier leaf that counts its values
};

/// How to decode the bytes of a branch's entries to an array. Threads: a value.
struct ColumnLayout {
  Packing packing = Packing::unsupported;
  array::Type type = {};                ///< of the array
  std::string type_name = {};           ///< in C++: "float[3]", "int32_t[]", "std::vector<float>"
  std::string reason = {};              ///< of Packing::unsupported
  NumberCoding coding = {};             ///< of the innermost numbers
  std::uint64_t values_per_row = 1;     ///< fixed: numbers in an entry; counted: numbers per count
  std::size_t skip = 0;                 ///< counted: bytes before the numbers of each entry
  std::vector<LeafLayout> leaves = {};  ///< leaf_list, varying_leaves
  bool has_head = false;                ///< standard_*: each entry begins with a byte count 4 and a version 2
  bool has_class_name = false;          ///< streamed: each entry begins with the name of the object's class
  std::string counting_member = {};  ///< counted: the member with the number of values in each object of a collection
  bool may_lack_offsets = false;     ///< counted: entries may have to be located by the counting branch
  bool is_repeated = false;          ///< for objects in a split collection: value after value up to the entry's end

  std::shared_ptr<const object::ColumnReader> reader = {};  ///< streamed: reads one value

  /// Whether decoding needs the number of objects in each entry.
  bool needs_counts() const noexcept {
    return (packing == Packing::streamed && is_repeated) || may_lack_offsets || !counting_member.empty();
  }
  bool is_readable() const noexcept { return packing != Packing::unsupported && packing != Packing::nothing; }
  /// Bytes of one entry of fixed or leaf_list packing.
  std::size_t row_size() const noexcept;
};

/// The layout of a branch, from its stored description and the classes of its file. Does not throw for a branch that
/// cannot be read: the layout is then unsupported and has the reason.
ColumnLayout layout_of(const Branch& branch);

}  // namespace ramet::inline v1::tree
