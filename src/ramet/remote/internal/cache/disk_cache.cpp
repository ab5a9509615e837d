#include "ramet/remote/internal/cache/disk_cache.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fstream>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

// A file of the cache: | "RMBLOCK1" | bytes | XXH3 of each 64 KiB of them | the bytes |, numbers as they are in memory:
// a cache is of one machine, or of machines that are alike.

namespace ramet::inline v1::remote::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> magic = {'R', 'M', 'B', 'L', 'O', 'C', 'K', '1'};
constexpr std::uint64_t block = std::uint64_t{64} << 10U;
constexpr std::uint64_t head_size = magic.size() + sizeof(std::uint64_t);
constexpr std::uint64_t longest = std::uint64_t{1} << 30U;  // of a run; requests have a few MiB

constexpr std::string_view unfinished_prefix = "new-";

std::uint64_t blocks_of(std::uint64_t size) { return (size + block - 1) / block; }

std::string random_name() {
  std::random_device random;
  return fmt::format("{}{:08x}{:08x}{:08x}", unfinished_prefix, random(), random(), random());
}

/// 128 bits of a text, as letters.
std::string name_of(const std::string& identity) {
  const std::string other = "again: " + identity;
  return fmt::format("{:016x}{:016x}", bytes::xxh3(std::as_bytes(std::span(identity))),
                     bytes::xxh3(std::as_bytes(std::span(other))));
}

/// The numbers of "OFFSET-SIZE"; nothing for other names.
std::optional<std::pair<std::uint64_t, std::uint64_t>> extent_in(const std::string& name) {
  std::uint64_t offset = 0, size = 0;
  const char* const end = name.data() + name.size();
  const auto first = std::from_chars(name.data(), end, offset);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, size);
  if (second.ec != std::errc{} || second.ptr != end || size == 0 || size > longest) return std::nullopt;
  return std::pair(offset, size);
}

/// Whether `name_of` makes such names.
bool is_name_of(const std::string& name) {
  return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

struct Kept {
  fs::file_time_type used;
  std::uint64_t size;
  fs::path path;
};

/// A run of bytes, or what a process left that was killed while it wrote one; nothing for files of others.
std::optional<Kept> kept_file(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code gone;
  if (!entry.is_regular_file(gone)) return std::nullopt;
  Kept file{entry.last_write_time(gone), entry.file_size(gone), entry.path()};
  if (gone) return std::nullopt;
  const bool is_left =
      name.starts_with(unfinished_prefix) && fs::file_time_type::clock::now() - file.used > std::chrono::hours(1);
  return extent_in(name) || is_left ? std::optional(std::move(file)) : std::nullopt;
}

template <class Number, std::size_t Count>
bool read_into(std::ifstream& file, std::span<Number, Count> into) {
  const auto bytes = std::as_writable_bytes(into);
  return static_cast<bool>(
      file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())));
}

