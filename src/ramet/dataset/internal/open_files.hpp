#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/dataset/dataset_options.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/io/detail/distant/bookmark.hpp"

namespace ramet::inline v1::dataset::internal {

/// The files of a chain, opened on request. A limited number of the most recently opened files stays open for the next
/// request; besides, each file is open while somebody holds its table. Threads: const-safe. Each file and each kept
/// place has a lock of its own, so threads that use different files share none.
class OpenFiles {
 public:
  OpenFiles(const Session& session, std::vector<FileAndObject> places, MissingTree missing_tree,
            std::size_t most_kept_open);

  std::size_t size() const noexcept { return count_; }
  const FileAndObject& place(FileNumber file) const { return at(file).place; }

  /// The tree or ntuple of a file; null when the file has none of that name and that is allowed. Throws as
  /// Session::open and open_table.
  std::shared_ptr<const Table> open(FileNumber file) const;

  /// Whether some are of servers.
  bool has_distant() const noexcept { return has_distant_; }
  /// Whether some are of servers that answer nobody who does not wait: `will_open` does nothing for them.
  bool has_unbegun() const noexcept { return has_unbegun_; }
  /// Say that a file will be opened soon: one of a server is begun, unless it is open.
  void will_open(FileNumber file) const;
  /// Whether `open` will hardly wait for a server.
  bool is_at_hand(FileNumber file) const;

  /// The number of its entries, remembered from the first time it was open.
  std::uint64_t entries(FileNumber file) const;
  /// Whether `entries` need not open the file.
  bool are_counted(FileNumber file) const noexcept {
    return files_[file.number].entries.load(std::memory_order_acquire) != unknown;
  }

 private:
  static constexpr std::uint64_t unknown = ~std::uint64_t{0};

  struct File {
    FileAndObject place;
    bool is_remote = false;  // and begun before it is opened
    bool is_distant = false;
    std::atomic<std::uint64_t> entries = unknown;
    Mutex opening;  // held while it is opened
    Mutex mutex;
    std::weak_ptr<const Table> table RAMET_GUARDED_BY(mutex);
    bool is_begun RAMET_GUARDED_BY(mutex) = false;  // to be opened
    // Of a server, so that it is asked once: what the session remembers, or the source if it has no bookmark.
    std::shared_ptr<const io::Bookmark> bookmark RAMET_GUARDED_BY(mutex);
    std::shared_ptr<const io::ByteSource> source RAMET_GUARDED_BY(mutex);
  };
  struct Kept {
    Mutex mutex;
    std::shared_ptr<const Table> table RAMET_GUARDED_BY(mutex);
  };

  /// Throws Error(not_found) for an unknown number.
  File& at(FileNumber file) const;
  std::shared_ptr<const Table> read(File& file) const;
  std::shared_ptr<const dataset::File> open_file(File& file) const;
  void keep(std::shared_ptr<const Table> table) const;

  const Session& session_;
  MissingTree missing_tree_;
  std::size_t count_;
  std::size_t most_kept_;
  std::unique_ptr<File[]> files_;  // each has its own lock
  std::unique_ptr<Kept[]> kept_;   // likewise
  mutable std::atomic<std::size_t> next_kept_ = 0;
  mutable std::atomic<std::size_t> sources_ = 0;  // that are kept
  bool has_distant_ = false;
  bool has_unbegun_ = false;
};

}  // namespace ramet::inline v1::dataset::internal
