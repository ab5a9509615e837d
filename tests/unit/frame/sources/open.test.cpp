#include "ramet/frame/sources/open.hpp"

#include <memory>

#include "unit/frame/sample_source.hpp"
#include <doctest/doctest.h>

#include "ramet/front/file.hpp"

using namespace ramet;

TEST_CASE("tbb session: a frame is opened by a place, and keeps what it needs") {
  const sample::Place place;
  sample::write_hundred(place, "part1.root");
  sample::write_hundred(place, "part2.root");
  const auto sum = ramet::open_frame(place.at("part*.root") + ":Events").filter("x > 97").sum("x");
  CHECK(*sum == 2 * (98 + 99));
  CHECK(*ramet::open_frame(place.at("part*.root")).count() == 200);  // of the only tables
  const auto session = std::make_shared<const dataset::Session>();
  const auto several =
      ramet::open_frame({place.at("part2.root") + ":Events", place.at("part1.root") + ":Events"}, {}, session);
  CHECK(several.source().files().front() == place.at("part2.root"));
  CHECK(&several.executor() == &session->executor());
  CHECK_THROWS_AS(ramet::open_frame(place.at("none*.root") + ":Events"), Error);
}

TEST_CASE("tbb session: a table of an open file is a frame, which keeps the file") {
  const sample::Place place;
  sample::write_hundred(place);
  const auto events = [&] {
    const ramet::File file(place.folder / "hundred.root");
    return ramet::frame_of(file.table("Events"), {.seed = 3});
  }();
  const auto values = events.define("r", "uniform(0, 1)").range(2).take({"x", "r"});
  CHECK(values.value()[0].length() == 2);
  CHECK(*events.count() == 100);
}
