#include "ramet/write/internal/output/output_file.hpp"

#include <string>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/internal/output/table_output.hpp"
#include "ramet/write/internal/processes/file_sharing.hpp"
#include "ramet/write/internal/processes/joined_file.hpp"

namespace ramet::inline v1::write::internal {

OutputFile::OutputFile(std::unique_ptr<file::FileWriter> writer, std::uint64_t memory_budget,
                       std::uint64_t checkpoint_bytes, std::chrono::nanoseconds checkpoint_period)
    : file(std::move(writer)),
      admission({.memory_budget = memory_budget, .at_least = schedule::hardware_concurrency()}),
      schedule(checkpoint_bytes, checkpoint_period),
      area_(file->area()),
      is_reproducible_(file->options().reproducible) {}

OutputFile::OutputFile(std::unique_ptr<JoinedFile> other, std::uint64_t memory_budget)
    : joined(std::move(other)),
      admission({.memory_budget = memory_budget, .at_least = schedule::hardware_concurrency()}),
      counters_of_all(&joined->counters()),
      area_(joined->area()),
      is_reproducible_(joined->handle().reproducible) {}

OutputFile::~OutputFile() = default;

void TableList::add(std::shared_ptr<TableOutput> table, const OutputLock&) {
  const MutexLock lock(mutex_);
  tables_.push_back(std::move(table));
}

TableList::Tables TableList::all() const {
  const MutexLock lock(mutex_);
  return tables_;
}

void OutputFile::record(std::shared_ptr<TraceRecorder> recorder) {
  const MutexLock lock(recorder_mutex_);
  recorder_ = std::move(recorder);
}

std::shared_ptr<TraceRecorder> OutputFile::recorder() const {
  const MutexLock lock(recorder_mutex_);
  return recorder_;
}

void OutputFile::require_open() const {
  if (closed) detail::fail(ErrorKind::misuse, "'{}' is closed", area().name());
}

bool OutputFile::is_of_this_process() const noexcept { return process_.is_here(); }

void OutputFile::require_usable() const {
  if (closed) return;  // callers that need it open check that themselves
  if (!process_.is_here()) io::require_process(process_.number(), area().name());
  if (abandoned)
    detail::fail(ErrorKind::misuse, "the writer of '{}' was destroyed before its contexts: their entries are lost",
                 area().name());
}

void OutputFile::require_no_faults() {
  if (!sharing) return;
  if (const std::string faults = sharing->faults(); !faults.empty())
    detail::fail(ErrorKind::corrupt, "'{}': {}; the clusters after that are not in the file", area().name(), faults);
}

void OutputLock::covers(const OutputFile& file) const {
  if (&file != &file_)
    detail::fail(ErrorKind::misuse, "'{}' is locked, expected '{}'", file_.area().name(), file.area().name());
}

void OutputFile::save(const OutputLock& held) {
  held.covers(*this);
  require_open();
  describe_all(held);
  file->commit();
  for (const auto& table : tables.all()) table->record().note_saved(held);
}

void OutputFile::describe_all(const OutputLock& held) {
  held.covers(*this);
  if (sharing) sharing->collect(tables.all());
  for (const auto& table : tables.all()) table->describe(held);
  if (!classes.has_news()) return;
  auto infos = classes.all();
  const FileBefore* const known = before.get();
  if (known != nullptr) infos = known->lacking(infos);
  if (known == nullptr || !infos.empty())
    file->set_streamer_infos([&](std::uint16_t key_length) {
      return known != nullptr ? known->infos_with(infos, key_length) : schema::write_streamer_infos(infos, key_length);
    });
  classes.note_written();
}

}  // namespace ramet::inline v1::write::internal
