#include "ramet/schema/detail/catalogue.hpp"

#include <set>
#include <string>

#include "ramet/schema/internal/catalogue_row.hpp"

namespace ramet::inline v1::schema {
namespace {

StreamerElement element_of(const internal::ElementRow& row) {
  StreamerElement element;
  element.element_class = std::string("TStreamer") + row.kind;
  element.name = row.name;
  element.title = row.title;
  element.type = row.type;
  element.size = row.size;
  element.type_name = row.type_name;
  if (element.element_class == "TStreamerBase") {
    element.base_version = row.version;
    element.base_checksum = row.base_checksum;
    element.dimensions[base_checksum_place] = static_cast<std::int32_t>(row.base_checksum);
  } else {
    element.count_version = row.version;
  }
  element.count_name = row.count_name;
  element.count_class = row.count_class;
  element.stl_type = row.stl_type;
  element.content_type = row.content_type;
  for (const std::int32_t size : row.dimensions) {
    if (size == 0) continue;
    element.array_length = (element.array_dimensions == 0 ? 1 : element.array_length) * size;
    element.dimensions[static_cast<std::size_t>(element.array_dimensions++)] = size;
  }
  return element;
}

void append_table(const internal::CatalogueTable& table, std::vector<StreamerInfo>& infos) {
  std::size_t first = 0;
  for (const internal::ClassRow& row : table.classes) {
    StreamerInfo info;
    info.class_name = row.name;
    info.checksum = row.checksum;
    info.version = row.version;
    info.elements.reserve(row.element_count);
    for (const internal::ElementRow& element : table.elements.subspan(first, row.element_count))
      info.elements.push_back(element_of(element));
    first += row.element_count;
    infos.push_back(std::move(info));
  }
}

std::vector<internal::CatalogueTable> written_tables() {
  return {internal::trees_table(), internal::old_trees_table(), internal::histograms_table(), internal::figures_table(),
          internal::values_table()};
}

std::vector<internal::CatalogueTable> known_tables() {
  return {internal::arrays_table(),   internal::boxes_table(), internal::branches_table(),
          internal::core_table(),     internal::drawn_table(), internal::functions_table(),
          internal::physics_table(),  internal::style_table(), internal::geometry_table(),
          internal::matrices_table(), internal::tools_table(), internal::vectors_table()};
}

/// Whether a class gets no streamer info in a file: classes that ramet does not write, and classes with a hand-written
/// streamer that ROOT does not describe in files that have them as members.
bool is_left_out(std::string_view class_name) {
  if (class_name.starts_with("TArray")) return true;
  for (const internal::CatalogueTable& table : known_tables())
    for (const internal::ClassRow& row : table.classes)
      if (class_name == row.name) return true;
  return false;
}

/// The class of a base or member, without pointer.
std::string_view class_of(const StreamerElement& element) noexcept {
  if (element.element_class == "TStreamerBase") return element.name;
  const std::string_view type_name = element.type_name;
  return type_name.substr(0, type_name.find('*'));
}

}  // namespace

std::shared_ptr<const StreamerInfos> make_catalogue() {
  std::vector<StreamerInfo> infos;
  for (const internal::CatalogueTable& table : written_tables()) append_table(table, infos);
  for (const internal::CatalogueTable& table : known_tables()) append_table(table, infos);
  return std::make_shared<const StreamerInfos>(std::move(infos));
}

std::vector<StreamerInfo> catalogue_infos_for(const StreamerInfos& catalogue,
                                              std::span<const std::string_view> class_names) {
  std::vector<StreamerInfo> infos;
  std::set<std::string_view> met;
  std::vector<std::string_view> waiting(class_names.rbegin(),
                                        class_names.rend());  // a stack: the next class is the last
  while (!waiting.empty()) {
    const std::string_view class_name = waiting.back();
    waiting.pop_back();
    const StreamerInfo* info = catalogue.find_latest(class_name);
    if (info == nullptr || is_left_out(class_name) || !met.insert(info->class_name).second) continue;
    infos.push_back(*info);
    for (auto element = info->elements.rbegin(); element != info->elements.rend(); ++element)
      waiting.push_back(class_of(*element));
  }
  return infos;
}

}  // namespace ramet::inline v1::schema
