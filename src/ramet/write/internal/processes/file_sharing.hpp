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

/// What the owner of a file knows of the processes that fill it with him. Threads: one thread at a time.
class FileSharing {
 public:
  using Tables = std::vector<std::shared_ptr<TableOutput>>;

  /// Share the space of a file from now on; without `counters`, by counters in a file that is mapped. Throws
  /// Error(misuse) when another process shares a file of that name, Error(io), and as the counters do.
  FileSharing(const std::filesystem::path& path, file::FileWriter& file, std::shared_ptr<io::SharedCounters> counters);
  FileSharing(const FileSharing&) = delete;
  FileSharing& operator=(const FileSharing&) = delete;
  /// Tells those who joined that nothing can be added any more.
  ~FileSharing();

  const io::SharedFolder& folder() const noexcept { return *folder_; }
  const std::shared_ptr<io::SharedCounters>& counters() const noexcept { return counters_; }
  bool has_mapped_counters() const noexcept { return has_mapped_counters_; }
  std::uint64_t begin() const noexcept { return begin_; }

  /// Take over what processes have written since the last call. Throws Error(io).
  void collect(const Tables& tables);

  /// From now on nobody can join, and no context of another process can begin. Throws Error(misuse), and it is as
  /// before, when a process that joined is alive and has not left; Error(io).
  void begin_closing(const Tables& tables);
  /// After that: space that processes had taken before they died. It is accounted for then.
  std::vector<io::Extent> take_holes();
  /// The file is closed; the folder goes.
  void end();

  /// What is damaged, and what processes that died had not written; empty if there is no such thing.
  std::string losses() const;
  std::string faults() const;

  std::vector<ProcessReport> reports() const;

 private:
  using ContextKey = std::pair<std::uint32_t, std::uint64_t>;  // table, context

  struct Process {
    JournalReader journal;
    std::uint64_t entries = 0;
    std::uint64_t clusters = 0;
    std::map<ContextKey, std::uint64_t> open;  // sequence numbers of contexts that have not ended
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
