#include "ramet/merge/plan.hpp"

#include <doctest/doctest.h>

using namespace ramet::merge;

TEST_CASE("merge plan: the text has tables one by one, other objects by class, and all differences") {
  MergePlan plan{.inputs = {"a.root", "b.root"}, .skipped = {}, .input_bytes = 7, .objects = {}, .differences = {}};
  plan.objects.push_back({.path = "t", .class_name = "TTree", .way = Way::move, .inputs = 2, .entries = 5, .bytes = 3});
  plan.objects.push_back({.path = "h", .class_name = "TH1D", .way = Way::sum, .inputs = 2});
  plan.objects.push_back({.path = "g", .class_name = "TH1D", .way = Way::sum, .inputs = 2});
  CHECK_FALSE(plan.loses_data());
  plan.differences.push_back({.kind = DifferenceKind::missing_column,
                              .path = "t",
                              .part = "x",
                              .message = "is missing",
                              .input = 1,
                              .inputs = 1,
                              .entries = 3});
  CHECK(plan.loses_data());
  const std::string text = to_text(plan);
  CHECK(text.find("2 inputs, 7 bytes\n") == 0);
  CHECK(text.find("TTree 't': move of 2 inputs, 5 entries") != std::string::npos);
  CHECK(text.find("3 bytes of tables are moved, 0 are unpacked and packed again\n") != std::string::npos);
  CHECK(text.find("sum: 2 objects of class TH1D\n") != std::string::npos);
  CHECK(text.find("loss: missing column 't' (x): is missing in 'b.root' (3 entries)\n") != std::string::npos);
  plan.differences[0].is_accepted = true;
  CHECK_FALSE(plan.loses_data());
}

TEST_CASE("merge plan: the text has the first runs of tables with their reasons, and counts bytes by their ways") {
  MergePlan plan{.inputs = {"a.root", "b.root"}, .skipped = {}, .input_bytes = 7, .objects = {}, .differences = {}};
  plan.objects.push_back(
      {.path = "t", .class_name = "TTree", .way = Way::move, .inputs = 2, .entries = 5, .bytes = 30});
  PlannedRun run{
      .way = Way::move, .reason = "large", .input = 0, .inputs = 1, .entries = 4, .clusters = 2, .bytes = 20};
  plan.objects[0].runs.push_back(run);
  run = {.way = Way::gather, .reason = "small", .input = 1, .inputs = 1, .entries = 1, .clusters = 1, .bytes = 10};
  plan.objects[0].runs.push_back(run);
  std::string text = to_text(plan);
  CHECK(text.find("20 bytes of tables are moved, 10 are unpacked and packed again\n") != std::string::npos);
  CHECK(text.find("  move: 1 input from 'a.root', 4 entries in 2 clusters, 20 bytes: large\n") != std::string::npos);
  CHECK(text.find("  gather: 1 input from 'b.root', 1 entries in 1 clusters, 10 bytes: small\n") != std::string::npos);
  plan.objects[0].runs.resize(25, run);
  text = to_text(plan);
  CHECK(text.find("  and 5 more runs\n") != std::string::npos);
}

TEST_CASE("merge plan: the text has the files of the output, if there are several") {
  MergePlan plan;
  plan.files.push_back({.path = "all.root", .inputs = 2, .bytes = 70, .tables = {{"t", 5}}});
  CHECK(to_text(plan).find("all.root") == std::string::npos);
  plan.files.push_back({.path = "", .inputs = 1, .bytes = 8, .tables = {{"t", 6}, {"d/u", 1}}});
  const std::string text = to_text(plan);
  CHECK(text.find("file 'all.root': 70 bytes of 2 inputs, 5 entries of 't'\n") != std::string::npos);
  CHECK(text.find("file 2: 8 bytes of 1 input, 6 entries of 't', 1 entries of 'd/u'\n") != std::string::npos);
}
