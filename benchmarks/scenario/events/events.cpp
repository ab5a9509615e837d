// Sum all values of all events: in bulk, event after event, or events in random order.
// usage: events write FILE ttree|rntuple COMPRESSION ENTRIES
//        events bulk|loop|single|random FILE ttree|rntuple TIMES
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "event.hpp"

#include "ramet/array/describe.hpp"
#include "ramet/dataset/events/event_reader.hpp"
#include "ramet/table/described.hpp"
#include "ramet/write/entry_filler.hpp"
#include "ramet/write/parallel_writer.hpp"

using namespace ramet;
using scenario::Event;

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members =
      std::tuple(member("run", &Event::run), member("lumi", &Event::lumi), member("number", &Event::number),
                 member("met", &Event::met), member("pt", &Event::pt), member("eta", &Event::eta),
                 member("phi", &Event::phi), member("mass", &Event::mass));
};

namespace {

const std::vector<std::string> columns = {"run", "lumi", "number", "met", "pt", "eta", "phi", "mass"};
constexpr std::uint64_t single_reads = 2000;
constexpr std::uint64_t random_reads = 200'000;

void write_file(const char* path, write::Format format, const char* compression, std::uint64_t entries) {
  write::WriterOptions options;
  options.compression = compression::Settings::parse(compression);
  const auto writer = write::ParallelWriter::recreate(path, options);
  auto context =
      writer->add_table(table::schema_of<Event>("Events", "", table::ListForm::counted), {.format = format}).context();
  write::EntryFiller<Event> rows(context);
  for (std::uint64_t number = 0; number < entries; ++number) rows.fill(scenario::event_of(number));
  context.close();
  writer->close();
}

double sum_of(const Event& event) {
  return event.run + event.lumi + static_cast<double>(event.number) + event.met + scenario::sum_of(event.pt) +
         scenario::sum_of(event.eta) + scenario::sum_of(event.phi) + scenario::sum_of(event.mass);
}

template <class Number>
double sum_numbers(const array::Array& column) {
  double sum = 0;
  for (const Number value : column.numbers<Number>()) sum += static_cast<double>(value);
  return sum;
}

double sum_in_bulk(const dataset::Table& rows, schedule::Executor& executor) {
  double sum = 0;
  rows.for_each_batch(columns, {{0}, {rows.entries()}}, 1024, {executor},
                      [&](EntryRange, std::span<const array::Array> batch) {
                        sum += sum_numbers<std::uint32_t>(batch[0]) + sum_numbers<std::uint32_t>(batch[1]) +
                               sum_numbers<std::uint64_t>(batch[2]) + sum_numbers<float>(batch[3]);
                        for (const array::Array& list : batch.subspan(4)) sum += sum_numbers<float>(list.content(0));
                      });
  return sum;
}

double sum_in_loop(const std::shared_ptr<const dataset::Table>& rows) {
  double sum = 0;
  for (const Event& event : dataset::EventReader<Event>(rows)) sum += sum_of(event);
  return sum;
}

/// Events from all over the file, as the numbers of a splitmix64 say.
double sum_random(const std::shared_ptr<const dataset::Table>& rows) {
  const dataset::EventReader<Event> events(rows);
  auto cursor = events.cursor();
  scenario::Numbers numbers(1);
  double sum = 0;
  for (std::uint64_t read = 0; read < random_reads; ++read) sum += sum_of(cursor[numbers.bits() % events.size()]);
  return sum;
}

/// One entry a read: what there is without an EventReader.
double sum_single(const dataset::Table& rows, schedule::Executor& executor) {
  double sum = 0;
  for (std::uint64_t entry = 0; entry < std::min(single_reads, rows.entries()); ++entry) {
    const auto read = rows.read(columns, {{entry}, {entry + 1}}, {executor});
    for (const array::Array& list : std::span(read).subspan(4)) sum += sum_numbers<float>(list.content(0));
  }
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string_view mode = values[1];
  const std::string form = values[3];
  if (mode == "write") {
    write_file(values[2], form == "rntuple" ? write::Format::rntuple : write::Format::ttree, values[4],
               static_cast<std::uint64_t>(scenario::argument(count, values, 5, 500'000)));
    return 0;
  }
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  const auto file = session.open(values[2]);
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  const auto rows = dataset::open_table(file, "Events");
  scenario::repeat(("ramet-" + std::string(mode)).c_str(), form, 1, times, static_cast<double>(rows->entries()),
                   [&]() -> double {
                     if (mode == "bulk") return sum_in_bulk(*rows, *executor);
                     if (mode == "loop") return sum_in_loop(rows);
                     return mode == "random" ? sum_random(rows) : sum_single(*rows, *executor);
                   });
}
