#include "ramet/ntuple/detail/page_encoder.hpp"

#include <string>
#include <vector>

#include "unit/ntuple/encode/sample_written.hpp"
#include "unit/ntuple/samples/sample_streamed.hpp"
#include "unit/object/array_text.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"

using namespace ramet;
using ramet_test::text_of;

namespace {

const std::vector<std::string> types = {"bool",
                                        "int8",
                                        "uint8",
                                        "int16",
                                        "uint16",
                                        "int32",
                                        "uint32",
                                        "int64",
                                        "uint64",
                                        "float32",
                                        "float64",
                                        "string",
                                        "var * float32",
                                        "var * var * string",
                                        "3 * int16",
                                        "2 * var * 2 * bool",
                                        "{a: int32, b: var * {x: float32, names: var * string}}",
                                        "?float64",
                                        "?string",
                                        "var * ?int32"};

sample::WrittenNTuple sample_of(const std::vector<std::string>& names, std::size_t entries, int compression) {
  sample::WrittenNTuple recipe{{"events", "a test", {}}, {}, {}, {compression::Settings::from_code(compression)}};
  for (const std::string& type : names) {
    recipe.table.columns.push_back({"f" + std::to_string(recipe.table.columns.size()), array::parse_type(type)});
    recipe.columns.push_back(sample::noise_of(type, entries, recipe.columns.size()));
  }
  return recipe;
}

void check_read_back(const sample::WrittenNTuple& recipe, std::uint64_t entries) {
  const auto file = file::FileReader::open(sample::file_of(recipe));
  const ntuple::NTupleReader reader(file, file->key("events"), sample::point_forms());
  CHECK(reader.ntuple().entries == entries);
  CHECK(reader.ntuple().description == "a test");
  const auto executor = schedule::make_serial_executor();
  for (std::size_t field = 0; field < recipe.columns.size(); ++field) {
    const std::string& name = recipe.table.columns[field].name;
    CAPTURE(name);
    const auto read = reader.read(reader.ntuple().at(name), reader.ntuple().all_entries(), {*executor});
    CHECK(to_string(read.type()) == to_string(recipe.table.columns[field].type));
    CHECK(sample::is_same(read, recipe.columns[field].slice(0, entries)));
  }
}

}  // namespace

TEST_CASE("encoded values are read back, of every type, with every codec, in clusters and groups of any size") {
  for (const int compression : {0, 101, 404, 505}) {
    CAPTURE(compression);
    sample::WrittenNTuple recipe = sample_of(types, 1000, compression);
    recipe.groups = {{100, 1, 399}, {500}};
    recipe.options.page_bytes = 200;
    check_read_back(recipe, 1000);
    recipe.groups = {{7}};
    check_read_back(recipe, 7);
    recipe.groups = {};
    check_read_back(recipe, 0);
  }
}

TEST_CASE("variants are encoded cluster by cluster, wherever their values lie") {
  sample::WrittenNTuple recipe{{"events", "a test", {}}, {}, {{3, 4}, {2}}, {}};
  const std::string type = "var * union[int32, string]";
  recipe.table.columns.push_back({"v", array::parse_type(type)});
  array::ArrayBuilder lists(array::parse_type(type));
  array::ArrayBuilder& variants = lists.contents[0];
  for (std::int64_t value = 0; value < 18; ++value) {
    const auto tag = static_cast<std::uint8_t>(value % 3);    // 0: none
    const std::int64_t place = tag == 0 ? 0 : 5 - value / 3;  // the last comes first
    variants.values.append(std::as_bytes(std::span(&tag, 1)));
    array::append_offset(variants, place);
  }
  variants.length = 18;
  variants.contents[0] = sample::builder_of<std::int32_t>({10, 11, 12, 13, 14, 15});
  variants.contents[1] = sample::builder_of<std::string>({"a", "b", "c", "d", "e", "f"});
  for (std::int64_t list = 1; list <= 9; ++list) array::append_offset(lists, 2 * list);
  lists.length = 9;
  recipe.columns.push_back(std::move(lists).finish());
  const auto file = file::FileReader::open(sample::file_of(recipe));
  const ntuple::NTupleReader reader(file, file->key("events"), sample::point_forms());
  const auto executor = schedule::make_serial_executor();
  const auto read = reader.read(reader.ntuple().at("v"), reader.ntuple().all_entries(), {*executor});
  CHECK(text_of(read) == text_of(recipe.columns[0]));
}

TEST_CASE("numbers of less precision are stored in columns of fewer bits") {
  sample::WrittenNTuple recipe = sample_of({"var * float32", "float64"}, 0, 505);
  recipe.table.columns[0].packed_range = "[0,1,8]";
  recipe.table.columns[1].half_precision = true;
  recipe.columns[0] = sample::column_of(std::vector<std::vector<float>>{{0, 1}, {0.25F}});
  recipe.columns[1] = sample::column_of(std::vector<double>{0.5, 1.0 / 3});
  recipe.groups = {{2}};
  const auto file = file::FileReader::open(sample::file_of(recipe));
  const ntuple::NTupleReader reader(file, file->key("events"), sample::point_forms());
  const auto executor = schedule::make_serial_executor();
  const auto read = reader.read(reader.ntuple().at("f0"), {{0}, {2}}, {*executor});
  CHECK(read.content(0).numbers<float>()[1] == 1);
  CHECK(read.content(0).numbers<float>()[2] == doctest::Approx(0.25).epsilon(0.01));
  CHECK(reader.read(reader.ntuple().at("f1"), {{1}, {2}}, {*executor}).numbers<double>()[0] ==
        doctest::Approx(1.0 / 3).epsilon(0.001));
  recipe.columns[0] = sample::column_of(std::vector<std::vector<float>>{{2}, {}});
  CHECK_THROWS_WITH_AS(sample::file_of(recipe), doctest::Contains("out of the column's range"), Error);
}

TEST_CASE("a column becomes pages of equal size, none if it is empty") {
  const auto recipe = sample_of({"float64", "var * int8"}, 1000, 0);
  const auto plan = ntuple::plan_ntuple(recipe.table, false);
  const ntuple::ClusterRows rows(plan, recipe.columns, 100, 1000);
  ntuple::PageEncoder encoder;
  bytes::Buffer out;
  const auto column = encoder.encode(plan, {0}, rows, {compression::Settings::from_code(0), 1000}, out, {});
  CHECK(column.elements == 900);
  CHECK(column.uncompressed_bytes == 7200);
  REQUIRE(column.pages.size() == 8);
  for (const auto& page : column.pages) CHECK((page.elements == 112 || page.elements == 113));
  CHECK(out.size() == 7200 + 8 * 8);
  const ntuple::ClusterRows none(plan, recipe.columns, 5, 5);
  CHECK(encoder.encode(plan, {0}, none, {}, out, {}).pages.empty());
}
