#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "temporary_folder.hpp"
#include <sys/mount.h>

/// A file system of a given size: a tmpfs mounted for one test. Only root may mount; for others `is_mounted()` is
/// false, and the test should skip with a message. Threads: one thread.
class SmallDisk {
 public:
  explicit SmallDisk(std::size_t bytes)
      : is_mounted_(::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, ("size=" + std::to_string(bytes)).c_str()) ==
                    0) {}
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (is_mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }

  /// Change the size.
  void grow(std::size_t bytes) {
    ::mount("tmpfs", folder_.path().c_str(), "tmpfs", MS_REMOUNT, ("size=" + std::to_string(bytes)).c_str());
  }

  bool is_mounted() const noexcept { return is_mounted_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
  bool is_mounted_;
};
