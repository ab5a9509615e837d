#pragma once

#include <cstdint>
#include <memory>

#include "ramet/file/record_area.hpp"
#include "ramet/write/internal/processes/journal.hpp"
#include "ramet/write/internal/processes/sharing_handle.hpp"

namespace ramet::inline v1::write::internal {

/// Another process's file in a process that joined it: takes space, writes clusters, and records them in a journal.
/// Threads: any.
class JoinedFile {
 public:
  /// Without `counters`, uses those in the handle's folder. Throws Error(misuse) when the file is not shared any more,
  /// or has no mapped counters and none are given; Error(io), Error(file_missing), Error(corrupt).
  JoinedFile(SharingHandle handle, std::shared_ptr<io::SharedCounters> counters);

  const SharingHandle& handle() const noexcept { return handle_; }
  const file::RecordArea& area() const noexcept { return area_; }
  io::SharedCounters& counters() const noexcept { return *counters_; }
  std::uint64_t process() const noexcept { return process_; }

  /// Throw Error(misuse) when the file is closed or being closed.
  void require_shared() const;

  /// Append a record to the journal. Throws Error(misuse) when the file is not shared any more, Error(io).
  void append(const JournalRecord& record);

 private:
  SharingHandle handle_;
  std::shared_ptr<io::SharedCounters> counters_;
  std::unique_ptr<io::ByteSink> sink_;
  io::ExtentAllocator extents_;
  file::RecordArea area_;
  std::uint64_t process_ = 0;
  JournalWriter journal_;
};

}  // namespace ramet::inline v1::write::internal
