#include <variant>
#include <vector>

#include "unit/hist/histogram_payloads.hpp"
#include "unit/hist/stored/figure_payloads.hpp"
#include "unit/hist/stored/written_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/figures/efficiency.hpp"

using namespace ramet;
using namespace ramet::hist;
using histogram_payloads::copy_of;
using histogram_payloads::from_hex;
using histogram_payloads::written;

TEST_CASE("efficiencies are written byte by byte as ROOT writes them, counted and Bayesian") {
  for (const stored_payloads::Payload& payload :
       {stored_payloads::efficiency_counts, stored_payloads::efficiency_bayesian}) {
    const auto efficiency = std::get<Efficiency>(stored_payloads::read(payload));
    CAPTURE(efficiency.parts().name);
    CHECK(copy_of(written(efficiency, efficiency.parts().name, payload.key_length).span()) == from_hex(payload.hex));
    const object::Payload object = object::payload_of(efficiency);
    CHECK(object.class_name == "TEfficiency");
    CHECK(object.title == "an efficiency");
  }
}

TEST_CASE("an efficiency of histograms that are not TH1 to TH3 is refused") {
  const auto many = std::get<Histogram>(stored_payloads::read(stored_payloads::thn));
  CHECK_THROWS_WITH_AS(object::payload_of(Efficiency({.name = "e"}, many, many)),
                       "efficiency 'e' has a THnT<float>, expected a TH1, TH2 or TH3", Error);
}
