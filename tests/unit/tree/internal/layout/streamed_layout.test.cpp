#include "ramet/tree/internal/layout/streamed_layout.hpp"

#include "unit/tree/layout/sample_branches.hpp"
#include <doctest/doctest.h>

#include "ramet/schema/streamer_info.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

/// A class of two versions, whose member changed its type.
schema::StreamerInfos points() {
  schema::StreamerElement x;
  x.name = "x";
  x.type = schema::type_code::float_;
  x.type_name = "float";
  schema::StreamerElement wide = x;
  wide.type = schema::type_code::double_;
  wide.type_name = "double";
  std::vector<schema::StreamerInfo> infos(2);
  infos[0] = {.class_name = "Point", .title = "", .checksum = 11, .version = 1, .elements = {x}};
  infos[1] = {.class_name = "Point", .title = "", .checksum = 22, .version = 2, .elements = {wide}};
  return schema::StreamerInfos(std::move(infos));
}

}  // namespace

TEST_CASE("streamed layout: a type has the shape that its class gives it, or the reason why it has none") {
  const auto infos = points();
  const ColumnLayout layout = streamed_layout({&infos, nullptr}, "map<int,Point>", object::Place::whole);
  CHECK(layout.packing == Packing::streamed);
  CHECK(to_string(layout.type) == "var * {first: int32, second: {x: float64}}");
  CHECK(layout.type_name == "map<int,Point>");
  CHECK_FALSE(layout.needs_counts());
  const ColumnLayout unknown = streamed_layout({&infos, nullptr}, "Secret", object::Place::whole);
  CHECK_FALSE(unknown.is_readable());
  CHECK(unknown.reason.starts_with("Secret: "));
}

TEST_CASE("streamed layout: an object without a head is of the layout that its branch names") {
  const auto classes =
      std::make_shared<const ClassLayouts>(std::make_shared<const schema::StreamerInfos>(points()), nullptr);
  Branch branch = sample::element("Point", -1);
  branch.classes = classes.get();
  branch.element_class_version = 1;
  CHECK(to_string(headless_layout(branch).type) == "{x: float32}");
  branch.element_checksum = 22;
  CHECK(to_string(headless_layout(branch).type) == "{x: float64}");
}

TEST_CASE("streamed layout: a member has the type that its class declares") {
  const auto infos = points();
  const ColumnLayout layout = streamed_member_layout({&infos, nullptr}, infos.all()[0], 0);
  CHECK(to_string(layout.type) == "float32");
  CHECK(layout.type_name == "float");
}
