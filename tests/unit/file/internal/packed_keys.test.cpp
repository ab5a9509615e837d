#include "ramet/file/internal/packed_keys.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace ramet::file;

namespace {

Key key_of(std::size_t number) {
  Key key;
  key.class_name = "TH1F";
  key.name = "h" + std::to_string(number);
  key.title = std::string(number % 300, 't');
  key.key_length = key_length_of(key.class_name, key.name, key.title, false);
  key.record_size = key.key_length + 100U;
  key.object_size = 200;
  key.seek = 1000 * number;
  return key;
}

}  // namespace

TEST_CASE("packed keys: keys come out as they were added, and names that were not are known not to be there") {
  PackedKeys keys;
  CHECK_FALSE(keys.may_have("h0"));
  constexpr std::size_t count = 1000;
  for (std::size_t number = 0; number < count; ++number) {
    CHECK_FALSE(keys.may_have(key_of(number).name));
    keys.add(key_of(number));
    CHECK(keys.may_have(key_of(number).name));
  }
  CHECK(keys.size() == count);
  const std::vector<Key> all = keys.keys();
  REQUIRE(all.size() == count);
  for (std::size_t number = 0; number < count; ++number) {
    CHECK(all[number].name == key_of(number).name);
    CHECK(all[number].title == key_of(number).title);
    CHECK(all[number].seek == key_of(number).seek);
    CHECK(all[number].record_size == key_of(number).record_size);
  }
}
