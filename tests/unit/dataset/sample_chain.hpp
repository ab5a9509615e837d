#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"

#include "ramet/dataset/dataset.hpp"
#include "ramet/schedule/executor.hpp"

/// Small files to be read as one, and what is in them.
namespace sample {

namespace dataset = ramet::dataset;

/// A column of such a file. Threads: a value.
struct NamedColumn {
  NamedColumn(std::string of, Array&& array) : name(std::move(of)), values(std::make_shared<Array>(std::move(array))) {}

  std::string name;
  std::shared_ptr<Array> values;  // shared, so that braces can list columns
};

/// Write one tree, in clusters of so many entries.
inline void write_tree(const std::filesystem::path& path, std::vector<NamedColumn> columns,
                       std::uint64_t cluster_entries = 4, const std::string& name = "Events") {
  table::Schema schema{name, "", {}};
  std::vector<Array> values;
  for (NamedColumn& column : columns) {
    schema.columns.push_back({.name = column.name, .type = column.values->type()});
    values.push_back(std::move(*column.values));
  }
  const auto writer = write::ParallelWriter::recreate(path);
  write::TableWriter tree = writer->add_table(schema, {.cluster_entries = cluster_entries});
  write::FillContext context = tree.context();
  const std::size_t entries = values.empty() ? 0 : values.front().length();
  for (std::size_t first = 0; first < entries; first += cluster_entries) {
    std::vector<Array> part;
    for (const Array& column : values)
      part.push_back(column.slice(first, std::min<std::size_t>(first + cluster_entries, entries)));
    context.extend(part);
    context.flush();
  }
  context.close();
  writer->close();
}

/// first, first + 1, ...
template <class Number>
Array count_from(int first, std::size_t length) {
  std::vector<Number> numbers(length);
  for (Number& number : numbers) number = static_cast<Number>(first++);
  return column_of(numbers);
}

/// A folder, a session on plain threads, and what a read needs. Threads: one thread.
struct Place {
  explicit Place(std::size_t threads = 1) : executor(ramet::schedule::make_thread_executor(threads)) {}

  TemporaryFolder folder;
  std::unique_ptr<ramet::schedule::Executor> executor;
  dataset::Session session{*executor};
  dataset::ReadOptions options{*executor};

  std::string at(const std::string& name) const { return (folder / name).string(); }
};

/// Three files, 10 + 0 + 7 entries: "n" counts from 0 through all of them, "square" is of it.
inline void write_three(const Place& place) {
  const auto write = [&](const std::string& name, int first, std::size_t length) {
    std::vector<double> squares;
    for (std::size_t entry = 0; entry < length; ++entry) {
      const double number = first + static_cast<int>(entry);
      squares.push_back(number * number);
    }
    write_tree(place.folder / name, {{"n", count_from<std::int32_t>(first, length)}, {"square", column_of(squares)}});
  };
  write("part0.root", 0, 10);
  write("part1.root", 10, 0);
  write("part2.root", 10, 7);
}

/// The numbers of a column, as text.
template <class Number>
std::vector<Number> numbers_of(const Array& array) {
  const auto numbers = array.numbers<Number>();
  return {numbers.begin(), numbers.end()};
}

}  // namespace sample
