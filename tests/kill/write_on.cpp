// Writes a file with several contexts until it is killed, and says on standard output how many entries are safe, a line
// after each checkpoint. kill.py kills it.
//
//   kill_write_on FILE call|bytes|time CONTEXTS COMPRESSION [update]
//
// With `update`, the tree is one that another writer has left in the file.
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "ramet/merge/parallel_writer.hpp"

using namespace ramet;

namespace {

/// Everything follows from who writes an entry and how many it has written before.
std::vector<array::Array> entries_of(std::int32_t context, std::int64_t first, std::int64_t last) {
  array::Array contexts(array::parse_type("int32"));
  array::Array numbers(array::parse_type("int64"));
  array::Array values(array::parse_type("float64"));
  array::Array lists(array::parse_type("var * float32"));
  for (std::int64_t number = first; number < last; ++number) {
    array::ValueColumn<std::int32_t>::append(contexts, context);
    array::ValueColumn<std::int64_t>::append(numbers, number);
    array::ValueColumn<double>::append(values, static_cast<double>(number) * 0.5 + context);
    array::ValueColumn<std::vector<float>>::append(
        lists, std::vector<float>(static_cast<std::size_t>(number % 4), static_cast<float>(number % 1000)));
  }
  std::vector<array::Array> columns;
  for (array::Array* column : {&contexts, &numbers, &values, &lists}) columns.push_back(std::move(*column));
  return columns;
}

tree::TreeSchema schema() {
  tree::TreeSchema schema{.name = "Events", .title = "", .columns = {}};
  for (const auto& [name, type] :
       {std::pair("context", "int32"), {"number", "int64"}, {"value", "float64"}, {"list", "var * float32"}})
    schema.columns.push_back({.name = name, .type = array::parse_type(type)});
  return schema;
}

void fill(merge::ParallelTree& tree, std::int32_t number) {
  merge::FillContext context = tree.context();
  constexpr std::int64_t batch = 700;
  for (std::int64_t first = 0;; first += batch) context.extend(entries_of(number, first, first + batch));
}

/// A file with a tree of some entries, of a context that none of those has that go on with it.
void prepare(const char* path, const char* codec) {
  const auto file = merge::ParallelWriter::create(path, {.compression = compression::Settings::parse(codec)});
  merge::ParallelTree tree = file->add_tree(schema(), {.cluster_entries = 1500, .basket_bytes = 16000});
  constexpr std::int32_t before = 63;
  merge::FillContext context = tree.context();
  context.extend(entries_of(before, 0, 5000));
  context.close();
  file->close();
}

[[noreturn]] void write_on(const char* path, std::string_view mode, int contexts, const char* codec, bool updates) {
  merge::WriterOptions options{.compression = compression::Settings::parse(codec)};
  if (mode == "bytes") options.checkpoint_bytes = 300'000;
  if (mode == "time") options.checkpoint_period = std::chrono::milliseconds(20);
  if (updates) prepare(path, codec);
  const auto file =
      updates ? merge::ParallelWriter::update(path, options) : merge::ParallelWriter::create(path, options);
  const merge::TreeOptions sizes{.cluster_entries = 1500, .basket_bytes = 16000};
  merge::ParallelTree tree = updates ? file->open_tree("Events", sizes) : file->add_tree(schema(), sizes);
  std::vector<std::jthread> threads;
  for (int number = 0; number < contexts; ++number) threads.emplace_back([&tree, number] { fill(tree, number); });
  for (std::uint64_t told = 0;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(mode == "call" ? 10 : 1));
    if (mode == "call") file->checkpoint();
    if (const std::uint64_t saved = tree.saved_entries(); saved != told) {
      told = saved;
      fmt::print("{}\n", saved);
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const bool updates = count == 6 && std::string_view(arguments[5]) == "update";
  if (count != 5 && !updates) {
    fmt::print(stderr, "usage: {} FILE call|bytes|time CONTEXTS COMPRESSION [update]\n", arguments[0]);
    return 2;
  }
  write_on(arguments[1], arguments[2], std::atoi(arguments[3]), arguments[4], updates);
}
