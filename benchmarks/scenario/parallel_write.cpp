// Write random numbers into one branch or field from several contexts. usage: parallel_write FILE ttree|rntuple
// int|double COMPRESSION CONTEXTS ENTRIES TIMES [BUDGET_MB]
#include <chrono>
#include <filesystem>
#include <latch>
#include <thread>
#include <vector>

#include "measure.hpp"

#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

namespace {

template <class Number>
Number draw(scenario::Numbers& numbers) {
  if constexpr (sizeof(Number) == 4) return numbers.integer();
  return static_cast<Number>(numbers.uniform());
}

struct Job {
  std::string path;
  write::Format format = write::Format::ttree;
  write::WriterOptions options;
  int contexts = 1;
  long entries = 0;
};

template <class Number>
scenario::Outcome write_file(const Job& job) {
  const auto begin = std::chrono::steady_clock::now();
  const auto writer = write::ParallelWriter::recreate(job.path, job.options);
  auto tree = writer->add_table({"t", "t", {{.name = "x", .type = array::Type::of(array::number_type<Number>())}}},
                                {.format = job.format});
  double serial = scenario::seconds_since(begin);
  std::latch all_open(job.contexts);  // what so many contexts cost is the question, not how quickly threads begin
  std::vector<std::jthread> threads;
  for (int number = 0; number < job.contexts; ++number)
    threads.emplace_back([&, number] {
      auto context = tree.context(static_cast<std::uint64_t>(number));
      all_open.arrive_and_wait();
      auto x = context.template column<Number>("x");
      scenario::Numbers numbers(static_cast<std::uint64_t>(4 + number));
      for (long entry = 0; entry < job.entries / job.contexts; ++entry) {
        x.append(draw<Number>(numbers));
        context.end_entry();
      }
      context.close();
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
  const std::string type = values[3];
  job.options.compression = compression::Settings::parse(values[4]);
  job.contexts = static_cast<int>(scenario::argument(count, values, 5, 1));
  job.entries = scenario::argument(count, values, 6, 16000000);
  const auto times = static_cast<int>(scenario::argument(count, values, 7, 4));
  if (const long megabytes = scenario::argument(count, values, 8, 0); megabytes > 0)
    job.options.memory_budget = static_cast<std::uint64_t>(megabytes) << 20;
  const bool is_int = type == "int";
  scenario::repeat(
      job.format == write::Format::ttree ? "ramet" : "ramet-rntuple", type + "/" + values[4], job.contexts, times,
      (is_int ? 4.0 : 8.0) * static_cast<double>(job.entries),
      [&] { return is_int ? write_file<std::int32_t>(job) : write_file<double>(job); },
      [&] { std::filesystem::remove(job.path); });
}
