#include "cli/summary/object_summary.hpp"

#include <cstdint>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "ramet/object/detail/object_writer.hpp"
#include "ramet/schema/detail/catalogue.hpp"

using namespace ramet;
using namespace ramet::object;

namespace {

ObjectGraph list_of_two() {
  ObjectWriter writer(0);
  writer.list("a list", 2, [&](std::size_t item) {
    if (item == 0) writer.object("TObject", [&] { writer.tobject(0, 7); });
    if (item == 1) writer.null();
  });
  return read_graph(writer.payload(), 0, "TList", FormCache(nullptr, schema::make_catalogue()));
}

}  // namespace

TEST_CASE("object summary: members a line each, what lies in an object further in") {
  CHECK(cli::object_text(list_of_two()) ==
        "TList (version 5)\n"
        "  TObject TObject (version 1)\n"
        "    fUniqueID 0\n"
        "    fBits 0\n"
        "  fName \"a list\"\n"
        "  fSize 2\n"
        "  items 2 items\n"
        "    [0] TObject (version 1)\n"
        "      fUniqueID 7\n"
        "      fBits 0\n"
        "    [1] null\n");
}

TEST_CASE("object summary: the same as JSON") {
  const cli::Json json = cli::object_json(list_of_two());
  CHECK(json["class"] == "TList");
  CHECK(json["members"]["fName"] == "a list");
  CHECK(json["items"][0]["members"]["fUniqueID"] == 7);
  CHECK(json["items"][1].is_null());
}
