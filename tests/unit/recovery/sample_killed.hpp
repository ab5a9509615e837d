#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fault/main_job.hpp"
#include "unit/write/sample_output.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/recovery/internal/limits/check_aids.hpp"
#include "ramet/recovery/recover.hpp"

/// Files whose writer died, and functions that read them.
namespace sample {

namespace recovery = ramet::recovery;
namespace dataset = ramet::dataset;

/// The file of a writer that died, with a tree and an ntuple: 20 entries of each are listed, 30 and 20 more are in
/// clusters after the checkpoint; one histogram was written before and one after it.
inline Disk killed_file(int compression = 505) {
  const auto disk = empty_disk();
  const auto writer = writer_to(disk, {.compression = ramet::compression::Settings::from_code(compression)});
  write::TableOptions options;
  options.cluster_entries = 10;
  write::TableWriter tree = writer->add_table(in("some", counting_schema()), options);
  options.format = write::Format::rntuple;
  table::Schema rows = counting_schema();
  rows.name = "Rows";
  write::TableWriter ntuple = writer->add_table(rows, options);
  std::vector<write::FillContext> contexts;
  for (write::TableWriter* table : {&tree, &ntuple}) {
    contexts.push_back(table->context());
    contexts.back().extend(counting(0, 20));
  }
  fault::put_histogram(*writer);
  writer->checkpoint();
  contexts[0].extend(counting(20, 30));
  contexts[1].extend(counting(20, 20));
  writer->put("later/spectrum", fault::job_histogram());
  return disk;
}

/// A session that uses only the calling thread. Threads: as a session.
struct SerialSession {
  std::unique_ptr<ramet::schedule::Executor> executor = ramet::schedule::make_serial_executor();
  dataset::Session session{*executor};
};

/// The objects that checks of one file share. Threads: one thread.
struct CheckTools {
  std::unique_ptr<ramet::schedule::Executor> executor = ramet::schedule::make_serial_executor();
  recovery::internal::Allowance allowance{std::uint64_t{1} << 30, 0, std::uint64_t{1} << 30, 1};
  recovery::internal::Claims claims;
  ramet::StopToken stop = {};
  recovery::internal::CheckAids aids{*executor, allowance, claims, stop};
};

/// The numbers of the only column of a table.
inline std::vector<std::int64_t> numbers_in(const std::shared_ptr<const io::ByteSource>& source,
                                            const std::string& path) {
  const SerialSession serial;
  const auto file = serial.session.open(source);
  const auto key = file->reader().key(path);
  Array column;
  if (tree::is_tree_class(key.class_name)) {
    const auto reader = file->tree(key);
    column = reader->read(reader->tree().at("n"), reader->tree().all_entries(), {*serial.executor});
  } else {
    const auto reader = file->ntuple(key);
    column = reader->read(reader->ntuple().at("n"), reader->ntuple().all_entries(), {*serial.executor});
  }
  std::vector<std::int64_t> numbers(column.length());
  if (!numbers.empty()) std::memcpy(numbers.data(), column.values().data(), numbers.size() * sizeof(std::int64_t));
  return numbers;
}

/// 0, 1, ..., count - 1.
inline std::vector<std::int64_t> count_to(std::int64_t count) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t number = 0; number < count; ++number) numbers.push_back(number);
  return numbers;
}

/// A file with some of its bytes changed.
inline std::shared_ptr<const io::ByteSource> changed(const Disk& disk, std::uint64_t offset,
                                                     std::initializer_list<int> bytes) {
  auto contents = disk->contents();
  for (const int byte : bytes) contents.data()[offset++] = static_cast<std::byte>(byte);
  return io::source_of(std::move(contents), "changed.root");
}

/// A file truncated to `size` bytes.
inline std::shared_ptr<const io::ByteSource> cut(const Disk& disk, std::uint64_t size) {
  auto contents = disk->contents();
  contents.resize(static_cast<std::size_t>(size));
  return io::source_of(std::move(contents), "cut.root");
}

/// A recovered file and the report.
struct Recovered {
  std::shared_ptr<const io::ByteSource> source;
  recovery::RecoverReport report;
};
inline Recovered recovered(const std::shared_ptr<const io::ByteSource>& source,
                           const recovery::RecoverOptions& options = {}) {
  const SerialSession serial;
  const auto disk = empty_disk();
  auto report = recovery::recover(serial.session, source, std::make_unique<SharedSink>(disk), options);
  return {source_of(disk), std::move(report)};
}

}  // namespace sample
