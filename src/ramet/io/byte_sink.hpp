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

/// A destination that can be written at any position; positions never written read as zeros. Threads: `write_at` from
/// any thread, on extents that do not overlap; the other members from one thread at a time.
class ByteSink {
 public:
  virtual ~ByteSink() = default;

  /// The name in messages: a path or URL.
  virtual const std::string& name() const noexcept = 0;

  /// Write all the bytes at `offset`. Throws Error(io) with the name, the offset and the system's reason, for example a
  /// full disk; some of the bytes may then have been written.
  virtual void write_at(std::uint64_t offset, std::span<const std::byte> bytes) = 0;

  /// Truncate or extend to exactly `size` bytes.
  virtual void resize(std::uint64_t size) = 0;

  /// Return when everything written so far has reached the device. Throws Error(io).
  virtual void sync() = 0;

  /// Close the file. Throws Error(io) when the system reports a late write error. Nothing may be written afterwards; a
  /// second call does nothing. The destructor closes the file too, but ignores errors.
  virtual void close() = 0;
};

/// What to do when the file exists.
enum class OnExisting { fail, overwrite };

/// Create a local file, or truncate an existing one; a symbolic link is followed. The sink holds an advisory lock
/// (flock(2)), taken before anything is changed, until it is closed: nobody else, in this process or another, can
/// create or update the file through ramet meanwhile. File systems without locks do not protect it. A forked child
/// cannot write to the sink. Throws Error(io), or Error(misuse) when the file exists and may not be overwritten, or is
/// being written by somebody else, whom the message names.
std::unique_ptr<ByteSink> create_local(const std::filesystem::path& path,
                                       OnExisting on_existing = OnExisting::overwrite);

/// Open an existing local file to change it; the contents stay. Locked as by create_local. Throws Error(file_missing),
/// Error(misuse) when somebody else is writing the file, Error(io).
std::unique_ptr<ByteSink> update_local(const std::filesystem::path& path);

/// Open a local file that somebody may have left unfinished, or create it; the contents stay. Locked as by
/// create_local. Throws Error(misuse) when it is a symbolic link, has other names (hard links), is no regular file, or
/// when somebody else is writing it; Error(io).
std::unique_ptr<ByteSink> go_on_local(const std::filesystem::path& path);

/// Open an existing local file to write only to extents that its owner, perhaps another process, has assigned to the
/// caller. Takes no lock. The path must not be a symbolic link. Throws Error(file_missing), Error(io).
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
