#include "ramet/object/internal/form_compiler.hpp"

#include "../made_up_class.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::object;
using namespace ramet::object::internal;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

/// The form of a class's only member.
StoredForm member_form(schema::StreamerElement member) {
  FormCompiler compiler({});
  const schema::StreamerInfo info = layout("A", 1, {std::move(member)});
  return compiler.of_element(info, info.elements[0]);
}

}  // namespace

TEST_CASE("type codes become forms") {
  CHECK(member_form(element("x", code::double32, "Double32_t")).number == schema::Fundamental::double32);
  CHECK(member_form(element("x", code::counter, "int")).is_counter);
  CHECK(member_form(element("x", code::bits, "unsigned int")).kind == FormKind::bits);
  CHECK(member_form(element("x", code::char_star, "char*")).kind == FormKind::characters);
  CHECK(member_form(element("x", code::artificial, "int")).kind == FormKind::nothing);
  CHECK(member_form(element("x", code::any, "TArrayI")).kind == FormKind::sized_array);
  CHECK(member_form(element("x", code::object_pointer, "TList*")).kind == FormKind::pointer);
  CHECK(member_form(element("x", code::object_inplace, "TClonesArray*")).kind == FormKind::clones);
  CHECK(member_form(element("x", 250, "what")).kind == FormKind::unsupported);
}

TEST_CASE("arrays have a form for each dimension, and arrays of strings a head outside") {
  auto numbers = array_element("x", code::int_ + code::fixed_array, 6);
  numbers.array_dimensions = 2;
  numbers.dimensions = {2, 3};
  const StoredForm form = member_form(numbers);
  CHECK(form.size == 2);
  CHECK(form.contents.at(0).size == 3);
  CHECK(form.head == Head::none);
  CHECK(member_form(array_element("x", code::tstring + code::fixed_array, 3)).head == Head::column);
}

TEST_CASE("an enumeration in a collection is the number that the collection says it is") {
  auto colours = element("x", code::streamer, "vector<Colour>");
  colours.element_class = "TStreamerSTL";
  colours.stl_type = 1;
  colours.content_type = code::int_;
  CHECK(member_form(colours).contents.at(0).number == schema::Fundamental::int32);
}

TEST_CASE("a class that streams itself can be skipped") {
  const StoredForm form = member_form(element("x", code::streamer, "Odd"));
  CHECK(form.kind == FormKind::unsupported);
  CHECK(form.head == Head::each);
}
