#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/array/type.hpp"
#include "ramet/bytes/buffer.hpp"

namespace ramet::inline v1::array {

class ArrayBuilder;

/// Values of a column, contiguous and native-endian; nesting is by offsets, as in Arrow and awkward:
///
///   number   values: length * size_of(number) bytes
///   string   offsets: length + 1 int64 into values, which holds the characters
///   list     offsets: length + 1 int64 into content(0)
///   regular  content(0) has length * size values
///   record   content(k) has length values of the member names()[k]
///   option   offsets: length + 1 int64 into content(0), which has the values that are there: as a list of 0 or 1
///   variant  values: length tags of one byte, 0 for no value, else k + 1 for one in content(k);
///            offsets: length int64, where in that content it is (0 for no value)
///
/// The memory is shared: copies and slices of an array, and members taken out of it, refer to the same bytes, which are
/// freed with the last of them. So offsets of a slice need not begin at 0, and its characters or content may begin
/// before and end behind what the offsets reach. One that was moved from is only good for being assigned to.
/// ArrayBuilder makes arrays. Threads: immutable.
class Array {
 public:
  /// No values of type float64.
  Array() : Array(Type{}) {}
  /// No values of the type.
  explicit Array(const Type& type);

  Type type() const;
  Kind kind() const noexcept;
  /// The type of the numbers that it has, if those are its kind.
  NumberType number() const noexcept;
  /// The number of content values that each value of a regular array has.
  std::uint64_t size() const noexcept;
  std::size_t length() const noexcept { return length_; }
  /// The names of a record's members.
  const std::vector<std::string>& names() const noexcept;
  std::span<const Array> contents() const noexcept;
  const Array& content(std::size_t number) const noexcept;

  /// The bytes of the numbers; of strings, the characters up to the end of the last one; of a variant, the tags.
  std::span<const std::byte> values() const noexcept { return {values_, value_bytes()}; }

  /// The numbers. Throws Error(misuse) when they are of another type than Number.
  template <class Number>
  std::span<const Number> numbers() const {
    require(number_type<Number>());
    return {reinterpret_cast<const Number*>(values_), length_};
  }

  /// The place where each list, string or option begins, then where the last one ends; for a variant, the place of each
  /// value.
  std::span<const std::int64_t> list_offsets() const noexcept { return {offsets_, offset_count()}; }

  /// Which alternative each value of a variant is, from 1; 0 for none.
  std::span<const std::uint8_t> tags() const noexcept {
    return {reinterpret_cast<const std::uint8_t*>(values_), length_};
  }

  /// The values that the offsets of lists and options reach, in order; they share memory with this.
  Array items() const;

  /// Values [first, last), which share memory with this: whatever their number, it takes time only for the members of
  /// records. Throws Error(misuse) when they are not all there.
  Array slice(std::size_t first, std::size_t last) const;

  /// The same lists, options, records or alternatives of other contents, with which it shares memory: as many as
  /// before, each at least as long as is reached. Throws Error(misuse) when they are not.
  Array with_contents(std::vector<Array> others) const;

  /// Bytes that the values and offsets take, nested ones included; of a slice, only its own.
  std::size_t byte_count() const noexcept { return byte_count(0, length_); }

 private:
  friend class ArrayBuilder;
  struct Node;

  /// Counts who shares a node. Not std::shared_ptr, whose use_count() says nothing of what others have done before: who
  /// is the only one left may write into the memory (ArrayBuilder::reuse).
  class NodePointer {
   public:
    NodePointer() noexcept = default;
    explicit NodePointer(std::unique_ptr<Node> node) noexcept;
    NodePointer(const NodePointer& other) noexcept;
    NodePointer(NodePointer&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    NodePointer& operator=(NodePointer other) noexcept {
      std::swap(node_, other.node_);
      return *this;
    }
    ~NodePointer();

    const Node& operator*() const noexcept { return *node_; }
    const Node* operator->() const noexcept { return node_; }
    /// The node, for writing, if nobody else has it; else null.
    Node* only_one() const noexcept;

   private:
    Node* node_ = nullptr;
  };

  Array(NodePointer node, const std::byte* values, const std::int64_t* offsets, std::size_t length) noexcept
      : node_(std::move(node)), values_(values), offsets_(offsets), length_(length) {}

  /// A node of the same kind with these contents, of an array that has this one's values and offsets.
  NodePointer node_with(std::vector<Array> contents) const;
  std::size_t byte_count(std::size_t first, std::size_t last) const noexcept;
  std::size_t value_bytes() const noexcept;
  std::size_t offset_count() const noexcept;
  void require(NumberType wanted) const;

  NodePointer node_;
  const std::byte* values_ = nullptr;
  const std::int64_t* offsets_ = nullptr;
  std::size_t length_ = 0;
};

/// What arrays share. Threads: immutable while it is shared.
struct Array::Node {
  Kind kind = Kind::number;
  NumberType number = NumberType::float64;
  std::uint64_t size = 0;
  const std::vector<std::string>* names = &own_names;
  std::vector<Array> contents;
  std::vector<std::string> own_names;
  bytes::Buffer values;
  bytes::Buffer offsets;
  NodePointer lender;  // who has names, values and offsets, if not this
  std::atomic<std::size_t> sharers = 1;
};

inline Kind Array::kind() const noexcept { return node_->kind; }
inline NumberType Array::number() const noexcept { return node_->number; }
inline std::uint64_t Array::size() const noexcept { return node_->size; }
inline const std::vector<std::string>& Array::names() const noexcept { return *node_->names; }
inline std::span<const Array> Array::contents() const noexcept { return node_->contents; }
inline const Array& Array::content(std::size_t number) const noexcept { return node_->contents[number]; }

inline Array::NodePointer::NodePointer(const NodePointer& other) noexcept : node_(other.node_) {
  if (node_ != nullptr) node_->sharers.fetch_add(1, std::memory_order_relaxed);
}

inline Array::NodePointer::~NodePointer() {
  if (node_ != nullptr && node_->sharers.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node_;
}

inline std::size_t Array::value_bytes() const noexcept {
  switch (node_->kind) {
    case Kind::number:
      return length_ * size_of(node_->number);
    case Kind::string:
      return static_cast<std::size_t>(offsets_[length_]);
    case Kind::variant:
      return length_;
    default:
      return 0;
  }
}

inline std::size_t Array::offset_count() const noexcept {
  switch (node_->kind) {
    case Kind::string:
    case Kind::list:
    case Kind::option:
      return length_ + 1;
    case Kind::variant:
      return length_;
    default:
      return 0;
  }
}

/// The same values, in memory of its own that has nothing else: offsets begin at 0, and contents end where they do. The
/// array itself, if it is so.
Array compact(const Array& array);

/// Throw Error(misuse) unless offsets increase, optional values are one or none, values of variants are there, and
/// booleans are 0 or 1, all the way down. Who takes arrays from outside calls it; lengths are right in every array.
void validate(const Array& array);

}  // namespace ramet::inline v1::array
