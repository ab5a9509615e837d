#include "ramet/tree/decode/column_layout.hpp"

#include <array>

#include <doctest/doctest.h>

#include "ramet/schema/streamer_info.hpp"
#include "ramet/tree/tree.hpp"

using namespace ramet;
using namespace ramet::tree;
namespace code = ramet::schema::type_code;

namespace {

Leaf leaf(std::string class_name, std::string title, std::int32_t length = 1) {
  Leaf made;
  made.class_name = std::move(class_name);
  made.name = title.substr(0, title.find('['));
  made.title = std::move(title);
  made.length = length;
  return made;
}

Branch branch(std::vector<Leaf> leaves) {
  Branch made;
  made.class_name = "TBranch";
  made.leaves = std::move(leaves);
  return made;
}

// A branch of a class's member, or of a whole object where id is -1.
Branch element(std::string class_name, int streamer_type, int kind = 0, std::int32_t length = 1, int id = 0) {
  Branch made = branch({leaf("TLeafElement", "x", length)});
  made.class_name = "TBranchElement";
  made.element_class = std::move(class_name);
  made.element_id = streamer_type == -1 ? -1 : id;
  made.element_kind = kind;
  made.streamer_type = streamer_type;
  return made;
}

std::string type_of(const Branch& branch) {
  const ColumnLayout layout = layout_of(branch);
  return layout.is_readable() ? to_string(layout.type) : layout.reason;
}

}  // namespace

