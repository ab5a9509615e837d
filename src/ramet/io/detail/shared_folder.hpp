#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "ramet/io/detail/process_number.hpp"
#include "ramet/io/shared_counters.hpp"

namespace ramet::inline v1::io {

/// The folder `NAME.journals` beside a file, which processes share to write the file together; only this user can
/// access it. It contains journals and the counters, whose lock shows that the process that created the folder is
/// alive. A folder that is not empty and has no counters, or has other files in it, is never removed. Threads:
/// immutable.
class SharedFolder {
 public:
  /// Create the folder of a file, and replace one left by a dead process. Throws as remove_stale.
  static std::unique_ptr<SharedFolder> create(const std::filesystem::path& file);

  /// Remove the folder that a dead process has left beside a file of this name. Throws Error(misuse), and removes
  /// nothing, when another process shares the file or has joined it and is alive, and when the folder contains
  /// something that is not ramet's, which the message names; Error(io).
  static void remove_stale(const std::filesystem::path& file);

  SharedFolder(const SharedFolder&) = delete;
  SharedFolder& operator=(const SharedFolder&) = delete;
  /// Removes the folder.
  ~SharedFolder();

  /// Remove the folder, unless this process is a forked child. Anything foreign in it, or that cannot be removed,
  /// stays.
  void remove() noexcept;

  /// Whether this process created the folder, and is not a forked child.
  bool is_of_this_process() const noexcept { return process_ == process_number(); }
  const std::filesystem::path& path() const noexcept { return path_; }
  const SharingId& id() const noexcept { return id_; }
  const std::shared_ptr<MappedCounters>& counters() const noexcept { return counters_; }

  /// The path of the counters in a folder.
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
