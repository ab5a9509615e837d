#include "ramet/object/payload.hpp"

#include <utility>

#include "ramet/object/detail/object_writer.hpp"

namespace ramet::inline v1::object {

Payload text_payload(std::string_view text) {
  constexpr const char* class_name = "TObjString";
  return {.class_name = class_name,
          .title = "Collectable string class",
          .known_classes = {class_name},
          .make = [text](std::string_view, std::size_t key_length) {
            ObjectWriter writer(key_length);
            writer.object_string(text);
            return std::move(writer).take_payload();
          }};
}

}  // namespace ramet::inline v1::object
