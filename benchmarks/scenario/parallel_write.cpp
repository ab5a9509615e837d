// Write random numbers into one branch from several contexts. usage: parallel_write FILE int|double COMPRESSION
// CONTEXTS ENTRIES TIMES
#include <filesystem>
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
double write(const std::string& path, compression::Settings compression, int contexts, long entries) {
  const auto writer = merge::ParallelWriter::create(path, {.compression = compression});
  auto tree = writer->add_tree({"t", "t", {{.name = "x", .type = array::Type::of(array::number_type<Number>())}}});
  std::vector<std::jthread> threads;
  for (int number = 0; number < contexts; ++number)
    threads.emplace_back([&, number] {
      auto context = tree.context(static_cast<std::uint64_t>(number));
      auto x = context.template column<Number>("x");
      scenario::Numbers numbers(static_cast<std::uint64_t>(4 + number));
      for (long entry = 0; entry < entries / contexts; ++entry) {
        x.append(draw<Number>(numbers));
        context.end_entry();
      }
      context.close();
    });
  threads.clear();
  writer->close();
  return static_cast<double>(std::filesystem::file_size(path));
}

}  // namespace

int main(int count, char** values) {
  const std::string path = values[1];
  const std::string type = values[2];
  const auto compression = compression::Settings::parse(values[3]);
  const auto contexts = static_cast<int>(scenario::argument(count, values, 4, 1));
  const long entries = scenario::argument(count, values, 5, 16000000);
  const auto times = static_cast<int>(scenario::argument(count, values, 6, 4));
  const std::string variant = type + "/" + values[3];
  if (type == "int") {
    scenario::repeat("ramet", variant, contexts, times, 4.0 * static_cast<double>(entries),
                     [&] { return write<std::int32_t>(path, compression, contexts, entries); });
  } else {
    scenario::repeat("ramet", variant, contexts, times, 8.0 * static_cast<double>(entries),
                     [&] { return write<double>(path, compression, contexts, entries); });
  }
  std::filesystem::remove(path);
}
