// Values of any C++ type that an ntuple can have are read back: random types, random values.
#include <string>
#include <vector>

#include "unit/ntuple/encode/sample_written.hpp"
#include "unit/ntuple/samples/sample_streamed.hpp"
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/object/detail/array_type.hpp"

using namespace ramet;

namespace {

std::vector<schema::ClassSpec> some_classes() {
  return {{.name = "Point", .members = {{"x", "float"}, {"n", "short"}}},
          {.name = "Named", .members = {{"label", "std::string"}, {"flags", "std::vector<bool>"}}},
          {.name = "ns::Track",
           .version = 4,
           .bases = {"Point", "Named"},
           .members = {{"hits", "std::vector<Point>"}, {"ids", "int[2][3]"}}}};
}

std::string random_type_name(int depth) {
  const auto inner = [&] { return random_type_name(depth - 1); };
  const auto leaf = [] {
    return *rc::gen::element<std::string>("bool", "char", "short", "std::int32_t", "unsigned long long", "float",
                                          "double", "string", "std::bitset<11>", "std::atomic<int>");
  };
  if (depth == 0) return leaf();
  switch (*rc::gen::inRange(0, 8)) {
    case 0:
      return *rc::gen::element<std::string>("std::vector<", "std::set<", "std::list<", "ROOT::RVec<") + inner() + ">";
    case 1:
      return *rc::gen::element<std::string>("std::map<", "std::unordered_multimap<") + leaf() + "," + inner() + ">";
    case 2:
      return "std::pair<" + inner() + "," + inner() + ">";
    case 3:
      return "std::tuple<" + inner() + "," + inner() + "," + leaf() + ">";
    case 4:
      return "std::optional<" + inner() + ">";
    case 5:
      return "std::array<" + inner() + ",3>";
    case 6:
      return *rc::gen::element<std::string>("Point", "Named", "ns::Track");
    default:
      return leaf();
  }
}

sample::WrittenNTuple random_ntuple() {
  sample::WrittenNTuple recipe{{"events", "", {}, some_classes()}, {}, {}, {}};
  recipe.options.compression = compression::Settings::from_code(*rc::gen::element(0, 404, 505));
  recipe.options.page_bytes = *rc::gen::inRange<std::uint32_t>(1, 2000);
  recipe.options.has_checksums = *rc::gen::arbitrary<bool>();
  recipe.groups.assign(1, {});
  std::uint64_t entries = 0;
  for (int clusters = *rc::gen::inRange(1, 4); clusters > 0; --clusters) {
    recipe.groups.front().push_back(*rc::gen::inRange<std::uint64_t>(1, 40));
    entries += recipe.groups.front().back();
  }
  for (int field = *rc::gen::inRange(1, 4); field > 0; --field) {
    const std::string type_name = random_type_name(*rc::gen::inRange(0, 4));
    const array::Type type = object::array_type_of(type_name, recipe.table.classes);
    recipe.columns.push_back(sample::noise_of(to_string(type), entries, *rc::gen::arbitrary<std::uint64_t>()));
    recipe.table.columns.push_back({.name = "f" + std::to_string(field), .type = type, .type_name = type_name});
  }
  return recipe;
}

/// The type that the reader gives: characters have no sign in the format.
void forget_signs(array::Type& type) {
  if (type == array::Type::of(array::NumberType::uint8)) type = array::Type::of(array::NumberType::int8);
  for (array::Type& content : type.contents) forget_signs(content);
}

}  // namespace

TEST_CASE("values of any C++ type are read back from an ntuple") {
  CHECK(rc::check([] {
    const sample::WrittenNTuple recipe = random_ntuple();
    const auto file = file::FileReader::open(sample::file_of(recipe));
    const ntuple::NTupleReader reader(file, file->key("events"), sample::point_forms());
    const auto executor = schedule::make_serial_executor();
    for (std::size_t field = 0; field < recipe.columns.size(); ++field) {
      const table::Column& spec = recipe.table.columns[field];
      RC_LOG() << spec.type_name << '\n';
      const array::Array read = reader.read(reader.ntuple().at(spec.name), reader.ntuple().all_entries(), {*executor});
      array::Type type = read.type();
      array::Type wanted = spec.type;
      forget_signs(type);
      forget_signs(wanted);
      RC_ASSERT(to_string(type) == to_string(wanted));
      if (spec.type_name.find("char") == std::string::npos) RC_ASSERT(sample::is_same(read, recipe.columns[field]));
    }
  }));
}
