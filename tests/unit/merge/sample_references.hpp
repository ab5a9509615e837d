#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "unit/merge/sample_inputs.hpp"

#include "ramet/merge/internal/objects/entry_lists.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/payload.hpp"

/// References between objects, and lists of entries, as ROOT's classes store them.
namespace sample {

/// The process that made references.
inline ramet::object::Payload process(std::string identity) {
  return {.class_name = "TProcessID",
          .known_classes = {"TProcessID"},
          .make = [identity = std::move(identity)](std::string_view, std::size_t key_length) {
            ramet::object::ObjectWriter writer(key_length);
            writer.versioned(1, [&] { writer.tnamed("ProcessID0", identity); });
            return std::move(writer).take_payload();
          }};
}

/// A TRef to object 7 of process 0.
inline ramet::object::Payload reference() {
  return {.class_name = "TRef", .known_classes = {"TRef"}, .make = [](std::string_view, std::size_t key_length) {
            ramet::object::ObjectWriter writer(key_length);
            writer.tobject(0, 7);
            writer.write(std::uint16_t{0});
            return std::move(writer).take_payload();
          }};
}

inline ramet::object::Payload payload_of(merge::internal::EntryList list) {
  return {.class_name = "TEntryList",
          .known_classes = {"TEntryList", "TEntryListBlock"},
          .make = [list = std::move(list)](std::string_view name, std::size_t key_length) mutable {
            list.name = name;
            return merge::internal::payload_of(list, key_length);
          }};
}

}  // namespace sample
