#include "ramet/expr/internal/check/vectors/stored_vectors.hpp"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/core/error.hpp"
#include "ramet/expr/expression.hpp"

using namespace ramet;

namespace {

/// A record of a class as files have it, of these numbers or records.
array::Type record(std::string class_name, std::vector<std::string> names, std::vector<array::Type> contents = {}) {
  contents.resize(names.size(), array::Type::of(array::NumberType::float64));
  array::Type type = array::Type::record_of(std::move(names), std::move(contents));
  type.class_name = std::move(class_name);
  return type;
}

/// Numbers 1, 2, 3, ... in the leaves of one entry.
void append(array::ArrayBuilder& to, double& next) {
  to.length = 1;
  if (to.kind == array::Kind::number) array::ValueColumn<double>::append(to, next++), to.length = 1;
  for (array::ArrayBuilder& member : to.contents) append(member, next);
}

std::string value_of(const std::string& text, const array::Type& type) {
  array::ArrayBuilder column(type);
  double next = 1;
  append(column, next);
  const array::Array columns[] = {std::move(column).finish()};
  const expr::Program program = expr::Program::compile(text, {{{"q", type}}, {}});
  const auto found = expr::Evaluator(program).run(columns, 1, {});
  return fmt::format("{:.6g}", found.at(0).numbers<double>()[0]);
}

const array::Type three = record("TVector3", {"fX", "fY", "fZ"});
const array::Type four = record("TLorentzVector", {"fP", "fE"}, {three});

array::Type lorentz(const std::string& system, std::vector<std::string> names) {
  return record("ROOT::Math::LorentzVector<ROOT::Math::" + system + "<double> >", {"fCoordinates"},
                {record("ROOT::Math::" + system + "<double>", std::move(names))});
}

}  // namespace

TEST_CASE("vectors of files have the methods of their classes") {
  CHECK(value_of("q.Pt()", four) == "2.23607");
  CHECK(value_of("q.M2()", four) == "2");
  CHECK(value_of("q.Mag()", three) == "3.74166");
  CHECK(value_of("(q + q).E()", four) == "8");
  CHECK(value_of("q.Pt() + 10 * q.M()", lorentz("PtEtaPhiM4D", {"fPt", "fEta", "fPhi", "fM"})) == "41");
  CHECK(value_of("q.E()", lorentz("PxPyPzE4D", {"fX", "fY", "fZ", "fT"})) == "4");
  CHECK(
      value_of(
          "q.Z()",
          record("ROOT::Math::PositionVector3D<ROOT::Math::Cartesian3D<double>,ROOT::Math::DefaultCoordinateSystemTag>",
                 {"fCoordinates"}, {record("ROOT::Math::Cartesian3D<double>", {"fX", "fY", "fZ"})})) == "3");
}

TEST_CASE("members of vectors of files have the names of the file") {
  CHECK(value_of("q.fE", four) == "4");
  CHECK(value_of("q.fP.fX", four) == "1");
  CHECK(value_of("q.fP.Mag()", four) == "3.74166");
  CHECK(value_of("q.fCoordinates.fEta", lorentz("PtEtaPhiM4D", {"fPt", "fEta", "fPhi", "fM"})) == "2");
}

TEST_CASE("a class of vectors without its coordinates has no methods, and one without members no values") {
  CHECK_THROWS_AS(value_of("q.Pt()", record("TLorentzVector", {"fP"})), Error);
  CHECK_THROWS_AS(value_of("q.Pt()", record("XYZTVector", {"a", "b"})), Error);
  CHECK_THROWS_WITH_AS(value_of("q", record("Empty", {})), doctest::Contains("a class without members"), Error);
}
