#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::object {

/// The changes to make in a copy of a streamed object. Threads: as thread-safe as the objects that the functions refer
/// to.
struct StreamEdits {
  /// Called at the begin of the record's object and of each object behind a pointer; `there` is at its version head.
  FunctionRef<void(std::string_view class_name, bytes::ByteCursor there)> begin;
  FunctionRef<void(std::string_view class_name)> end;
  /// Return true after writing a replacement of the member; `there` is at the original.
  FunctionRef<bool(const schema::StreamerElement& member, bytes::ByteCursor there, bytes::ByteWriter& to)> replace;
};

/// Copies a streamed object member by member, by the layouts of its classes, so that some members can be replaced by
/// longer or shorter ones. Byte counts and references between objects are recomputed, everything else stays unchanged.
/// Threads: one thread, once.
class StreamCopy {
 public:
  /// The copy will follow a head of `new_key_length`.
  StreamCopy(std::span<const std::byte> record, std::size_t key_length, std::size_t new_key_length, Layouts layouts);

  /// The payload of the copy. Throws Error(corrupt), Error(unsupported) for a class of unknown layout. A pointer to an
  /// object of such a class becomes null instead, and `left_out` names the class.
  bytes::Buffer copy(std::string_view class_name, const StreamEdits& edits);

  const std::vector<std::string>& left_out() const noexcept { return left_out_; }

  /// Add to the numbers of processes that references (TRef, TRefArray) and objects that they point to have in the copy.
  /// Call it before `copy`, which then throws Error(unsupported) for collections of references.
  void raise_process_numbers(std::uint16_t by) noexcept { raised_ = by; }

 private:
  using Counters = std::map<std::string, std::int64_t, std::less<>>;

  void copy_object(std::string_view class_name, Counters& counters);
  void copy_uncounted(const VersionHeader& header, std::string_view class_name, Counters& counters);
  void copy_members(const schema::StreamerInfo& info, Counters& counters);
  void copy_member(const schema::StreamerElement& element, Counters& counters);
  std::optional<std::size_t> plain_size(const schema::StreamerElement& element, Counters& counters);
  void copy_embedded(std::string_view class_name);
  void copy_pointer();
  void copy_array();
  void copy_list();
  void copy_option();
  void copy_tobject();
  void copy_tnamed();
  void copy_reference();
  void copy_references();
  /// Copy the number of a process.
  void copy_process();
  void copy_string();
  /// Copy an object with a byte count unchanged.
  void copy_as_is();
  void copy_bytes(std::uint64_t count);
  bool is_known(std::string_view class_name) const noexcept;

  ObjectReader reader_;
  schema::TagWriter writer_;
  const StreamEdits* edits_ = nullptr;
  std::map<ObjectIdentity, ObjectIdentity> places_;  // new positions of objects that may be referenced
  std::vector<std::string> left_out_;
  std::uint16_t raised_ = 0;
};

}  // namespace ramet::inline v1::object
