#include "ramet/dataset/internal/open_files.hpp"

#include <utility>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::dataset::internal {

OpenFiles::OpenFiles(const Session& session, std::vector<FileAndObject> places, MissingTree missing_tree,
                     std::size_t most_kept_open)
    : session_(session),
      missing_tree_(missing_tree),
      count_(places.size()),
      most_kept_(most_kept_open),
      files_(std::make_unique<File[]>(count_)),
      kept_(std::make_unique<Kept[]>(most_kept_)) {
  for (std::size_t file = 0; file < places.size(); ++file) files_[file].place = std::move(places[file]);
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
    const MutexLock lock(file.mutex);
    table = file.table.lock();
    if (table != nullptr) return table;
    table = read(file.place);
    file.table = table;
    file.entries.store(table == nullptr ? 0 : table->entries(), std::memory_order_release);
  }
  if (table != nullptr) keep(table);
  return table;
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
  return detail::while_doing([&] { return fmt::format("'{}'", place.file); },
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
