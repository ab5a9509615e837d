#include "ramet/hist/binned/profile_sums.hpp"

#include <doctest/doctest.h>

using namespace ramet::hist;

// Cell 0: heights 1 and 3; cell 1: nothing; cell 2: height 2 twice; cell 3: height 2 with weight 4.
namespace {

const ProfileSums unweighted{.weights = {2, 0, 2, 4}};

double variance(ProfileErrors errors, std::size_t cell, double heights, double squared_heights) {
  ProfileSums sums = unweighted;
  sums.errors = errors;
  return sums.variance(cell, heights, squared_heights);
}

}  // namespace

TEST_CASE("the error of a mean is the spread over the root of the entries") {
  CHECK(variance(ProfileErrors::of_mean, 0, 4, 10) == 0.5);
  CHECK(variance(ProfileErrors::spread, 0, 4, 10) == 1);
  CHECK(variance(ProfileErrors::of_whole_numbers, 0, 4, 10) == 0.5);
  CHECK(variance(ProfileErrors::from_weights, 0, 4, 10) == 0.5);
}

TEST_CASE("equal whole numbers have the error of a number that was rounded") {
  CHECK(variance(ProfileErrors::of_mean, 2, 4, 8) == 0);
  CHECK(variance(ProfileErrors::of_whole_numbers, 2, 4, 8) == doctest::Approx(1 / 24.0));
}

TEST_CASE("a cell without entries has no error, whatever the option") {
  for (const auto errors :
       {ProfileErrors::of_mean, ProfileErrors::spread, ProfileErrors::of_whole_numbers, ProfileErrors::from_weights})
    CHECK(variance(errors, 1, 0, 0) == 0);
}

TEST_CASE("weights reduce the number of effective entries") {
  ProfileSums weighted = unweighted;
  CHECK(weighted.effective_count(3) == 4);
  weighted.squared_weights = {2, 0, 2, 16};
  CHECK(weighted.effective_count(3) == 1);
  CHECK(weighted.effective_count(1) == 0);
}
