#include "ramet/merge/internal/objects/promoted_record.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;

namespace {

/// A histogram whose bin 1 has `content`.
hist::Histogram with(double content, std::string class_name, std::size_t axes = 1) {
  hist::HistogramParts parts{.class_name = std::move(class_name), .name = "h", .title = "all counts", .axes = {}};
  for (std::size_t axis = 0; axis < axes; ++axis) parts.axes.push_back({.bins = hist::RegularAxis{4, 0, 4}});
  hist::HistogramParts full = hist::Histogram::empty(std::move(parts)).parts();
  full.contents[1] = content;
  return hist::Histogram(std::move(full));
}

void add(sample::Inputs& files, const hist::Histogram& histogram) {
  files.add([&](write::ParallelWriter& writer) { writer.put("h", histogram); });
}

MergeOptions promoting(std::string class_name) {
  return {.on_existing = OnExisting::replace, .rules = {{std::move(class_name), Rule::promote}}};
}

}  // namespace

TEST_CASE("promoted record: classes of small numbers have one of doubles") {
  for (const std::string_view name : {"TH1C", "TH1S", "TH1I", "TH1F"}) CHECK(internal::promoted_class(name) == "TH1D");
  CHECK(internal::promoted_class("TH3F") == "TH3D");
  for (const std::string_view name : {"TH1D", "TH1L", "TH4F", "TH1", "TProfile", "TH1FX", "THnSparseT<TArrayF>"})
    CHECK(internal::promoted_class(name).empty());
}

TEST_CASE("promoted record: sums that a class cannot hold are those of doubles, titles and all else stays") {
  struct Case {
    const char* class_name;
    std::size_t axes;
    double content;
  };
  for (const Case& one :
       {Case{"TH1C", 1, 100}, Case{"TH1S", 1, 30'000}, Case{"TH1I", 1, 2e9}, Case{"TH1F", 1, 16'777'215},
        Case{"TH2S", 2, 30'000}, Case{"TH2F", 2, 16'777'215}, Case{"TH3C", 3, 100}, Case{"TH3I", 3, 2e9}}) {
    CAPTURE(one.class_name);
    sample::Inputs files;
    for (int file = 0; file < 3; ++file) add(files, with(one.content, one.class_name, one.axes));
    const MergeReport report = files.merged(promoting(one.class_name));
    REQUIRE(report.is_written);
    CHECK(report.plan.differences.empty());
    const hist::Histogram sum = sample::histogram_in(*files.result(), "h");
    CHECK(hist::stored_class(sum) == internal::promoted_class(one.class_name));
    CHECK(sum.parts().contents[1] == 3 * one.content);
    CHECK(sum.parts().title == "all counts");
    const auto infos = files.result()->streamer_infos().all();
    CHECK(std::ranges::count(infos, internal::promoted_class(one.class_name), &schema::StreamerInfo::class_name) == 1);
  }
}

TEST_CASE("promoted record: without the rule an overflow is named, with what would help") {
  sample::Inputs files;
  for (int file = 0; file < 2; ++file) add(files, with(100, "TH1C"));
  const MergeReport refused = files.merged();
  CHECK_FALSE(refused.is_written);
  REQUIRE(refused.plan.differences.size() == 1);
  CHECK(refused.plan.differences[0].message.find("the rule TH1C=promote makes it a TH1D") != std::string::npos);
  sample::Inputs rounded;
  for (int file = 0; file < 2; ++file) add(rounded, with(16'777'215 - file, "TH1F"));
  const MergeReport remarked = rounded.merged();
  CHECK(remarked.is_written);
  REQUIRE(remarked.plan.differences.size() == 1);
  CHECK(remarked.plan.differences[0].message.find("TH1F=promote") != std::string::npos);
}

TEST_CASE("promoted record: a float histogram in one file and one of doubles in another become one") {
  sample::Inputs files;
  add(files, with(1, "TH1F"));
  add(files, with(2, "TH1D"));
  add(files, with(4, "TH1F"));
  CHECK_FALSE(files.merged().is_written);
  REQUIRE(files.merged(promoting("TH1F")).is_written);
  CHECK(sample::histogram_in(*files.result(), "h").parts().contents[1] == 7);
}

TEST_CASE("promoted record: other bins are joined, too") {
  sample::Inputs files;
  add(files, with(16'777'215, "TH1F"));
  hist::HistogramParts parts = sample::histogram_of({}, hist::RegularAxis{8, 0, 4}, "TH1F").parts();
  parts.contents[1] = 3;
  add(files, hist::Histogram(std::move(parts)));
  REQUIRE(files.merged(promoting("TH1F")).is_written);
  CHECK(sample::histogram_in(*files.result(), "h").parts().contents[1] == 16'777'218);
}

TEST_CASE("promoted record: classes that cannot be promoted are refused as options") {
  sample::Inputs files;
  add(files, with(1, "TH1D"));
  CHECK_THROWS_AS(files.merged(promoting("TH1D")), OptionError);
  CHECK_THROWS_AS(files.merged(promoting("*")), OptionError);
  MergeOptions apart = promoting("TH1F");
  apart.on_difference = OnDifference::split;
  CHECK_THROWS_AS(files.merged(apart), OptionError);
}