TEST_CASE("column layout: every leaf class has its number") {
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

TEST_CASE("column layout: dimensions are in the leaf's title, as far as they make up its length") {
  CHECK(type_of(branch({leaf("TLeafF", "x[2][3]", 6)})) == "2 * 3 * float32");
  CHECK(layout_of(branch({leaf("TLeafF", "x[2][3]", 6)})).type_name == "float[2][3]");
  CHECK(layout_of(branch({leaf("TLeafF", "x[2][3]", 6)})).row_size() == 24);
  CHECK(type_of(branch({leaf("TLeafF", "x[2][3]", 5)})) == "5 * float32");
  CHECK(type_of(branch({leaf("TLeafF", "x", 4)})) == "4 * float32");
  CHECK(type_of(branch({leaf("TLeafF", "x[1]", 1)})) == "1 * float32");
  CHECK(type_of(branch({leaf("TLeafF", "x[two]", 2)})) == "2 * float32");
}

TEST_CASE("column layout: dimensions that overflow, or nest deeper than anyone's arrays, count as one") {
  CHECK(type_of(branch({leaf("TLeafF", "x[4294967296][4294967296]", 7)})) == "7 * float32");
  CHECK(type_of(branch({leaf("TLeafF", "x[4294967296][4294967296]", 0)})) == "0 * float32");
  std::string deep = "x";
  for (int i = 0; i < 100000; ++i) deep += "[1]";
  CHECK(type_of(branch({leaf("TLeafF", deep, 1)})) == "float32");
  CHECK(type_of(branch({leaf("TLeafF", deep + "[2]", 2)})) == "2 * float32");
}

TEST_CASE("column layout: a counter makes a list, fixed dimensions stay inside of it") {
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

TEST_CASE("column layout: ranges of packed numbers come from the title, beside dimensions") {
  const ColumnLayout layout = layout_of(branch({leaf("TLeafD32", "x[3]/d[0,100,16]", 3)}));
  CHECK(layout.coding.form == NumberCoding::Form::ranged);
  CHECK(to_string(layout.type) == "3 * float64");
  CHECK(layout.row_size() == 12);
  CHECK(layout_of(branch({leaf("TLeafF16", "x/f[0,0,10]")})).coding.mantissa_bits == 10);
}

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
}

TEST_CASE("column layout: what cannot be read says why") {
  CHECK(type_of(branch({leaf("TLeafObject", "x")})) == "leaves of class TLeafObject");
  CHECK(type_of(branch({leaf("TLeafF", "x", -1)})) == "leaf 'x' has length -1");
  Leaf counted = leaf("TLeafF", "x[n]", 0);
  counted.count_leaf = "n";
  CHECK(type_of(branch({counted})) == "leaf 'x' has length 0");
  CHECK(type_of(branch({leaf("TLeafF", "a"), leaf("TLeafC", "b")})) == "a leaf list with leaf 'b' of class TLeafC");
  CHECK(type_of(branch({leaf("TLeafF", "a"), leaf("TLeafF", "b", -4)})) == "a leaf list with leaf 'b' of class TLeafF");
  counted.length = 1;
  CHECK(type_of(branch({leaf("TLeafF", "a"), counted})) == "a leaf list with leaf 'x' of class TLeafF");
}

TEST_CASE("column layout: whole objects: vectors of numbers, of strings, of vectors; strings") {
  const ColumnLayout numbers = layout_of(element("vector<float>", -1));
  CHECK(numbers.packing == Packing::standard_vector);
  CHECK(to_string(numbers.type) == "var * float32");
  CHECK(numbers.type_name == "std::vector<float>");
  CHECK(numbers.skip == 10);
  const ColumnLayout nested = layout_of(element("vector<vector<unsigned short> >", -1));
  CHECK(to_string(nested.type) == "var * var * uint16");
  CHECK(nested.coding.type == array::NumberType::uint16);
  CHECK(nested.skip == 0);
  CHECK(nested.type_name == "std::vector<std::vector<uint16_t>>");
  CHECK(layout_of(element("vector<vector<string> >", -1)).type_name == "std::vector<std::vector<std::string>>");
  CHECK(type_of(element("vector<string>", -1)) == "var * string");
  CHECK(type_of(element("vector<vector<string> >", -1)) == "var * var * string");
  CHECK(type_of(element("vector<bool>", -1)) == "var * bool");
  CHECK(type_of(element("ROOT::VecOps::RVec<float>", -1)) == "var * float32");
  CHECK(layout_of(element("ROOT::VecOps::RVec<float>", -1)).type_name == "ROOT::VecOps::RVec<float>");
  CHECK(type_of(element("vector<Long64_t>", -1)) == "var * int64");
  CHECK(layout_of(element("string", -1)).packing == Packing::standard_string);
}

TEST_CASE("column layout: objects that are not read yet name their class, however strange it is") {
  for (const char* const name : {"Track", "map<int,float>", "vector<Track>", "vector<", "", "vector<float*>",
                                 "vector<float>*", "vector<list<int> >", "<<<>>>"}) {
    CAPTURE(name);
    const ColumnLayout layout = layout_of(element(name, -1));
    CHECK(layout.packing == Packing::unsupported);
    CHECK(layout.reason == "objects of class " + std::string(name));
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "vector<";
  CHECK(layout_of(element(deep, -1)).packing == Packing::unsupported);
}

TEST_CASE("column layout: members of split objects") {
  CHECK(type_of(element("Track", 5)) == "float32");
  CHECK(type_of(element("Track", code::fixed_array + 3, 0, 4)) == "4 * int32");
  CHECK(layout_of(element("Track", code::stl_string)).type_name == "std::string");
  CHECK(layout_of(element("Track", code::tstring)).type_name == "TString");
  const ColumnLayout counted = layout_of(element("Track", code::counted_array + 8));
  CHECK(counted.packing == Packing::counted);
  CHECK(to_string(counted.type) == "var * float64");
  CHECK(counted.skip == 1);
  CHECK(type_of(element("Track", 5, 31)) == "var * float32");
  CHECK(type_of(element("Track", code::fixed_array + 5, 41, 2)) == "var * 2 * float32");
}

TEST_CASE("column layout: members that are not read yet say so, for any streamer type") {
  CHECK(type_of(element("Track", code::tstring, 31)) == "strings that are members of a collection's objects");
  CHECK(type_of(element("Track", code::counted_array + 5, 31)) == "counted arrays in objects");
  CHECK(type_of(element("Track", code::double32)) == "members of class Track with streamer type 9");
  for (const int type : {-2, 0, 300, 500, 2147483647, -2147483647 - 1}) {
    CAPTURE(type);
    CHECK(layout_of(element("Track", type)).packing == Packing::unsupported);
  }
}
