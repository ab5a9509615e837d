#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "made_up_class.hpp"

#include "ramet/object/typed/struct_plan.hpp"

// Structs to read into, and layouts of classes like them.

namespace ramet_test {

struct Strip {
  std::uint8_t plane = 0;
  std::uint8_t strip = 0;
};

struct Pattern {
  Strip strips[3];
};

struct Config {
  std::int32_t version = -1;
  std::vector<Pattern> patterns;
};

struct Item {
  std::string name;
  std::int32_t id = 0;
  double x = 0;
  float y = 0;
};

/// What AcpEvo is in its second version, read from either.
struct Evolved {
  double a = -1;
  std::string name;
  std::vector<std::int32_t> v;
  std::int32_t fresh = 7;
  float b = 0;
};

inline ramet::schema::StreamerElement standard_element(std::string name, std::string type) {
  auto made = element(std::move(name), ramet::schema::type_code::stl, std::move(type));
  made.element_class = "TStreamerSTL";
  made.stl_type = 1;
  return made;
}

inline ramet::schema::StreamerElement text_element(std::string name) {
  auto made = standard_element(std::move(name), "string");
  made.element_class = "TStreamerSTLstring";
  made.stl_type = ramet::schema::type_code::stl_string;
  return made;
}

inline ramet::schema::StreamerElement object_array_element(std::string name, std::string type, int length) {
  auto made =
      array_element(std::move(name), ramet::schema::type_code::fixed_array + ramet::schema::type_code::any, length);
  made.type_name = std::move(type);
  return made;
}

}  // namespace ramet_test

template <>
struct ramet::array::Description<ramet_test::Strip> {
  static constexpr auto members =
      std::tuple(member("plane", &ramet_test::Strip::plane), member("strip", &ramet_test::Strip::strip));
};
template <>
struct ramet::array::Description<ramet_test::Pattern> {
  static constexpr auto members = std::tuple(member("strips", &ramet_test::Pattern::strips));
};
template <>
struct ramet::array::Description<ramet_test::Config> {
  static constexpr auto members =
      std::tuple(member("version", &ramet_test::Config::version), member("patterns", &ramet_test::Config::patterns));
};
template <>
struct ramet::array::Description<ramet_test::Item> {
  static constexpr auto members =
      std::tuple(member("name", &ramet_test::Item::name), member("id", &ramet_test::Item::id),
                 member("x", &ramet_test::Item::x), member("y", &ramet_test::Item::y));
};
template <>
struct ramet::array::Description<ramet_test::Evolved> {
  static constexpr auto members =
      std::tuple(member("fA", &ramet_test::Evolved::a), member("fName", &ramet_test::Evolved::name),
                 member("fV", &ramet_test::Evolved::v), member("fNew", &ramet_test::Evolved::fresh),
                 member("fB", &ramet_test::Evolved::b));
};

namespace ramet_test {

/// The value of the bytes that were written.
template <class Value>
Value read_struct(const ramet::object::ObjectWriter& writer, const ramet::schema::StreamerInfos& infos,
                  std::string_view type) {
  return ramet::object::StructPlan<Value>({&infos, nullptr}, type).read(writer.payload());
}

template <class Value>
Value read_struct(const ramet::object::ObjectWriter& writer, std::string_view type) {
  const ramet::schema::StreamerInfos none({});
  return read_struct<Value>(writer, none, type);
}

}  // namespace ramet_test
