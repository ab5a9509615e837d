#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

// Streamed forms of ROOT's base classes and collections (TObject.cxx, TNamed.cxx, TObjArray.cxx, TList.cxx: Streamer).

namespace ramet::inline v1::object {

using schema::ObjectIdentity;
using schema::ObjectTag;
using schema::VersionHeader;

/// What TObject streams. Threads: a value.
struct ObjectBits {
  std::uint32_t unique_id = 0;
  std::uint32_t bits = 0;
};

/// What TNamed streams. Threads: a value that borrows the record.
struct NameAndTitle {
  std::string_view name;
  std::string_view title;
};

/// Where layouts are looked up: the file's own infos, then the catalogue. Threads: a value that borrows both.
struct Layouts {
  const schema::StreamerInfos* file = nullptr;       ///< may be null
  const schema::StreamerInfos* catalogue = nullptr;  ///< may be null

  /// By version; a class without version (0) by its checksum. Nothing if neither has it.
  const schema::StreamerInfo* find(std::string_view class_name, int version, std::uint32_t checksum = 0) const noexcept;
};

/// Reads streamed objects of one record, which it borrows together with the layouts. Every step is bounds-checked and
/// throws Error(corrupt) for what contradicts itself; nesting deeper than 100 objects is refused.
/// Threads: one thread.
class ObjectReader {
 public:
  /// At the first byte after the record's head.
  ObjectReader(std::span<const std::byte> record, std::size_t key_length, Layouts layouts);

  bytes::ByteCursor& cursor() noexcept { return cursor_; }
  const Layouts& layouts() const noexcept { return layouts_; }

  VersionHeader read_version() { return schema::read_version(cursor_); }
  ObjectTag read_tag() { return schema::read_tag(cursor_); }

  /// The checksum that follows the version head of an object whose class has no version of its own; 0 (and nothing
  /// is read) for all other objects.
  std::uint32_t read_checksum(const VersionHeader& header, std::string_view class_name);
  /// Go to the end of an object whose head has been read. Throws Error(corrupt) when more was read than it has.
  void finish(const VersionHeader& header);
  /// Skip an object that is embedded here (a version head with byte count). Throws Error(unsupported) without count.
  void skip_object();
  /// Skip a pointer: its tag and, if it is new, its object.
  ObjectIdentity skip_pointer();

  ObjectBits read_tobject();
  NameAndTitle read_tnamed();

  /// A TObjArray embedded here: call `visit` with each tag (null ones, too), at its object. `visit` need not read it.
  /// Throws Error(corrupt) also when bytes are left over: an object that seems not to be there was not read.
  /// Before the first, `expect` is told how many there will be (as many as the record has pointers for, at most).
  void for_each_in_array(FunctionRef<void(const ObjectTag&)> visit, FunctionRef<void(std::size_t)> expect);
  void for_each_in_array(FunctionRef<void(const ObjectTag&)> visit) {
    for_each_in_array(visit, [](std::size_t) {});
  }
  /// The same for a TList or THashList.
  void for_each_in_list(FunctionRef<void(const ObjectTag&)> visit);
  /// A TObjArray, TList or THashList behind a pointer (tag first); nothing happens when it is null.
  void for_each_in_collection(FunctionRef<void(const ObjectTag&)> visit);

  /// Call `visit` with the tag that a reference names, at its object, then return here. An object may hold a
  /// reference to itself: the caller keeps what it has seen, by identity.
  void revisit(ObjectIdentity identity, FunctionRef<void(const ObjectTag&)> visit);

  /// Counts how deep objects lie in each other while it lives; throws Error(corrupt) past the limit.
  class Nesting {
   public:
    explicit Nesting(ObjectReader& reader);
    ~Nesting() { --reader_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    ObjectReader& reader_;
  };

  /// Keeps the cursor from leaving an object while it lives: an object never reaches past what it lies in, so no byte
  /// is read twice and the work stays in proportion to the record. Throws Error(corrupt) when it would reach further.
  class Within {
   public:
    Within(ObjectReader& reader, std::uint64_t end);
    /// The whole rest, for an object whose head has no byte count.
    Within(ObjectReader& reader, const VersionHeader& header);
    ~Within();
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    ObjectReader& reader_;
    std::uint64_t outer_end_;
  };

 private:
  std::uint64_t end() const noexcept { return cursor_.position() + cursor_.remaining(); }
  void confine(std::uint64_t position, std::uint64_t end);
  void finish_collection(const VersionHeader& header);
  void visit_object(const ObjectTag& tag, FunctionRef<void(const ObjectTag&)> visit);
  void visit_collection(const ObjectTag& tag, FunctionRef<void(const ObjectTag&)> visit);

  std::span<const std::byte> record_;
  bytes::ByteCursor cursor_;  // over the record up to the end of the innermost Within
  Layouts layouts_;
  int depth_ = 0;
  std::size_t revisits_left_;
};

}  // namespace ramet::inline v1::object
