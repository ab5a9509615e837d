// Write random numbers into one branch from several threads, or from as many processes that join. usage: processes FILE
// threads|processes NUMBER COMPRESSION ENTRIES TIMES
#include <chrono>
#include <filesystem>
#include <string_view>
#include <thread>
#include <vector>

#include "../measure.hpp"
#include <sys/wait.h>
#include <unistd.h>

#include "ramet/write/joined_writer.hpp"

using namespace ramet;

namespace {

void fill(write::TableWriter tree, int number, long entries) {
  auto context = tree.context(static_cast<std::uint64_t>(number));
  auto x = context.column<double>("x");
  scenario::Numbers numbers(static_cast<std::uint64_t>(4 + number));
  for (long entry = 0; entry < entries; ++entry) {
    x.append(numbers.uniform());
    context.end_entry();
  }
  context.close();
}

/// In as many children, each of which joins.
void fill_in_processes(write::ParallelWriter& writer, int processes, long entries) {
  const bytes::Buffer handle = writer.share();
  for (int number = 0; number < processes; ++number) {
    if (::fork() != 0) continue;
    const auto joined = write::JoinedWriter::join(handle.span());
    fill(joined->table("t"), number, entries);
    joined->close();
    ::_exit(0);
  }
  while (::wait(nullptr) > 0) continue;
}

scenario::Outcome write_file(const std::string& path, std::string_view who, int number, write::WriterOptions options,
                             long entries) {
  const auto writer = write::ParallelWriter::recreate(path, options);
  auto tree = writer->add_table({"t", "t", {{.name = "x", .type = array::Type::of(array::NumberType::float64)}}});
  if (who == "processes") {
    fill_in_processes(*writer, number, entries / number);
  } else {
    std::vector<std::jthread> threads;
    for (int one = 0; one < number; ++one) threads.emplace_back([&, one] { fill(tree, one, entries / number); });
  }
  const auto end = std::chrono::steady_clock::now();
  writer->close();
  return {static_cast<double>(std::filesystem::file_size(path)), scenario::seconds_since(end)};
}

}  // namespace

int main(int count, char** values) {
  const std::string path = values[1];
  const std::string who = values[2];
  const auto number = static_cast<int>(scenario::argument(count, values, 3, 1));
  const write::WriterOptions options{.compression = compression::Settings::parse(values[4])};
  const long entries = scenario::argument(count, values, 5, 16000000);
  const auto times = static_cast<int>(scenario::argument(count, values, 6, 4));
  scenario::repeat(
      who.c_str(), values[4], number, times, 8.0 * static_cast<double>(entries),
      [&] { return write_file(path, who, number, options, entries); }, [&] { std::filesystem::remove(path); });
}
