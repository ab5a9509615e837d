#include "ramet/object/typed/class_specs.hpp"

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/object/detail/array_type.hpp"

using namespace ramet;
using schema::ClassSpec;

namespace {

struct Cell {
  std::int32_t id = 0;
};
struct Shape {
  double area = 0;
};
struct Cluster : Shape {
  std::vector<Cell> cells;
  std::map<std::string, Cell> named;
  double energy = 0;
};
struct Unnamed {
  Cluster cluster;
};
struct Wrong {
  Unnamed unnamed;
};

}  // namespace

template <>
struct ramet::array::Description<Cell> {
  static constexpr auto members = std::tuple(member("id", &Cell::id));
  static constexpr std::array class_names = {"Cell"};
};
template <>
struct ramet::array::Description<Shape> {
  static constexpr auto members = std::tuple(member("area", &Shape::area));
  static constexpr std::array class_names = {"Shape"};
};
template <>
struct ramet::array::Description<Cluster> {
  using bases = std::tuple<Shape>;
  static constexpr auto members =
      std::tuple(member("cells", &Cluster::cells), member("named", &Cluster::named),
                 member("energy", &Cluster::energy, {.comment = "[0,10,12]", .type_name = "Double32_t"}));
  static constexpr std::array class_names = {"Cluster"};
  static constexpr int version = 4;
};
template <>
struct ramet::array::Description<Unnamed> {
  static constexpr auto members = std::tuple(member("cluster", &Unnamed::cluster));
};
template <>
struct ramet::array::Description<Wrong> {
  static constexpr auto members = std::tuple(member("unnamed", &Wrong::unnamed));
  static constexpr std::array class_names = {"Wrong"};
};

TEST_CASE("the classes of a described struct are its bases', its members' and its own, each once") {
  const auto classes = object::class_specs_of<std::vector<Cluster>, Cell>();
  CHECK(classes == std::vector<ClassSpec>{
                       {.name = "Shape", .members = {{"area", "double"}}},
                       {.name = "Cell", .members = {{"id", "std::int32_t"}}},
                       {.name = "Cluster",
                        .version = 4,
                        .bases = {"Shape"},
                        .members = {{"cells", "std::vector<Cell>"},
                                    {"named", "std::map<std::string,Cell>"},
                                    {"energy", "Double32_t", "[0,10,12]"}}},
                   });
}

TEST_CASE("a struct without class name is no class, but its members' are there") {
  std::vector<std::string> names;
  for (const ClassSpec& spec : object::class_specs_of<Unnamed>()) names.push_back(spec.name);
  CHECK(names == std::vector<std::string>{"Shape", "Cell", "Cluster"});
  CHECK_THROWS_AS(object::class_specs_of<Wrong>(), Error);
}

TEST_CASE("values of a C++ type are of the array type that its name has") {
  const auto classes = object::class_specs_of<Cluster>();
  using Column = array::ValueColumn<std::vector<Cluster>>;
  object::check_array_type(Column::type(), Column::type_name(), classes);
}
