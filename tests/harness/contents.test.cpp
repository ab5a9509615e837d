#include "harness/shared/contents.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace harness;

namespace {

double bytes_of(const EventData& event) {
  std::size_t bytes = 4 * event.numbers.size();
  for (const auto& values : event.floats) bytes += 4 * values.size();
  for (const auto& tracks : event.tracks) bytes += sizeof(Track) * tracks.size();
  for (const auto& text : event.texts) bytes += text.size();
  for (const auto& lists : event.nested)
    for (const auto& values : lists) bytes += 4 * values.size();
  return static_cast<double>(bytes);
}

}  // namespace

TEST_CASE("contents: an event has the tier's columns, and 2.5 times its compressed bytes, divided by the scale") {
  Options options;
  options.scale = 10;
  for (const std::string name : {"RECO", "AOD", "GENSIM", "WIDE"}) {
    CAPTURE(name);
    const Contents contents(tier_of(name), options);
    double bytes = 0;
    for (std::uint64_t event = 0; event < Contents::kept; ++event) bytes += bytes_of(contents.event(event));
    const double wanted = contents.tier.event_bytes * 2.5 / options.scale;
    CHECK(bytes / Contents::kept == doctest::Approx(wanted).epsilon(0.1));
    const ColumnCounts& counts = contents.columns;
    CHECK(counts.floats + counts.tracks + counts.numbers + counts.texts + counts.nested == contents.tier.columns);
  }
}

TEST_CASE("contents: events are a function of the seed, and are repeated") {
  Options options;
  options.branches = 0.02;
  const Contents one(tier_of("RECO"), options);
  const Contents same(tier_of("RECO"), options);
  options.seed = 2;
  const Contents other(tier_of("RECO"), options);
  CHECK(one.event(5).floats == same.event(5).floats);
  CHECK(one.event(5).floats != other.event(5).floats);
  CHECK(&one.event(5) == &one.event(5 + Contents::kept));
}
