#include "harness/prediction/mean_value.hpp"

#include <doctest/doctest.h>

using harness::Demand;
using harness::predict_utilisation;

TEST_CASE("mean value: one stream alone, and streams that share nothing, work all the time") {
  CHECK(predict_utilisation({6.4, {0.34}}, 1) == doctest::Approx(1));
  for (const int streams : {1, 16, 256}) CHECK(predict_utilisation({6.4, {}}, streams) == doctest::Approx(1));
}

TEST_CASE("mean value: where nothing was recorded nothing waits") { CHECK(predict_utilisation({0, {0, 0}}, 16) == 1); }

TEST_CASE("mean value: CMS's output module of 2018 is foreseen as it was measured") {
  // 6.4 s an event, one module of 0.34 s: 0.62 was measured on 32 threads (Riley, ROOT I/O workshop 2018).
  CHECK(predict_utilisation({6.4, {0.34}}, 32) == doctest::Approx(0.59).epsilon(0.01));
}

TEST_CASE("mean value: beyond the knee the resource alone decides") {
  const double alone = 6.4 / 0.34;  // threads that keep it busy
  CHECK(predict_utilisation({6.4, {0.34}}, 256) == doctest::Approx(alone / 256).epsilon(1e-3));
}

TEST_CASE("mean value: what 0.98 demands of the serial part") {
  CHECK(predict_utilisation({1, {0.011}}, 64) == doctest::Approx(0.98).epsilon(0.003));
  CHECK(predict_utilisation({1, {0.0035}}, 256) == doctest::Approx(0.98).epsilon(0.01));
}

TEST_CASE("mean value: several resources cost more than one, and as much as their sum only if they are busy") {
  const double one = predict_utilisation({1, {0.02}}, 32);
  const double two = predict_utilisation({1, {0.02, 0.02}}, 32);
  const double joined = predict_utilisation({1, {0.04}}, 32);
  CHECK(two < one);
  CHECK(joined < two);
}
