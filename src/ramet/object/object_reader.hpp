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

class FormCache;

/// Finds layouts in the file's streamer infos, then in the catalogue. Threads: a value that borrows all.
struct Layouts {
  const schema::StreamerInfos* file = nullptr;       ///< may be null
  const schema::StreamerInfos* catalogue = nullptr;  ///< may be null
  const FormCache* cache = nullptr;                  ///< keeps what is compiled from these layouts; may be null

  /// Find a layout by version, or for a class without version (0) by checksum. Null if neither has it.
  const schema::StreamerInfo* find(std::string_view class_name, int version, std::uint32_t checksum = 0) const noexcept;
};

/// Reads streamed objects of one record; borrows the record and the layouts. Every step is bounds-checked and throws
/// Error(corrupt) for contradictions; objects nested deeper than 100 are refused. Threads: one thread.
class ObjectReader {
 public:
  /// Start at the first byte after the record's head.
  ObjectReader(std::span<const std::byte> record, std::size_t key_length, Layouts layouts);

  bytes::ByteCursor& cursor() noexcept { return cursor_; }
  const Layouts& layouts() const noexcept { return layouts_; }

  VersionHeader read_version() { return schema::read_version(cursor_); }
  ObjectTag read_tag() { return schema::read_tag(cursor_); }

  /// Read the checksum after the version head of an object whose class has no version; 0, without reading, for other
  /// objects.
  std::uint32_t read_checksum(const VersionHeader& header, std::string_view class_name);
  /// Go to the end of an object whose head has been read. Throws Error(corrupt) when more was read than it contains.
  void finish(const VersionHeader& header);
  /// Skip an embedded object. Throws Error(unsupported) when its version head has no byte count.
  void skip_object();
  /// Skip a pointer: its tag and, if it is new, its object.
  ObjectIdentity skip_pointer();

  ObjectBits read_tobject();
  NameAndTitle read_tnamed();

  /// Read an embedded TObjArray: call `visit` with each tag (also null ones), positioned at its object, which `visit`
  /// need not read. Before that, call `expect` with the number of objects, at most as many as the record has pointers
  /// for. Throws Error(corrupt) also when bytes are left over, because an object may then have been missed.
  void for_each_in_array(FunctionRef<void(const ObjectTag&)> visit, FunctionRef<void(std::size_t)> expect);
  void for_each_in_array(FunctionRef<void(const ObjectTag&)> visit) {
    for_each_in_array(visit, [](std::size_t) {});
  }
  /// The same for a TList or THashList.
  void for_each_in_list(FunctionRef<void(const ObjectTag&)> visit);
  /// The same for a TObjArray, TList or THashList behind a pointer (tag first); does nothing for a null pointer.
  void for_each_in_collection(FunctionRef<void(const ObjectTag&)> visit);

  /// Call `visit` with the tag of a referenced object, positioned at the object, then return to this position. Objects
  /// may refer to themselves, so callers must record by identity what they have visited.
  void revisit(ObjectIdentity identity, FunctionRef<void(const ObjectTag&)> visit);

  /// Counts the nesting depth of objects while it lives; throws Error(corrupt) beyond the limit.
  class Nesting {
   public:
    explicit Nesting(ObjectReader& reader);
    ~Nesting() { --reader_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    ObjectReader& reader_;
  };

  /// Confines the cursor to an object while it lives. Objects cannot reach beyond the object around them, so no byte is
  /// read twice and the work stays in proportion to the record. Throws Error(corrupt) for an object that would.
  class Within {
   public:
    Within(ObjectReader& reader, std::uint64_t end);
    /// Confine to the rest, for an object whose head has no byte count.
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
