#include "ramet/tune/internal/front.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::tune::internal;
using tune::Costs;

namespace {

/// Two groups, the second of which is not read, three settings and two sizes of clusters; costs from a generator.
Model sample_model(std::uint32_t state) {
  const auto next = [&] { return static_cast<double>((state = state * 1664525U + 1013904223U) >> 24U); };
  Model model;
  model.is_read = {true, false};
  for (int cluster = 0; cluster < 2; ++cluster) {
    model.base.push_back({next(), next(), next()});
    auto& groups = model.of_cluster.emplace_back(2);
    for (auto& settings : groups)
      for (int setting = 0; setting < 3; ++setting) settings.push_back({next(), next(), next()});
  }
  return model;
}

}  // namespace

TEST_CASE("front: a choice costs what its groups and the rest do; only what is read is decompressed") {
  Model model = sample_model(1);
  model.seconds_per_read_byte = 2;
  model.seconds_per_written_byte = 3;
  const Choice choice{.settings = {2, 1}, .cluster = 1, .costs = {}};
  const auto& of = model.of_cluster[1];
  const Costs costs = costs_of(model, choice);
  CHECK(costs.bytes == model.base[1].bytes + of[0][2].bytes + of[1][1].bytes);
  CHECK(costs.write_seconds == model.base[1].write_seconds + of[0][2].compress_seconds + 3 * of[0][2].bytes +
                                   of[1][1].compress_seconds + 3 * of[1][1].bytes);
  CHECK(costs.read_seconds == model.base[1].read_seconds + of[0][2].decompress_seconds + 2 * of[0][2].bytes);
}

TEST_CASE("front: it has exactly the choices that no other dominates") {
  for (std::uint32_t seed = 1; seed < 200; ++seed) {
    CAPTURE(seed);
    const Model model = sample_model(seed);
    std::vector<Costs> all;
    for (std::size_t cluster = 0; cluster < 2; ++cluster)
      for (std::size_t first = 0; first < 3; ++first)
        for (std::size_t second = 0; second < 3; ++second)
          all.push_back(costs_of(model, {.settings = {first, second}, .cluster = cluster, .costs = {}}));
    const std::vector<Choice> front = pareto_front(model);
    std::size_t expected = 0;
    for (const Costs& one : all)
      if (std::ranges::none_of(all, [&](const Costs& other) { return one.is_dominated_by(other); })) ++expected;
    CHECK(front.size() == expected);
    for (const Choice& one : front)
      CHECK(std::ranges::none_of(all, [&](const Costs& other) { return one.costs.is_dominated_by(other); }));
    CHECK(std::ranges::is_sorted(front, {}, [](const Choice& choice) { return choice.costs.bytes; }));
  }
}
