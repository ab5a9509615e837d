#include "ramet/object/typed/described_payload.hpp"

#include <memory>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/object/detail/column_writer.hpp"
#include "ramet/schema/detail/class_layouts.hpp"

namespace ramet::inline v1::object {

Payload described_payload(std::string_view class_name, std::span<const schema::ClassSpec> classes,
                          array::Array object) {
  if (class_name.empty())
    detail::fail(ErrorKind::misuse, "an object needs the name of a class: give array::Description class_names");
  if (schema::find_class(classes, class_name) == nullptr)
    detail::fail(ErrorKind::misuse, "an object of class '{}', which is not described", class_name);
  if (object.length() == 0)
    detail::fail(ErrorKind::misuse, "there is no value for an object of class '{}'", class_name);
  check_array_type(object.type(), class_name, classes);
  std::vector<schema::StreamerInfo> layouts = schema::streamer_infos_of(classes);
  const schema::StreamerInfos infos(layouts);
  const auto column = std::make_shared<const ColumnWriter>(
      StoredType::compile({.file = &infos, .catalogue = nullptr}, class_name, Place::whole), object.type());
  return {
      .class_name = std::string(class_name),
      .layouts = std::move(layouts),
      .make = [column, value = std::make_shared<const array::Array>(std::move(object))](std::string_view, std::size_t) {
        bytes::Buffer payload;
        column->append(*value, 0, 1, payload);
        return payload;
      }};
}

}  // namespace ramet::inline v1::object
