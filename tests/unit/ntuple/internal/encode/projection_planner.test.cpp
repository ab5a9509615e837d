#include "ramet/ntuple/internal/encode/projection_planner.hpp"

#include <string>

#include "unit/ntuple/encode/sample_plan.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;

namespace {

/// The fields that a projection adds to those of a plan.
std::string added_to(const ntuple::NTuplePlan& plan, const table::Projection& projection) {
  return sample::text_of(ntuple::extend_plan(plan, {}, {projection})).substr(sample::text_of(plan).size());
}

}  // namespace

TEST_CASE("a projection has the collections that its source lies in, and shows their columns") {
  const auto plan = sample::plan_of("var * {x: float32, hits: var * {n: int16}}");
  CHECK(sample::text_of(plan) ==
        "f '' in 0: SplitIndex64\n_0 '' in 0:\nx 'float' in 1: SplitReal32\n"
        "hits '' in 1: SplitIndex64\n_0 '' in 3:\nn 'std::int16_t' in 4: SplitInt16\n");
  CHECK(added_to(plan, {"x", "f.x"}) ==
        "x 'std::vector<float>' in 6: SplitIndex64 of 0\n_0 'float' in 6: SplitReal32 of 2\n");
  CHECK(added_to(plan, {"n", "f.hits.n"}) ==
        "n 'std::vector<std::vector<std::int16_t>>' in 6: SplitIndex64 of 0\n"
        "_0 'std::vector<std::int16_t>' in 6: SplitIndex64 of 3\n_0 'std::int16_t' in 7: SplitInt16 of 5\n");
  CHECK(added_to(plan, {"h", "f.hits"}) ==
        "h '' in 6: SplitIndex64 of 0\n_0 '' in 6: SplitIndex64 of 3\n_0 '' in 7: of 4\n"
        "n 'std::int16_t' in 8: SplitInt16 of 5\n");
}

TEST_CASE("sizes of collections are cardinalities") {
  const auto plan = sample::plan_of("var * {hits: var * int16}");
  CHECK(added_to(plan, {"n", "f", true}) == "n 'ROOT::RNTupleCardinality<std::uint64_t>' in 4: SplitIndex64 of 0\n");
  CHECK(added_to(plan, {"n", "f.hits", true}) ==
        "n 'std::vector<ROOT::RNTupleCardinality<std::uint64_t>>' in 4: SplitIndex64 of 0\n"
        "_0 'ROOT::RNTupleCardinality<std::uint64_t>' in 4: SplitIndex64 of 2\n");
}

TEST_CASE("members of optional records are optional") {
  const auto plan = sample::plan_of("?var * int8");
  CHECK(added_to(plan, {"n", "f._0", true}) ==
        "n 'std::optional<ROOT::RNTupleCardinality<std::uint64_t>>' in 3: SplitIndex64 of 0\n"
        "_0 'ROOT::RNTupleCardinality<std::uint64_t>' in 3: SplitIndex64 of 1\n");
}

TEST_CASE("what the format cannot project is refused") {
  const auto refused = [](const char* type, const table::Projection& projection, const char* why) {
    const auto plan = sample::plan_of(type);
    CAPTURE(type);
    CHECK_THROWS_WITH_AS(added_to(plan, projection), doctest::Contains(why), Error);
  };
  refused("int8", {"p", "nothing"}, "no field 'nothing'");
  refused("2 * int8", {"p", "f"}, "fixed-size");
  refused("2 * {x: int8}", {"p", "f.x"}, "fixed-size");
  refused("{x: 2 * int8}", {"p", "f"}, "fixed-size");
  refused("union[int8, float32]", {"p", "f"}, "cannot be projected");
  refused("int8", {"p", "f", true}, "no sizes");
  const auto plan = ntuple::extend_plan(sample::plan_of("int8"), {}, {{"p", "f"}});
  CHECK_THROWS_WITH_AS(added_to(plan, {"q", "p"}), doctest::Contains("a projection itself"), Error);
}
