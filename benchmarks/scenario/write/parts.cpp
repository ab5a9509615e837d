// Fill events as parts of a job, numbered as the input is: a framework's streams take the next number each and begin a
// part with it. usage: parts FILE ttree|rntuple COMPRESSION CONTEXTS ENTRIES PART_ENTRIES TIMES [BUDGET_MB]
#include <atomic>
#include <filesystem>
#include <latch>
#include <thread>
#include <vector>

#include "../measure.hpp"

#include "ramet/array/describe.hpp"
#include "ramet/write/entry_filler.hpp"
#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

/// 325 bytes.
struct Event {
  std::uint32_t run = 1;
  std::uint32_t lumi = 1;
  std::uint64_t number = 0;
  float met = 0;
  std::vector<float> pt, eta, phi, mass;
};

template <>
struct ramet::array::Description<Event> {
  static constexpr auto members =
      std::make_tuple(Member{"run", &Event::run}, Member{"lumi", &Event::lumi}, Member{"number", &Event::number},
                      Member{"met", &Event::met}, Member{"pt", &Event::pt}, Member{"eta", &Event::eta},
                      Member{"phi", &Event::phi}, Member{"mass", &Event::mass});
};

namespace {

struct Job {
  std::string path;
  write::Format format = write::Format::ttree;
  int contexts = 1;
  long entries = 0;
  long part = 1;
  write::WriterOptions options;
};

void draw(scenario::Numbers& numbers, Event& event) {
  event.met = static_cast<float>(numbers.uniform());
  for (std::vector<float>* values : {&event.pt, &event.eta, &event.phi, &event.mass}) {
    values->resize(18);
    for (float& value : *values) value = static_cast<float>(numbers.bits() >> 40) * 0x1p-24F;
  }
}

void fill(write::FillContext context, const Job& job, std::atomic<long>& next) {
  write::EntryFiller<Event> filler(context);
  Event event;
  for (long part = next++; part * job.part < job.entries; part = next++) {
    context.begin_sequence(static_cast<std::uint64_t>(part));
    // The same whoever fills it; its numbers are far from those of the next part.
    scenario::Numbers numbers(static_cast<std::uint64_t>(part * job.part) * 1000);
    for (long entry = 0; entry < job.part; ++entry) {
      event.number = static_cast<std::uint64_t>(part * job.part + entry);
      draw(numbers, event);
      filler.fill(event);
    }
  }
  context.close();
}

scenario::Outcome write_file(const Job& job) {
  const auto begin = std::chrono::steady_clock::now();
  const auto writer = write::ParallelWriter::recreate(job.path, job.options);
  auto tree =
      writer->add_table(table::schema_of<Event>("Events", "", table::ListForm::counted), {.format = job.format});
  double serial = scenario::seconds_since(begin);
  std::latch all_open(job.contexts);
  std::atomic<long> next = 0;
  std::vector<std::jthread> threads;
  for (int number = 0; number < job.contexts; ++number)
    threads.emplace_back([&] {
      auto context = tree.context(0);
      all_open.arrive_and_wait();
      fill(std::move(context), job, next);
    });
  threads.clear();
  for (const write::ContextReport& context : tree.report().contexts) serial += context.times.seconds(Stage::commit);
  const auto end = std::chrono::steady_clock::now();
  writer->close();
  serial += scenario::seconds_since(end);
  return {static_cast<double>(std::filesystem::file_size(job.path)), serial};
}

}  // namespace

int main(int count, char** values) {
  Job job;
  job.path = values[1];
  job.format = std::string(values[2]) == "rntuple" ? write::Format::rntuple : write::Format::ttree;
  job.options.compression = compression::Settings::parse(values[3]);
  job.contexts = static_cast<int>(scenario::argument(count, values, 4, 20));
  job.entries = scenario::argument(count, values, 5, 400'000);
  job.part = scenario::argument(count, values, 6, 1);
  const auto times = static_cast<int>(scenario::argument(count, values, 7, 4));
  if (const long megabytes = scenario::argument(count, values, 8, 0); megabytes > 0)
    job.options.memory_budget = static_cast<std::uint64_t>(megabytes) << 20;
  scenario::repeat(
      job.format == write::Format::ttree ? "ramet-ttree" : "ramet-rntuple",
      std::string(values[3]) + "/" + std::to_string(job.part), job.contexts, times,
      325.0 * static_cast<double>(job.entries), [&] { return write_file(job); },
      [&] { std::filesystem::remove(job.path); });
}
