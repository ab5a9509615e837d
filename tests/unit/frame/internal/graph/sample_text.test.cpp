#include "ramet/frame/internal/graph/sample_text.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::internal::sample_value;
using sample::error_of;

namespace {

frame::Sample signal() {
  return {.name = "signal",
          .id = "run7.root/Events",
          .entries = 100,
          .first = 20,
          .number = 3,
          .metadata = {{"lumi", 2.5}, {"year", std::int64_t{2018}}, {"era", std::string("B\"\\")}}};
}

template <class Number>
Number number(const std::string& text) {
  return sample_value(text, "w", signal()).numbers<Number>()[0];
}

std::string text_of(const std::string& text) {
  const array::Array value = sample_value(text, "w", signal());
  return {reinterpret_cast<const char*>(value.values().data()), value.values().size()};
}

}  // namespace

TEST_CASE("what is known of a sample is a value in an expression") {
  CHECK(number<bool>("rdfsampleinfo_.Contains(\"run7\")"));
  CHECK(!number<bool>("rdfsampleinfo_.Contains(\"run8\")"));
  CHECK(number<double>("rdfsampleinfo_.Contains(\"run7\") ? rdfsampleinfo_.GetD(\"lumi\") * 2 : 0.") == 5);
  CHECK(number<std::int32_t>("rdfsampleinfo_.GetI(\"year\") - 2000") == 18);
  CHECK(number<std::uint64_t>("rdfsampleinfo_.NEntries()") == 100);
  CHECK(number<std::uint64_t>("rdfsampleinfo_.EntryRange().first") == 0);
  CHECK(number<std::uint64_t>("rdfsampleinfo_.EntryRange().second + 1") == 101);
  CHECK(number<std::uint32_t>("rdfsampleinfo_.GetSampleId()") == 3);
  CHECK(text_of("rdfsampleinfo_.GetSampleName()") == "signal");
  CHECK(text_of("rdfsampleinfo_.AsString()") == "run7.root/Events");
  CHECK(text_of("rdfsampleinfo_.GetS(\"era\")") == "B\"\\");
  CHECK(number<double>("rdfsampleinfo_.GetD( \"none\" , 1.5 )") == 1.5);
}

TEST_CASE("numbers of samples are exact, also those that are not finite") {
  frame::Sample sample = signal();
  for (const double value : {0.1, -3e-300, 1e300, 5.0, std::numeric_limits<double>::infinity()}) {
    sample.metadata["lumi"] = value;
    CHECK(sample_value("rdfsampleinfo_.GetD(\"lumi\")", "w", sample).numbers<double>()[0] == value);
  }
  sample.metadata["lumi"] = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(sample_value("rdfsampleinfo_.GetD(\"lumi\")", "w", sample).numbers<double>()[0]));
  sample.metadata["year"] = std::numeric_limits<std::int64_t>::max();
  CHECK(sample_value("rdfsampleinfo_.GetI(\"year\")", "w", sample).numbers<std::int64_t>()[0] ==
        std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("calls that cannot be are errors") {
  const auto error = [](const std::string& text) { return error_of([&] { sample_value(text, "w", signal()); }); };
  CHECK(error("rdfsampleinfo_.GetD(\"none\")") == "not_found: sample 'signal' has no metadata 'none'");
  CHECK(error("rdfsampleinfo_.GetD(\"year\")").find("of another type") != std::string::npos);
  CHECK(error("rdfsampleinfo_.Range()").starts_with("unsupported: rdfsampleinfo_.Range"));
  for (const char* const text : {"rdfsampleinfo_.", "rdfsampleinfo_.GetD", "rdfsampleinfo_.GetD(",
                                 "rdfsampleinfo_.GetD(\"", "rdfsampleinfo_.GetD(\"a\\", "rdfsampleinfo_.GetD(\"a\", 1",
                                 "rdfsampleinfo_.GetD(x)", "rdfsampleinfo_.Get<double(\"a\")"})
    CHECK(error(text).starts_with("misuse: in '"));
  CHECK(error("x + 1").starts_with("misuse: column 'w': "));
}
