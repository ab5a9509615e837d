// Writes a file with several contexts until kill.py kills it, and reports on standard output which entries are safe.
//
//   kill_write_on FILE call|bytes|time|never CONTEXTS COMPRESSION ttree|rntuple|both|update
//
// With `update`, the tables exist in a file of another writer, including a tree of objects, and the file has free space
// of a removed tree.
// Lines: "saved N": a checkpoint has saved N entries of the first table. "written TABLE CONTEXT N": the first N entries
// of a context are in clusters whose write has succeeded. "put N", "kept N": N histograms were put, or are in the file
// as of a checkpoint.
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "ramet/hist/internal/root_histogram.hpp"
#include "ramet/object/detail/array_type.hpp"
#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

namespace {

constexpr std::int64_t cluster_entries = 1500;

/// Print one line with one system call, so that lines of several threads do not mix.
template <class... Parts>
void tell(fmt::format_string<Parts...> format, Parts&&... parts) {
  const std::string line = fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) std::abort();
}

/// The values follow from the context of an entry and its number in that context.
std::vector<array::Array> entries_of(std::int32_t context, std::int64_t first, std::int64_t last) {
  array::ArrayBuilder contexts(array::parse_type("int32"));
  array::ArrayBuilder numbers(array::parse_type("int64"));
  array::ArrayBuilder values(array::parse_type("float64"));
  array::ArrayBuilder lists(array::parse_type("var * float32"));
  for (std::int64_t number = first; number < last; ++number) {
    array::ValueColumn<std::int32_t>::append(contexts, context);
    array::ValueColumn<std::int64_t>::append(numbers, number);
    array::ValueColumn<double>::append(values, static_cast<double>(number) * 0.5 + context);
    array::ValueColumn<std::vector<float>>::append(
        lists, std::vector<float>(static_cast<std::size_t>(number % 4), static_cast<float>(number % 1000)));
  }
  std::vector<array::Array> columns;
  for (array::ArrayBuilder* column : {&contexts, &numbers, &values, &lists})
    columns.push_back(std::move(*column).finish());
  return columns;
}

table::Schema schema(std::string name) {
  table::Schema schema;
  schema.name = std::move(name);
  for (const auto& [column, type] :
       {std::pair("context", "int32"), {"number", "int64"}, {"value", "float64"}, {"list", "var * float32"}}) {
    table::Column spec;
    spec.name = column;
    spec.type = array::parse_type(type);
    schema.columns.push_back(std::move(spec));
  }
  return schema;
}

/// The same columns as members of a class.
table::Schema class_schema() {
  table::Schema schema{"Objects", "", {}};
  schema.classes = {
      {.name = "Row",
       .members = {{"context", "int"}, {"number", "Long64_t"}, {"value", "double"}, {"list", "std::vector<float>"}}}};
  table::Column column;
  column.name = "row";
  column.type = object::array_type_of("Row", schema.classes);
  column.type_name = "Row";
  schema.columns.push_back(std::move(column));
  return schema;
}

std::vector<array::Array> columns_of(const table::Schema& schema, std::vector<array::Array> columns) {
  if (schema.columns.size() == columns.size()) return columns;
  array::ArrayBuilder record(schema.columns[0].type);
  record.length = columns[0].length();
  std::vector<array::Array> one;
  one.push_back(std::move(record).finish(std::move(columns)));
  return one;
}

void fill(std::vector<write::TableWriter>& tables, std::int32_t number) {
  std::vector<write::FillContext> contexts;
  for (write::TableWriter& table : tables) contexts.push_back(table.context(static_cast<std::uint64_t>(number)));
  for (std::int64_t first = 0;; first += cluster_entries) {
    for (std::size_t table = 0; table < contexts.size(); ++table) {
      auto columns = entries_of(number, first, first + cluster_entries);
      contexts[table].extend(columns_of(tables[table].schema(), std::move(columns)));
      tell("written {} {} {}", tables[table].schema().name, number, first + cluster_entries);
    }
  }
}

/// Put histogram `number`, which is filled `number` times.
void put_histogram(write::ParallelWriter& file, int number) {
  const std::string name = fmt::format("h{}", number);
  hist::Histogram1D histogram({.name = name, .title = "", .axis_title = "x", .value_title = ""},
                              hist::Axis(hist::RegularAxis{10, 0, 1}));
  for (int fill = 0; fill < number; ++fill) histogram.fill(0.5);
  file.put(number % 2 == 0 ? name : "odd/" + name, histogram);
}

/// Make a file with tables of some entries, by a context with another number than those that append.
void prepare(const char* path, const char* codec) {
  const auto file = write::ParallelWriter::recreate(path, {.compression = compression::Settings::parse(codec)});
  write::TableOptions options;
  options.cluster_entries = cluster_entries;
  options.basket_bytes = 16000;
  const auto add = [&](const table::Schema& table, std::int64_t entries) {
    constexpr std::int32_t before = 63;
    write::FillContext context = file->add_table(table, options).context();
    context.extend(columns_of(table, entries_of(before, 0, entries)));
    context.close();
  };
  add(schema("Gone"), 30'000);
  add(schema("Events"), 5000);
  add(class_schema(), 5000);
  options.format = write::Format::rntuple;
  add(schema("Rows"), 5000);
  file->close();
}

std::vector<write::TableWriter> tables_of(write::ParallelWriter& file, std::string_view format) {
  std::vector<write::TableWriter> tables;
  write::TableOptions options;
  options.cluster_entries = cluster_entries;
  options.basket_bytes = 16000;
  if (format == "update") {
    for (const char* name : {"Events", "Rows", "Objects"}) tables.push_back(file.open_table(name, options));
    file.remove("Gone");
    file.checkpoint();
    return tables;
  }
  if (format != "rntuple") tables.push_back(file.add_table(schema("Events"), options));
  options.format = write::Format::rntuple;
  if (format != "ttree") tables.push_back(file.add_table(schema("Rows"), options));
  return tables;
}

[[noreturn]] void write_on(const char* path, std::string_view mode, int contexts, const char* codec,
                           std::string_view format) {
  write::WriterOptions options{.compression = compression::Settings::parse(codec)};
  options.checkpoint_bytes = mode == "bytes" ? 300'000 : 0;
  options.checkpoint_period = std::chrono::milliseconds(mode == "time" ? 20 : 0);
  const bool updates = format == "update";
  if (updates) prepare(path, codec);
  const auto file =
      updates ? write::ParallelWriter::update(path, options) : write::ParallelWriter::recreate(path, options);
  std::vector<write::TableWriter> tables = tables_of(*file, format);
  std::vector<std::jthread> threads;
  for (int number = 0; number < contexts; ++number) threads.emplace_back([&tables, number] { fill(tables, number); });
  int put = 0;
  for (std::uint64_t told = 0, turn = 0;; ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(mode == "call" ? 10 : 1));
    if (turn % 10 == 0) {
      put_histogram(*file, put);
      tell("put {}", ++put);
    }
    if (mode == "call") {
      file->checkpoint();
      tell("kept {}", put);
    }
    if (const std::uint64_t saved = tables.front().saved_entries(); saved != told) {
      told = saved;
      tell("saved {}", saved);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 6) {
    fmt::print(stderr, "usage: {} FILE call|bytes|time|never CONTEXTS COMPRESSION ttree|rntuple|both|update\n",
               arguments[0]);
    return 2;
  }
  write_on(arguments[1], arguments[2], std::atoi(arguments[3]), arguments[4], arguments[5]);
}
