#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/detail/process_number.hpp"
#include "ramet/io/shared_counters.hpp"
#include "ramet/write/internal/admission/admission.hpp"
#include "ramet/write/internal/checkpoint.hpp"
#include "ramet/write/internal/file_before.hpp"
#include "ramet/write/internal/formats/file_classes.hpp"
#include "ramet/write/internal/formats/table_format.hpp"

namespace ramet::inline v1::write::internal {

class FileSharing;
class JoinedFile;
class OutputLock;
class TableOutput;

/// The tables of an output, in order of their numbers. Threads: any looks at them without waiting for who saves the
/// file; they are added with the output's lock held.
class TableList {
 public:
  using Tables = std::vector<std::shared_ptr<TableOutput>>;

  void add(std::shared_ptr<TableOutput> table, const OutputLock& held);
  /// Those of now. The next table's number is their count.
  Tables all() const;

 private:
  mutable Mutex mutex_;  // nothing is locked while it is held
  Tables tables_ RAMET_GUARDED_BY(mutex_);
};

/// What all tables of an output share. Threads: any; what a mutex guards says so.
struct OutputFile {
  OutputFile(std::unique_ptr<file::FileWriter> writer, std::uint64_t memory_budget, std::uint64_t checkpoint_bytes = 0,
             std::chrono::nanoseconds checkpoint_period = {});
  /// Of a process that joined another's file.
  OutputFile(std::unique_ptr<JoinedFile> other, std::uint64_t memory_budget);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Throws Error(misuse) when the file is closed.
  void require_open() const RAMET_REQUIRES(mutex);
  /// Throws Error(misuse) when this process was forked from the one that writes, or the writer is gone and the file not
  /// closed: nothing of what is filled then would be in the file. Takes no lock: a child may find any of them taken, by
  /// threads that it has not.
  void require_usable() const;
  bool is_of_this_process() const noexcept;
  /// Write what the file's readers need to see everything committed so far.
  void describe_all(const OutputLock& held);
  /// Make the file on disk whole, with all clusters and objects written so far. Throws Error(io), and Error(misuse)
  /// when the file is closed.
  void save(const OutputLock& held);

  /// Where contexts write their clusters.
  const file::RecordArea& area() const noexcept { return area_; }
  /// Whether the same calls give the same bytes.
  bool is_reproducible() const noexcept { return is_reproducible_; }
  /// The counters that processes share; none when there is one process.
  io::SharedCounters* counters() const noexcept { return counters_of_all.load(); }
  /// What processes died with, or what of their journals is damaged, once the file is whole. Throws Error(io),
  /// Error(corrupt).
  void require_no_faults() RAMET_REQUIRES(mutex);

  std::filesystem::path path;                                         // of a local file; set by who makes the output
  std::unique_ptr<file::FileWriter> file RAMET_PT_GUARDED_BY(mutex);  // none in a process that joined
  std::unique_ptr<JoinedFile> joined;                                 // none in the one that owns the file
  std::unique_ptr<FileBefore> before RAMET_GUARDED_BY(mutex);         // of a file that is updated
  Admission admission;
  ObjectPool<Encoders> encoders;
  CheckpointSchedule schedule;
  Mutex mutex;                                                   // taken by an OutputLock
  std::unique_ptr<FileSharing> sharing RAMET_GUARDED_BY(mutex);  // none when no other process may join
  std::atomic<io::SharedCounters*> counters_of_all = nullptr;    // of `sharing` or `joined`
  TableList tables;
  FileClasses classes RAMET_GUARDED_BY(mutex);
  std::atomic<bool> closed = false;     // set while an OutputLock is held
  std::atomic<bool> abandoned = false;  // its writer is gone

 private:
  const io::ProcessMark process_;
  const file::RecordArea& area_;
  const bool is_reproducible_;
};

/// Holds an output's mutex for a scope. Functions that need it held take one as an argument and begin with `covers`:
/// callers cannot forget the lock, and the compiler checks what the mutex guards. Threads: one thread.
class RAMET_THREAD_ANNOTATION(scoped_lockable) OutputLock {
 public:
  explicit OutputLock(OutputFile& file) RAMET_THREAD_ANNOTATION(acquire_capability(file.mutex)) : file_(file) {
    file_.mutex.lock();
  }
  ~OutputLock() RAMET_THREAD_ANNOTATION(release_capability()) { file_.mutex.unlock(); }
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  /// From here on the compiler takes the file's mutex as held. Throws Error(misuse) when this locks another file.
  void covers(const OutputFile& file) const RAMET_ASSERTS(file.mutex);

 private:
  OutputFile& file_;
};

}  // namespace ramet::inline v1::write::internal
