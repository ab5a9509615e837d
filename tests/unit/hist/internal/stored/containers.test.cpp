#include "ramet/hist/internal/stored/containers.hpp"

#include <array>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"

using namespace ramet;
using namespace ramet::hist::internal;
using object::ObjectReader;
using object::ObjectWriter;
using schema::Fundamental;

namespace {

constexpr std::uint16_t container_version = 10;

template <class Read>
auto read(const ObjectWriter& writer, Read&& function) {
  ObjectReader reader(writer.payload(), 0, {});
  auto result = function(reader);
  CHECK(reader.cursor().at_end());
  return result;
}

int listed(const ObjectWriter& writer) {
  return read(writer, [](ObjectReader& reader) {
    int objects = 0;
    for_each_listed(reader, [&](const object::ObjectTag& tag) {
      CHECK(tag.class_name == "TObjString");
      ++objects;
    });
    return objects;
  });
}

}  // namespace

TEST_CASE("a list is found inside an object and behind a pointer") {
  const auto write_list = [](ObjectWriter& writer) {
    writer.list("names", 2, [&](std::size_t) { writer.object("TObjString", [&] { writer.object_string("a"); }); });
  };
  ObjectWriter embedded(0), pointer(0), null(0);
  write_list(embedded);
  pointer.object("TList", [&] { write_list(pointer); });
  null.null();
  CHECK(listed(embedded) == 2);
  CHECK(listed(pointer) == 2);
  CHECK(listed(null) == 0);
}

TEST_CASE("vectors of numbers of every type are read as doubles") {
  const auto check = [](Fundamental type, auto number) {
    ObjectWriter writer(0);
    writer.versioned(container_version, [&] {
      writer.write(std::uint32_t{2});
      writer.write(number);
      writer.write(number);
    });
    CHECK(read(writer, [&](ObjectReader& reader) { return read_number_vector(reader, type); }) ==
          std::vector<double>(2, static_cast<double>(number)));
  };
  check(Fundamental::int8, std::int8_t{-5});
  check(Fundamental::uint8, std::uint8_t{200});
  check(Fundamental::bool_, std::uint8_t{1});
  check(Fundamental::int16, std::int16_t{-500});
  check(Fundamental::uint16, std::uint16_t{50000});
  check(Fundamental::int32, std::int32_t{-70000});
  check(Fundamental::uint32, std::uint32_t{4000000000});
  check(Fundamental::int64, std::int64_t{-1} << 40);
  check(Fundamental::uint64, std::uint64_t{1} << 63);
  check(Fundamental::float_, 0.5F);
  check(Fundamental::double_, 0.1);
}

TEST_CASE("strings are read in order") {
  ObjectWriter writer(0);
  writer.versioned(container_version, [&] {
    writer.write(std::uint32_t{2});
    writer.string("one");
    writer.string("");
  });
  CHECK(read(writer, [](ObjectReader& reader) { return read_strings(reader); }) == std::vector<std::string>{"one", ""});
}

TEST_CASE("counts beyond the record are corrupt before anything is allocated") {
  ObjectWriter writer(0);
  writer.versioned(container_version, [&] {
    writer.write(std::uint32_t{0x7fffffff});
    writer.write(1.0);
  });
  const auto refuses = [&](auto function) {
    ObjectReader reader(writer.payload(), 0, {});
    CHECK_THROWS_AS(function(reader), Error);
  };
  refuses([](ObjectReader& reader) { read_doubles(reader); });
  refuses([](ObjectReader& reader) { read_strings(reader); });
  refuses([](ObjectReader& reader) { read_numbers(reader, Fundamental::int8, 1000); });
  refuses([](ObjectReader& reader) { read_numbers(reader, Fundamental::float16, 1); });
}

TEST_CASE("unsupported errors are dropped, and corrupt ones are thrown") {
  unless_unsupported([] { detail::fail(ErrorKind::unsupported, "new"); });
  CHECK_THROWS_AS(unless_unsupported([] { detail::fail(ErrorKind::corrupt, "bad"); }), Error);
}
