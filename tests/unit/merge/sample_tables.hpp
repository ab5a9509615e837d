#pragma once

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "unit/file/sparse_disk.hpp"
#include "unit/merge/sample_inputs.hpp"

#include "ramet/merge/internal/output.hpp"
#include "ramet/merge/internal/tables/table_join.hpp"

/// Tables of many files, and how they are merged.
namespace sample {

/// Files with `step` of the entries each, in clusters of at most 40.
inline void add_steps(Inputs& files, const std::vector<Array>& columns, std::size_t step,
                      write::Format format = write::Format::ttree) {
  for (std::size_t first = 0; first < columns.front().length(); first += step)
    files.add([&](write::ParallelWriter& writer) {
      put_entries(writer, columns, first, std::min(first + step, columns.front().length()), format);
    });
}

/// So many entries are in one cluster of more than 1 MB, with large baskets.
constexpr std::size_t healthy_entries = 40'000;

/// Add a file with such a cluster in a tree and an ntuple, which needs neither to be gathered, between files with a few
/// of the entries each, which do. Returns all entries.
inline std::vector<Array> add_healthy_and_small(Inputs& files, const std::string& directory = "ntuples") {
  constexpr std::size_t small = 60;
  constexpr std::size_t before = 4;
  constexpr std::size_t after = 3;
  const auto columns = entries_of(healthy_entries + (before + after) * small);
  std::size_t first = 0;
  for (std::size_t number = 0; number <= before + after; ++number) {
    const std::size_t last = first + (number == before ? healthy_entries : small);
    files.add([&](write::ParallelWriter& writer) {
      for (const auto& [format, path] :
           {std::pair{write::Format::ttree, std::string()}, {write::Format::rntuple, directory}}) {
        write::TableWriter table = writer.add_table(in(path, entries_schema()), {.format = format});
        write::FillContext context = table.context();
        context.extend(slices(columns, first, last));
        context.close();
      }
    });
    first = last;
  }
  return columns;
}

/// Options with which that cluster is large enough to stay as it is.
inline merge::MergeOptions with_clusters_of_1_mb() {
  merge::MergeOptions options{.on_existing = merge::OnExisting::replace};
  options.tables.cluster_bytes = std::uint64_t{1} << 20;
  return options;
}

/// The bytes of the merged file, made by 1, 2 and 5 threads.
inline std::vector<std::string> bytes_by_threads(const std::vector<Array>& columns, std::size_t step,
                                                 write::Format format = write::Format::ttree) {
  std::vector<std::string> made;
  for (const std::size_t threads : {1U, 2U, 5U}) {
    Inputs files(threads);
    add_steps(files, columns, step, format);
    const merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .reproducible = true};
    if (!files.merged(options).is_written) return {};
    std::ifstream file(files.path("merged.root"), std::ios::binary);
    made.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return made;
}

/// Write a file in which the first table of all files is joined in one way, at `place` or behind it.
inline void write_far(const Inputs& files, std::unique_ptr<ramet::io::ByteSink> sink, std::uint64_t place,
                      merge::Way way) {
  const merge::internal::Inputs inputs(files.session(), files.paths());
  const std::vector<bool> skipped(files.paths().size(), false);
  const auto catalogue = merge::internal::read_catalogue(inputs, skipped, files.session().executor(), {});
  merge::internal::Output output(std::move(sink), "big.root", {});
  output.file().take_extent(place);
  merge::internal::PlannedTable table{.object = &catalogue.objects.at(0), .parts = {}};
  for (const merge::internal::TablePart& part : table.object->parts()) table.parts.push_back(&part);
  table.runs.push_back({way, table.parts.size()});
  const merge::MergeOptions options;
  merge::internal::TableJoin(inputs, files.session().executor(), options, output).run(table);
  output.file().close();
}

/// The same file, in memory.
inline std::shared_ptr<const dataset::File> written_far(const Inputs& files, std::uint64_t place, merge::Way way) {
  const auto disk = std::make_shared<SparseDisk>();
  write_far(files, std::make_unique<SparseSink>(disk), place, way);
  return files.session().open(std::make_shared<SparseSource>(disk));
}

}  // namespace sample
