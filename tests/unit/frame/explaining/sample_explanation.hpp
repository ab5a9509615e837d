#pragma once

#include "ramet/frame/explaining/explanation.hpp"

namespace sample {

/// A source with a result, a filter behind it with two results, and a filter beside that.
inline ramet::frame::Explanation explanation() {
  using Kind = ramet::frame::ExplainedStage::Kind;
  ramet::frame::Explanation made;
  made.stages.resize(3);
  made.stages[0].text = "a \"<file>\" & more.root";
  made.stages[0].columns = {{"x", "int32"}};
  made.stages[0].definitions = {{.name = "twice", .text = "x *\n 2", .type = "int32", .uses = 2}};
  made.stages[0].results = {{.name = "count"}};
  made.stages[1].kind = Kind::filter;
  made.stages[1].name = "large";
  made.stages[1].text = "twice > 4";
  made.stages[1].results = {{.name = "sums of 'x'", .text = "x"}, {.name = "values", .text = "x, twice"}};
  made.stages[2].kind = Kind::filter;
  made.stages[2].text = "x < 2";
  made.stages[2].variation = "e:up";
  made.unused = {"other"};
  return made;
}

}  // namespace sample
