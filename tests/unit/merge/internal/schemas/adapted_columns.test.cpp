#include "ramet/merge/internal/schemas/adapted_columns.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::merge::internal;
using ramet::array::NumberType;

namespace {

ColumnDescription number(const std::string& path, const std::string& counter = "") {
  return {path, "int", "I", PlainNumbers{NumberType::int32, 1, counter}};
}
ColumnDescription text(const std::string& path) { return {path, "text", "C"}; }

TableSchema schema(std::vector<ColumnDescription> columns) { return {std::move(columns), "", {}, 0}; }

}  // namespace

TEST_CASE("adapted columns: those that both have are the same, others are filled or left out") {
  const auto adapted =
      adapted_columns(schema({number("x"), number("y"), text("t")}), schema({text("t"), number("z"), number("x")}));
  REQUIRE(adapted);
  CHECK(adapted->columns == std::vector<std::optional<std::size_t>>{2, std::nullopt, 0});
  CHECK(adapted->filled == std::vector<std::string>{"y"});
  CHECK(adapted->left_out == std::vector<std::string>{"z"});
  CHECK_FALSE(adapted->is_same());
  CHECK(description_of(*adapted) == "'y' is filled, 'z' is left out, all others are moved");
}

TEST_CASE("adapted columns: none if a type differs, or what is missing is no number or has its counter") {
  const TableSchema wanted = schema({number("n"), number("v", "n"), text("t")});
  ColumnDescription other = number("n");
  other.stored = "L";
  CHECK_FALSE(adapted_columns(wanted, schema({other, number("v", "n"), text("t")})));
  CHECK_FALSE(adapted_columns(wanted, schema({number("n"), number("v", "n")})));
  CHECK_FALSE(adapted_columns(wanted, schema({number("n"), text("t")})));
  CHECK(adapted_columns(wanted, schema({text("t")}))->filled == std::vector<std::string>{"n", "v"});
  CHECK_FALSE(adapted_columns(schema({number("x"), number("x")}), schema({number("x")})));
}

TEST_CASE("adapted columns: those of a joined part are found in any order") {
  const TableSchema wanted = schema({number("x"), text("t")});
  CHECK(columns_of(wanted, schema({text("t"), number("x")})) == std::vector<std::optional<std::size_t>>{1, 0});
  CHECK(columns_of(wanted, schema({text("t")})) == std::vector<std::optional<std::size_t>>{std::nullopt, 0});
  CHECK(columns_of(wanted, schema({number("x")})).empty());
}
