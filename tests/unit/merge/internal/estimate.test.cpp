#include "ramet/merge/internal/estimate.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet::merge;
using ramet::merge::internal::estimate_of;

namespace {

MergePlan plan_of(Way way, std::uint64_t bytes, std::size_t inputs = 10) {
  MergePlan plan;
  plan.inputs.resize(inputs);
  plan.objects.push_back({.path = "o", .class_name = "C", .way = way, .inputs = inputs, .bytes = bytes});
  return plan;
}

}  // namespace

TEST_CASE("merge estimate: bytes that are unpacked take longer than those that are moved, values the longest") {
  constexpr std::uint64_t bytes = 1'000'000'000;
  const auto seconds = [](Way way) { return estimate_of(plan_of(way, bytes), {}, 2).seconds; };
  CHECK(seconds(Way::move) < seconds(Way::pack));
  CHECK(seconds(Way::pack) == seconds(Way::gather));
  CHECK(seconds(Way::pack) < seconds(Way::rewrite));
  CHECK(seconds(Way::leave) < seconds(Way::move));
  CHECK(estimate_of(plan_of(Way::rewrite, bytes), {}, 8).seconds < seconds(Way::rewrite) / 3);
  CHECK(estimate_of(plan_of(Way::move, bytes), {.verify = Verify::values}, 2).seconds > seconds(Way::move));
}

TEST_CASE("merge estimate: of a table with several ways each run counts") {
  MergePlan plan = plan_of(Way::move, 1'000'000'000);
  const double moved = estimate_of(plan, {}, 2).seconds;
  const std::uint64_t memory = estimate_of(plan, {}, 2).memory;
  plan.objects[0].runs.push_back({.way = Way::move, .reason = "", .bytes = 900'000'000});
  plan.objects[0].runs.push_back({.way = Way::gather, .reason = "", .bytes = 100'000'000});
  CHECK(estimate_of(plan, {}, 2).seconds > moved);
  CHECK(estimate_of(plan, {}, 2).seconds < estimate_of(plan_of(Way::gather, 1'000'000'000), {}, 2).seconds);
  CHECK(estimate_of(plan, {}, 2).memory > memory);
}

TEST_CASE("merge estimate: memory grows with objects up to the limit, not with bytes that are moved") {
  CHECK(estimate_of(plan_of(Way::move, 1 << 20), {}, 2).memory ==
        estimate_of(plan_of(Way::move, 1 << 30), {}, 2).memory);
  MergePlan many;
  const PlannedObject one{.path = "h", .class_name = "TH1D", .way = Way::sum, .inputs = 1, .bytes = 10'000};
  many.objects.assign(100, one);
  const std::uint64_t few = estimate_of(many, {}, 2).memory;
  many.objects.assign(100'000, one);
  const std::uint64_t all = estimate_of(many, {}, 2).memory;
  CHECK(few < all);
  CHECK(all < std::uint64_t{512} << 20);
  CHECK(estimate_of(many, {.max_memory = 8 << 20}, 2).memory < all);
}

TEST_CASE("merge estimate: plans have it, and say it") {
  sample::Inputs files;
  for (int file = 0; file < 2; ++file) files.add([](auto& writer) { writer.put("h", sample::histogram_of({0.5})); });
  const MergePlan plan = plan_merge(files.session(), files.paths());
  CHECK(plan.estimated_seconds > 0);
  CHECK(plan.estimated_memory > 1'000'000);
  CHECK(to_text(plan).find(" MB of memory at most\n") != std::string::npos);
}
