#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "ramet/core/mutex.hpp"
#include "ramet/remote/internal/cache/held_bytes.hpp"
#include "ramet/remote/internal/remote_file.hpp"

namespace ramet::inline v1::remote::internal {

/// A file that was opened, and what is in memory of it. Threads: a value that shares.
struct KnownFile {
  std::shared_ptr<RemoteFile> file{};  ///< has the size and the ETags, with which each answer is compared
  std::string identity{};              ///< RemoteFile::identity
  std::shared_ptr<const HeldBytes> held{};
};

/// Files that were opened before, by their URLs (RemoteFile::urls). Of a file that nobody has open any longer, only
/// what was looked at is kept; those that were opened longest ago go when they take too much memory. Threads: any.
class KnownFiles {
 public:
  /// `most_bytes` of files that nobody has open.
  explicit KnownFiles(std::uint64_t most_bytes) noexcept : most_bytes_(most_bytes) {}

  /// Know a file, instead of another one of its URLs.
  void add(KnownFile file);
  /// The file of URLs, which is open from now on; null members if it is not known.
  KnownFile find(const std::string& urls);
  /// Whether it knows this file, and no other one of its URLs.
  bool knows(const RemoteFile& file) const;
  /// Forget a file that is another one now.
  void forget(const std::string& urls);
  /// Somebody has let go of what was held of a file.
  void close(const std::string& urls) noexcept;

  /// Of files that nobody has open.
  std::uint64_t byte_count() const;

 private:
  struct Known {
    KnownFile file;
    std::uint64_t bytes = 0;  // that it takes; 0 while somebody has it open
    bool is_lean = false;     // only what was looked at is held
  };
  using Files = std::list<std::pair<std::string, Known>>;

  void drop(Files::iterator place) RAMET_REQUIRES(mutex_);
  void drop_oldest() RAMET_REQUIRES(mutex_);

  const std::uint64_t most_bytes_;
  mutable Mutex mutex_;
  Files files_ RAMET_GUARDED_BY(mutex_);  // by their URLs; the one that was opened last is the first
  std::map<std::string, Files::iterator, std::less<>> by_urls_ RAMET_GUARDED_BY(mutex_);
  std::uint64_t byte_count_ RAMET_GUARDED_BY(mutex_) = 0;
};

}  // namespace ramet::inline v1::remote::internal
