#include "ramet/file/detail/record_scan.hpp"

#include <string>
#include <vector>

#include "../sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/byte_writer.hpp"

using namespace ramet;
using file::Key;

namespace {

constexpr std::uint64_t begin = 100;

void add(bytes::ByteWriter& to, const std::string& name, bool big = false) {
  Key key;
  key.version = big ? file::big_key_version : file::small_key_version;
  key.seek = to.size();
  key.seek_parent = begin;
  key.class_name = "TNamed";
  key.name = name;
  key.key_length = file::key_length_of(key.class_name, key.name, "", big);
  key.object_size = 8;
  key.record_size = key.key_length + 8U;
  file::write_key(to, key);
  to.zeros(8);
}

struct Scanned {
  std::vector<std::string> names;
  std::vector<io::Extent> skipped;
};

Scanned scanned(const bytes::ByteWriter& file) {
  bytes::Buffer contents;
  contents.append(file.span());
  const auto source = io::source_of(std::move(contents));
  file::RecordScan scan(*source, begin);
  Scanned result;
  while (const auto key = scan.next()) result.names.push_back(key->name);
  result.skipped = scan.skipped();
  return result;
}

}  // namespace

TEST_CASE("record scan: holes of zeros and of other bytes are skipped and listed") {
  for (const bool big : {false, true}) {
    for (const std::size_t hole : {1u, 3u, 50u, 300'000u}) {
      CAPTURE(big);
      CAPTURE(hole);
      bytes::ByteWriter file;
      file.zeros(begin);
      add(file, "a", big);
      const std::uint64_t first = file.size();
      file.zeros(hole);
      add(file, "b", big);
      const std::uint64_t second = file.size();
      for (std::size_t byte = 0; byte < hole; ++byte) file.write(std::uint8_t{0x11});
      add(file, "c", big);
      const auto [names, skipped] = scanned(file);
      CHECK(names == std::vector<std::string>{"a", "b", "c"});
      REQUIRE(skipped.size() == 2);
      CHECK(skipped[0].offset == first);
      CHECK(skipped[0].size == hole);
      CHECK(skipped[1].offset == second);
      CHECK(skipped[1].size == hole);
    }
  }
}

TEST_CASE("record scan: free segments are skipped, even if they contain dead records") {
  bytes::ByteWriter file;
  file.zeros(begin);
  add(file, "a");
  const std::size_t gap = file.size();
  file.write(std::int32_t{0});
  add(file, "dead");
  file.patch(gap, -static_cast<std::int32_t>(file.size() - gap));
  add(file, "b");
  const auto [names, skipped] = scanned(file);
  CHECK(names == std::vector<std::string>{"a", "b"});
  CHECK(skipped.empty());
}

TEST_CASE("record scan: a moved record is ignored, and one cut by the end is skipped") {
  bytes::ByteWriter file;
  file.zeros(begin);
  bytes::ByteWriter elsewhere;
  add(elsewhere, "moved");
  file.append(elsewhere.span());
  const std::uint64_t end = file.size();
  const auto [names, skipped] = scanned(file);
  CHECK(names.empty());
  REQUIRE(skipped.size() == 1);
  CHECK(skipped[0].offset == begin);
  CHECK(skipped[0].size == end - begin);
}
