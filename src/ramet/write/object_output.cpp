#include "ramet/write/object_output.hpp"

#include "ramet/core/error.hpp"
#include "ramet/object/described/array_type.hpp"
#include "ramet/object/storing/column_writer.hpp"
#include "ramet/schema/classes/class_layouts.hpp"

namespace ramet::inline v1::write {

void put_object(ParallelWriter& writer, const ObjectPlace& place, std::string_view class_name,
                std::span<const schema::ClassSpec> classes, const array::Array& object) {
  if (schema::find_class(classes, class_name) == nullptr)
    fail(ErrorKind::misuse, "object '{}' is of class '{}', which is not described", place.name, class_name);
  if (object.length == 0) fail(ErrorKind::misuse, "there is no value for object '{}'", place.name);
  object::check_array_type(object.type(), class_name, classes);
  auto layouts = schema::streamer_infos_of(classes);
  const schema::StreamerInfos infos(layouts);
  const object::ColumnWriter column(
      object::StoredType::compile({.file = &infos, .catalogue = nullptr}, class_name, object::Place::whole),
      object.type());
  const auto make_payload = [&](std::uint16_t) {
    bytes::Buffer payload;
    column.append(object, 0, 1, payload);
    return payload;
  };
  writer.put(place.directory, class_name, place.name, place.title, make_payload, {}, layouts);
}

}  // namespace ramet::inline v1::write
