#include "ramet/frame/explaining/formats.hpp"

#include "unit/frame/explaining/sample_explanation.hpp"
#include <doctest/doctest.h>

using namespace ramet::frame;

TEST_CASE("the text has each stage below the one that it chooses from") {
  CHECK(to_text(sample::explanation()) ==
        "a \"<file>\" & more.root\n"
        "  - reads x: int32\n"
        "  - defines twice: int32 = x * 2, used 2 times\n"
        "  = count\n"
        "  filter 'large' twice > 4\n"
        "    = sums of 'x' of x\n"
        "    = values of x, twice\n"
        "  filter x < 2, for e:up\n"
        "defined for nothing: other\n");
  CHECK(to_text({}).empty());
}

TEST_CASE("a stage comes right behind the one above it, also when others were made between them") {
  Explanation of = sample::explanation();
  of.stages.push_back({.kind = ExplainedStage::Kind::range, .text = "0 to 3", .above = 1});
  const std::string text = to_text(of);
  CHECK(text.find("range 0 to 3") < text.find("filter x < 2"));
  CHECK(text.find("\n    range 0 to 3\n") != std::string::npos);
}

TEST_CASE("texts in the language of Graphviz are quoted") {
  Explanation of = sample::explanation();
  of.stages[1].text = R"(s == "a\n")";
  const std::string dot = to_dot(of);
  CHECK(dot.starts_with("digraph frame {\n"));
  CHECK(dot.find(R"(label="a \"<file>\" & more.root\lreads x)") != std::string::npos);
  CHECK(dot.find(R"(s == \"a\\n\"\l)") != std::string::npos);
  CHECK(dot.find("stage0 -> stage1;") != std::string::npos);
  CHECK(dot.find("stage0 -> results0;") != std::string::npos);
  CHECK(dot.find("results2") == std::string::npos);
  CHECK(dot.ends_with("}\n"));
}
