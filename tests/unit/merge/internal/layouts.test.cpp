#include "ramet/merge/internal/layouts.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("merge layouts: the output describes the classes of all inputs, each once") {
  sample::Inputs files;
  files.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
  files.add([](write::ParallelWriter& writer) { writer.put("text", sample::named_payload("one")); });
  REQUIRE(files.merged().is_written);
  const auto all = files.result()->streamer_infos().all();
  for (const std::string_view name : {"TH1D", "TNamed", "TAxis"})
    CHECK(std::ranges::count(all, name, &schema::StreamerInfo::class_name) == 1);
}
