#pragma once

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"

/// Files larger than memory: only written bytes are kept, the rest reads as zeros.
namespace sample {

/// The written bytes, by offset. Threads: any.
class SparseDisk {
 public:
  void write(std::uint64_t offset, std::span<const std::byte> bytes) {
    const ramet::MutexLock lock(mutex_);
    size_ = std::max(size_, offset + bytes.size());
    for (std::size_t done = 0; done < bytes.size();) {
      const auto [page, start] = std::pair((offset + done) / page_size, (offset + done) % page_size);
      const std::size_t count = std::min<std::size_t>(bytes.size() - done, page_size - start);
      auto& contents = pages_[page];
      contents.resize(page_size);
      std::memcpy(contents.data() + start, bytes.data() + done, count);
      done += count;
    }
  }

  void read(std::uint64_t offset, std::span<std::byte> into) const {
    const ramet::MutexLock lock(mutex_);
    for (std::size_t done = 0; done < into.size();) {
      const auto [page, start] = std::pair((offset + done) / page_size, (offset + done) % page_size);
      const std::size_t count = std::min<std::size_t>(into.size() - done, page_size - start);
      const auto found = pages_.find(page);
      if (found == pages_.end()) {
        std::memset(into.data() + done, 0, count);
      } else {
        std::memcpy(into.data() + done, found->second.data() + start, count);
      }
      done += count;
    }
  }

  std::uint64_t size() const {
    const ramet::MutexLock lock(mutex_);
    return size_;
  }

 private:
  static constexpr std::uint64_t page_size = 4096;
  mutable ramet::Mutex mutex_;
  std::map<std::uint64_t, std::vector<std::byte>> pages_ RAMET_GUARDED_BY(mutex_);
  std::uint64_t size_ RAMET_GUARDED_BY(mutex_) = 0;
};

/// Threads: as ByteSink.
class SparseSink final : public ramet::io::ByteSink {
 public:
  explicit SparseSink(std::shared_ptr<SparseDisk> disk) : disk_(std::move(disk)) {}
  const std::string& name() const noexcept override { return name_; }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override { disk_->write(offset, bytes); }
  void resize(std::uint64_t) override {}
  void sync() override {}
  void close() override {}

 private:
  std::shared_ptr<SparseDisk> disk_;
  std::string name_ = "sparse.root";
};

/// Threads: as ByteSource.
class SparseSource final : public ramet::io::ByteSource {
 public:
  explicit SparseSource(std::shared_ptr<const SparseDisk> disk) : disk_(std::move(disk)) {}
  const std::string& name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return disk_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    require_range(offset, into.size());
    disk_->read(offset, into);
  }

 private:
  std::shared_ptr<const SparseDisk> disk_;
  std::string name_ = "sparse.root";
};

}  // namespace sample
