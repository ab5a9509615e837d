#pragma once

#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_pages.hpp"
#include "unit/object/made_up_class.hpp"

#include "ramet/object/form_cache.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

/// Objects of a class Point {float x; short y} as ROOT's streamer writes them.
namespace sample {

inline std::vector<ramet::schema::StreamerInfo> point_infos(int version = 1) {
  namespace code = ramet::schema::type_code;
  return {ramet_test::layout(
      "Point", version,
      {ramet_test::element("x", code::float_, "float"), ramet_test::element("y", code::short_, "short")})};
}

/// What an ntuple says of the classes of its streamed fields: a TList, written as a pointer.
inline std::string extra_types(const std::vector<ramet::schema::StreamerInfo>& infos) {
  constexpr std::size_t tag_size = 14;  // byte count, tag of a new class, "TList" and its end
  const auto list = ramet::schema::write_streamer_infos(infos, tag_size);
  ramet::bytes::ByteWriter writer;
  writer.write(static_cast<std::uint32_t>(0x40000000 | (tag_size - 4 + list.size())));
  writer.write(ramet::schema::new_class_tag);
  writer.append(std::string_view("TList"));
  writer.zeros(1);
  writer.append(list.span());
  return {reinterpret_cast<const char*>(writer.span().data()), writer.size()};
}

/// One point: | byte count 4 | version 2 | x 4 | y 2 |
inline void put_point(ramet::bytes::ByteWriter& to, float x, std::int16_t y) {
  to.write(std::uint32_t{0x40000000 | 8});
  to.write(std::uint16_t{1});
  to.write(x);
  to.write(y);
}
inline constexpr std::size_t point_size = 12;

inline std::shared_ptr<const ramet::object::FormCache> point_forms() {
  return std::make_shared<ramet::object::FormCache>(std::make_shared<const ramet::schema::StreamerInfos>(point_infos()),
                                                    nullptr);
}

}  // namespace sample
