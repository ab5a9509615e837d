#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../described_structs.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = ramet::schema::type_code;

namespace {

struct Pointers {
  std::unique_ptr<Item> first;
  std::optional<Item> second = Item{};
};

}  // namespace

template <>
struct ramet::array::Description<Pointers> {
  static constexpr auto members = std::tuple(member("first", &Pointers::first), member("second", &Pointers::second));
};

TEST_CASE("special runner: a pointer fills an optional or a unique_ptr, or leaves it empty") {
  const schema::StreamerInfos infos(
      {layout("Item", 1, {element("id", code::int_, "int")}),
       layout("Pointers", 1,
              {element("first", code::any_pointer, "Item*"), element("second", code::any_pointer, "Item*")})});
  ObjectWriter writer(0);
  writer.versioned(1, [&] {
    writer.object("Item", [&] { writer.versioned(1, [&] { writer.write(std::int32_t{4}); }); });
    writer.null();
  });
  const auto read_pointers = read_struct<Pointers>(writer, infos, "Pointers");
  REQUIRE(read_pointers.first != nullptr);
  CHECK(read_pointers.first->id == 4);
  CHECK_FALSE(read_pointers.second.has_value());
}

TEST_CASE("special runner: unwanted members of any kind are skipped") {
  const schema::StreamerInfos infos(
      {layout("Other", 1, {element("n", code::int_, "int")}),
       layout("Item", 1,
              {base_element("Other", 1), text_element("text"), element("title", code::tstring, "TString"),
               element("count", code::counter, "int"),
               counted_element("counted", code::counted_array + code::short_, "count"),
               standard_element("list", "vector<Other>"), object_array_element("others", "Other", 2),
               element("pointer", code::any_pointer, "Other*"), element("array", code::any, "TArrayD"),
               element("id", code::int_, "int")})});
  ObjectWriter writer(0);
  const auto other = [&] { writer.versioned(1, [&] { writer.write(std::int32_t{-1}); }); };
  writer.versioned(1, [&] {
    other();
    writer.versioned(1, [&] { writer.string("text"); });
    writer.string("title");
    writer.write(std::int32_t{2});
    writer.counted<std::int16_t>(std::vector<std::int16_t>{1, 2});
    writer.versioned(1, [&] {
      writer.write(std::uint32_t{1});
      other();
    });
    other();
    other();
    writer.object("Other", other);
    writer.array<double>(std::vector<double>{1, 2});
    writer.write(std::int32_t{77});
  });
  CHECK(read_struct<Item>(writer, infos, "Item").id == 77);
}

TEST_CASE("special runner: unwanted parts without a head are skipped: dates, several arrays with one counter") {
  auto arrays = counted_element("arrays", code::counted_array + code::short_, "count");
  arrays.array_length = 2;
  const schema::StreamerInfos infos(
      {layout("Item", 1,
              {element("when", code::any, "TDatime"), element("count", code::counter, "int"), arrays,
               element("id", code::int_, "int")})});
  ObjectWriter writer(0);
  writer.versioned(1, [&] {
    writer.write(std::uint32_t{0x12345678});
    writer.write(std::int32_t{2});
    writer.write(std::uint8_t{1});
    for (std::int16_t i = 0; i < 4; ++i) writer.write(i);
    writer.write(std::int32_t{77});
  });
  CHECK(read_struct<Item>(writer, infos, "Item").id == 77);
}
