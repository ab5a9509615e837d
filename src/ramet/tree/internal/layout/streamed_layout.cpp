#include "ramet/tree/internal/layout/streamed_layout.hpp"

#include "ramet/core/error.hpp"
#include "ramet/object/column_reader.hpp"
#include "ramet/tree/internal/layout/layout_parts.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::inline v1::tree {
namespace {

template <class Compile>
ColumnLayout layout_by(const std::string& type_name, Compile&& compile) {
  ColumnLayout layout;
  try {
    layout.reader = std::make_shared<const object::ColumnReader>(compile());
  } catch (const Error& error) {
    return unsupported(fmt::format("{}: {}", type_name, error.what()));
  }
  layout.packing = Packing::streamed;
  layout.type = layout.reader->type();
  layout.type_name = type_name;
  return layout;
}

}  // namespace

ColumnLayout streamed_layout(const object::Layouts& layouts, const std::string& type, object::Place place) {
  return layout_by(type, [&] { return object::StoredType::compile(layouts, type, place); });
}

ColumnLayout headless_layout(const Branch& branch) {
  return layout_by(branch.element_class, [&] {
    return object::StoredType::without_head(branch.class_layouts(), branch.element_class, branch.element_class_version,
                                            branch.element_checksum);
  });
}

ColumnLayout streamed_member_layout(const object::Layouts& layouts, const schema::StreamerInfo& info,
                                    std::size_t element) {
  const schema::StreamerElement& member = info.elements.at(element);
  const std::string& type = member.type_name == "BASE" ? member.name : member.type_name;
  ColumnLayout layout = layout_by(type, [&] { return object::StoredType::of_member(layouts, info, element); });
  for (std::int32_t place = 0; layout.is_readable() && member.array_length > 0 && place < member.array_dimensions;
       ++place)
    layout.type_name += fmt::format("[{}]", member.dimensions[static_cast<std::size_t>(place)]);
  return layout;
}

}  // namespace ramet::inline v1::tree
