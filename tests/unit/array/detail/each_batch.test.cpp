#include "ramet/array/detail/each_batch.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ramet/core/error.hpp"

using namespace ramet;

namespace {

std::string batches_of(EntryRange entries, std::size_t batch_entries) {
  std::string text;
  array::for_each_batch(
      entries, batch_entries, {}, [](EntryRange batch) { return array::Batch{batch, {}}; },
      [&](const array::Batch& batch) {
        text += fmt::format("{}..{} ", batch.entries.first.number, batch.entries.last.number);
      });
  return text;
}

}  // namespace

TEST_CASE("batches cover the entries in order, the last one being smaller") {
  CHECK(batches_of({{3}, {10}}, 3) == "3..6 6..9 9..10 ");
  CHECK(batches_of({{3}, {10}}, 100) == "3..10 ");
  CHECK(batches_of({{3}, {3}}, 100).empty());
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  CHECK(batches_of({{most - 2}, {most}}, most) == fmt::format("{}..{} ", most - 2, most));
}

TEST_CASE("a stop ends the loop between two batches") {
  StopSource stop;
  int batches = 0;
  const auto decode = [](EntryRange batch) { return array::Batch{batch, {}}; };
  const auto body = [&](const array::Batch&) {
    if (++batches == 2) stop.request_stop();
  };
  CHECK_THROWS_AS(array::for_each_batch({{0}, {10}}, 1, stop.get_token(), decode, body), Error);
  CHECK(batches == 2);
}
