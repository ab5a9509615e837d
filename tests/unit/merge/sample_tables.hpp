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

/// Write a file in which `work(inputs, output, object, parts)` puts the first table of all files at `place` or behind
/// it.
template <class Work>
void write_far(const Inputs& files, std::unique_ptr<ramet::io::ByteSink> sink, std::uint64_t place, const Work& work) {
  const merge::internal::Inputs inputs(files.session(), files.paths());
  const std::vector<bool> skipped(files.paths().size(), false);
  const auto catalogue = merge::internal::read_catalogue(inputs, skipped, files.session().executor(), {});
  merge::internal::Output output(std::move(sink), "big.root", {});
  output.file().take_extent(place);
  std::vector<const merge::internal::TablePart*> parts;
  for (const merge::internal::TablePart& part : catalogue.objects.at(0).parts) parts.push_back(&part);
  work(inputs, output, catalogue.objects[0], parts);
  output.file().close();
}

/// The same file, in memory.
template <class Work>
std::shared_ptr<const dataset::File> written_far(const Inputs& files, std::uint64_t place, const Work& work) {
  const auto disk = std::make_shared<SparseDisk>();
  write_far(files, std::make_unique<SparseSink>(disk), place, work);
  return files.session().open(std::make_shared<SparseSource>(disk));
}

}  // namespace sample
