// Existing trees with branches of classes, to which a ParallelWriter appends.
#include "integration/sample_updates.hpp"
#include <doctest/doctest.h>

#include "ramet/object/detail/array_type.hpp"
#include "ramet/tree/detail/group_reader.hpp"
#include "ramet/write/detail/file_before.hpp"

using namespace ramet;
using namespace ramet::write;
using sample::update;

namespace {

std::vector<schema::ClassSpec> classes() {
  return {{.name = "Point", .members = {{"x", "float"}, {"y", "float"}}},
          {.name = "Base", .members = {{"id", "int"}, {"w", "std::vector<float>"}}},
          {.name = "Track",
           .version = 3,
           .bases = {"Base"},
           .members = {{"pt", "Double32_t", "[0,100,16]"},
                       {"cov", "float[2][3]"},
                       {"name", "std::string"},
                       {"p", "Point"},
                       {"pts", "std::vector<Point>"},
                       {"near", "std::pair<int,Point>"},
                       {"pa", "Point[2]"},
                       {"ids", "std::set<int>"},
                       {"flag", "bool"}}}};
}

table::Schema class_schema() {
  table::Schema schema{"Events", "", {}};
  schema.classes = classes();
  const auto add = [&](const std::string& name, const std::string& type_name, int split_level = 99) {
    schema.columns.push_back({.name = name,
                              .type = object::array_type_of(type_name, schema.classes),
                              .split_level = split_level,
                              .type_name = type_name});
  };
  add("track", "Track");
  add("n", "int");
  add("tracks", "std::vector<Track>");
  add("shallow", "Track", 1);
  add("whole", "Track", 0);
  add("wholes", "std::vector<Track>", 0);
  add("map", "std::map<int,Point>");
  add("names", "std::vector<std::string>");
  add("nested", "std::vector<std::vector<Point>>");
  add("lists", "std::map<std::string,std::vector<int>>");
  add("pairs", "std::vector<std::pair<int,std::string>>");
  add("deep", "std::vector<std::vector<std::vector<short>>>");
  add("text", "std::string");
  add("list", "std::list<float>");
  for (const char* type : {"var * int16", "string"})
    schema.columns.push_back({.name = std::string("plain") + type[0], .type = array::parse_type(type)});
  return schema;
}

/// Noise that a Double32_t of 16 bits represents exactly.
void make_representable(array::ArrayBuilder& array) {
  for (std::size_t member = 0; member < array.names.size(); ++member) {
    if (array.names[member] != "pt") continue;
    auto numbers = array.contents[member].numbers<double>();
    std::vector<double> round;
    for (const double number : numbers) round.push_back(number > 0 ? 100 : 50);
    const auto bytes = std::as_bytes(std::span(round));
    std::copy(bytes.begin(), bytes.end(), array.contents[member].values.data());
  }
  for (array::ArrayBuilder& content : array.contents) make_representable(content);
}

std::vector<array::Array> class_columns(std::size_t entries) {
  std::vector<array::Array> columns;
  std::uint64_t seed = 1;
  for (const table::Column& column : class_schema().columns) {
    array::ArrayBuilder noise(column.type);
    array::append(noise, sample::noise_of(to_string(column.type), entries, seed++));
    make_representable(noise);
    columns.push_back(std::move(noise).finish());
  }
  return columns;
}

std::vector<array::Array> read_columns(const sample::Disk& disk) {
  const FileBefore file(sample::open(disk));
  const auto reader =
      std::make_shared<const tree::TreeReader>(file.reader(), file.reader()->key("Events"), file.classes());
  const auto executor = schedule::make_serial_executor();
  std::vector<array::Array> columns;
  for (const table::Column& column : class_schema().columns) {
    const tree::Branch* branch = reader->tree().find(column.name);
    if (branch == nullptr) branch = &reader->tree().at(column.name + ".");
    const auto entries = reader->tree().all_entries();
    columns.push_back(branch->is_group() ? tree::read_objects(*reader, *branch, entries, {*executor})
                                         : reader->read(*branch, entries, {*executor}));
  }
  return columns;
}

void extend(const TableWriter& tree, std::span<const array::Array> columns) {
  TableWriter same = tree;
  auto context = same.context();
  context.extend(columns);
  context.close();
}

}  // namespace

TEST_CASE("updating trees of classes: entries can be appended in every form that is written, with the same columns") {
  const auto columns = class_columns(200);
  const auto disk = sample::empty_disk();
  {
    const auto writer = sample::writer_to(disk);
    extend(writer->add_table(class_schema(), {.cluster_entries = 30}), sample::slices(columns, 0, 50));
    writer->close();
  }
  const auto wanted = class_schema();
  for (const auto& [first, last] : {std::pair(50U, 51U), std::pair(51U, 140U), std::pair(140U, 200U)}) {
    const auto writer = update(disk);
    const TableWriter tree = writer->open_table("Events", {.cluster_entries = 25});
    REQUIRE(tree.schema().columns.size() == wanted.columns.size());
    for (std::size_t column = 0; column < wanted.columns.size(); ++column) {
      CHECK(tree.schema().columns[column].name == wanted.columns[column].name);
      CHECK(to_string(tree.schema().columns[column].type) == to_string(wanted.columns[column].type));
    }
    extend(tree, sample::slices(columns, first, last));
    writer->close();
    const auto now = read_columns(disk);
    for (std::size_t column = 0; column < wanted.columns.size(); ++column) {
      CAPTURE(wanted.columns[column].name);
      CHECK(sample::is_same(now[column], columns[column].slice(0, last)));
    }
  }
}
