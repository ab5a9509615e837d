#include "ramet/dataset/events/event_source.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

sample::Kinds kinds_of(int number) {
  sample::Kinds kinds{};
  kinds.hit = {0.5F * static_cast<float>(number), 3};
  kinds.pair = {number, 1.5F};
  kinds.tuple = {number, 2.5, 0.5F};
  kinds.place = {1, static_cast<float>(number), 2};
  if (number % 2 == 0) kinds.maybe = number;
  if (number % 3 == 0) kinds.text = std::string(static_cast<std::size_t>(number), 't');
  if (number % 4 == 0) kinds.list = std::vector<float>(static_cast<std::size_t>(number % 3), 4);
  for (int item = 0; item < number % 4; ++item) {
    kinds.options.push_back(item % 2 == 0 ? std::optional<std::int32_t>(item) : std::nullopt);
    kinds.pairs.emplace_back(item, 0.5F);
    kinds.map[std::string(static_cast<std::size_t>(item), 'm')] = number;
    kinds.words.emplace_back(2, std::string(static_cast<std::size_t>(item), 'w'));
  }
  kinds.flag = number % 2 == 1;
  return kinds;
}

}  // namespace

TEST_CASE("event source: members of every kind come back from trees and ntuples") {
  for (const write::Format format : formats) {
    const sample::Place place;
    const auto writer = write::ParallelWriter::recreate(place.folder / "kinds.root");
    write::FillContext context =
        writer->add_table(table::schema_of<sample::Kinds>("Events"), {.format = format, .cluster_entries = 10})
            .context();
    write::EntryFiller<sample::Kinds> filler(context);
    for (int number = 0; number < entries; ++number) filler.fill(kinds_of(number));
    context.close();
    writer->close();
    const auto table = dataset::open_table(place.session.open(place.folder / "kinds.root"), "Events");
    const dataset::EventReader<sample::Kinds> events(table);
    CHECK(events.missing_members().empty());
    int number = 0;
    for (const sample::Kinds& event : events) CHECK(event == kinds_of(number++));
    CHECK(number == entries);
    for (const int at : {24, 0, 13}) CHECK(events[static_cast<std::uint64_t>(at)] == kinds_of(at));
  }
}

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
