#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/object_reader.hpp"
#include "ramet/schema/streamer_info.hpp"

// Layouts and records to test with.

namespace ramet_test {

inline constexpr std::size_t key_length = 30;

inline ramet::schema::StreamerElement element(std::string name, int type, std::string type_name) {
  ramet::schema::StreamerElement result;
  result.element_class = "TStreamerBasicType";
  result.name = std::move(name);
  result.type = type;
  result.type_name = std::move(type_name);
  return result;
}

inline ramet::schema::StreamerElement array_element(std::string name, int type, int length) {
  auto result = element(std::move(name), type, "array");
  result.array_length = length;
  result.array_dimensions = 1;
  result.dimensions[0] = length;
  return result;
}

inline ramet::schema::StreamerElement counted_element(std::string name, int type, std::string count_name) {
  auto result = element(std::move(name), type, "pointer");
  result.element_class = "TStreamerBasicPointer";
  result.count_name = std::move(count_name);
  return result;
}

inline ramet::schema::StreamerElement base_element(std::string name, int version) {
  auto result = element(std::move(name), ramet::schema::type_code::base, "BASE");
  result.element_class = "TStreamerBase";
  result.base_version = version;
  return result;
}

inline ramet::schema::StreamerInfo layout(std::string name, int version,
                                          std::vector<ramet::schema::StreamerElement> elements,
                                          std::uint32_t checksum = 0) {
  ramet::schema::StreamerInfo info;
  info.class_name = std::move(name);
  info.version = version;
  info.checksum = checksum;
  info.elements = std::move(elements);
  return info;
}

/// A record: a key of zeros, then the payload.
inline std::vector<std::byte> record_of(const ramet::object::ObjectWriter& writer) {
  std::vector<std::byte> record(key_length + writer.payload().size());
  std::ranges::copy(writer.payload(), record.begin() + key_length);
  return record;
}

}  // namespace ramet_test
