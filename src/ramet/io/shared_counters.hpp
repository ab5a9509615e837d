#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace ramet::inline v1::io {

/// Numbers that several processes count on: in memory that they map, or in the window of a message-passing library.
/// Threads: any, of any process.
class SharedCounters {
 public:
  SharedCounters() = default;
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;
  virtual ~SharedCounters() = default;

  /// How many there are.
  virtual std::size_t size() const noexcept = 0;
  /// Add to a counter, in one step for all processes; its value before. Throws as the implementation does.
  virtual std::uint64_t add(std::size_t counter, std::uint64_t amount) = 0;
  /// Make a counter at least as large as `least`, in one step; its value before.
  virtual std::uint64_t raise(std::size_t counter, std::uint64_t least) = 0;
  virtual std::uint64_t load(std::size_t counter) = 0;
};

/// A random or otherwise unique number, by which those who share something recognise it.
using SharingId = std::array<std::byte, 16>;

/// Counters in a small file that processes of one machine map into their memory. One cache line each. Threads: as
/// SharedCounters.
class MappedCounters final : public SharedCounters {
 public:
  /// What a file holds.
  static constexpr std::size_t count = 1023;

  /// Make the file, which must not be there, with all counters 0, and hold its lock (flock(2)) for as long as this
  /// object lives. Throws Error(io), Error(misuse) when it is there.
  static std::unique_ptr<MappedCounters> create(const std::filesystem::path& path, const SharingId& id);
  /// Map the counters that somebody else has made. Throws Error(not_found), Error(io), Error(corrupt) when the file is
  /// none of counters, and Error(misuse) when it has another id.
  static std::unique_ptr<MappedCounters> join(const std::filesystem::path& path, const SharingId& id);

  /// Whether a file holds counters, of that id if one is given. False when it is not there. Throws Error(io).
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

/// Whether some process holds the lock (flock(2)) of a file: it is writing it and has not died. False when the file is
/// not there. Throws Error(io).
bool is_locked(const std::filesystem::path& path);

}  // namespace ramet::inline v1::io
