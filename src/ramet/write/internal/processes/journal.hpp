#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/write/internal/processes/journal_record.hpp"

namespace ramet::inline v1::write::internal {

/// The path of a process's journal.
std::filesystem::path journal_path(const std::filesystem::path& folder, std::uint64_t process);

/// Writes the journal of this process. Threads: any.
class JournalWriter {
 public:
  /// Create a journal with its head; the process number must be unique. Throws Error(io), Error(misuse).
  JournalWriter(const std::filesystem::path& folder, const JournalHead& head);

  /// Append a record. Throws Error(io), leaving the journal unchanged.
  void append(const JournalRecord& record);

 private:
  std::unique_ptr<io::ByteSink> sink_;
  Mutex mutex_;
  std::uint64_t size_ RAMET_GUARDED_BY(mutex_) = 0;
};

/// Reads the journal of another process as it grows. Threads: one thread.
class JournalReader {
 public:
  JournalReader(std::filesystem::path path, const io::SharingId& id) : path_(std::move(path)), id_(id) {}

  /// The head, once it has been read.
  const std::optional<JournalHead>& head() const noexcept { return head_; }
  const std::filesystem::path& path() const noexcept { return path_; }

  /// The records added since the last call, up to the first incomplete one. None if the journal does not exist yet, or
  /// after damage. Throws Error(io), naming the journal.
  std::vector<JournalRecord> read();
  /// The damage of the journal; empty if there is none.
  const std::string& fault() const noexcept { return fault_; }
  void note_fault(std::string fault) { fault_ = std::move(fault); }
  /// Bytes after the last complete record, as of the last `read`.
  std::uint64_t rest() const noexcept { return rest_; }

 private:
  void read_head(const io::ByteSource& source);
  void read_records(const io::ByteSource& source, std::vector<JournalRecord>& records);

  std::filesystem::path path_;
  io::SharingId id_;
  std::optional<JournalHead> head_;
  std::string fault_;
  std::uint64_t position_ = 0;  // of the next record to read
  std::uint64_t rest_ = 0;
};

}  // namespace ramet::inline v1::write::internal
