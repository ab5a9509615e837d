#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/function_ref.hpp"

// How streamed objects are framed (root-project/root, io/doc/TFile/README.md and TStreamerInfo.md; TBufferFile.cxx,
// ReadVersion, ReadObjectAny, ReadClass). Offsets count from the start of the record, its key included.
//
//   version head:  | byte count 4, with bit 30 set | version 2 |  members ...      or, without a count,  | version 2 |
//   object tag:    | byte count 4, with bit 30 set | class tag 4 | [class name, 0] |  version head, members ...
//                  | 0 4 |                             a null pointer
//                  | offset of an earlier tag + 2  4 | the object that stands there
//   class tag:     0xFFFFFFFF and the name, or  0x80000000 + offset of such a tag + 2
//
// Since offsets name places in the record, the record itself is the map of what was read: nothing has to be kept, and
// what lies inside skipped bytes can still be referred to.

namespace ramet::inline v1::schema {

inline constexpr std::uint32_t new_class_tag = 0xFFFFFFFF;
inline constexpr std::uint32_t class_mask = 0x80000000;
inline constexpr std::uint32_t byte_count_mask = 0x40000000;
inline constexpr std::uint16_t memberwise_mask = 0x4000;  ///< TBufferFile::kStreamedMemberWise, in a version

/// Identifies an object of a record: the offset of its tag plus 2, as stored in references. 0 means no object. Threads:
/// a value.
struct ObjectIdentity {
  std::uint64_t offset = 0;

  constexpr auto operator<=>(const ObjectIdentity&) const = default;
  constexpr explicit operator bool() const noexcept { return offset != 0; }
};

/// The head of a streamed object. Threads: a value.
struct VersionHeader {
  std::int32_t version = 0;
  bool memberwise = false;  ///< collections: stored member by member instead of object by object
  std::uint64_t begin = 0;  ///< where the head begins
  std::uint64_t end = 0;    ///< one past the object's last byte; 0 when the head has no byte count

  bool has_end() const noexcept { return end != 0; }
};

/// Read a version head, with or without byte count. Throws Error(corrupt) when the count reaches past the record.
VersionHeader read_version(bytes::ByteCursor& cursor);

/// A streamed pointer. Threads: a value that borrows the record.
struct ObjectTag {
  enum class Kind {
    null,       ///< no object
    object,     ///< the object follows, from `begin` to `end`
    reference,  ///< an object elsewhere in the record: see `read_tag_at`
  };
  Kind kind = Kind::null;
  std::string_view class_name = {};  ///< of an object; lies in the record, so that equal classes have equal data()
  ObjectIdentity identity = {};      ///< of an object or a reference
  std::uint64_t begin = 0;           ///< the position of the object's version head
  std::uint64_t end = 0;             ///< one past the object
};

/// Read the tag of a pointer; the cursor is then at the object, if one follows. Throws Error(corrupt), and
/// Error(unsupported) for tags without byte count, which only ROOT 2 and older wrote.
ObjectTag read_tag(bytes::ByteCursor& cursor);

/// The tag that a reference in the same record points to. The cursor does not move. Throws Error(corrupt) when there is
/// no object's tag.
ObjectTag read_tag_at(const bytes::ByteCursor& cursor, ObjectIdentity identity);

/// Writes heads and tags of objects, and remembers the position of each class name. Threads: one thread.
class TagWriter {
 public:
  /// `key_length` is the number of bytes before the first that is written here.
  explicit TagWriter(std::size_t key_length) : key_length_(key_length) {}

  bytes::ByteWriter& out() noexcept { return out_; }
  const bytes::ByteWriter& out() const noexcept { return out_; }

  /// Write a version head with byte count around what `members` writes.
  void versioned(std::uint16_t version, FunctionRef<void()> members);
  /// The same for a class without a version: version 0 and the layout's checksum.
  void checksummed(std::uint32_t checksum, FunctionRef<void()> members);
  /// Write the tag of a new object of the class, and what `object` writes (which begins with a version head).
  ObjectIdentity object(std::string_view class_name, FunctionRef<void()> object);
  /// The identity that the next `object` will have.
  ObjectIdentity next_identity() const noexcept { return {position() + 2}; }
  void reference(ObjectIdentity identity);
  void null() { out_.write(std::uint32_t{0}); }

 private:
  std::uint64_t position() const noexcept { return key_length_ + out_.size(); }
  void end_count(std::size_t at);

  std::size_t key_length_;
  bytes::ByteWriter out_;
  std::map<std::string, std::uint32_t, std::less<>> classes_;  // name -> offset of its first tag + 2
};

}  // namespace ramet::inline v1::schema
