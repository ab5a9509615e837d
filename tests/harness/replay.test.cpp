#include "harness/prediction/replay.hpp"

#include <tuple>
#include <vector>

#include "harness/prediction/mean_value.hpp"
#include "scenario/measure.hpp"
#include <doctest/doctest.h>

using namespace harness;

namespace {

/// Events of modules that take about `total` - `service` seconds, and one resource.
Recording recording_of(double total, double service, double spread, int limit = 1) {
  scenario::Numbers draw(7);
  Recording recording{{}, {limit}};
  for (int event = 0; event < 1000; ++event) {
    const double factor = 1 + spread * (2 * draw.uniform() - 1);
    recording.events.push_back({{-1, (total - service) * factor}, {0, service * factor}});
  }
  return recording;
}

}  // namespace

TEST_CASE("replay: streams that share nothing work all the time") {
  const Recording recording{{{{-1, 1.0}}, {{-1, 2.0}}}, {}};
  for (const int streams : {1, 16, 64})
    CHECK(replay_utilisation(recording, streams) == doctest::Approx(1).epsilon(1e-6));
  CHECK(replay_utilisation({{}, {}}, 4) == 1);
}

TEST_CASE("replay: a resource of any number of streams is none, and one of two is as two") {
  CHECK(replay_utilisation(recording_of(1, 0.2, 0, 0), 32) == doctest::Approx(1).epsilon(1e-6));
  const double one = replay_utilisation(recording_of(1, 0.2, 0, 1), 32);
  const double two = replay_utilisation(recording_of(1, 0.2, 0, 2), 32);
  CHECK(one == doctest::Approx(5.0 / 32).epsilon(0.01));
  CHECK(two == doctest::Approx(10.0 / 32).epsilon(0.01));
}

TEST_CASE("replay: it agrees with the analysis within 3 % beyond the knee and far below it") {
  for (const auto& [total, service, streams] :
       {std::tuple(6.4, 0.34, 32), std::tuple(6.4, 0.34, 64), std::tuple(1.0, 0.002, 64)}) {
    CAPTURE(streams);
    const double analysis = predict_utilisation({total, {service}}, streams);
    CHECK(replay_utilisation(recording_of(total, service, 0.3), streams) == doctest::Approx(analysis).epsilon(0.03));
  }
}
