#include "ramet/write/internal/formats/file_classes.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/schema/detail/catalogue.hpp"

namespace ramet::inline v1::write::internal {
namespace {

const schema::StreamerInfo* find_in(std::span<const schema::StreamerInfo> layouts, const schema::StreamerInfo& wanted) {
  const auto found = std::ranges::find_if(layouts, [&](const schema::StreamerInfo& layout) {
    return layout.class_name == wanted.class_name && layout.version == wanted.version;
  });
  return found == layouts.end() ? nullptr : &*found;
}

}  // namespace

void FileClasses::add(std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (std::ranges::find(names_, name) != names_.end()) continue;
    names_.emplace_back(name);
    has_news_ = true;
  }
}

void FileClasses::add(std::span<const schema::StreamerInfo> layouts) {
  for (const schema::StreamerInfo& layout : layouts) {
    const schema::StreamerInfo* there = find_in(layouts_, layout);
    if (there != nullptr && there->checksum != layout.checksum)
      detail::fail(
          ErrorKind::misuse,
          "class '{}' exists in version {} with other members (checksum {:#x}, the new one {:#x}): give it another "
          "version",
          layout.class_name, layout.version, there->checksum, layout.checksum);
  }
  for (const schema::StreamerInfo& layout : layouts) {
    if (find_in(layouts_, layout) != nullptr) continue;
    layouts_.push_back(layout);
    has_news_ = true;
  }
}

std::vector<schema::StreamerInfo> FileClasses::all() const {
  const auto catalogue = schema::make_catalogue();
  const std::vector<std::string_view> names(names_.begin(), names_.end());
  std::vector<schema::StreamerInfo> infos = schema::catalogue_infos_for(*catalogue, names);
  for (const schema::StreamerInfo& layout : layouts_)  // objects that were copied bring those of ROOT's classes, too
    if (find_in(infos, layout) == nullptr) infos.push_back(layout);
  return infos;
}

}  // namespace ramet::inline v1::write::internal
