#include "ramet/dataset/events/event_source.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "unit/dataset/events/sample_events.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/events/event_reader.hpp"

using namespace ramet;
using sample::Event;
using sample::event_of, sample::entries, sample::formats, sample::Written;

namespace {

/// Where the blocks begin that a reader of so small a budget makes.
std::vector<std::uint64_t> blocks_of(const Written& written, std::uint64_t budget) {
  const dataset::EventSource source(written.table_rows, object::TargetTypes::of<Event>(), {.memory_budget = budget});
  std::vector<std::uint64_t> starts;
  for (std::uint64_t entry = 0; entry < source.entries();) {
    const auto block = source.block_of(entry);
    CHECK(block->entries.first.number == entry);
    starts.push_back(entry);
    entry = block->entries.last.number;
  }
  return starts;
}

}  // namespace

TEST_CASE("event source: blocks are clusters, or equal parts of those that are too large for the budget") {
  for (const write::Format format : formats) {
    const Written written(format);
    CHECK(blocks_of(written, 1 << 20) == std::vector<std::uint64_t>{0, 10, 20});
    std::vector<std::uint64_t> each;
    for (std::uint64_t entry = 0; entry < entries; ++entry) each.push_back(entry);
    CHECK(blocks_of(written, 1) == each);
  }
}

TEST_CASE("event source: decoded clusters stay within the budget, however small it is") {
  for (const write::Format format : formats) {
    const Written written(format);
    for (const std::uint64_t budget : {std::uint64_t{1}, std::uint64_t{500}, std::uint64_t{1} << 20}) {
      const auto source = std::make_shared<const dataset::EventSource>(
          written.table_rows, object::TargetTypes::of<Event>(), dataset::EventOptions{.memory_budget = budget});
      dataset::EventCursor<Event> cursor(source);
      for (int number = 0; number < entries; ++number) {
        CHECK(cursor[static_cast<std::uint64_t>(number)] == event_of(number));
        const auto block = source->block_of(static_cast<std::uint64_t>(number));
        CHECK(source->cached_bytes() <= std::max(budget, block->bytes));
      }
    }
  }
}
