#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/core/object_pool.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/detail/process_number.hpp"
#include "ramet/io/shared_counters.hpp"
#include "ramet/write/detail/file_before.hpp"
#include "ramet/write/internal/admission/admission.hpp"
#include "ramet/write/internal/checkpoint.hpp"
#include "ramet/write/internal/formats/file_classes.hpp"
#include "ramet/write/internal/formats/table_format.hpp"

namespace ramet::inline v1::write::internal {

class FileSharing;
class JoinedFile;
class OutputLock;
class TableOutput;

/// The tables of an output, in order of their numbers. Threads: any reads them, without waiting for a thread that saves
/// the file; tables are added with the output's lock held.
class TableList {
 public:
  using Tables = std::vector<std::shared_ptr<TableOutput>>;

  void add(std::shared_ptr<TableOutput> table, const OutputLock& held);
  /// All tables. Their count is the next table's number.
  Tables all() const;

 private:
  mutable Mutex mutex_;  // no other lock is taken while it is held
  Tables tables_ RAMET_GUARDED_BY(mutex_);
};

/// The objects that all tables of an output share. Threads: any, with the mutexes that annotations name.
struct OutputFile {
  OutputFile(std::unique_ptr<file::FileWriter> writer, std::uint64_t memory_budget, std::uint64_t checkpoint_bytes = 0,
             std::chrono::nanoseconds checkpoint_period = {});
  /// For a process that joined another process's file.
  OutputFile(std::unique_ptr<JoinedFile> other, std::uint64_t memory_budget);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Throws Error(misuse) when the file is closed.
  void require_open() const RAMET_REQUIRES(mutex);
  /// Throw Error(misuse) in a child forked from the writing process, or if the writer was destroyed without closing the
  /// file: entries would never be in the file. Takes no lock, because in a child it may be held by a thread that does
  /// not exist.
  void require_usable() const;
  bool is_of_this_process() const noexcept;
  /// Write the metadata of everything committed so far.
  void describe_all(const OutputLock& held);
  /// Complete the file on disk with all clusters and objects written so far. Throws Error(io), and Error(misuse) when
  /// the file is closed.
  void save(const OutputLock& held);

  /// Contexts that are made from now on record what they do; null ends that.
  void record(std::shared_ptr<TraceRecorder> recorder);
  std::shared_ptr<TraceRecorder> recorder() const;

  /// The area in which contexts write clusters.
  const file::RecordArea& area() const noexcept { return area_; }
  /// Whether the same calls give the same bytes.
  bool is_reproducible() const noexcept { return is_reproducible_; }
  /// The counters that processes share; null for a single process.
  io::SharedCounters* counters() const noexcept { return counters_of_all.load(); }
  /// Throw Error(corrupt) if a journal or the shared space is damaged; the file on disk must be complete. Throws
  /// Error(io).
  void require_no_faults() RAMET_REQUIRES(mutex);

  std::filesystem::path path;  // of a local file; set by the creator of the output
  std::unique_ptr<file::FileWriter> file RAMET_PT_GUARDED_BY(mutex);  // null in a process that joined
  std::unique_ptr<JoinedFile> joined;                                 // null in the owner
  std::unique_ptr<FileBefore> before RAMET_GUARDED_BY(mutex);         // null unless the file is updated
  Admission admission;
  ObjectPool<Encoders> encoders;
  CheckpointSchedule schedule;
  Mutex mutex;                                                   // locked by an OutputLock
  std::unique_ptr<FileSharing> sharing RAMET_GUARDED_BY(mutex);  // null if no other process may join
  std::atomic<io::SharedCounters*> counters_of_all = nullptr;    // of `sharing` or `joined`
  TableList tables;
  FileClasses classes RAMET_GUARDED_BY(mutex);
  std::atomic<bool> closed = false;     // set while an OutputLock is held
  std::atomic<bool> abandoned = false;  // the writer was destroyed

 private:
  const io::ProcessMark process_;
  const file::RecordArea& area_;
  const bool is_reproducible_;
  mutable Mutex recorder_mutex_;  // no other lock is taken while it is held
  std::shared_ptr<TraceRecorder> recorder_ RAMET_GUARDED_BY(recorder_mutex_);
};

/// Holds an output's mutex for a scope. Functions that need the mutex take a lock as an argument and begin with
/// `covers`, so callers cannot forget it, and the compiler checks accesses to guarded members. Threads: one thread.
class RAMET_THREAD_ANNOTATION(scoped_lockable) OutputLock {
 public:
  explicit OutputLock(OutputFile& file) RAMET_THREAD_ANNOTATION(acquire_capability(file.mutex)) : file_(file) {
    file_.mutex.lock();
  }
  ~OutputLock() RAMET_THREAD_ANNOTATION(release_capability()) { file_.mutex.unlock(); }
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  /// Tells the compiler that the file's mutex is held. Throws Error(misuse) when this lock is for another file.
  void covers(const OutputFile& file) const RAMET_ASSERTS(file.mutex);

 private:
  OutputFile& file_;
};

}  // namespace ramet::inline v1::write::internal