template <class Number, std::size_t Count>
void write_from(std::ofstream& file, std::span<Number, Count> from) {
  const auto bytes = std::as_bytes(from);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

DiskCache::DiskCache(fs::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes), written_(most_bytes) {}

std::shared_ptr<DiskCache> cache_of(const std::string& folder, const std::string& most_bytes) {
  if (folder.empty()) return nullptr;
  std::uint64_t most = std::uint64_t{10} << 30U;
  if (!most_bytes.empty()) {
    const char* const end = most_bytes.data() + most_bytes.size();
    const auto [place, error] = std::from_chars(most_bytes.data(), end, most);
    if (error != std::errc{} || place != end)
      detail::fail(ErrorKind::misuse, "RAMET_CACHE_BYTES is '{}', and not a number of bytes", most_bytes);
  }
  return std::make_shared<DiskCache>(folder, most);
}

void DiskCache::note_written(std::uint64_t bytes) noexcept {
  const std::uint64_t before = written_.fetch_add(bytes);
  if (before < most_bytes_ / 16) return;
  std::uint64_t now = before + bytes;
  if (written_.compare_exchange_strong(now, 0)) trim();  // one thread looks
}

void DiskCache::trim() noexcept {
  try {
    std::vector<Kept> files;
    std::uint64_t total = 0;
    for (const fs::directory_entry& folder : fs::directory_iterator(folder_)) {
      std::error_code gone;
      if (!is_name_of(folder.path().filename().string()) || !folder.is_directory(gone)) continue;
      for (fs::directory_iterator entry(folder.path(), gone), end; !gone && entry != end; entry.increment(gone))
        if (auto file = kept_file(*entry)) {
          total += file->size;
          files.push_back(std::move(*file));
        }
    }
    std::ranges::sort(files, {}, &Kept::used);
    for (const Kept& file : files) {
      if (total <= most_bytes_ - most_bytes_ / 8) return;
      std::error_code ignored;
      fs::remove(file.path, ignored);
      total -= file.size;
      fs::remove(file.path.parent_path(), ignored);  // if it is empty
    }
  } catch (const std::exception&) {  // another process removes, too
    return;
  }
}

CachedExtents::CachedExtents(std::shared_ptr<DiskCache> cache, const std::string& identity)
    : cache_(std::move(cache)), folder_(cache_->folder() / name_of(identity)) {
  std::error_code none;
  const MutexLock lock(mutex_);
  for (fs::directory_iterator entry(folder_, none), end; !none && entry != end; entry.increment(none))
    if (const auto extent = extent_in(entry->path().filename().string())) {
      std::uint64_t& size = extents_[extent->first];
      size = std::max(size, extent->second);
    }
}

std::optional<CachedExtents::Extent> CachedExtents::extent_of(std::uint64_t offset) const {
  std::optional<Extent> best;
  for (auto place = extents_.upper_bound(offset); place != extents_.begin();) {
    --place;
    if (offset - place->first >= longest) break;
    if (place->second <= offset - place->first) continue;
    if (!best || place->first + place->second > best->offset + best->size) best = {place->first, place->second};
  }
  return best;
}

bool CachedExtents::may_have(std::uint64_t offset, std::uint64_t size) const {
  const MutexLock lock(mutex_);
  for (const std::uint64_t end = offset + size; offset < end;) {
    const auto extent = extent_of(offset);
    if (!extent) return false;
    offset = extent->offset + extent->size;
  }
  return true;
}

bool CachedExtents::copy(std::uint64_t offset, std::span<std::byte> into) const noexcept {
  try {
    while (!into.empty()) {
      const auto extent = [&] {
        const MutexLock lock(mutex_);
        return extent_of(offset);
      }();
      if (!extent) return false;
      const std::uint64_t there = extent->offset + extent->size - offset;
      const auto part = into.first(static_cast<std::size_t>(std::min<std::uint64_t>(there, into.size())));
      if (!copy_from(*extent, offset, part)) {
        const MutexLock lock(mutex_);
        extents_.erase(extent->offset);
        return false;
      }
      offset += part.size();
      into = into.subspan(part.size());
    }
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

fs::path CachedExtents::path_of(const Extent& extent) const {
  return folder_ / fmt::format("{}-{}", extent.offset, extent.size);
}

bool CachedExtents::copy_from(const Extent& extent, std::uint64_t offset, std::span<std::byte> into) const {
  const fs::path path = path_of(extent);
  std::ifstream file(path, std::ios::binary);
  std::array<char, magic.size()> found{};
  std::array<std::uint64_t, 1> size{};
  if (!read_into(file, std::span(found)) || !read_into(file, std::span(size))) return false;
  if (found != magic || size[0] != extent.size) return false;
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(blocks_of(extent.size)));
  if (!read_into(file, std::span(sums))) return false;
  const std::uint64_t begin = offset - extent.offset, first = begin / block;
  const std::uint64_t last = blocks_of(begin + into.size());
  file.seekg(static_cast<std::streamoff>(head_size + sums.size() * sizeof(std::uint64_t) + first * block));
  std::vector<std::byte> bytes(static_cast<std::size_t>(block));
  for (std::uint64_t number = first; number < last; ++number) {
    const std::uint64_t place = number * block;
    const auto one = std::span(bytes).first(static_cast<std::size_t>(std::min(block, extent.size - place)));
    if (!read_into(file, one) || bytes::xxh3(one) != sums[static_cast<std::size_t>(number)]) {
      file.close();
      std::error_code ignored;
      fs::remove(path, ignored);
      return false;
    }
    const std::uint64_t from = std::max(begin, place), to = std::min(begin + into.size(), place + one.size());
    std::memcpy(into.data() + (from - begin), one.data() + (from - place), static_cast<std::size_t>(to - from));
  }
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // it was used
  return true;
}

void CachedExtents::keep(std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
  try {
    if (bytes.empty() || bytes.size() > longest) return;
    std::error_code error;
    if (!fs::exists(cache_->folder(), error)) {
      fs::create_directories(cache_->folder());
      fs::permissions(cache_->folder(), fs::perms::owner_all);
    }
    fs::create_directories(folder_);
    const fs::path unfinished = folder_ / random_name();
    std::vector<std::uint64_t> sums;
    for (std::size_t place = 0; place < bytes.size(); place += block)
      sums.push_back(bytes::xxh3(bytes.subspan(place, std::min<std::size_t>(block, bytes.size() - place))));
    const std::array<std::uint64_t, 1> size = {bytes.size()};
    std::ofstream file(unfinished, std::ios::binary);
    write_from(file, std::span(magic));
    write_from(file, std::span(size));
    write_from(file, std::span(sums));
    write_from(file, bytes);
    file.close();
    if (file) fs::rename(unfinished, path_of({offset, bytes.size()}), error);
    if (!file || error) {
      fs::remove(unfinished, error);
      return;
    }
    {
      const MutexLock lock(mutex_);
      std::uint64_t& known = extents_[offset];
      known = std::max<std::uint64_t>(known, bytes.size());
    }
    cache_->note_written(bytes.size());
  } catch (const std::exception&) {  // a full disk, a folder that may not be written
    return;
  }
}

}  // namespace ramet::inline v1::remote::internal
