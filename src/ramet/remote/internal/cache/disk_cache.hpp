#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::remote::internal {

/// A folder with bytes of files of servers, which any number of processes share. What is there is checked by checksums
/// when it is used; what cannot be read or written is as if it were not there. When it has more bytes than it may,
/// those that were not used for the longest time go. Threads: any.
class DiskCache {
 public:
  /// The folder is made with the first bytes.
  DiskCache(std::filesystem::path folder, std::uint64_t most_bytes);

  const std::filesystem::path& folder() const noexcept { return folder_; }
  /// So many bytes were written: now and then the oldest are removed.
  void note_written(std::uint64_t bytes) noexcept;

 private:
  void trim() noexcept;

  const std::filesystem::path folder_;
  const std::uint64_t most_bytes_;
  std::atomic<std::uint64_t> written_ = 0;  // since the folder was looked at
};

/// The cache of a folder, with at most so many bytes, "" for 10 GiB; null without a folder. Throws Error(misuse) for
/// what is no number.
std::shared_ptr<DiskCache> cache_of(const std::string& folder, const std::string& most_bytes);

/// The part of a cache that has the bytes of one file as it is now: a folder with a file for each run of bytes that was
/// read. Threads: any.
class CachedExtents {
 public:
  /// `identity` is another one for other contents, as a URL with an ETag. The cache must outlive it.
  CachedExtents(std::shared_ptr<DiskCache> cache, const std::string& identity);

  /// Whether all of the bytes were there when they were last looked for.
  bool may_have(std::uint64_t offset, std::uint64_t size) const;
  /// Copy bytes that are there. False if some are not, or are damaged; `into` may then have others.
  bool copy(std::uint64_t offset, std::span<std::byte> into) const noexcept;
  /// Keep bytes. What goes wrong does not matter.
  void keep(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;

 private:
  struct Extent {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };

  std::optional<Extent> extent_of(std::uint64_t offset) const RAMET_REQUIRES(mutex_);
  std::filesystem::path path_of(const Extent& extent) const;
  bool copy_from(const Extent& extent, std::uint64_t offset, std::span<std::byte> into) const;

  std::shared_ptr<DiskCache> cache_;
  std::filesystem::path folder_;
  mutable Mutex mutex_;
  mutable std::map<std::uint64_t, std::uint64_t> extents_ RAMET_GUARDED_BY(mutex_);  // the longest of each offset
};

}  // namespace ramet::inline v1::remote::internal
