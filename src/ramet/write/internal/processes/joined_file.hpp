#pragma once

#include <cstdint>
#include <memory>

#include "ramet/file/record_area.hpp"
#include "ramet/write/internal/processes/journal.hpp"
#include "ramet/write/internal/processes/sharing_handle.hpp"

namespace ramet::inline v1::write::internal {

/// Another process's file, as a process that joined it has it: to take space, to write clusters into it, and to say so
/// in a journal. Threads: any.
class JoinedFile {
 public:
  /// Without `counters`, those of the handle's folder. Throws Error(misuse) when nobody shares the file any more, or
  /// it was made without mapped counters and none are given; Error(io), Error(not_found), Error(corrupt).
  JoinedFile(SharingHandle handle, std::shared_ptr<io::SharedCounters> counters);

  const SharingHandle& handle() const noexcept { return handle_; }
  const file::RecordArea& area() const noexcept { return area_; }
  io::SharedCounters& counters() const noexcept { return *counters_; }
  std::uint64_t process() const noexcept { return process_; }

  /// Throws Error(misuse) when the file is closed, or about to be; nothing can be added then.
  void require_shared() const;

  /// Say in the journal what happened. Throws Error(misuse) when the one who shares the file has ended it, Error(io).
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
