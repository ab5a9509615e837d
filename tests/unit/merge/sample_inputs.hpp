#pragma once

#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/merge/internal/planner.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/schedule/executor.hpp"

/// Files that are merged, and what is read from the result.
namespace sample {

namespace dataset = ramet::dataset;
namespace hist = ramet::hist;
namespace merge = ramet::merge;

/// A folder with files, and a session on plain threads, which the thread sanitizer understands, to merge and read them.
/// Threads: one thread.
class Inputs {
 public:
  explicit Inputs(std::size_t threads = 2) : executor_(ramet::schedule::make_thread_executor(threads)) {}

  const dataset::Session& session() const noexcept { return session_; }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  const std::vector<std::string>& paths() const noexcept { return paths_; }

  /// Add a file with what `fill` writes.
  void add(const std::function<void(write::ParallelWriter&)>& fill) {
    paths_.push_back(path("in" + std::to_string(paths_.size()) + ".root"));
    const auto writer = write::ParallelWriter::create(paths_.back(), {.reproducible = true});
    fill(*writer);
    writer->close();
  }

  /// Add a copy of a file.
  void add_copy(const std::string& of) {
    paths_.push_back(path("in" + std::to_string(paths_.size()) + ".root"));
    std::filesystem::copy_file(of, paths_.back());
  }

  merge::MergeReport merged(const merge::MergeOptions& options = {.on_existing = merge::OnExisting::replace}) const {
    return merge::merge(session_, paths_, path("merged.root"), options);
  }
  std::shared_ptr<const dataset::File> result() const {
    return session_.open(std::filesystem::path(path("merged.root")));
  }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<ramet::schedule::Executor> executor_;
  dataset::Session session_{*executor_};
  std::vector<std::string> paths_;
};

/// Invert a byte of a file.
inline void damage(const std::string& path, std::uint64_t place) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekg(static_cast<std::streamoff>(place));
  const int byte = file.get();
  file.seekp(static_cast<std::streamoff>(place));
  file.put(static_cast<char>(~byte));
}

/// What a merge has found out and decided about files. Threads: one thread.
struct Decided {
  explicit Decided(const Inputs& files, const merge::MergeOptions& options = {})
      : inputs(files.session(), files.paths()),
        catalogue(read_catalogue(inputs, std::vector<bool>(files.paths().size()), files.session().executor(), options)),
        decisions(decide(catalogue, options, differences)) {}
  Decided(const Decided&) = delete;
  Decided& operator=(const Decided&) = delete;

  merge::internal::Inputs inputs;
  merge::internal::Differences differences;
  merge::internal::Catalogue catalogue;
  merge::internal::Decisions decisions;
};

inline table::Schema entries_schema() { return schema_of({"int64", "var * float32", "string"}); }

/// The first entries of an endless table.
inline std::vector<Array> entries_of(std::size_t count) {
  std::vector<Array> columns;
  for (const table::Column& column : entries_schema().columns)
    columns.push_back(noise_of(to_string(column.type), count, columns.size() + 1));
  return columns;
}

/// Write some of the entries as a table "Events".
inline void put_entries(write::ParallelWriter& writer, const std::vector<Array>& columns, std::size_t first,
                        std::size_t last, write::Format format = write::Format::ttree,
                        std::string_view directory = "") {
  write::TableWriter table =
      writer.add_table(in(directory, entries_schema()), {.format = format, .cluster_entries = 40});
  write::FillContext context = table.context();
  if (last > first) context.extend(slices(columns, first, last));
  context.close();
}

/// All entries of a tree or ntuple.
inline std::vector<Array> all_entries(const dataset::Session& session, const dataset::File& file,
                                      const std::string& path) {
  std::vector<Array> columns;
  if (ramet::tree::is_tree_class(file.reader().key(path).class_name)) {
    const auto reader = file.tree(path);
    for (const table::Column& column : entries_schema().columns)
      columns.push_back(
          reader->read(reader->tree().at(column.name), reader->tree().all_entries(), {session.executor()}));
    return columns;
  }
  const auto reader = file.ntuple(path);
  for (const table::Column& column : entries_schema().columns)
    columns.push_back(
        reader->read(reader->ntuple().at(column.name), reader->ntuple().all_entries(), {session.executor()}));
  return columns;
}

/// A histogram with these values, of weight 1.
inline hist::Histogram histogram_of(const std::vector<double>& values, hist::Axis axis = hist::RegularAxis{4, 0, 4},
                                    std::string class_name = "TH1D") {
  hist::HistogramParts parts{.class_name = std::move(class_name), .name = "h", .axes = {}};
  parts.axes.push_back({.bins = std::move(axis)});
  hist::Histogram histogram = hist::Histogram::empty(std::move(parts));
  for (const double value : values) histogram.fill(std::vector{value});
  return histogram;
}

inline hist::Histogram histogram_in(const dataset::File& file, const std::string& path) {
  const file::Key key = file.reader().key(path);
  const file::Record record = file.reader().read_record(key);
  hist::FigureReader reader(file.forms().layouts());
  return std::get<hist::Histogram>(reader.read(record.bytes.span(), record.key_length, key.class_name));
}

}  // namespace sample
