#include "ramet/dataset/internal/open_files.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/remote/remote_files.hpp"

namespace ramet::inline v1::dataset::internal {

OpenFiles::OpenFiles(const Session& session, std::vector<FileAndObject> places, MissingTree missing_tree,
                     std::size_t most_kept_open)
    : session_(session),
      missing_tree_(missing_tree),
      count_(places.size()),
      most_kept_(most_kept_open),
      files_(std::make_unique<File[]>(count_)),
      kept_(std::make_unique<Kept[]>(most_kept_)) {
  for (std::size_t file = 0; file < places.size(); ++file) {
    files_[file].is_remote = remote::is_remote(places[file].file);
    files_[file].place = std::move(places[file]);
  }
}

OpenFiles::File& OpenFiles::at(FileNumber file) const {
  if (file.number >= count_) detail::fail(ErrorKind::not_found, "no file {} in a dataset of {}", file.number, count_);
  return files_[file.number];
}

std::shared_ptr<const Table> OpenFiles::open(FileNumber number) const {
  File& file = at(number);
  if (missing_tree_ == MissingTree::skip && file.entries.load(std::memory_order_acquire) == 0) return nullptr;
  std::shared_ptr<const Table> table;
  {
    const MutexLock opening(file.opening);
    {
      const MutexLock lock(file.mutex);
      table = file.table.lock();
      if (table != nullptr) return table;
      file.is_begun = true;
    }
    table = read(file.place);
    const MutexLock lock(file.mutex);
    file.is_begun = false;
    file.table = table;
    file.entries.store(table == nullptr ? 0 : table->entries(), std::memory_order_release);
  }
  if (table != nullptr) keep(table);
  return table;
}

void OpenFiles::will_open(FileNumber number) const {
  File& file = at(number);
  if (!file.is_remote) return;
  {
    const MutexLock lock(file.mutex);
    if (file.is_begun || !file.table.expired()) return;
    file.is_begun = true;
  }
  session_.will_open(file.place.file);
}

std::shared_ptr<const Table> OpenFiles::read(const FileAndObject& place) const {
  auto file = session_.open(place.file);
  if (missing_tree_ == MissingTree::skip) {
    try {
      return open_table(file, place.object);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::not_found) throw;
      return nullptr;
    }
  }
  return detail::while_doing([&] { return fmt::format("'{}'", io::shown_url(place.file)); },
                             [&] { return open_table(std::move(file), place.object); });
}

void OpenFiles::keep(std::shared_ptr<const Table> table) const {
  if (most_kept_ == 0) return;
  Kept& kept = kept_[next_kept_.fetch_add(1, std::memory_order_relaxed) % most_kept_];
  const MutexLock lock(kept.mutex);
  kept.table.swap(table);  // the last owner is destroyed after the lock is released
}

std::uint64_t OpenFiles::entries(FileNumber number) const {
  const File& file = at(number);
  if (const std::uint64_t entries = file.entries.load(std::memory_order_acquire); entries != unknown) return entries;
  const auto table = open(number);
  return table == nullptr ? 0 : table->entries();
}

}  // namespace ramet::inline v1::dataset::internal
