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
  unsupported,      ///< a class that is not read yet; `reason` says which
  fixed,            ///< the same number of numbers in each entry, no offsets
  counted,          ///< numbers, as many as the entry's bytes hold; `skip` bytes before them
  c_string,         ///< TLeafC: a length byte (255: four more), characters
  leaf_list,        ///< several leaves of fixed size, one after the other
  varying_leaves,   ///< several leaves, one after the other, of which some are texts or counted by others
  object_bits,      ///< TObject::fBits: 4 bytes, and 2 more where they say that the object is referenced
  standard_string,  ///< std::string and TString: the same bytes as c_string
  standard_vector,  ///< a vector: count 4, items; nested vectors are a count and items
  streamed,         ///< anything else that a class can hold: `reader` knows
};

/// One leaf of a leaf list. Threads: a value.
struct LeafLayout {
  NumberCoding coding;
  std::uint64_t values = 1;  ///< numbers per entry, per count where there is a counter
  bool is_text = false;      ///< it is stored as a c_string
  bool counts_others = false;
  std::optional<std::size_t> counter = {};  ///< the leaf before this one that counts its values
};

/// How to turn the bytes of a branch's entries into an array. Threads: a value.
struct ColumnLayout {
  Packing packing = Packing::unsupported;
  array::Type type = {};                ///< of the array
  std::string type_name = {};           ///< as C++ would spell it: "float[3]", "int32_t[]", "std::vector<float>"
  std::string reason = {};              ///< of Packing::unsupported
  NumberCoding coding = {};             ///< of the innermost numbers
  std::uint64_t values_per_row = 1;     ///< fixed: numbers per entry; counted: numbers per count
  std::size_t skip = 0;                 ///< counted: bytes before the numbers of each entry
  std::vector<LeafLayout> leaves = {};  ///< leaf_list, varying_leaves
  bool has_head = false;                ///< standard_*: each entry begins with a byte count 4 and a version 2
  bool has_class_name = false;          ///< streamed: each entry begins with the name of the object's class
  std::string counting_member = {};     ///< counted: the member that counts the values of each object in a collection
  bool may_lack_offsets = false;        ///< counted: only the branch that counts may tell where entries begin
  bool is_repeated = false;             ///< of objects in a split collection: value after value up to the entry's end

  std::shared_ptr<const object::ColumnReader> reader = {};  ///< streamed: reads one value

  /// Whether entries can be told apart only by those who know how many objects each has.
  bool needs_counts() const noexcept {
    return (packing == Packing::streamed && is_repeated) || may_lack_offsets || !counting_member.empty();
  }
  bool is_readable() const noexcept { return packing != Packing::unsupported && packing != Packing::nothing; }
  /// Bytes of one entry of fixed or leaf_list packing.
  std::size_t row_size() const noexcept;
};

/// What the stored description of a branch and the classes of its file say about its bytes. Never throws for a branch
/// it does not understand: the layout then says unsupported, and why.
ColumnLayout layout_of(const Branch& branch);

}  // namespace ramet::inline v1::tree
