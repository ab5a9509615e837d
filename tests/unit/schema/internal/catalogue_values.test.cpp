#include <doctest/doctest.h>

#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/schema/internal/catalogue_row.hpp"

using namespace ramet;
using namespace ramet::schema;

TEST_CASE("catalogue: vectors, matrices and bits have the layouts of ROOT 6.40") {
  const auto catalogue = make_catalogue();
  const StreamerInfo* vector = catalogue->find_latest("TLorentzVector");
  REQUIRE(vector != nullptr);
  CHECK(vector->version == 4);
  REQUIRE(vector->elements.size() == 3);
  CHECK(vector->elements[1].name == "fP");
  CHECK(vector->elements[1].type_name == "TVector3");
  CHECK(catalogue->find_latest("TVector3") != nullptr);
  CHECK(catalogue->find_latest("TMatrixTSym<double>") != nullptr);
  CHECK(catalogue->find_latest("TBits") != nullptr);
  CHECK(catalogue->find_latest("ROOT::Math::PtEtaPhiM4D<double>")->elements.size() == 4);
}

TEST_CASE("catalogue: the table of values has an element for each that its classes count") {
  const internal::CatalogueTable table = internal::values_table();
  std::size_t elements = 0;
  for (const internal::ClassRow& row : table.classes) elements += row.element_count;
  CHECK(elements == table.elements.size());
}
