#include "cli/text/table.hpp"

#include <sstream>
#include <string>

#include "cli/text/text.hpp"
#include <doctest/doctest.h>

using namespace ramet::cli;

namespace {

constexpr Terminal to_file{};

Terminal screen(std::size_t width) { return {.is_terminal = true, .has_colours = false, .width = width}; }

Table small_table() {
  Table table({{"branch", Align::left, 8}, {"entries", Align::right}, {"type", Align::left, 6}});
  table.add_row({{"Muon_pt"}, {"2,304"}, {"float[]"}});
  table.add_row({{"run"}, {"7"}, {"int32_t"}});
  return table;
}

}  // namespace

TEST_CASE("table: columns are as wide as their widest field, and aligned to their side") {
  CHECK(small_table().render(to_file) ==
        "branch   entries  type\n"
        "Muon_pt    2,304  float[]\n"
        "run            7  int32_t\n");
}

TEST_CASE("table: without headings there is no line for them, and no line ends in blanks") {
  Table table({{""}, {""}, {""}});
  table.add_row({{"a"}, {"b"}});
  table.add_row({{"long"}, {}, {"c"}});
  CHECK(table.render(to_file) ==
        "a     b\n"
        "long     c\n");
}

TEST_CASE("table: a rule goes from side to side") {
  Table table({{"a"}, {"b"}});
  table.add_rule();
  table.add_row({{"11"}, {"22"}});
  CHECK(table.render(to_file) ==
        "a   b\n"
        "──────\n"
        "11  22\n");
}

TEST_CASE("table: on a terminal that is too narrow, columns that may be shortened are, and no line is wider") {
  Table table({{"branch", Align::left, 8}, {"entries", Align::right}});
  table.add_row({{"HLT_DoubleMu33NoFiltersNoVtxDisplaced_v1"}, {"2,304"}});
  CHECK(table.render(screen(30)) ==
        "branch                 entries\n"
        "HLT_Double…splaced_v1    2,304\n");
  // Elsewhere somebody may want to look for a name.
  CHECK(table.render(to_file).find("HLT_DoubleMu33NoFiltersNoVtxDisplaced_v1") != std::string::npos);
}

TEST_CASE("table: no column becomes narrower than it allows, however narrow the terminal") {
  const std::string text = small_table().render(screen(1));
  CHECK(text.find("Muon_pt  ") != std::string::npos);
  CHECK(text.find("flo…t") == std::string::npos);
  CHECK(text.find("flo…[]") != std::string::npos);
}

TEST_CASE("table: colours take no columns") {
  Table table({{"", Align::left}, {"", Align::left}});
  table.add_row({{"dir/", Style::directory}, {"x"}});
  table.add_row({{"h"}, {"y"}});
  const Terminal colours{.is_terminal = true, .has_colours = true, .width = 80};
  CHECK(table.render(colours) == "\x1b[1;34mdir/\x1b[0m  x\nh     y\n");
}

TEST_CASE("table: fields from a file cannot break the lines") {
  Table table({{""}});
  table.add_row({{"two\nlines\x1b[2J"}});
  CHECK(table.render(to_file) == "two?lines?[2J\n");
}
