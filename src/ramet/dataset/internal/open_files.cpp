#include "ramet/dataset/internal/open_files.hpp"

#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/detail/asked_ahead.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/remote/remote_files.hpp"

namespace ramet::inline v1::dataset::internal {
namespace {

// Of files without a bookmark, those that were opened first: each has a connection. Reading a
// dataset opens files for the number of their entries, and again for their columns.
constexpr std::size_t most_sources = 200;

}  // namespace

OpenFiles::OpenFiles(const Session& session, std::vector<FileAndObject> places, MissingTree missing_tree,
                     std::size_t most_kept_open)
    : session_(session),
      missing_tree_(missing_tree),
      count_(places.size()),
      most_kept_(most_kept_open),
      files_(std::make_unique<File[]>(count_)) {
  for (std::size_t file = 0; file < places.size(); ++file) {
    files_[file].is_remote = remote::is_remote(places[file].file);
    files_[file].is_distant = session.reads_of_server(places[file].file);
    has_distant_ |= files_[file].is_distant;
    has_unbegun_ |= files_[file].is_distant && !files_[file].is_remote;
    files_[file].place = std::move(places[file]);
  }
  if (has_distant_ && most_kept_ > 0) most_kept_ += AskedAhead::most_ahead;
  kept_ = std::make_unique<Kept[]>(most_kept_);
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
    table = read(file);
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
    if (file.bookmark != nullptr && file.bookmark->is_known()) return;
    file.is_begun = true;
  }
  session_.will_open(file.place.file);
}

bool OpenFiles::is_at_hand(FileNumber number) const {
  File& file = at(number);
  {
    const MutexLock lock(file.mutex);
    if (!file.is_distant || file.source != nullptr || !file.table.expired()) return true;
    if (file.bookmark != nullptr && file.bookmark->is_known()) return true;
  }
  return session_.has_come(file.place.file);
}

std::shared_ptr<const dataset::File> OpenFiles::open_file(File& file) const {
  if (!file.is_distant) return session_.open(file.place.file);
  std::shared_ptr<const io::ByteSource> source;
  std::shared_ptr<const io::Bookmark> bookmark;
  {
    const MutexLock lock(file.mutex);
    source = file.source;
    bookmark = file.bookmark;
  }
  if (source == nullptr && bookmark != nullptr) source = bookmark->open();
  if (source == nullptr) {
    source = session_.open_source(file.place.file);
    bookmark = io::bookmark_of(*source);
    const MutexLock lock(file.mutex);
    file.bookmark = bookmark;
    if (bookmark == nullptr && sources_.fetch_add(1, std::memory_order_relaxed) < most_sources) file.source = source;
  }
  return session_.open(std::move(source));
}

std::shared_ptr<const Table> OpenFiles::read(File& of) const {
  const FileAndObject& place = of.place;
  auto file = open_file(of);
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
