#include "ramet/frame/internal/parts/json_text.hpp"

#include <limits>

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::frame::internal;

TEST_CASE("texts are quoted, and have to be UTF-8") {
  CHECK(json_of("a \"b\" \\ \n ü") == R"("a \"b\" \\ \u000a ü")");
  for (const std::string_view wrong : {"\xff", "a\xc3", "\xc3(", "\xe2\x82", "\xc0\xaf"})
    CHECK(sample::error_of([&] { json_of(wrong); }).starts_with("unsupported:"));
}

TEST_CASE("numbers are read with the same bits") {
  CHECK(json_of(0.1) == "0.1");
  CHECK(json_of(1.0) == "1");
  CHECK(std::stod(json_of(0.1 + 0.2)) == 0.1 + 0.2);
  CHECK(json_of(std::numeric_limits<double>::quiet_NaN()) == "\"nan\"");
  CHECK(json_of(-std::numeric_limits<double>::infinity()) == "\"-inf\"");
}

TEST_CASE("objects have members in order") {
  JsonText json;
  json.add("a", "b").add("n", std::uint64_t{3}).add("is", true).add("none", std::optional<std::string>());
  CHECK(json.add("list", std::vector<std::string>{"x", "y"}).text() ==
        R"({"a":"b","n":3,"is":true,"none":null,"list":["x","y"]})");
}

TEST_CASE("axes are bins or edges") {
  const std::vector<hist::NamedAxis> axes = {{.bins = hist::RegularAxis{2, 0, 0.5}},
                                             {.bins = hist::VariableAxis{{0, 1, 4}}}};
  CHECK(json_of(axes, "h") == R"([{"bins":2,"low":0,"high":0.5},{"edges":[0,1,4]}])");
  const std::vector<hist::NamedAxis> none = {{.bins = hist::Axis::without_range(3)}};
  CHECK(sample::error_of([&] { json_of(none, "h"); }).starts_with("unsupported: h: an axis without a range"));
}
