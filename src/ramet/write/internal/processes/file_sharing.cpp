#include "ramet/write/internal/processes/file_sharing.hpp"

#include "ramet/core/error.hpp"
#include "ramet/write/internal/processes/sharing_handle.hpp"

namespace ramet::inline v1::write::internal {
namespace {

TableOutput& table_of(const FileSharing::Tables& tables, std::uint32_t number) {
  if (number >= tables.size())
    detail::fail(ErrorKind::corrupt, "a record of table {}, but there are {} tables", number, tables.size());
  return *tables[number];
}

void add_line(std::string& lines, const std::string& line) {
  if (!lines.empty()) lines += "; ";
  lines += line;
}

}  // namespace

FileSharing::FileSharing(const std::filesystem::path& path, file::FileWriter& file,
                         std::shared_ptr<io::SharedCounters> counters)
    : file_(file),
      folder_(io::SharedFolder::create(path)),
      counters_(counters ? std::move(counters) : folder_->counters()),
      has_mapped_counters_(counters_ == folder_->counters()),
      begin_(file.share_extents(counters_, counter::space)),
      ledger_(begin_) {}

FileSharing::~FileSharing() {
  if (!folder_->is_of_this_process()) return;  // a forked child does not own the file
  try {
    end();
  } catch (const Error&) {
    return;  // processes that joined notice it with their next write
  }
}

void FileSharing::open_journals() {
  const std::uint64_t joined = counters_->load(counter::processes);
  // A larger number means that the counter is damaged.
  constexpr std::uint64_t most = 1 << 20;
  if (joined > most) detail::fail(ErrorKind::corrupt, "{} processes have joined '{}'", joined, file_.name());
  while (processes_.size() < joined)
    processes_.push_back(
        {JournalReader(journal_path(folder_->path(), processes_.size()), folder_->id()), 0, 0, {}, false, false});
}

void FileSharing::collect(const Tables& tables) {
  open_journals();
  for (const io::Extent extent : file_.taken_of_shared())
    if (!ledger_.note(extent))
      space_fault_ =
          fmt::format("{} bytes at byte {} of '{}' were taken twice", extent.size, extent.offset, file_.name());
  for (Process& process : processes_) collect_from(process, tables);
}

void FileSharing::collect_from(Process& process, const Tables& tables) {
  auto records = process.journal.read();
  const std::uint64_t end =
      counters_->load(counter::space);  // read after the records, because processes take space meanwhile
  for (JournalRecord& record : records) {
    try {
      take_over(process, std::move(record), tables, end);
    } catch (const Error& error) {
      process.journal.note_fault(fmt::format("journal '{}': {}", process.journal.path().string(), error.what()));
      return;
    }
  }
}

void FileSharing::take_over(Process& process, JournalRecord record, const Tables& tables, std::uint64_t end) {
  if (process.has_left) detail::fail(ErrorKind::corrupt, "a record after the last one");
  if (const auto* began = std::get_if<ContextBegan>(&record)) {
    table_of(tables, began->table);
    process.has_begun = true;
    process.open[{began->table, began->context}] = began->sequence;
  } else if (auto* written = std::get_if<ClusterWritten>(&record)) {
    take_cluster(process, std::move(*written), tables, end);
  } else if (const auto* ended = std::get_if<ContextEnded>(&record)) {
    table_of(tables, ended->table).contexts().note_report(ended->report, ended->lost);
    process.open.erase({ended->table, ended->report.number});
  } else {
    process.has_left = true;
  }
}

void FileSharing::take_cluster(Process& process, ClusterWritten written, const Tables& tables, std::uint64_t end) {
  table::ClusterDescriptor& cluster = written.cluster;
  TableOutput& table = table_of(tables, written.table);
  if (cluster.extent.offset > end || cluster.extent.size > end - cluster.extent.offset || !ledger_.note(cluster.extent))
    detail::fail(ErrorKind::corrupt, "{} bytes at byte {} were not taken by the process", cluster.extent.size,
                 cluster.extent.offset);
  if (cluster.entries == 0) return table.clusters().give_up(cluster.extent);
  // A process that joined before columns were added to an ntuple writes clusters without them.
  const std::size_t parts = table.format().part_count();
  const std::size_t least = table.options().format == Format::rntuple ? 1 : parts;
  if (cluster.pieces_of_part.size() < least || cluster.pieces_of_part.size() > parts)
    detail::fail(ErrorKind::corrupt, "a cluster has {} parts, expected {}", cluster.pieces_of_part.size(), parts);
  process.entries += cluster.entries;
  ++process.clusters;
  table.clusters().commit(std::move(cluster));
}

ProcessReport::State FileSharing::state_of(const Process& process) const {
  if (process.has_left) return ProcessReport::State::left;
  // Locks of other machines are not visible here, so processes that use their own counters count as alive until they
  // leave.
  const bool is_alive = !has_mapped_counters_ || io::is_locked(process.journal.path());
  return is_alive ? ProcessReport::State::running : ProcessReport::State::died;
}

void FileSharing::begin_closing(const Tables& tables) {
  if (is_closing_) return;
  counters_->add(counter::closing, 1);
  try {
    // Check which processes are alive before reading journals: processes that are dead then write no more records.
    open_journals();
    std::vector<bool> running;
    for (const Process& process : processes_) running.push_back(state_of(process) == ProcessReport::State::running);
    collect(tables);
    for (std::size_t number = 0; number < running.size(); ++number)
      if (const Process& process = processes_[number]; running[number] && !process.has_left && process.journal.head())
        detail::fail(ErrorKind::misuse, "'{}': process {} has joined and not left; it has {} open fill contexts",
                     file_.name(), process.journal.head()->pid, process.open.size());
  } catch (...) {
    counters_->add(counter::closing, 1);
    throw;
  }
  is_closing_ = true;
}

std::vector<io::Extent> FileSharing::take_holes() {
  for (const io::Extent extent : file_.taken_of_shared()) ledger_.note(extent);
  return ledger_.note_holes(counters_->load(counter::space));
}

void FileSharing::end() {
  counters_->raise(counter::ended, 1);
  folder_->remove();
}

std::string FileSharing::losses() const {
  std::string lines;
  for (const Process& process : processes_) {
    if (!process.has_begun || process.has_left || !process.journal.fault().empty()) continue;
    std::string parts;
    for (const auto& [context, sequence] : process.open)
      parts += fmt::format("{}{}", parts.empty() ? "" : ", ", sequence);
    add_line(lines,
             fmt::format("process {} died{}: entries that it had not written are lost", process.journal.head()->pid,
                         parts.empty() ? "" : fmt::format(" while it filled parts {}", parts)));
  }
  return lines;
}

std::string FileSharing::faults() const {
  std::string lines = space_fault_;
  for (const Process& process : processes_)
    if (!process.journal.fault().empty()) add_line(lines, process.journal.fault());
  return lines;
}

std::vector<ProcessReport> FileSharing::reports() const {
  std::vector<ProcessReport> reports;
  for (const Process& process : processes_) {
    if (!process.journal.head()) continue;
    ProcessReport& report = reports.emplace_back();
    report.number = process.journal.head()->process;
    report.pid = process.journal.head()->pid;
    report.state = state_of(process);
    report.entries = process.entries;
    report.clusters = process.clusters;
    for (const auto& [context, sequence] : process.open) report.open_sequences.push_back(sequence);
  }
  return reports;
}

}  // namespace ramet::inline v1::write::internal
