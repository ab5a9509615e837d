#include "ramet/merge/compare.hpp"

#include <filesystem>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;
using sample::error_of;

namespace {

std::vector<std::string> lines_of(const CompareReport& report) {
  std::vector<std::string> lines;
  std::string text = to_text(report);
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.erase(0, end + 1);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("compare: files with the same objects are the same, whatever their clusters and formats of pages") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const auto columns = sample::entries_of(500);
    sample::Inputs inputs;
    for (const std::size_t size : {40U, 77U})
      inputs.add([&](write::ParallelWriter& writer) {
        auto table =
            writer.add_table(sample::in("a", sample::entries_schema()), {.format = format, .cluster_entries = size});
        auto context = table.context();
        context.extend(columns);
        context.close();
        writer.put("h", sample::histogram_of({0.5}));
      });
    const CompareReport report = compare(inputs.session(), inputs.paths()[0], inputs.paths()[1]);
    CHECK(lines_of(report) == Lines{});
    CHECK(report.is_same());
    CHECK(report.entries == 500);
    CHECK(report.objects == 3);
  }
}

TEST_CASE("compare: objects that one lacks, other classes and other members are named") {
  sample::Inputs inputs;
  inputs.add([](write::ParallelWriter& writer) {
    writer.put("a/left", sample::histogram_of({0.5}));
    writer.put("h", sample::histogram_of({0.5}));
    writer.put("kind", sample::histogram_of({0.5}));
  });
  inputs.add([](write::ParallelWriter& writer) {
    writer.put("b", sample::histogram_of({0.5}));
    writer.put("h", sample::histogram_of({0.5, 1.5}));
    writer.put("kind", sample::histogram_of({0.5}, hist::RegularAxis{4, 0, 4}, "TH1F"));
  });
  const auto lines = lines_of(compare(inputs.session(), inputs.paths()[0], inputs.paths()[1]));
  CHECK(std::ranges::count(lines, "- TDirectory 'a'") == 1);
  CHECK(std::ranges::count(lines, "- TH1D 'a/left'") == 1);
  CHECK(std::ranges::count(lines, "+ TH1D 'b'") == 1);
  CHECK(std::ranges::count(lines, "! values 'h' fEntries: 1 -> 2") == 1);
  CHECK(std::ranges::count(lines, "! class 'kind': TH1D -> TH1F") == 1);
  const auto h = compare(inputs.session(), inputs.paths()[0] + ":h", inputs.paths()[1] + ":h");
  CHECK_FALSE(h.is_same());
  CHECK(h.contrasts[0].path == "h");
  CHECK_THROWS_AS(compare(inputs.session(), inputs.paths()[0] + ":h", inputs.paths()[1]), Error);
  CHECK_THROWS_AS(compare(inputs.session(), inputs.paths()[0] + ":nothing", inputs.paths()[1]), Error);
}

TEST_CASE(
    "compare: of each column the first entry that differs and their number are named, for any number of threads") {
  for (const std::size_t threads : {1U, 4U}) {
    sample::Inputs inputs(threads);
    auto columns = sample::entries_of(400);
    const auto others = sample::entries_of(500);
    for (const auto& written : {columns, others}) {
      const std::size_t count = written[0].length();
      inputs.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, written, 0, count); });
    }
    inputs.add([&](write::ParallelWriter& writer) {  // entries 1 to 400 of the longer one
      sample::put_entries(writer, others, 1, 401);
    });
    const auto longer = compare(inputs.session(), inputs.paths()[0], inputs.paths()[1]);
    CHECK(lines_of(longer) == Lines{"! entries 'Events': 400 -> 500"});
    CHECK(longer.entries == 400);
    const auto shifted = compare(inputs.session(), inputs.paths()[0], inputs.paths()[2]);
    REQUIRE(shifted.contrasts.size() >= 3);
    for (const FileContrast& one : shifted.contrasts) {
      CHECK(one.kind == Contrast::values);
      CHECK(one.entry == 0);
      CHECK(one.count > 300);
    }
    CHECK(compare(inputs.session(), inputs.paths()[0], inputs.paths()[2], {.reads_values = false}).is_same());
    const auto small = compare(inputs.session(), inputs.paths()[0], inputs.paths()[2], {.max_memory = 1});
    CHECK(to_text(small) == to_text(shifted));
  }
}

TEST_CASE("compare: contrasts have words") {
  CHECK(to_string(Contrast::only_left) == "only left");
  CHECK(to_string(Contrast::not_compared) == "not compared");
}
