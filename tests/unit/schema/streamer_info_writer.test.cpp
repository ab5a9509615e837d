#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/schema/object_tag.hpp"
#include "ramet/schema/streamer_info.hpp"

using namespace ramet;
using namespace ramet::schema;

TEST_CASE("the record of one small class has the bytes that ROOT 6.40 writes") {
  // TStreamerInfo of TObject, whose two elements are a plain number and the status bits
  const std::string_view names[] = {"TObject"};
  const auto infos = catalogue_infos_for(*make_catalogue(), names);
  REQUIRE(infos.size() == 1);
  const bytes::Buffer payload = write_streamer_infos(infos, 64);
  bytes::ByteCursor cursor(payload.span(), 64);
  const VersionHeader list = read_version(cursor);
  CHECK(list.version == 5);
  CHECK(list.end == 64 + payload.size());
  cursor.skip(2 + 4 + 4);  // TObject: version, unique id, bits
  CHECK(cursor.string().empty());
  CHECK(cursor.read<std::uint32_t>() == 1);
  cursor.skip(8);
  CHECK(cursor.zero_terminated(100) == "TStreamerInfo");
  CHECK(read_version(cursor).version == 10);
  CHECK(read_version(cursor).version == 1);  // TNamed
  cursor.skip(2 + 4);
  CHECK(cursor.read<std::uint32_t>() == 0x10000);  // kIsCompiled
  CHECK(cursor.string() == "TObject");
  CHECK(cursor.string().empty());
  CHECK(cursor.read<std::uint32_t>() == infos[0].checksum);
  CHECK(cursor.read<std::uint32_t>() == 1);
}

TEST_CASE("the same infos give the same bytes, wherever their record begins only the references differ") {
  const auto catalogue = make_catalogue();
  const bytes::Buffer first = write_streamer_infos(catalogue->all(), 64);
  const bytes::Buffer second = write_streamer_infos(catalogue->all(), 64);
  const bytes::Buffer third = write_streamer_infos(catalogue->all(), 65);
  CHECK(bytes::xxh3(first.span()) == bytes::xxh3(second.span()));
  CHECK(bytes::xxh3(first.span()) != bytes::xxh3(third.span()));
  CHECK(first.size() == third.size());
}

TEST_CASE("strings and containers are stored as ROOT stores them, and as other readers know them") {
  StreamerInfo info;
  info.class_name = "Words";
  StreamerElement element;
  element.name = "words";
  for (const std::int32_t type : {type_code::stl, type_code::stl + type_code::fixed_array, type_code::streamer})
    for (const char* kind : {"TStreamerSTL", "TStreamerSTLstring"}) {
      element.element_class = kind;
      element.type = type;
      info.elements.push_back(element);
    }
  bytes::Buffer record(64);
  record.append(write_streamer_infos({&info, 1}, 64).span());
  const std::vector<StreamerInfo> stored = read_streamer_infos(record.span(), 64);
  REQUIRE(stored.size() == 1);
  REQUIRE(stored[0].elements.size() == info.elements.size());
  for (const StreamerElement& kept : stored[0].elements) CHECK(kept.type == type_code::streamer);
}

TEST_CASE("elements have the versions of their classes in ROOT, which refuses others") {
  for (const auto& [kind, version] : {std::pair("TStreamerObjectAnyPointer", 1), std::pair("TStreamerObjectPointer", 2),
                                      std::pair("TStreamerObjectAny", 2), std::pair("TStreamerString", 2),
                                      std::pair("TStreamerBase", 3), std::pair("TStreamerSTL", 3)}) {
    StreamerInfo info;
    info.class_name = "Small";
    StreamerElement& element = info.elements.emplace_back();
    element.element_class = kind;
    element.name = "one";
    const bytes::Buffer payload = write_streamer_infos({&info, 1}, 64);
    const std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
    bytes::ByteCursor cursor(payload.span().subspan(text.find(kind) + std::string_view(kind).size() + 1));
    CAPTURE(kind);
    CHECK(read_version(cursor).version == version);
  }
}

TEST_CASE("an empty list of infos is written as a list") {
  const bytes::Buffer payload = write_streamer_infos({}, 64);
  CHECK(payload.size() == 4 + 2 + 10 + 1 + 4);
}

TEST_CASE("streamer info writer: infos go behind those of a record, which stay as they are; elsewhere all are anew") {
  const auto catalogue = make_catalogue();
  const std::span<const StreamerInfo> all = catalogue->all();
  const auto record_of = [](const bytes::Buffer& payload, std::size_t key_length) {
    bytes::Buffer record(key_length);
    record.append(payload.span());
    return record;
  };
  const auto old = record_of(write_streamer_infos(all.first(3), 64), 64);
  for (const std::size_t key_length : {64U, 72U}) {
    CAPTURE(key_length);
    const auto both = record_of(append_streamer_infos(old.span(), 64, all.subspan(3, 2), key_length), key_length);
    const auto infos = read_streamer_infos(both.span(), key_length);
    REQUIRE(infos.size() == 5);
    for (std::size_t info = 0; info < 5; ++info) {
      CHECK(infos[info].class_name == all[info].class_name);
      CHECK(infos[info].elements.size() == all[info].elements.size());
    }
  }
}
