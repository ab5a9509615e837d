#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "unit/hist/histogram_payloads.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/hist/figures/fit_result.hpp"

using namespace ramet;
using namespace ramet::hist;
using histogram_payloads::copy_of;
using histogram_payloads::from_hex;
using histogram_payloads::written;

namespace {

FitResult sample() {
  return {.title = "a peak",
          .parameters = {{.name = "mean", .value = 2, .error = 0.5},
                         {.name = "width", .value = 1, .error = 0.25, .low = 0, .high = 4},
                         {.name = "tail", .value = 3, .error = 9, .low = 3, .high = 3}},
          .covariance = {0.25, 0.125, 0.0625, 0, 0, 0},
          .asymmetric_errors = {std::pair(-0.5, 1.0), std::nullopt, std::nullopt},
          .is_valid = true,
          .minimum = 4,
          .chi_square = 8,
          .degrees_of_freedom = 7,
          .distance = 0.5,
          .calls = 31,
          .minimiser = "m"};
}

}  // namespace

TEST_CASE("a result is written byte by byte as ROOT::Fit::FitResult is streamed") {
  // TFitResult's version 0 and its TNamed, then the base, which has a checksum.
  const std::string head =
      "400001900000"
      "400000170001000100000000000000000366697406612070"
      "65616b"
      "4000016f0000"
      "9f988dce";
  // Flags, counts and statuses; minimum, distance, chi square.
  const std::string numbers =
      "0100"
      "00000002"
      "00000007"
      "0000001f"
      "00000000"
      "00000003"
      "4010000000000000"
      "3fe0000000000000"
      "4020000000000000";
  // Which are fixed, which have limits, and these member-wise: all lower ones, then all upper ones.
  const std::string limits =
      "40000009000a00000003000001"
      "40000012000a00000003000000000000000100000000"
      "4000003c400a000000d7bed200000003"
      "fff0000000000000"
      "0000000000000000"
      "fff0000000000000"
      "7ff0000000000000"
      "4010000000000000"
      "7ff0000000000000";
  const std::string values =
      "4000001e000a00000003"
      "4000000000000000"
      "3ff0000000000000"
      "4008000000000000"
      "4000001e000a00000003"
      "3fe0000000000000"
      "3fd0000000000000"
      "0000000000000000"
      "40000036000a00000006"
      "3fd0000000000000"
      "3fc0000000000000"
      "3fb0000000000000"
      "000000000000000000000000000000000000000000000000";
  // No global correlations; the asymmetric errors of parameter 0; the minimiser; the names.
  const std::string rest =
      "40000006000a00000000"
      "4000002a400a0000ea1f577c00000001"
      "00000000"
      "400000160000"
      "00d7bed2"
      "bfe0000000000000"
      "3ff0000000000000"
      "40000004000a016d"
      "40000016000a00000003"
      "046d65616e"
      "0577696474"
      "68"
      "047461696c";
  const FitResult result = sample();
  CHECK(copy_of(written(result, "fit").span()) == from_hex(head + numbers + limits + values + rest));
  const object::Payload payload = object::payload_of(result);
  CHECK(payload.class_name == "TFitResult");
  CHECK(payload.title == "a peak");
  CHECK(payload.known_classes == std::vector<std::string>{"TFitResult", "ROOT::Fit::FitResult"});
  REQUIRE(payload.layouts.size() == 2);
  CHECK(payload.layouts[0].class_name == "pair<double,double>");
  CHECK(payload.layouts[0].checksum == 0x00d7bed2);
  CHECK(payload.layouts[1].class_name == "pair<unsigned int,pair<double,double> >");
  CHECK(payload.layouts[1].checksum == 0xea1f577c);
}

TEST_CASE("a covariance and asymmetric errors of other parameters are refused") {
  FitResult short_covariance = sample(), more_errors = sample();
  short_covariance.covariance.pop_back();
  more_errors.asymmetric_errors.emplace_back();
  CHECK_THROWS_WITH_AS(object::payload_of(short_covariance),
                       "a fit of 3 parameters has a covariance of 5 numbers, expected 6 or none", Error);
  CHECK_THROWS_WITH_AS(object::payload_of(more_errors), "a fit of 3 parameters has asymmetric errors of 4", Error);
}
