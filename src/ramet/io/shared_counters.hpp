#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace ramet::inline v1::io {

/// Counters that several processes share, in mapped memory or in the window of a message-passing library. Threads: any,
/// of any process.
class SharedCounters {
 public:
  SharedCounters() = default;
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;
  virtual ~SharedCounters() = default;

  /// The number of counters.
  virtual std::size_t size() const noexcept = 0;
  /// Atomically add to a counter; returns its value before. Throws as the implementation does.
  virtual std::uint64_t add(std::size_t counter, std::uint64_t amount) = 0;
  /// Atomically raise a counter to `least` if it is smaller; returns its value before.
  virtual std::uint64_t raise(std::size_t counter, std::uint64_t least) = 0;
  virtual std::uint64_t load(std::size_t counter) = 0;
};

/// A random or otherwise unique number that identifies a shared file.
using SharingId = std::array<std::byte, 16>;

/// Counters in a small file that processes of one machine map into memory, one cache line each. Threads: as
/// SharedCounters.
class MappedCounters final : public SharedCounters {
 public:
  /// The number of counters in a file.
  static constexpr std::size_t count = 1023;

  /// Create the file with all counters 0, and hold its lock (flock(2)) while this object lives. Throws Error(io),
  /// Error(misuse) when the file exists.
  static std::unique_ptr<MappedCounters> create(const std::filesystem::path& path, const SharingId& id);
  /// Map existing counters. Throws Error(file_missing), Error(io), Error(corrupt) when the file does not contain
  /// counters, Error(misuse) when it has another id.
  static std::unique_ptr<MappedCounters> join(const std::filesystem::path& path, const SharingId& id);

  /// Whether a file contains counters, with this id if one is given. False when the file does not exist. Throws
  /// Error(io).
  static bool are_in(const std::filesystem::path& path, const std::optional<SharingId>& id = std::nullopt);

  ~MappedCounters() override;

  std::size_t size() const noexcept override { return count; }
  std::uint64_t add(std::size_t counter, std::uint64_t amount) override;
  std::uint64_t raise(std::size_t counter, std::uint64_t least) override;
  std::uint64_t load(std::size_t counter) override;

 private:
  struct Mapping;
  explicit MappedCounters(std::unique_ptr<Mapping> mapping) noexcept;
  std::unique_ptr<Mapping> mapping_;
};

/// Whether a process holds the lock (flock(2)) of a file, that is, is alive and writes it. False when the file does not
/// exist. Throws Error(io).
bool is_locked(const std::filesystem::path& path);

}  // namespace ramet::inline v1::io
