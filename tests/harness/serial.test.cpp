#include "harness/prediction/serial.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace harness;

TEST_CASE("serial: of larger events more bytes go to the device, each may end a cluster, and the end is the same") {
  const Serial serial{1e-6, 5e-5, 2e-4, 1e-3};
  CHECK(serial.services() == std::vector{1e-6, 2e-4, 1e-3});
  const Serial larger = serial.of_larger(100);
  CHECK(larger.commit == 5e-5);
  CHECK(larger.device == doctest::Approx(2e-2));
  CHECK(larger.close == 1e-3);
}

TEST_CASE("serial: a device takes bytes in some time, if it is known") {
  CHECK(device_seconds(3e6, 1e9) == doctest::Approx(3e-3));
  CHECK(device_seconds(3e6, 0) == 0);
}

TEST_CASE("serial: steps last as long as the CPU that they took, where others had the cores, too") {
  const Recording recorded{{{{-1, 1.0}, {0, 2.0}}, {{-1, 5.0}}}, {1}};
  const Recording alone = of_cpu(recorded, 2);
  CHECK(alone.events[0][0].seconds == 0.25);
  CHECK(alone.events[0][1].seconds == 0.5);
  CHECK(alone.events[1][0].seconds == 1.25);
  CHECK(alone.limits == recorded.limits);
  CHECK(of_cpu(recorded, 9).events[1][0].seconds == 5);  // the CPU of the framework itself is no reason
  CHECK(of_cpu({}, 1).events.empty());
}

TEST_CASE("serial: of larger events modules take longer, and outputs that streams wait for") {
  const Recording larger = of_larger({{{{-1, 1.0}, {0, 2.0}, {1, 3.0}}, {{-1, 4.0}}}, {0, 2}}, 10);
  REQUIRE(larger.events.size() == 2);
  CHECK(larger.events[0][0].seconds == 10);
  CHECK(larger.events[0][1].seconds == 2);
  CHECK(larger.events[0][2].seconds == 30);
  CHECK(larger.events[1][0].seconds == 40);
  CHECK(larger.limits == std::vector{0, 2});
}
