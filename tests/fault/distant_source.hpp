#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/io/byte_source.hpp"

namespace fault {

/// Pieces that a separate thread reads one after the other. Threads: any.
class SlowTransfer final : public ramet::io::Transfer {
 public:
  SlowTransfer(const ramet::io::ByteSource& source, std::vector<ramet::io::ReadPiece> pieces,
               std::chrono::microseconds latency)
      : failures_(pieces.size()), thread_([&source, pieces = std::move(pieces), latency, this](std::stop_token stop) {
          std::this_thread::sleep_for(latency);
          for (std::size_t piece = 0; piece < pieces.size() && !stop.stop_requested(); ++piece) {
            std::exception_ptr failure;
            try {
              source.read_at(pieces[piece].offset, pieces[piece].into);
            } catch (...) {
              failure = std::current_exception();
            }
            const ramet::MutexLock lock(mutex_);
            failures_[piece] = failure;
            done_ = piece + 1;
            arrived_.notify_all();
          }
        }) {}

  void wait(std::size_t piece, const ramet::StopToken& /*stop*/) override {
    const ramet::MutexLock lock(mutex_);
    while (done_ <= piece) arrived_.wait(mutex_);
    if (failures_.at(piece)) std::rethrow_exception(failures_[piece]);
  }

 private:
  ramet::Mutex mutex_;
  ramet::ConditionVariable arrived_;
  std::size_t done_ RAMET_GUARDED_BY(mutex_) = 0;
  std::vector<std::exception_ptr> failures_ RAMET_GUARDED_BY(mutex_);
  std::jthread thread_;  // the last member, because it uses the others
};

/// A wrapper of a source that is read ahead like a distant server. Simultaneous requests count as one round trip.
/// Threads: any.
class DistantSource final : public ramet::io::ByteSource {
 public:
  explicit DistantSource(std::shared_ptr<const ramet::io::ByteSource> near, ramet::io::ReadAhead ahead = {},
                         std::chrono::microseconds latency = {})
      : near_(std::move(near)), ahead_(ahead), latency_(latency) {}

  const std::string& name() const noexcept override { return near_->name(); }
  std::uint64_t size() const noexcept override { return near_->size(); }
  std::optional<ramet::io::ReadAhead> read_ahead() const noexcept override { return ahead_; }

  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    count_trip(1, into.size());
    near_->read_at(offset, into);
  }
  void read_pieces(std::span<const ramet::io::ReadPiece> pieces) const override {
    count_trip(pieces.size(), bytes_of_all(pieces));
    near_->read_pieces(pieces);
  }
  std::unique_ptr<ramet::io::Transfer> submit(std::vector<ramet::io::ReadPiece> pieces) const override {
    for (const auto& piece : pieces) require_range(piece.offset, piece.into.size());
    count_trip(pieces.size(), bytes_of_all(pieces));
    return std::make_unique<SlowTransfer>(*near_, std::move(pieces), latency_);
  }

  std::uint64_t trips() const noexcept { return trips_; }        ///< upper limit on sequential round trips
  std::uint64_t requests() const noexcept { return requests_; }  ///< in all round trips
  std::uint64_t bytes() const noexcept { return bytes_; }

 private:
  static std::uint64_t bytes_of_all(std::span<const ramet::io::ReadPiece> pieces) {
    std::uint64_t bytes = 0;
    for (const auto& piece : pieces) bytes += piece.into.size();
    return bytes;
  }
  void count_trip(std::size_t requests, std::uint64_t bytes) const {
    ++trips_;
    requests_ += requests;
    bytes_ += bytes;
  }

  std::shared_ptr<const ramet::io::ByteSource> near_;
  ramet::io::ReadAhead ahead_;
  std::chrono::microseconds latency_;
  mutable std::atomic<std::uint64_t> trips_ = 0;
  mutable std::atomic<std::uint64_t> requests_ = 0;
  mutable std::atomic<std::uint64_t> bytes_ = 0;
};

}  // namespace fault
