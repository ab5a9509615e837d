#include "ramet/object/internal/quick_head.hpp"

#include <doctest/doctest.h>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/error.hpp"

using namespace ramet;
using object::internal::read_quick_head;

TEST_CASE("quick head: it is what any reader of heads finds, for every first word") {
  for (unsigned first = 0; first < 256; ++first)
    for (const unsigned size : {0U, 1U, 2U, 4U, 6U, 7U})
      for (const unsigned version : {0U, 3U, 0x4003U, 0x8001U}) {
        CAPTURE(first);
        CAPTURE(size);
        CAPTURE(version);
        bytes::ByteWriter writer;
        writer.write(first << 24 | size);
        writer.write(static_cast<std::uint16_t>(version));
        writer.write(std::uint32_t{1});
        bytes::ByteCursor quick(writer.span(), 100), usual(writer.span(), 100);
        object::VersionHeader wanted;
        try {
          wanted = schema::read_version(usual);
        } catch (const Error& error) {
          CHECK_THROWS_WITH_AS(read_quick_head(quick), error.what(), Error);
          continue;
        }
        const object::VersionHeader found = read_quick_head(quick);
        CHECK(found.version == wanted.version);
        CHECK(found.memberwise == wanted.memberwise);
        CHECK(found.begin == wanted.begin);
        CHECK(found.end == wanted.end);
        CHECK(quick.position() == usual.position());
      }
}
