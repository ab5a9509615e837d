#include "cli/frames/row_writer.hpp"

#include <limits>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::cli;

namespace {

frame::DrawnRows sample_rows() {
  frame::DrawnRows rows;
  rows.values = {{0.1, 3, std::numeric_limits<double>::infinity()}, {1, 0, 1}};
  rows.labels = {{}, {"a,\"b\"", "c"}};
  rows.entries = {7, 8, 8};
  rows.count = 3;
  return rows;
}

}  // namespace

TEST_CASE("CSV has a heading once, quotes, and numbers that can be read back") {
  const auto writer = make_row_writer(RowFormat::csv, {"x", "w"});
  CHECK(writer->text(sample_rows(), 2) == "entry,x,w\n7,0.1,c\n8,3,\"a,\"\"b\"\"\"\n");
  CHECK(writer->text(sample_rows(), 1) == "7,0.1,c\n");
}

TEST_CASE("JSON is an object on each line; what is not finite is null") {
  const auto writer = make_row_writer(RowFormat::json, {"x", "w"});
  const std::string text = writer->text(sample_rows(), 3);
  CHECK(text.starts_with("{\"entry\":7,\"x\":0.1,\"w\":\"c\"}\n"));
  CHECK(text.find("\"x\":null") != std::string::npos);
}

TEST_CASE("a table has columns under each other") {
  const auto writer = make_row_writer(RowFormat::table, {"x", "w"});
  const std::string text = writer->text(sample_rows(), 2);
  CHECK(text ==
        "entry |     x |     w\n"
        "------+-------+------\n"
        "    7 |   0.1 |     c\n"
        "    8 |     3 | a,\"b\"\n");
}
