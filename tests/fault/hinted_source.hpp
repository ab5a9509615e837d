#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/io/byte_source.hpp"

namespace fault {

/// A source that wants to be told what will be read, and remembers it. Threads: any.
class HintedSource final : public ramet::io::ByteSource {
 public:
  HintedSource(std::shared_ptr<const ramet::io::ByteSource> sound, std::uint64_t hint_bytes)
      : sound_(std::move(sound)), hint_bytes_(hint_bytes) {}

  const std::string& name() const noexcept override { return sound_->name(); }
  std::uint64_t size() const noexcept override { return sound_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override { sound_->read_at(offset, into); }
  std::uint64_t hint_bytes() const noexcept override { return hint_bytes_; }

  bool will_read(std::span<const ramet::io::Extent> extents) const override {
    const ramet::MutexLock lock(mutex_);
    told_.insert(told_.end(), extents.begin(), extents.end());
    return true;
  }

  /// What it was told so far.
  std::vector<ramet::io::Extent> told() const {
    const ramet::MutexLock lock(mutex_);
    return told_;
  }

 private:
  std::shared_ptr<const ramet::io::ByteSource> sound_;
  std::uint64_t hint_bytes_;
  mutable ramet::Mutex mutex_;
  mutable std::vector<ramet::io::Extent> told_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace fault
