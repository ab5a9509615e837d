#include "ramet/ntuple/internal/streamed_classes.hpp"

#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::ntuple::internal {
namespace {

/// Read the streamer infos of a TList that was written like a pointer, after an object tag.
std::vector<schema::StreamerInfo> read_list(std::string_view content) {
  const auto bytes = std::as_bytes(std::span(content));
  bytes::ByteCursor cursor(bytes);
  const schema::ObjectTag tag = schema::read_tag(cursor);
  if (tag.kind != schema::ObjectTag::Kind::object || tag.class_name != "TList")
    detail::fail(ErrorKind::corrupt, "extra type information is a '{}', expected a TList", tag.class_name);
  return schema::read_streamer_infos(bytes, static_cast<std::size_t>(tag.begin));
}

}  // namespace

std::shared_ptr<const object::FormCache> forms_of(const Schema& schema, std::shared_ptr<const object::FormCache> file) {
  if (schema.extra_types.empty()) return file;
  std::vector<schema::StreamerInfo> infos;
  detail::while_doing("streamer infos of streamed fields", [&] {
    for (const std::string& content : schema.extra_types)
      std::ranges::move(read_list(content), std::back_inserter(infos));
  });
  std::set<std::pair<std::string, std::int32_t>> described;
  for (const schema::StreamerInfo& info : infos) described.emplace(info.class_name, info.version);
  if (file->file() != nullptr)
    for (const schema::StreamerInfo& info : file->file()->all())
      if (described.emplace(info.class_name, info.version).second) infos.push_back(info);
  return std::make_shared<const object::FormCache>(std::make_shared<const schema::StreamerInfos>(std::move(infos)),
                                                   file->catalogue());
}

}  // namespace ramet::inline v1::ntuple::internal
