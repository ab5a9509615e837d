#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "ramet/io/detail/process_number.hpp"
#include "ramet/io/shared_counters.hpp"

namespace ramet::inline v1::io {

/// The folder beside a file in which processes that write it together meet: `NAME.journals`, for this user alone. It
/// has the counters, whose lock says that the process that made the folder is alive, and journals. What has no counters
/// and is not empty is no such folder, and what else lies in one is somebody's: neither is ever removed. Threads:
/// immutable.
class SharedFolder {
 public:
  /// Make the folder of a file, in place of what a process that died has left. Throws as remove_stale.
  static std::unique_ptr<SharedFolder> create(const std::filesystem::path& file);

  /// Remove what a process that died has left beside a file of that name. Throws Error(misuse), removing nothing, when
  /// another process shares the file now or has joined and lives, and, naming it, for what is not ramet's; Error(io).
  static void remove_stale(const std::filesystem::path& file);

  SharedFolder(const SharedFolder&) = delete;
  SharedFolder& operator=(const SharedFolder&) = delete;
  /// Removes it.
  ~SharedFolder();

  /// Remove the folder, unless this is a child that was forked. What else was put into it, or cannot be removed, stays.
  void remove() noexcept;

  /// Whether this process made it, and is no child that was forked.
  bool is_of_this_process() const noexcept { return process_ == process_number(); }
  const std::filesystem::path& path() const noexcept { return path_; }
  const SharingId& id() const noexcept { return id_; }
  const std::shared_ptr<MappedCounters>& counters() const noexcept { return counters_; }

  /// Where the counters of a folder are.
  static std::filesystem::path counters_in(const std::filesystem::path& folder) { return folder / "counters"; }

 private:
  SharedFolder(std::filesystem::path path, const SharingId& id, std::shared_ptr<MappedCounters> counters) noexcept;

  std::filesystem::path path_;
  SharingId id_;
  std::shared_ptr<MappedCounters> counters_;
  std::uint64_t process_;
};

/// A new random id. Throws Error(io) when the system has no random numbers.
SharingId new_sharing_id();

}  // namespace ramet::inline v1::io
