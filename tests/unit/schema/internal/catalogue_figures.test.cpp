#include <cstddef>
#include <string_view>

#include <doctest/doctest.h>

#include "ramet/schema/internal/catalogue_row.hpp"
#include "ramet/schema/type_name.hpp"

using namespace ramet::schema;

TEST_CASE("every element of the table of graphs, functions and many axes belongs to one class, and is whole") {
  const internal::CatalogueTable table = internal::figures_table();
  std::size_t elements = 0;
  for (const internal::ClassRow& row : table.classes) elements += row.element_count;
  CHECK(elements == table.elements.size());
  for (const internal::ElementRow& row : table.elements) {
    const std::string_view name = row.name;
    CAPTURE(name);
    const std::string_view kind = row.kind;
    CHECK(!name.empty());
    CHECK((kind == "Base") == (row.base_checksum != 0));
    CHECK((kind == "BasicPointer") == !std::string_view(row.count_name).empty());
    CHECK((kind == "STL") == (row.stl_type != 0));
    if (kind == "BasicType") CHECK(fundamental_of_code(row.type).has_value());
  }
}
