#include "ramet/write/joined_writer.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/write/internal/output/table_output.hpp"
#include "ramet/write/internal/processes/joined_file.hpp"

namespace ramet::inline v1::write {
namespace {

std::string path_of(const internal::TableOutput& table) {
  const std::string& directory = table.place().path;
  return directory.empty() ? table.schema().name : directory + "/" + table.schema().name;
}

}  // namespace

JoinedWriter::JoinedWriter(std::shared_ptr<internal::OutputFile> output) noexcept : output_(std::move(output)) {}

JoinedWriter::~JoinedWriter() {
  output_->abandoned = true;
  if (output_->is_of_this_process()) return;
  // In a forked child, locks may be held by threads that do not exist there: leave the parent's state alone.
  static_cast<void>(std::make_unique<std::shared_ptr<internal::OutputFile>>(std::move(output_)).release());
}

std::unique_ptr<JoinedWriter> JoinedWriter::join(std::span<const std::byte> handle, const JoinOptions& options) {
  internal::SharingHandle decoded = internal::decode_handle(handle);
  const std::uint64_t budget = options.memory_budget.value_or(decoded.memory_budget);
  const auto output = std::make_shared<internal::OutputFile>(
      std::make_unique<internal::JoinedFile>(std::move(decoded), options.counters), budget);
  const internal::OutputLock lock(*output);
  for (const internal::SharedTable& table : output->joined->handle().tables) {
    TableOptions of_table = table.options;
    of_table.executor = options.executor;
    const auto number = static_cast<std::uint32_t>(output->tables.all().size());
    output->tables.add(
        std::make_shared<internal::TableOutput>(
            *output, number, internal::TablePlace{{}, table.seek_directory, table.directory}, table.schema, of_table),
        lock);
  }
  return std::unique_ptr<JoinedWriter>(new JoinedWriter(output));
}

std::vector<std::string> JoinedWriter::names() const {
  std::vector<std::string> names;
  for (const auto& table : output_->tables.all()) names.push_back(path_of(*table));
  return names;
}

TableWriter JoinedWriter::table(std::string_view path) const {
  for (const auto& table : output_->tables.all())
    if (path_of(*table) == path) return TableWriter(output_, table);
  const std::vector<std::string> all = names();
  const std::vector<std::string_view> views(all.begin(), all.end());
  detail::fail(ErrorKind::not_found, "no tree '{}' of '{}' is shared{}", path, output_->area().name(),
               file::suggest_names(path, views));
}

void JoinedWriter::trace(std::shared_ptr<TraceRecorder> recorder) { output_->record(std::move(recorder)); }

void JoinedWriter::flush() {
  output_->require_usable();
  {
    const internal::OutputLock lock(*output_);
    output_->require_open();
  }
  for (const auto& table : output_->tables.all()) table->write_gathered();
}

void JoinedWriter::close() {
  output_->require_usable();
  const internal::OutputLock lock(*output_);
  if (output_->closed) return;
  for (const auto& table : output_->tables.all())
    if (const auto open = table->contexts().open(); open > 0)
      detail::fail(ErrorKind::misuse, "'{}': {} fill contexts of tree '{}' are open", output_->area().name(), open,
                   table->schema().name);
  for (const auto& table : output_->tables.all()) table->write_gathered();
  output_->joined->append(internal::ProcessLeft{});
  output_->closed = true;
}

std::uint64_t JoinedWriter::number() const noexcept { return output_->joined->process(); }

const MemoryBudget& JoinedWriter::budget() const noexcept { return output_->admission.budget(); }

}  // namespace ramet::inline v1::write
