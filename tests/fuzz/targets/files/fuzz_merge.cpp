// Two files that are merged. Input: | size of the first file 4, little-endian | first file | second file |.

#include <algorithm>
#include <cstring>
#include <fstream>

#include "fuzz_target.hpp"
#include "temporary_folder.hpp"
#include "unit/merge/sample_inputs.hpp"

#include "ramet/core/error.hpp"
#include "ramet/merge/merge.hpp"

using namespace ramet;

namespace {

constexpr std::size_t head_size = 4;

void write_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
}

fuzz::Bytes bytes_of(const std::string& path) {
  const auto source = io::open_local(path);
  fuzz::Bytes bytes(source->size());
  source->read_at(0, bytes);
  return bytes;
}

/// All tables that were merged have the entries of the report.
void require_entries(const dataset::File& file, const merge::MergePlan& plan) {
  for (const merge::PlannedObject& object : plan.objects) {
    if (object.entries == object.lost_entries) continue;
    const std::uint64_t expected = object.entries - object.lost_entries;
    const std::uint64_t entries = tree::is_tree_class(object.class_name) ? file.tree(object.path)->tree().entries
                                                                         : file.ntuple(object.path)->ntuple().entries;
    fuzz::require(entries == expected, "a merged table has the entries of the report");
  }
}

/// Merge; a refusal as an error of data is fine.
void merge_with(const dataset::Session& session, const TemporaryFolder& folder, merge::MergeOptions options) {
  options.on_existing = merge::OnExisting::replace;
  options.max_memory = std::uint64_t{64} << 20;
  const std::vector<std::string> inputs = {folder / "first.root", folder / "second.root"};
  try {
    const merge::MergeReport report = merge::merge(session, inputs, folder / "merged.root", options);
    if (report.is_written) require_entries(*session.open(folder / "merged.root"), report.plan);
  } catch (const Error& error) {
    const bool is_of_data = error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported ||
                            error.kind() == ErrorKind::not_found || error.kind() == ErrorKind::file_missing;
    if (!is_of_data) throw;
  }
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() < head_size) return;
  std::uint32_t first_size = 0;
  std::memcpy(&first_size, input.data(), head_size);
  const std::span<const std::byte> files = input.subspan(head_size);
  const std::size_t middle = std::min<std::size_t>(first_size, files.size());
  const TemporaryFolder folder;
  write_bytes(folder / "first.root", files.first(middle));
  write_bytes(folder / "second.root", files.subspan(middle));
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  merge_with(session, folder, {});
  merge_with(session, folder,
             {.on_difference = merge::OnDifference::skip_file,
              .on_missing_column = merge::OnMissingColumn::fill,
              .on_other_type = merge::OnOtherType::convert,
              .on_bad_input = merge::OnBadInput::recover,
              .rules = {{"*", merge::Rule::all}},
              .verify = merge::Verify::values});
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs inputs(1);
    const auto columns = sample::entries_of(60);
    for (std::size_t number = 0; number < 2; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        sample::put_entries(writer, columns, number * 30, number * 30 + 30, format, "dir");
        writer.put("h", sample::histogram_of({0.5}));
      });
    const Bytes first = bytes_of(inputs.paths()[0]);
    const Bytes second = bytes_of(inputs.paths()[1]);
    const auto size = static_cast<std::uint32_t>(first.size());
    Bytes& seed = all.emplace_back(head_size);
    std::memcpy(seed.data(), &size, head_size);
    seed.insert(seed.end(), first.begin(), first.end());
    seed.insert(seed.end(), second.begin(), second.end());
  }
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& /*file*/) { return {}; }
