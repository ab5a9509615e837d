// Fill many branches from several contexts, and hand them over after every few entries, as a framework does with what
// an event loop has gathered. usage: many_branches FILE ttree|rntuple floats|record BRANCHES FLUSH COMPRESSION CONTEXTS
// ENTRIES TIMES [BUDGET_MB]
#include <filesystem>
#include <latch>
#include <thread>
#include <vector>

#include "../measure.hpp"
#include "workload.hpp"

#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

namespace {

struct Job {
  std::string path;
  write::Format format = write::Format::ttree;
  scenario::Workload workload;
  int contexts = 1;
  write::WriterOptions options;
};

table::Schema schema_of(const scenario::Workload& workload) {
  table::Schema schema{"t", "t", {}};
  for (int branch = 0; branch < workload.branches; ++branch)
    schema.columns.push_back({.name = "b" + std::to_string(branch),
                              .type = array::parse_type(workload.is_record ? "var * float32" : "float32")});
  return schema;
}

template <class Value>
void fill(write::FillContext& context, const scenario::Workload& workload, std::uint64_t seed, long entries) {
  std::vector<write::ColumnFiller<Value>> columns;
  for (int branch = 0; branch < workload.branches; ++branch)
    columns.push_back(context.column<Value>("b" + std::to_string(branch)));
  scenario::Numbers numbers(seed);
  std::vector<Value> values(static_cast<std::size_t>(workload.branches));
  for (long entry = 0; entry < entries; ++entry) {
    scenario::draw(numbers, values);
    for (std::size_t branch = 0; branch < columns.size(); ++branch) columns[branch].append(values[branch]);
    context.end_entry();
    if ((entry + 1) % workload.flush_every == 0) context.hand_over();
  }
  context.close();
}

scenario::Outcome write_file(const Job& job) {
  const auto begin = std::chrono::steady_clock::now();
  const auto writer = write::ParallelWriter::recreate(job.path, job.options);
  auto tree = writer->add_table(schema_of(job.workload), {.format = job.format, .when_full = write::WhenFull::wait});
  double serial = scenario::seconds_since(begin);
  std::latch all_open(job.contexts);  // what so many contexts cost is the question, not how quickly threads begin
  std::vector<std::jthread> threads;
  for (int number = 0; number < job.contexts; ++number)
    threads.emplace_back([&, number] {
      auto context = tree.context(static_cast<std::uint64_t>(number));
      all_open.arrive_and_wait();
      const auto seed = static_cast<std::uint64_t>(5 + number);
      const long entries = job.workload.entries / job.contexts;
      if (job.workload.is_record) return fill<std::vector<float>>(context, job.workload, seed, entries);
      fill<float>(context, job.workload, seed, entries);
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
  job.workload = scenario::workload_of(count, values, 3);
  job.options.compression = compression::Settings::parse(values[6]);
  job.contexts = static_cast<int>(scenario::argument(count, values, 7, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 9, 4));
  if (const long megabytes = scenario::argument(count, values, 10, 0); megabytes > 0)
    job.options.memory_budget = static_cast<std::uint64_t>(megabytes) << 20;
  scenario::repeat(
      job.format == write::Format::ttree ? "ramet-ttree" : "ramet-rntuple", job.workload.name(values[6]), job.contexts,
      times, job.workload.bytes(), [&] { return write_file(job); }, [&] { std::filesystem::remove(job.path); });
}
