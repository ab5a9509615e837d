#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"

namespace fault {

inline constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

/// The faults of a source.
struct SourceFaults {
  std::uint64_t fail_at_call = never;    ///< this read (counted from 0) and those after it: Error(io)
  std::uint64_t failing_calls = never;   ///< so many of them; then all is well again
  std::uint64_t truncated_to = never;    ///< the reported size, of a truncated file
  std::uint64_t shrinks_to = never;      ///< reads past this are Error(io), whatever the size: a file that shrinks
  std::chrono::microseconds slow_by{0};  ///< added to every read
};

/// A wrapper of a source with faults. Reads are counted, so a test can make each of them fail in turn: run once without
/// faults, then with fail_at_call = 0 .. calls() - 1. Threads: any.
class FaultySource final : public ramet::io::ByteSource {
 public:
  FaultySource(std::shared_ptr<const ramet::io::ByteSource> sound, SourceFaults faults)
      : sound_(std::move(sound)), faults_(faults) {}

  const std::string& name() const noexcept override { return sound_->name(); }
  std::uint64_t size() const noexcept override { return std::min(sound_->size(), faults_.truncated_to); }

  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    const std::uint64_t call = calls_.fetch_add(1);
    if (faults_.slow_by.count() > 0) std::this_thread::sleep_for(faults_.slow_by);
    require_range(offset, into.size());
    if (call >= faults_.fail_at_call && call - faults_.fail_at_call < faults_.failing_calls)
      ramet::detail::fail(ramet::ErrorKind::io, "cannot read {} bytes at offset {} of '{}': fault in call {}",
                          into.size(), offset, name(), call);
    if (offset + into.size() > faults_.shrinks_to)
      ramet::detail::fail(ramet::ErrorKind::io, "'{}' shrank while it was read: it had {} bytes, now none at offset {}",
                          name(), size(), faults_.shrinks_to);
    sound_->read_at(offset, into);
  }

  std::uint64_t calls() const noexcept { return calls_; }

 private:
  std::shared_ptr<const ramet::io::ByteSource> sound_;
  SourceFaults faults_;
  mutable std::atomic<std::uint64_t> calls_ = 0;
};

/// The faults of a sink.
struct SinkFaults {
  std::uint64_t fail_at_call =
      never;  ///< this write, resize, sync or close (counted from 0) and those after it: Error(io)
  std::uint64_t failing_calls = never;    ///< so many of them; then all is well again
  std::uint64_t capacity = never;         ///< bytes past this: "no space left on device", those before it are written
  std::uint64_t writes_before_fault = 0;  ///< this many bytes of the failing write are written: a torn write
  std::chrono::microseconds slow_by{0};   ///< added to every write
};

/// A wrapper of a sink, which must outlive it, with faults. As with FaultySource, each call can be made to fail in
/// turn. Threads: as ByteSink.
class FaultySink final : public ramet::io::ByteSink {
 public:
  FaultySink(ramet::io::ByteSink& sound, SinkFaults faults) : sound_(sound), faults_(faults) {}

  const std::string& name() const noexcept override { return sound_.name(); }

  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    if (faults_.slow_by.count() > 0) std::this_thread::sleep_for(faults_.slow_by);
    const std::uint64_t call = calls_.fetch_add(1);
    if (is_failing(call)) {
      sound_.write_at(offset, bytes.first(std::min<std::uint64_t>(bytes.size(), faults_.writes_before_fault)));
      fail_call("write", call);
    }
    const std::uint64_t room = offset < faults_.capacity ? faults_.capacity - offset : 0;
    sound_.write_at(offset, bytes.first(std::min<std::uint64_t>(bytes.size(), room)));
    if (room < bytes.size())
      ramet::detail::fail(ramet::ErrorKind::io, "cannot write {} bytes at offset {} of '{}': no space left on device",
                          bytes.size() - room, offset + room, name());
  }
  void resize(std::uint64_t size) override {
    count_call("resize");
    sound_.resize(size);
  }
  void sync() override {
    count_call("sync");
    sound_.sync();
  }
  void close() override {
    count_call("close");
    sound_.close();
  }

  std::uint64_t calls() const noexcept { return calls_; }

 private:
  void count_call(const char* action) {
    if (const std::uint64_t call = calls_.fetch_add(1); is_failing(call)) fail_call(action, call);
  }
  bool is_failing(std::uint64_t call) const noexcept {
    return call >= faults_.fail_at_call && call - faults_.fail_at_call < faults_.failing_calls;
  }
  [[noreturn]] void fail_call(const char* action, std::uint64_t call) const {
    ramet::detail::fail(ramet::ErrorKind::io, "cannot {} '{}': fault in call {}", action, name(), call);
  }

  ramet::io::ByteSink& sound_;
  SinkFaults faults_;
  std::atomic<std::uint64_t> calls_ = 0;
};

}  // namespace fault
