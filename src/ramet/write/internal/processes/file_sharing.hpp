#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ramet/file/file_writer.hpp"
#include "ramet/io/detail/shared_folder.hpp"
#include "ramet/write/internal/output/table_output.hpp"
#include "ramet/write/internal/processes/extent_ledger.hpp"
#include "ramet/write/internal/processes/journal.hpp"

namespace ramet::inline v1::write::internal {

/// The other processes that fill a file, as seen by its owner. Threads: one thread at a time.
class FileSharing {
 public:
  using Tables = std::vector<std::shared_ptr<TableOutput>>;

  /// Share the space of a file; without `counters`, with counters in a mapped file. Throws Error(misuse) when another
  /// process shares a file of this name, Error(io), and as the counters do.
  FileSharing(const std::filesystem::path& path, file::FileWriter& file, std::shared_ptr<io::SharedCounters> counters);
  FileSharing(const FileSharing&) = delete;
  FileSharing& operator=(const FileSharing&) = delete;
  /// Ends sharing: processes that joined cannot write any more.
  ~FileSharing();

  const io::SharedFolder& folder() const noexcept { return *folder_; }
  const std::shared_ptr<io::SharedCounters>& counters() const noexcept { return counters_; }
  bool has_mapped_counters() const noexcept { return has_mapped_counters_; }
  std::uint64_t begin() const noexcept { return begin_; }

  /// Take over the clusters that processes have written since the last call. Throws Error(io).
  void collect(const Tables& tables);

  /// Refuse new processes and new contexts of other processes from now on. Throws Error(misuse), without any change,
  /// when a process that joined is alive and has not left; Error(io).
  void begin_closing(const Tables& tables);
  /// Afterwards: the space that processes took and did not use before they died.
  std::vector<io::Extent> take_holes();
  /// End sharing and remove the folder; the file is closed.
  void end();

  /// Descriptions of damaged journals (`faults`), and of entries that died with their processes (`losses`); empty if
  /// there are none.
  std::string losses() const;
  std::string faults() const;

  std::vector<ProcessReport> reports() const;

 private:
  using ContextKey = std::pair<std::uint32_t, std::uint64_t>;  // table, context

  struct Process {
    JournalReader journal;
    std::uint64_t entries = 0;
    std::uint64_t clusters = 0;
    std::map<ContextKey, std::uint64_t> open;  // sequence numbers of open contexts
    bool has_begun = false;
    bool has_left = false;
  };

  void open_journals();
  void collect_from(Process& process, const Tables& tables);
  void take_over(Process& process, JournalRecord record, const Tables& tables, std::uint64_t end);
  void take_cluster(Process& process, ClusterWritten written, const Tables& tables, std::uint64_t end);
  ProcessReport::State state_of(const Process& process) const;

  file::FileWriter& file_;
  std::unique_ptr<io::SharedFolder> folder_;
  std::shared_ptr<io::SharedCounters> counters_;
  bool has_mapped_counters_;
  std::uint64_t begin_;
  ExtentLedger ledger_;
  std::vector<Process> processes_;
  std::string space_fault_;
  bool is_closing_ = false;
};

}  // namespace ramet::inline v1::write::internal
