#include "ramet/tree/internal/layout/leaf_layout.hpp"

#include "unit/tree/layout/sample_branches.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::tree;
using namespace sample;

TEST_CASE("leaf layout: every leaf class has its number") {
  struct Case {
    const char* leaf_class;
    bool is_unsigned;
    const char* type;
    const char* cxx;
  };
  for (const Case& one : {Case{"TLeafO", false, "bool", "bool"}, Case{"TLeafB", false, "int8", "int8_t"},
                          Case{"TLeafB", true, "uint8", "uint8_t"}, Case{"TLeafS", false, "int16", "int16_t"},
                          Case{"TLeafS", true, "uint16", "uint16_t"}, Case{"TLeafI", false, "int32", "int32_t"},
                          Case{"TLeafI", true, "uint32", "uint32_t"}, Case{"TLeafL", false, "int64", "int64_t"},
                          Case{"TLeafG", true, "uint64", "uint64_t"}, Case{"TLeafF", false, "float32", "float"},
                          Case{"TLeafD", false, "float64", "double"}, Case{"TLeafF16", false, "float32", "Float16_t"},
                          Case{"TLeafD32", false, "float64", "Double32_t"}}) {
    CAPTURE(one.leaf_class);
    Leaf some = leaf(one.leaf_class, "x");
    some.is_unsigned = one.is_unsigned;
    const ColumnLayout layout = layout_of(branch({some}));
    CHECK(layout.packing == Packing::fixed);
    CHECK(to_string(layout.type) == one.type);
    CHECK(layout.type_name == one.cxx);
    CHECK(layout.row_size() == layout.coding.stored_size());
  }
}

TEST_CASE("leaf layout: dimensions are in the leaf's title, as far as they make up its length") {
  CHECK(type_of(branch({leaf("TLeafF", "x[2][3]", 6)})) == "2 * 3 * float32");
  CHECK(layout_of(branch({leaf("TLeafF", "x[2][3]", 6)})).type_name == "float[2][3]");
  CHECK(layout_of(branch({leaf("TLeafF", "x[2][3]", 6)})).row_size() == 24);
  CHECK(type_of(branch({leaf("TLeafF", "x[2][3]", 5)})) == "5 * float32");
  CHECK(type_of(branch({leaf("TLeafF", "x", 4)})) == "4 * float32");
  CHECK(type_of(branch({leaf("TLeafF", "x[1]", 1)})) == "1 * float32");
  CHECK(type_of(branch({leaf("TLeafF", "x[two]", 2)})) == "2 * float32");
}

TEST_CASE("leaf layout: of a member in an array of clones, the branch's name has the dimensions") {
  Leaf some = leaf("TLeafF", "m[tracks_]", 6);
  some.count_leaf = "tracks_";
  Branch member = branch({some});
  member.name = "tracks.m[2][3]";
  CHECK(type_of(member) == "var * 2 * 3 * float32");
  member.name = "tracks.m[2][2]";
  CHECK(type_of(member) == "var * 6 * float32");
}

TEST_CASE("leaf layout: a dimension of one in the title stays, as the branch's name has none") {
  Leaf one = leaf("TLeafF", "x[n][1]", 1);
  one.count_leaf = "n";
  Branch counted = branch({one});
  counted.name = "x";
  CHECK(type_of(counted) == "var * 1 * float32");
  one.title = "x[n]";
  counted = branch({one});
  counted.name = "x";
  CHECK(type_of(counted) == "var * float32");
}

TEST_CASE("leaf layout: dimensions that overflow, or nest deeper than anyone's arrays, count as one") {
  CHECK(type_of(branch({leaf("TLeafF", "x[4294967296][4294967296]", 7)})) == "7 * float32");
  CHECK(type_of(branch({leaf("TLeafF", "x[4294967296][4294967296]", 0)})) == "0 * float32");
  std::string deep = "x";
  for (int i = 0; i < 100000; ++i) deep += "[1]";
  CHECK(type_of(branch({leaf("TLeafF", deep, 1)})) == "float32");
  CHECK(type_of(branch({leaf("TLeafF", deep + "[2]", 2)})) == "2 * float32");
}

TEST_CASE("leaf layout: a counter makes a list, fixed dimensions stay inside of it") {
  Leaf some = leaf("TLeafI", "x[n]");
  some.count_leaf = "n";
  ColumnLayout layout = layout_of(branch({some}));
  CHECK(layout.packing == Packing::counted);
  CHECK(to_string(layout.type) == "var * int32");
  CHECK(layout.type_name == "int32_t[]");
  some = leaf("TLeafI", "x[n][2][5]", 10);
  some.count_leaf = "n";
  layout = layout_of(branch({some}));
  CHECK(to_string(layout.type) == "var * 2 * 5 * int32");
  CHECK(layout.values_per_row == 10);
  CHECK(layout.skip == 0);
}

TEST_CASE("leaf layout: ranges of packed numbers come from the title, beside dimensions") {
  const ColumnLayout layout = layout_of(branch({leaf("TLeafD32", "x[3]/d[0,100,16]", 3)}));
  CHECK(layout.coding.form == NumberCoding::Form::ranged);
  CHECK(to_string(layout.type) == "3 * float64");
  CHECK(layout.row_size() == 12);
  CHECK(layout_of(branch({leaf("TLeafF16", "x/f[0,0,10]")})).coding.mantissa_bits == 10);
}

TEST_CASE("leaf layout: in a leaf list, whole numbers count leaves behind them") {
  Leaf count = leaf("TLeafI", "n");
  Leaf counted = leaf("TLeafF", "x[n][2]", 2);
  counted.count_leaf = "n";
  const Leaf text = leaf("TLeafC", "text");
  const ColumnLayout layout = layout_of(branch({count, counted, text}));
  CHECK(layout.packing == Packing::varying_leaves);
  CHECK(to_string(layout.type) == "{n: int32, x: var * 2 * float32, text: string}");
  CHECK(layout.type_name == "struct {int32_t n;float x[][2];char* text;}");
  CHECK(layout.leaves[0].counts_others);
  CHECK(layout.leaves[1].counter == 0);
  CHECK(type_of(branch({counted, count})) == "a leaf list with leaf 'x', whose counter 'n' is not an earlier leaf");
  CHECK(type_of(branch({leaf("TLeafF", "n"), counted})) ==
        "a leaf list with leaf 'x', whose counter 'n' is not an earlier leaf");
  counted.length = 0;
  CHECK(type_of(branch({count, counted})) == "a leaf list with leaf 'x' of class TLeafF");
}
