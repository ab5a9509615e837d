#include "ramet/object/payload.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/object_reader.hpp"

using namespace ramet;
using namespace ramet::object;

namespace {

struct Spectrum {
  double peak = 0;
};

struct Unknown {};

/// The text of a TObjString.
std::string text_in(const bytes::Buffer& record) {
  ObjectReader reader(record.span(), 0, {});
  const VersionHeader header = reader.read_version();
  reader.read_tobject();
  std::string text(reader.cursor().string());
  reader.finish(header);
  return text;
}

}  // namespace

template <>
struct ramet::object::PayloadOf<Spectrum> {
  static Payload of(const Spectrum& spectrum) {
    if (spectrum.peak < 0) detail::fail(ErrorKind::misuse, "peak {}", spectrum.peak);
    return {.class_name = "Spectrum", .make = [&spectrum](std::string_view name, std::size_t key_length) {
              ObjectWriter writer(key_length);
              writer.string(name);
              writer.write(spectrum.peak);
              return std::move(writer).take_payload();
            }};
  }
};

TEST_CASE("payload: texts of every type are TObjStrings, whatever they are called") {
  const std::string long_text(300, 'x');
  for (const Payload& payload : {payload_of("some text"), payload_of(std::string_view("some text")),
                                 payload_of(static_cast<const char*>("some text"))}) {
    CHECK(payload.class_name == "TObjString");
    CHECK(payload.title == "Collectable string class");
    CHECK(payload.known_classes == std::vector<std::string>{"TObjString"});
    CHECK(text_in(payload.make("name", 10)) == "some text");
  }
  CHECK(text_in(payload_of(long_text).make("", 0)) == long_text);
  CHECK(text_in(payload_of("").make("", 0)).empty());
}

TEST_CASE("payload: a type is written as its PayloadOf says, and one without is not storable") {
  static_assert(Storable<Spectrum>);
  static_assert(Storable<std::string>);
  static_assert(!Storable<Unknown>);
  static_assert(!Storable<int>);
  const Spectrum spectrum{91.2};
  const Payload payload = payload_of(spectrum);
  CHECK(payload.class_name == "Spectrum");
  CHECK(payload.make("z", 0).size() == 2 + sizeof(double));
  CHECK_THROWS_WITH_AS(payload_of(Spectrum{-1}), "peak -1", Error);
}
