#include "ramet/merge/internal/tables/joined_metadata.hpp"

#include <array>
#include <utility>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/detail/stream_copy.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

using bytes::ByteCursor;
using bytes::ByteWriter;
using schema::StreamerElement;

/// Copies the record of a tree; `replace` is asked for each of its own members, not for those of objects in it.
template <class Replace>
bytes::Buffer copied(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                     std::size_t key_length, const Replace& replace) {
  int depth = 0;
  object::StreamCopy copy(record.bytes.span(), record.key_length, key_length, layouts);
  return copy.copy(class_name, {[&](std::string_view, ByteCursor) { ++depth; }, [&](std::string_view) { --depth; },
                                [&](const StreamerElement& member, ByteCursor there, ByteWriter& to) {
                                  return depth == 1 && replace(member, there, to);
                                }});
}

/// As `copied`, of the list at `begin` alone.
std::uint64_t hash_of_list(const file::Record& record, const schema::ObjectTag& tag, object::Layouts layouts) {
  object::StreamCopy copy(record.bytes.span(), static_cast<std::size_t>(tag.begin), 0, layouts);
  const bytes::Buffer payload =
      copy.copy(tag.class_name, {[](std::string_view, ByteCursor) {}, [](std::string_view) {},
                                 [](const StreamerElement&, ByteCursor, ByteWriter&) { return false; }});
  return copy.left_out().empty() ? bytes::xxh3(payload.span()) : 0;
}

}  // namespace

std::uint64_t user_info_hash(const file::Record& record, std::string_view class_name, object::Layouts layouts) {
  std::uint64_t hash = 0;
  try {
    copied(record, class_name, layouts, record.key_length, [&](const StreamerElement& member, ByteCursor there, auto&) {
      if (member.name != "fUserInfo") return false;
      const schema::ObjectTag tag = schema::read_tag(there);
      if (tag.kind == schema::ObjectTag::Kind::object) hash = hash_of_list(record, tag, layouts);
      return false;
    });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
  }
  return hash;
}

void JoinedMetadata::add(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                         std::uint16_t raised) {
  const std::array<std::pair<std::string_view, ListSum*>, 3> lists = {
      {{"fUserInfo", &user_info_}, {"fAliases", &aliases_}, {"fFriends", &friends_}}};
  copied(record, class_name, layouts, record.key_length, [&](const StreamerElement& member, ByteCursor there, auto&) {
    for (const auto& [name, list] : lists) {
      if (member.name != name) continue;
      const schema::ObjectTag tag = schema::read_tag(there);
      if (tag.kind != schema::ObjectTag::Kind::object || !is_list_class(tag.class_name)) continue;
      if (const auto refusal = list->add_list(record, static_cast<std::size_t>(tag.begin), layouts, raised))
        detail::fail(ErrorKind::unsupported, "{} of the tree ('{}') cannot be joined: {}", name, refusal->part,
                     refusal->message);
    }
    return false;
  });
}

bytes::Buffer JoinedMetadata::payload(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                                      std::size_t key_length) const {
  return copied(record, class_name, layouts, key_length,
                [&](const StreamerElement& member, ByteCursor, ByteWriter& to) {
                  const ListSum* const list = member.name == "fUserInfo"  ? &user_info_
                                              : member.name == "fAliases" ? &aliases_
                                              : member.name == "fFriends" ? &friends_
                                                                          : nullptr;
                  if (list == nullptr || list->size() == 0) return false;
                  const std::size_t place = key_length + to.size();
                  object::ObjectWriter writer(place);
                  writer.object("TList", [&] { writer.append(list->payload(place + writer.payload().size()).span()); });
                  to.append(writer.payload());
                  return true;
                });
}

}  // namespace ramet::inline v1::merge::internal
