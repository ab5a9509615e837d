#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/mutex.hpp"

namespace ramet::inline v1::io {

/// Something that can be written at any position; positions never written read as zeros.
/// Threads: write_at from any thread at once, on extents that do not overlap; the others alone.
class ByteSink {
 public:
  virtual ~ByteSink() = default;

  /// How messages name it: a path or URL.
  virtual const std::string& name() const noexcept = 0;

  /// Write all the bytes at `offset`. Throws Error(io), naming the sink, the offset and the system's reason (a full
  /// disk says so); part of the bytes may then have been written.
  virtual void write_at(std::uint64_t offset, std::span<const std::byte> bytes) = 0;

  /// Cut or extend to exactly `size` bytes.
  virtual void resize(std::uint64_t size) = 0;

  /// Return when everything written so far has reached the device. Throws Error(io).
  virtual void sync() = 0;

  /// Release the file. Throws Error(io) when the system reports a late write error. Nothing may be written after it; a
  /// second call does nothing. The destructor releases it too, but tells nobody of an error.
  virtual void close() = 0;
};

/// What to do when the file is there already.
enum class OnExisting { fail, overwrite };

/// Create a local file, or empty the one that is there; through a symbolic link, the file that it names. Until the sink
/// is closed nobody else who creates or updates the file can do so, in this process or another (an advisory lock,
/// flock(2), taken before anything is changed; file systems without locks let everybody in), and a child that is forked
/// cannot write to it. Throws Error(io), or Error(misuse) when it exists and may not be overwritten, or somebody, whom
/// the message names, is writing it.
std::unique_ptr<ByteSink> create_local(const std::filesystem::path& path,
                                       OnExisting on_existing = OnExisting::overwrite);

/// Open a local file that is there to change it; what is in it stays. Locked as by create_local. Throws
/// Error(not_found), Error(misuse) when somebody is writing the file, Error(io).
std::unique_ptr<ByteSink> update_local(const std::filesystem::path& path);

/// Open a local file to write at positions into it that its owner, maybe another process, has left to the caller; what
/// is in it stays. The path is no symbolic link. Throws Error(not_found), Error(io).
std::unique_ptr<ByteSink> join_local(const std::filesystem::path& path);

/// A sink that keeps its bytes in memory. Threads: as ByteSink (growing takes a lock).
class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::string name = "memory") : name_(std::move(name)) {}

  const std::string& name() const noexcept override { return name_; }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override;
  void resize(std::uint64_t size) override;
  void sync() override {}
  void close() override {}

  /// A copy of everything written so far.
  bytes::Buffer contents() const;

 private:
  void grow_to(std::size_t size) RAMET_REQUIRES(mutex_);

  std::string name_;
  mutable Mutex mutex_;
  bytes::Buffer contents_ RAMET_GUARDED_BY(mutex_);
};

}  // namespace ramet::inline v1::io
