#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/file/sample_file.hpp"
#include "unit/tree/samples/sample_tree.hpp"

#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/internal/output/output_file.hpp"
#include "ramet/write/parallel_writer.hpp"

/// Files that a ParallelWriter writes into memory, and functions that read them.
namespace sample {

namespace write = ramet::write;

inline std::unique_ptr<write::ParallelWriter> writer_to(const Disk& disk, write::WriterOptions options = {}) {
  return write::ParallelWriter::create(std::make_unique<SharedSink>(disk), options);
}

inline std::shared_ptr<const io::ByteSource> source_of(const Disk& disk) {
  return io::source_of(disk->contents(), disk->name());
}

/// The file of an output that no other thread uses.
inline ramet::file::FileWriter& file_of(write::internal::OutputFile& output) RAMET_NO_THREAD_SAFETY_ANALYSIS {
  return *output.file;
}

/// All entries of a tree, one array for each column of the schema; members of records are separate.
inline std::vector<Array> read_all(std::shared_ptr<const io::ByteSource> source, const table::Schema& schema,
                                   std::string_view path = "") {
  const auto reader = tree_of(std::move(source), path.empty() ? std::string_view(schema.name) : path);
  const auto executor = ramet::schedule::make_serial_executor();
  std::vector<Array> columns;
  for (const table::Column& column : schema.columns)
    columns.push_back(reader->read(reader->tree().at(column.name), reader->tree().all_entries(), {*executor}));
  return columns;
}

/// The sizes of a tree's clusters.
inline std::vector<std::uint64_t> cluster_sizes(std::shared_ptr<const io::ByteSource> source,
                                                std::string_view name = "Events") {
  const auto reader = tree_of(std::move(source), name);
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t cluster = 0; cluster < reader->tree().cluster_count(); ++cluster)
    sizes.push_back(reader->tree().cluster({cluster}).size());
  return sizes;
}

/// The payload of a TNamed with this title.
inline ramet::object::Payload named_payload(std::string title) {
  return {.class_name = "TNamed",
          .known_classes = {"TNamed"},
          .make = [title = std::move(title)](std::string_view name, std::size_t) { return named(name, title); }};
}

/// The kind and message of the Error that `work` throws; "none" if it throws none.
template <std::invocable Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const ramet::Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "none";
}

/// One column of int64: first, first + 1, ...
inline std::vector<Array> counting(std::int64_t first, std::size_t count) {
  std::vector<std::int64_t> numbers(count);
  for (std::int64_t& number : numbers) number = first++;
  std::vector<Array> columns;
  columns.push_back(column_of(numbers));
  return columns;
}

/// A schema in a directory; "" is the root.
inline table::Schema in(std::string_view directory, table::Schema schema) {
  if (!directory.empty()) schema.name = std::string(directory) + "/" + schema.name;
  return schema;
}

inline table::Schema counting_schema() { return {"Events", "", {{.name = "n", .type = array::parse_type("int64")}}}; }

}  // namespace sample
