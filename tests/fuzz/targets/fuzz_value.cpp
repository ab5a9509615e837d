// Objects of any class. Input: an ObjectInput, read with the layouts of the catalogue and of a class that holds
// everything; as a graph, and into structs.

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "fuzz_target.hpp"

#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/object_graph.hpp"
#include "ramet/object/typed/struct_plan.hpp"
#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::object;

namespace {

struct Point {
  std::int32_t n = 0;
  float x = 0;
};
struct Everything {
  std::string name;
  std::vector<Point> points;
  std::map<std::int32_t, std::string> words;
  std::unique_ptr<Point> pointer;
  std::vector<double> counted;
};

}  // namespace

template <>
struct ramet::array::Description<Point> {
  static constexpr auto members = std::tuple(member("n", &Point::n), member("x", &Point::x));
};
template <>
struct ramet::array::Description<Everything> {
  static constexpr auto members = std::tuple(
      member("name", &Everything::name), member("points", &Everything::points), member("words", &Everything::words),
      member("pointer", &Everything::pointer), member("counted", &Everything::counted));
};

namespace {

constexpr std::array<std::string_view, 9> class_names = {
    "Everything", "Point", "TList", "TObjArray", "TMap", "TClonesArray", "TNamed", "TH1D", "TMatrixTSym<double>"};

schema::StreamerElement element(const char* name, int type, const char* type_name, const char* count_name = "") {
  schema::StreamerElement made;
  made.element_class = type == schema::type_code::stl ? "TStreamerSTL" : "TStreamerBasicType";
  made.name = name;
  made.type = type;
  made.type_name = type_name;
  made.count_name = count_name;
  made.stl_type = type == schema::type_code::stl ? 1 : 0;
  return made;
}

const FormCache& forms() {
  namespace code = schema::type_code;
  static const FormCache cache = [] {
    schema::StreamerInfo point, everything;
    point.class_name = "Point";
    point.version = 1;
    point.elements = {element("n", code::int_, "int"), element("x", code::float_, "float")};
    everything.class_name = "Everything";
    everything.version = 2;
    everything.elements = {element("name", code::tstring, "TString"),
                           element("count", code::counter, "int"),
                           element("counted", code::counted_array + code::short_, "short*", "count"),
                           element("points", code::stl, "vector<Point>"),
                           element("words", code::stl, "map<int,string>"),
                           element("pointer", code::any_pointer, "Point*"),
                           element("list", code::object, "TList")};
    return FormCache(std::make_shared<const schema::StreamerInfos>(std::vector{point, everything}),
                     schema::make_catalogue());
  }();
  return cache;
}

/// Every value is looked at, and every object once.
std::size_t look_at(const Value& value, std::set<const Object*>& seen) {
  std::size_t objects = 0;
  if (const auto* list = value.get_if<Value::List>())
    for (const Value& one : *list) objects += look_at(one, seen);
  if (const auto* array = value.get_if<Value::Array>()) array::validate(**array);
  const Object* object = value.object();
  if (object == nullptr || !seen.insert(object).second) return objects;
  fuzz::require(object->values().size() == object->members().size(), "an object has a value for each member");
  for (const Value& one : object->values()) objects += look_at(one, seen);
  return objects + look_at(object->items(), seen) + 1;
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  const ObjectInput object = object_input(input);
  const auto class_name = class_names[object.class_number % class_names.size()];
  if (class_name == "Everything") {
    static const StructPlan<Everything> plan(forms().layouts(), "Everything");
    try {
      const Everything read = plan.read(object.record, object.key_length);
      require(read.points.size() <= object.record.size(), "points are in bytes");
    } catch (const Error& error) {
      require(error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported, error.what());
    }
  }
  const ObjectGraph graph = read_graph(object.record, object.key_length, class_name, forms());
  std::set<const Object*> seen;
  require(look_at(graph.root(), seen) <= graph.object_count(), "objects belong to the graph");
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  const auto add = [&](std::uint8_t number, const auto& write) {
    ObjectWriter writer(0);
    write(writer);
    all.push_back(object_seed(number, 0, writer.payload()));
  };
  const auto point = [](ObjectWriter& writer) {
    writer.versioned(1, [&] {
      writer.write(std::int32_t{1});
      writer.write(0.5F);
    });
  };
  const auto list = [&](ObjectWriter& writer) {
    writer.list("list", 2, [&](std::size_t item) {
      if (item == 0) writer.object("TNamed", [&] { writer.tnamed("name", "title"); });
      if (item == 1) writer.object("Point", [&] { point(writer); });
    });
  };
  add(0, [&](ObjectWriter& writer) {
    writer.versioned(2, [&] {
      writer.string("name");
      writer.write(std::int32_t{2});
      writer.counted<std::int16_t>(std::array<std::int16_t, 2>{1, 2});
      writer.versioned(9, [&] {
        writer.write(std::uint32_t{5});
        for (int i = 0; i < 5; ++i) point(writer);
      });
      writer.versioned(9, [&] {
        writer.write(std::uint32_t{1});
        writer.write(std::int32_t{4});
        writer.string("four");
      });
      writer.object("Point", [&] { point(writer); });
      list(writer);
    });
  });
  add(1, point);
  add(2, list);
  add(3, [&](ObjectWriter& writer) { writer.object_array("array", 1, [&](std::size_t) { writer.null(); }); });
  add(6, [&](ObjectWriter& writer) { writer.tnamed("name", "title"); });
  for (const std::uint32_t bits : {0U, 1U << 12})
    add(5, [&](ObjectWriter& writer) {
      writer.versioned(4, [&] {
        writer.tobject(bits);
        writer.string("clones");
        writer.string("Point;1");
        writer.write(std::int32_t{1});
        writer.write(std::int32_t{0});
        writer.write(std::uint8_t{1});
        point(writer);
      });
    });
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& file) {
  return object_seeds_of(file, [](std::string_view class_name) {
    const auto found = std::ranges::find(class_names, class_name);
    return found == class_names.end() ? -1 : found - class_names.begin();
  });
}
