#include "ramet/merge/internal/keys/renamed_record.hpp"

#include "ramet/core/error.hpp"
#include "ramet/object/detail/stream_copy.hpp"

//   TNamed:  | byte count, version 1 | TObject | name s | title s |

namespace ramet::inline v1::merge::internal {
namespace {

using bytes::ByteCursor;
using bytes::ByteWriter;
using schema::StreamerElement;

/// Write a TNamed like the one at the cursor, with another name.
bool write_renamed(ByteCursor there, const std::string& name, ByteWriter& to) {
  const schema::VersionHeader head = schema::read_version(there);
  if (!head.has_end()) return false;
  const auto version = there.read<std::uint16_t>();
  if ((version & schema::memberwise_mask) != 0) return false;
  const auto unique_id = there.read<std::uint32_t>();
  const auto bits = there.read<std::uint32_t>();
  constexpr std::uint32_t is_referenced = 1U << 4;
  std::optional<std::uint16_t> process;
  if ((bits & is_referenced) != 0) process = there.read<std::uint16_t>();
  there.string();
  const std::string title(there.string());
  schema::TagWriter tags(0);
  tags.versioned(static_cast<std::uint16_t>(head.version), [&] {
    tags.out().write(version);
    tags.out().write(unique_id);
    tags.out().write(bits);
    if (process) tags.out().write(*process);
    tags.out().string(name);
    tags.out().string(title);
  });
  to.append(tags.out().span());
  return true;
}

/// Replaces the name of the record's object while it is copied. Threads: one thread.
class Renaming {
 public:
  explicit Renaming(const std::optional<std::string>& name) : name_(name), is_done_(!name) {}

  void begin() { ++depth_; }
  void end() { --depth_; }
  bool replace(const StreamerElement& member, ByteCursor there, ByteWriter& to) {
    if (is_done_ || depth_ != 1) return false;
    if (member.element_class != "TStreamerBase") {
      is_done_ = true;  // what follows are members, whose names are others
      if (member.name != "fName" || member.type != schema::type_code::tstring) return false;
      return to.string(*name_), true;
    }
    if (member.name != "TNamed") return false;
    is_done_ = true;
    return write_renamed(there, *name_, to);
  }

 private:
  const std::optional<std::string>& name_;
  bool is_done_;
  int depth_ = 0;
};

}  // namespace

bytes::Buffer moved_payload(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                            std::size_t key_length, const std::optional<std::string>& name) {
  bytes::Buffer payload;
  if (!name && record.key_length == key_length) {
    payload.append(record.payload());
    return payload;
  }
  if (class_name == "TNamed" && name) {
    ByteWriter writer;
    if (write_renamed(ByteCursor(record.payload()), *name, writer)) {
      payload.append(writer.span());
      return payload;
    }
  }
  Renaming renaming(name);
  object::StreamCopy copy(record.bytes.span(), record.key_length, key_length, layouts);
  payload = copy.copy(
      class_name, {[&](std::string_view, ByteCursor) { renaming.begin(); }, [&](std::string_view) { renaming.end(); },
                   [&](const StreamerElement& member, ByteCursor there, ByteWriter& to) {
                     return renaming.replace(member, there, to);
                   }});
  if (!copy.left_out().empty())
    detail::fail(ErrorKind::unsupported, "it has an object of class '{}', whose layout is unknown",
                 copy.left_out().front());
  return payload;
}

}  // namespace ramet::inline v1::merge::internal
