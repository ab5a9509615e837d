#include "ramet/dataset/events/event_reader.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "unit/dataset/events/sample_events.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using dataset::EventReader;
using sample::error_of;
using sample::Event, sample::LaterEvent, sample::Other, sample::WrongEvent;
using sample::event_of, sample::entries, sample::formats, sample::Written;

TEST_CASE("event reader: events of trees and ntuples come as they were filled, in order and in any order") {
  for (const write::Format format : formats) {
    const Written written(format);
    const EventReader<Event> events(written.table_rows);
    CHECK(events.size() == entries);
    CHECK(events.missing_members().empty());
    int number = 0;
    for (const Event& event : events) CHECK(event == event_of(number++));
    CHECK(number == entries);
    const EventReader<Event> helped(written.table_rows, {.executor = &written.place.session.executor()});
    number = 0;
    for (const Event& event : helped) CHECK(event == event_of(number++));
    CHECK(number == entries);
    auto cursor = events.cursor();
    for (const int at : {24, 0, 10, 9, 9, 19, 20}) {
      CHECK(events[static_cast<std::uint64_t>(at)] == event_of(at));
      CHECK(cursor[static_cast<std::uint64_t>(at)] == event_of(at));
    }
    CHECK(error_of([&] { events[entries]; }) ==
          "not_found: " + written.table_rows->name() + " has 25 entries: none is 25");
  }
}

TEST_CASE("event reader: members may be added, renamed and widened") {
  for (const write::Format format : formats) {
    const Written written(format);
    const EventReader<LaterEvent> events(written.table_rows);
    CHECK(events.missing_members() == std::vector<std::string>{"quality"});
    auto walked = events.begin();
    for (int number = 0; number < entries; ++number, ++walked) {
      const LaterEvent event = events[static_cast<std::uint64_t>(number)];
      CHECK(walked->id == event.id);
      CHECK(walked->energies == event.energies);
      const Event filled = event_of(number);
      CHECK(event.id == number);
      CHECK(event.energies == std::vector<double>(filled.energies.begin(), filled.energies.end()));
      CHECK(event.quality == 5);
    }
  }
}

TEST_CASE("event reader: a struct that does not fit the table is refused when the reader is made") {
  const Written written(write::Format::ttree);
  CHECK(error_of([&] { EventReader<Other>(written.table_rows); }) ==
        "not_found: " + written.table_rows->name() + ": no column has the name of a member of the struct: 'nothing'");
  CHECK(error_of([&] { EventReader<WrongEvent>(written.table_rows); }) ==
        "unsupported: " + written.table_rows->name() +
            ": member 'number' from column 'number': values of type int32 cannot become a string");
}

TEST_CASE("event reader: a table without events has none") {
  for (const write::Format format : formats) {
    const Written written(format, 0);
    const EventReader<Event> events(written.table_rows);
    CHECK(events.size() == 0);
    for (const Event& event : events) FAIL(event.number);
    CHECK(error_of([&] { events[0]; }) == "not_found: " + written.table_rows->name() + " has 0 entries: none is 0");
  }
}

TEST_CASE("event reader: many threads read it at once, each in its own order") {
  for (const write::Format format : formats) {
    const Written written(format);
    const EventReader<Event> events(written.table_rows, {.executor = &written.place.session.executor()});
    std::vector<std::jthread> threads;
    std::atomic<int> wrong = 0;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        auto cursor = events.cursor();
        for (int step = 0; step < 200; ++step) {
          const int number = (step * (2 * thread + 1) + thread) % entries;
          const auto entry = static_cast<std::uint64_t>(number);
          if (events[entry] != event_of(number) || cursor[entry] != event_of(number)) ++wrong;
        }
      });
    threads.clear();
    CHECK(wrong == 0);
  }
}
