#include "ramet/object/detail/object_writer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::object;
using namespace std::string_view_literals;

namespace {

std::string text_of(const ObjectWriter& writer) {
  const auto payload = writer.payload();
  return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

}  // namespace

TEST_CASE("arrays are written as their kind asks for") {
  const std::array<std::int16_t, 2> values = {1, -1};
  const std::span<const std::int16_t> some = values;
  ObjectWriter fixed(0);
  fixed.numbers(some);
  CHECK(text_of(fixed) == "\x00\x01\xff\xff"sv);
  ObjectWriter counted(0);
  counted.counted(some);
  counted.counted(some.first(0));
  CHECK(text_of(counted) == "\x01\x00\x01\xff\xff\x00"sv);
  ObjectWriter array(0);
  array.array(some);
  CHECK(text_of(array) == "\x00\x00\x00\x02\x00\x01\xff\xff"sv);
}

TEST_CASE("a TNamed has the bytes that ROOT writes") {
  ObjectWriter writer(0);
  writer.tnamed("n", "title", must_cleanup);
  CHECK(text_of(writer) == "\x40\x00\x00\x14\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00\x08\x01n\x05title"sv);
}

TEST_CASE("an array of objects has its count, a lower bound and pointers") {
  ObjectWriter writer(10);
  writer.object_array("a", 2, [&](std::size_t) { writer.null(); });
  CHECK(text_of(writer) ==
        "\x40\x00\x00\x1e\x00\x03\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01"
        "a\x00\x00\x00\x02\x00\x00\x00\x00"
        "\x00\x00\x00\x00\x00\x00\x00\x00"sv);
}

TEST_CASE("a list has an option after each pointer") {
  ObjectWriter writer(10);
  writer.list("", 2, [&](std::size_t) { writer.null(); });
  CHECK(text_of(writer) ==
        "\x40\x00\x00\x1b\x00\x05\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02"
        "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"sv);
}

TEST_CASE("references count from the start of the key") {
  ObjectWriter writer(100);
  const ObjectIdentity identity = writer.object("A", [&] { writer.write(std::uint8_t{7}); });
  CHECK(identity.offset == 102);
  CHECK(writer.next_identity().offset == 102 + 4 + 4 + 2 + 1);
  writer.object("A", [] {});
  writer.reference(identity);
  CHECK(text_of(writer) ==
        "\x40\x00\x00\x07\xff\xff\xff\xff"
        "A\0\x07"
        "\x40\x00\x00\x04\x80\x00\x00\x6a"
        "\x00\x00\x00\x66"sv);
}

TEST_CASE("a TObjString is a head, a TObject and the text") {
  ObjectWriter writer(0);
  writer.object_string("hi");
  CHECK(text_of(writer) == "\x40\x00\x00\x0f\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x02hi"sv);
}
