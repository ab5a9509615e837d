#include "ramet/merge/internal/objects/point_sum.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

#include "ramet/hist/figures/graph.hpp"

using namespace ramet;

TEST_CASE("point sum: points and errors of one graph stand behind those of the other, and the title stays") {
  sample::Inputs files;
  const auto graph_of = [](double first, std::string title) {
    hist::Graph graph;
    graph.title = std::move(title);
    graph.coordinates = {{first, first + 1}, {first * 10, first * 20}};
    return graph;
  };
  files.add([&](write::ParallelWriter& writer) { writer.put("g", graph_of(1, "one")); });
  files.add([&](write::ParallelWriter& writer) { writer.put("g", graph_of(5, "other")); });
  REQUIRE(files.merged().is_written);
  const auto file = files.result();
  const file::Key key = file->reader().key("g");
  const file::Record record = file->reader().read_record(key);
  hist::FigureReader reader(file->forms().layouts());
  const auto graph = std::get<hist::Graph>(reader.read(record.bytes.span(), record.key_length, key.class_name));
  CHECK(graph.title == "one");
  CHECK(graph.coordinates == std::vector<std::vector<double>>{{1, 2, 5, 6}, {10, 20, 50, 100}});
}

TEST_CASE("point sum: which classes are graphs") {
  CHECK(merge::internal::is_graph_class("TGraphAsymmErrors"));
  CHECK(merge::internal::is_graph_class("TGraphPolar"));
  CHECK_FALSE(merge::internal::is_graph_class("TMultiGraph"));
}
