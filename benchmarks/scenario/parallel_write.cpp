// Write random numbers into one branch from several contexts. usage: parallel_write FILE int|double COMPRESSION
// CONTEXTS ENTRIES TIMES [BUDGET_MB]
#include <chrono>
#include <filesystem>
#include <latch>
#include <thread>
#include <vector>

#include "measure.hpp"

#include "ramet/merge/parallel_writer.hpp"

using namespace ramet;

namespace {

template <class Number>
Number draw(scenario::Numbers& numbers) {
  if constexpr (sizeof(Number) == 4) return numbers.integer();
  return static_cast<Number>(numbers.uniform());
}

template <class Number>
scenario::Outcome write(const std::string& path, merge::WriterOptions options, int contexts, long entries) {
  const auto begin = std::chrono::steady_clock::now();
  const auto writer = merge::ParallelWriter::create(path, options);
  auto tree = writer->add_tree({"t", "t", {{.name = "x", .type = array::Type::of(array::number_type<Number>())}}});
  double serial = scenario::seconds_since(begin);
  std::latch all_open(contexts);  // what so many contexts cost is the question, not how quickly threads begin
  std::vector<std::jthread> threads;
  for (int number = 0; number < contexts; ++number)
    threads.emplace_back([&, number] {
      auto context = tree.context(static_cast<std::uint64_t>(number));
      all_open.arrive_and_wait();
      auto x = context.template column<Number>("x");
      scenario::Numbers numbers(static_cast<std::uint64_t>(4 + number));
      for (long entry = 0; entry < entries / contexts; ++entry) {
        x.append(draw<Number>(numbers));
        context.end_entry();
      }
      context.close();
    });
  threads.clear();
  for (const merge::ContextReport& context : tree.report().contexts) serial += context.times.seconds(Stage::commit);
  const auto end = std::chrono::steady_clock::now();
  writer->close();
  serial += scenario::seconds_since(end);
  return {static_cast<double>(std::filesystem::file_size(path)), serial};
}

}  // namespace

int main(int count, char** values) {
  const std::string path = values[1];
  const std::string type = values[2];
  merge::WriterOptions options{.compression = compression::Settings::parse(values[3])};
  const auto contexts = static_cast<int>(scenario::argument(count, values, 4, 1));
  const long entries = scenario::argument(count, values, 5, 16000000);
  const auto times = static_cast<int>(scenario::argument(count, values, 6, 4));
  if (const long megabytes = scenario::argument(count, values, 7, 0); megabytes > 0)
    options.memory_budget = static_cast<std::uint64_t>(megabytes) << 20;
  const auto remove = [&] { std::filesystem::remove(path); };
  const std::string variant = type + "/" + values[3];
  if (type == "int") {
    scenario::repeat(
        "ramet", variant, contexts, times, 4.0 * static_cast<double>(entries),
        [&] { return write<std::int32_t>(path, options, contexts, entries); }, remove);
  } else {
    scenario::repeat(
        "ramet", variant, contexts, times, 8.0 * static_cast<double>(entries),
        [&] { return write<double>(path, options, contexts, entries); }, remove);
  }
}
