#include "ramet/frame/internal/graph/variation_shape.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::frame::internal;

namespace {

Variation of_function(const std::string& type, std::size_t columns, std::vector<std::string> tags) {
  auto lists = std::make_shared<Definition>();
  lists->kind = Definition::Kind::function;
  lists->type = array::parse_type(type);
  Variation made{.name = "v", .tags = std::move(tags), .lists = std::move(lists), .columns = columns};
  made.is_nested = columns > 1;
  return made;
}

}  // namespace

TEST_CASE("arrays of a fixed size have a value for each column and tag") {
  require_shape(of_function("2 * float32", 1, {"a", "b"}));
  require_shape(of_function("3 * 2 * float32", 3, {"a", "b"}));
  require_shape(of_function("2 * 3 * float32", 1, {"a", "b"}));  // of arrays
  require_shape(of_function("var * float32", 1, {"a", "b"}));    // known for each entry only
  CHECK(sample::error_of([] { require_shape(of_function("2 * 3 * float32", 3, {"a", "b"})); }) ==
        "misuse: the function of variation 'v' gives values of type 2 * 3 * float32: lists of 3 are wanted");
  CHECK(sample::error_of([] { require_shape(of_function("2 * var * float32", 3, {"a", "b"})); }).find("lists of 3") !=
        std::string::npos);
}

TEST_CASE("arrays in arrays are one list") {
  CHECK(has_flat_lists(of_function("3 * 2 * float32", 3, {"a", "b"})));
  CHECK(!has_flat_lists(of_function("2 * 3 * float32", 1, {"a", "b"})));
  CHECK(!has_flat_lists(of_function("2 * var * float32", 2, {"a", "b"})));
  CHECK(!has_flat_lists(of_function("var * var * float32", 2, {"a", "b"})));
}
