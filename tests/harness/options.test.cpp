#include "harness/shared/options.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace harness;

namespace {

Options parsed(std::vector<std::string> words) {
  words.insert(words.begin(), "ramet-harness");
  std::vector<char*> values;
  for (std::string& word : words) values.push_back(word.data());
  return parse(static_cast<int>(values.size()), values.data());
}

}  // namespace

TEST_CASE("harness options: words of the command line, and what follows from the scale") {
  const Options options = parsed({"--streams", "64", "--work", "sleep", "--output", "RECO:tree:1", "--output",
                                  "AOD:ntuple:0", "--order", "arrival", "--scale", "50"});
  CHECK(options.streams == 64);
  CHECK(options.work == Work::sleep);
  CHECK_FALSE(options.by_event);
  REQUIRE(options.outputs.size() == 2);
  CHECK(options.outputs[0].tier == "RECO");
  CHECK(options.outputs[1].writer == "ntuple");
  CHECK(options.outputs[0].concurrency == 1);
  CHECK(options.mean_seconds() == doctest::Approx(0.108));
  CHECK(options.stall_seconds() == doctest::Approx(0.002));
  CHECK(options.row() == "RECO:tree:1 AOD:ntuple:0");
  CHECK(parsed({"--no-fill"}).row() == "NoFill");
  CHECK(parsed({}).row() == "NoFill");  // no output
  CHECK(parsed({}).stall_seconds() == doctest::Approx(0.001));
}

TEST_CASE("harness options: every output has a file of its own") {
  const Options options = parsed(
      {"--output", "AOD:tree:1", "--output", "AOD:ntuple:1", "--output", "AOD:tree:1", "--output", "AOD:tree:0"});
  REQUIRE(options.outputs.size() == 4);
  CHECK(options.outputs[0].file_name() == "AOD_tree.root");
  CHECK(options.outputs[1].file_name() == "AOD_ntuple.root");
  CHECK(options.outputs[2].file_name() == "AOD_tree_1.root");
  CHECK(options.outputs[3].file_name() == "AOD_tree_2.root");
}

TEST_CASE("harness options: numbers have a range, and some are whole") {
  CHECK(number_in("1.5", 1, 2) == 1.5);
  for (const char* text : {"", "x", "1x", "0.5", "3", "inf", "nan"}) {
    CAPTURE(text);
    CHECK_FALSE(number_in(text, 1, 2).has_value());
  }
  CHECK(whole_in("400", 1, 1e12) == 400);
  CHECK(whole_in("1e3", 1, 1e12) == 1000);
  for (const char* text : {"1.5", "0", "1e30", "-1"}) {
    CAPTURE(text);
    CHECK_FALSE(whole_in(text, 1, 1e12).has_value());
  }
}

TEST_CASE("harness options: a name is valid JSON") { CHECK(json_text("a\"b\\c\n") == "\"a\\\"b\\\\c\\u000a\""); }
