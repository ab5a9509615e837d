#include "ramet/table/detail/vector_objects.hpp"

#include <doctest/doctest.h>

#include "ramet/array/array_builder.hpp"

using namespace ramet;
using array::Type;

namespace {

Type vectors(std::string_view type, std::string class_name) {
  Type found = array::parse_type(type);
  (found.kind == array::Kind::list ? found.contents.front() : found).class_name = std::move(class_name);
  return found;
}

table::Schema stored(Type type) {
  table::Schema schema{"t", "", {{.name = "v", .type = std::move(type)}}};
  table::store_vectors(schema);
  return schema;
}

/// So many records of numbers that count up.
array::ArrayBuilder counting(const Type& record, std::size_t count) {
  array::ArrayBuilder builder(record);
  builder.length = count;
  double value = 0;
  for (array::ArrayBuilder& member : builder.contents) {
    member.length = count;
    for (std::size_t k = 0; k < count; ++k, ++value)
      std::memcpy(member.values.extend(sizeof value).data(), &value, sizeof value);
  }
  return builder;
}

constexpr const char* four = "{pt: float64, eta: float64, phi: float64, m: float64}";

}  // namespace

TEST_CASE("vectors are stored as ROOT's objects") {
  const table::Schema schema = stored(vectors(four, "PtEtaPhiMVector"));
  const table::Column& column = schema.columns[0];
  CHECK(column.type_name == "ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiM4D<double> >");
  CHECK(to_string(column.type) == "{fCoordinates: {fPt: float64, fEta: float64, fPhi: float64, fM: float64}}");
  CHECK(column.split_level == 0);
  REQUIRE(schema.classes.size() == 2);
  CHECK(schema.classes[0].members[3].name == "fM");
  CHECK(schema.classes[1].name == column.type_name);
  CHECK(to_string(table::type_of_coordinates(column)) == four);

  const table::Schema floats = stored(vectors("var * {x: float32, y: float32, z: float32, e: float32}", "XYZTVectorF"));
  CHECK(floats.columns[0].type_name == "std::vector<ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<float> >>");
  const table::Schema points = stored(vectors("{x: float64, y: float64, z: float64}", "XYZPoint"));
  CHECK(points.columns[0].type_name ==
        "ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>");
}

TEST_CASE("vectors that derive from TObject are stored as ROOT's classes") {
  const table::Schema four_vectors =
      stored(vectors("{x: float64, y: float64, z: float64, e: float64}", "TLorentzVector"));
  CHECK(four_vectors.columns[0].type_name == "TLorentzVector");
  CHECK(to_string(four_vectors.columns[0].type) == "{fP: {fX: float64, fY: float64, fZ: float64}, fE: float64}");
  REQUIRE(four_vectors.classes.size() == 2);
  CHECK(four_vectors.classes[0].name == "TVector3");
  CHECK(four_vectors.classes[1].bases == std::vector<std::string>{"TObject"});
  const table::Schema places = stored(vectors("var * {x: float64, y: float64, z: float64}", "TVector3"));
  CHECK(places.columns[0].type_name == "std::vector<TVector3>");
  CHECK(stored(vectors("{x: float64, y: float64}", "TVector2")).classes[0].version == 3);
}

TEST_CASE("objects of files keep their class") {
  Type object = array::parse_type("{fCoordinates: {fX: float64, fY: float64, fZ: float64, fT: float64}}");
  object.class_name = "ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<Double32_t> >";
  const table::Schema schema = stored(object);
  CHECK(schema.columns[0].type_name == "ROOT::Math::LorentzVector<ROOT::Math::PxPyPzE4D<double> >");
  CHECK(schema.columns[0].type == object);
}

TEST_CASE("other records stay what they are") {
  for (const auto& [type, class_name] : std::initializer_list<std::pair<const char*, const char*>>{
           {four, ""},
           {four, "PtEtaPhiMVectorF"},
           {four, "PtEtaPhiEVector"},
           {"{x: float32, y: float32, z: float32, e: float32}", "TLorentzVectorF"},
           {"{x: float64}", "XYZTVector"}}) {
    const table::Schema schema = stored(vectors(type, class_name));
    CHECK(schema.columns[0].type_name.empty());
    CHECK(schema.classes.empty());
    CHECK(to_string(table::type_of_coordinates(schema.columns[0])) == type);
  }
}

TEST_CASE("coordinates become members without being copied") {
  const table::Schema schema = stored(vectors(four, "PtEtaPhiMVector"));
  const array::Array values = counting(array::parse_type(four), 3).finish();
  const array::Array objects = table::as_objects(values, schema.columns[0]);
  CHECK(objects.type() == schema.columns[0].type);
  CHECK(objects.length() == 3);
  CHECK(objects.content(0).content(2).numbers<double>().data() == values.content(2).numbers<double>().data());

  const Type flat = vectors("{x: float64, y: float64, z: float64, e: float64}", "TLorentzVector");
  const table::Schema old = stored(flat);
  const array::Array four_vectors = table::as_objects(counting(flat, 2).finish(), old.columns[0]);
  CHECK(four_vectors.type() == old.columns[0].type);
  CHECK(four_vectors.content(0).content(2).numbers<double>()[1] == 5);
  CHECK(four_vectors.content(1).numbers<double>()[0] == 6);

  const table::Schema lists = stored(vectors(std::string("var * ") + four, "PtEtaPhiMVector"));
  array::ArrayBuilder list(array::Type::list_of(array::parse_type(four)));
  list.contents[0] = counting(array::parse_type(four), 5);
  list.length = 2;
  for (const std::int64_t end : {2, 5}) array::append_offset(list, end);
  const array::Array jets = std::move(list).finish();
  const array::Array stored_jets = table::as_objects(jets.slice(1, 2), lists.columns[0]);
  CHECK(stored_jets.type() == lists.columns[0].type);
  CHECK(stored_jets.items().content(0).content(0).numbers<double>()[0] == 2);
}
