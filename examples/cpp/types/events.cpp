// Fill a table with structs, loop over them, and read and fill it with a struct that has changed since.
// Says: 300 events, 600 energies
// Says: event 7 has number 7 and 2 energies
// Says: after a year: event 7 has 2 energies, quality 5
// Says: event 300 has 1 energies, quality 3
#include "ramet/events.hpp"

#include <array>
#include <cstdint>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/writer.hpp"

using namespace ramet;

// docs: begin describe
struct Event {
  std::int32_t number;
  std::vector<float> energies;
};

template <>
struct array::Description<Event> {
  static constexpr auto members = std::tuple(member("number", &Event::number), member("energies", &Event::energies));
};
// docs: end describe

// docs: begin later
struct LaterEvent {
  std::int64_t id = 0;           // was `number`, an int32
  std::vector<double> energies;  // were floats
  int quality = 5;               // is new
};

template <>
struct array::Description<LaterEvent> {
  static constexpr auto members = std::tuple(member("id", &LaterEvent::id), member("energies", &LaterEvent::energies),
                                             member("quality", &LaterEvent::quality));
  static constexpr std::array former_names = {std::pair{"id", "number"}};
};
// docs: end later

void write_some() {
  const auto writer = write::ParallelWriter::recreate("events.root");
  auto table = writer->add_table(table::schema_of<Event>("Events"), {.format = write::Format::rntuple});
  // docs: begin pool
  const write::EntryPlan<Event> plan(table);  // which column each member is: found out once
  write::ContextPool pool(table, 2);
  const auto fill_part = [&](int part) {
    auto lease = pool.lend(static_cast<std::uint64_t>(part));
    write::EntryFiller<Event> events(*lease, plan);
    for (int number = 100 * part; number < 100 * (part + 1); ++number)
      events.fill({number, std::vector<float>(static_cast<std::size_t>(1 + number % 3), 1.5F)});
    lease.end_part();
  };
  // docs: end pool
  {
    std::vector<std::jthread> threads;
    for (int part = 0; part < 3; ++part) threads.emplace_back(fill_part, part);
  }
  pool.close();
  writer->close();
}

void append_one() {
  // docs: begin append
  const auto writer = write::ParallelWriter::update("events.root");
  auto table = writer->open_table("Events");
  table.add_columns({{.name = "quality", .type = array::parse_type("int32")}});  // only ntuples can get columns later
  auto context = table.context();
  write::EntryFiller<LaterEvent>(context).fill({300, {2.5}, 3});  // `id` goes into the column `number`
  context.close();
  writer->close();
  // docs: end append
}

int main() {
  write_some();
  // docs: begin loop
  const dataset::Session session;
  const auto table = dataset::open_table(session.open("events.root"), "Events");  // a tree or an ntuple
  const dataset::EventReader<Event> events(table, {.executor = &session.executor()});
  std::size_t energies = 0;
  for (const Event& event : events) energies += event.energies.size();
  fmt::print("{} events, {} energies\n", events.size(), energies);

  const Event one = events[7];  // any event, from any thread
  fmt::print("event 7 has number {} and {} energies\n", one.number, one.energies.size());
  // docs: end loop

  const dataset::EventReader<LaterEvent> later(table);
  fmt::print("after a year: event {} has {} energies, quality {}\n", later[7].id, later[7].energies.size(),
             later[7].quality);

  append_one();
  const auto longer = dataset::open_table(session.open("events.root"), "Events");
  const LaterEvent last = dataset::EventReader<LaterEvent>(longer)[300];
  fmt::print("event {} has {} energies, quality {}\n", last.id, last.energies.size(), last.quality);
}
