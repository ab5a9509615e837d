#include "ramet/tree/column_layout.hpp"

#include "unit/tree/layout/sample_branches.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::tree;
using namespace sample;

TEST_CASE("column layout: C strings, leaf lists and groups of branches") {
  const ColumnLayout text = layout_of(branch({leaf("TLeafC", "x", 12)}));
  CHECK(text.packing == Packing::c_string);
  CHECK(to_string(text.type) == "string");
  const ColumnLayout list = layout_of(branch({leaf("TLeafF", "a"), leaf("TLeafS", "b[2]", 2), leaf("TLeafO", "c")}));
  CHECK(list.packing == Packing::leaf_list);
  CHECK(to_string(list.type) == "{a: float32, b: 2 * int16, c: bool}");
  CHECK(list.type_name == "struct {float a;int16_t b[2];bool c;}");
  CHECK(list.row_size() == 9);
  Branch group = branch({leaf("TLeafElement", "x")});
  group.branches.emplace_back();
  CHECK(layout_of(group).packing == Packing::nothing);
  CHECK_FALSE(layout_of(group).is_readable());
  CHECK(layout_of(branch({})).packing == Packing::nothing);
  CHECK(layout_of(branch({})).reason == "it is a base without members and has no values");
  group = branch({leaf("TLeafI", "x")});
  group.branches.emplace_back();
  group.baskets = BasketIndex({0, 1}, {{100, 100}});
  CHECK(type_of(group) == "int32");  // it has entries of its own beside those below it
}

TEST_CASE("column layout: a branch that cannot be read has a reason") {
  CHECK(type_of(branch({leaf("TLeafRef", "x")})) == "leaves of class TLeafRef");
  CHECK(type_of(branch({leaf("TLeafF", "x", -1)})) == "leaf 'x' has length -1");
  Leaf counted = leaf("TLeafF", "x[n]", 0);
  counted.count_leaf = "n";
  CHECK(type_of(branch({counted})) == "leaf 'x' has length 0");
  CHECK(type_of(branch({leaf("TLeafF", "a"), leaf("TLeafObject", "b")})) ==
        "a leaf list with leaf 'b' of class TLeafObject");
  CHECK(type_of(branch({leaf("TLeafF", "a"), leaf("TLeafF", "b", -4)})) == "a leaf list with leaf 'b' of class TLeafF");
  counted.length = 1;
  CHECK(type_of(branch({leaf("TLeafF", "a"), counted})) ==
        "a leaf list with leaf 'x', whose counter 'n' is not an earlier leaf");
}
