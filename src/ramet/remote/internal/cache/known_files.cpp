#include "ramet/remote/internal/cache/known_files.hpp"

#include <exception>
#include <iterator>

namespace ramet::inline v1::remote::internal {
namespace {

constexpr std::uint64_t own_bytes = 1024;  // of a file beside what is held of it: URLs, ETags, notes

}  // namespace

void KnownFiles::add(KnownFile file) {
  const std::string urls = file.file->urls();
  const MutexLock lock(mutex_);
  if (const auto found = by_urls_.find(urls); found != by_urls_.end()) drop(found->second);
  files_.push_front({urls, {.file = std::move(file)}});
  by_urls_.emplace(urls, files_.begin());
}

KnownFile KnownFiles::find(const std::string& urls) {
  const MutexLock lock(mutex_);
  const auto found = by_urls_.find(urls);
  if (found == by_urls_.end()) return {};
  Known& known = found->second->second;
  byte_count_ -= std::exchange(known.bytes, 0);
  files_.splice(files_.begin(), files_, found->second);
  return known.file;
}

bool KnownFiles::knows(const RemoteFile& file) const {
  const MutexLock lock(mutex_);
  const auto found = by_urls_.find(file.urls());
  return found != by_urls_.end() && found->second->second.file.file.get() == &file;
}

void KnownFiles::forget(const std::string& urls) {
  const MutexLock lock(mutex_);
  if (const auto found = by_urls_.find(urls); found != by_urls_.end()) drop(found->second);
}

void KnownFiles::close(const std::string& urls) noexcept try {
  const MutexLock lock(mutex_);
  const auto found = by_urls_.find(urls);
  if (found == by_urls_.end()) return;
  Known& known = found->second->second;
  // Nobody else can get hold of it meanwhile: that takes the lock.
  if (known.bytes > 0 || known.file.held.use_count() > 1) return;
  if (!known.is_lean) known.file.held = known.file.held->looked_at();
  known.is_lean = true;
  known.bytes = known.file.held->byte_count() + own_bytes;
  byte_count_ += known.bytes;
  drop_oldest();
} catch (const std::exception&) {
  return;  // no memory: it is as large as it was
}

std::uint64_t KnownFiles::byte_count() const {
  const MutexLock lock(mutex_);
  return byte_count_;
}

void KnownFiles::drop(Files::iterator place) {
  byte_count_ -= place->second.bytes;
  by_urls_.erase(place->first);
  files_.erase(place);
}

void KnownFiles::drop_oldest() {
  for (auto end = files_.end(); byte_count_ > most_bytes_ && end != files_.begin();) {
    const auto last = std::prev(end);
    if (last->second.bytes > 0)
      drop(last);
    else
      end = last;  // it is open
  }
}

}  // namespace ramet::inline v1::remote::internal
