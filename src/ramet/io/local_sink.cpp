#include <cerrno>
#include <limits>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/detail/process_number.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/io/internal/file_descriptor.hpp"
#include "ramet/io/internal/file_lock.hpp"

namespace ramet::inline v1::io {

namespace {

using internal::FileDescriptor;
using internal::holder_of;
using internal::LockAnswer;
using internal::LockKind;
using internal::reason_of;
using internal::try_lock;

/// The descriptor of the directory that contains `path`; not open when the directory cannot be read.
FileDescriptor open_directory_of(const std::filesystem::path& path) {
  int error_number = 0;
  const std::filesystem::path parent = path.parent_path();
  return FileDescriptor::open(parent.empty() ? "." : parent, O_RDONLY | O_DIRECTORY, error_number);
}

struct stat status_of(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat status{};
  if (::fstat(file.number(), &status) < 0)
    detail::fail(ErrorKind::io, "cannot get the status of '{}': {}", path.string(), reason_of(errno));
  return status;
}

/// Open a file and take its writer's lock before anything is changed. Throws Error(misuse) when somebody else holds the
/// lock. `error_number` is set when the file cannot be opened.
FileDescriptor open_locked(const std::filesystem::path& path, int flags, std::string_view action, int& error_number) {
  constexpr int most_tries = 100;
  for (int tries = 0; tries < most_tries; ++tries) {
    // O_NONBLOCK: opening a pipe that nobody reads from must not hang; it does nothing for a file.
    FileDescriptor file = FileDescriptor::open(path, flags | O_NONBLOCK, error_number);
    if (!file.is_open()) return file;
    const struct stat opened = status_of(file, path);
    if (!S_ISREG(opened.st_mode)) return file;  // only regular files are locked
    if (try_lock(file, LockKind::exclusive) == LockAnswer::held)
      detail::fail(ErrorKind::misuse, "cannot {} '{}': {} is writing it", action, path.string(), holder_of(file));
    struct stat named{};  // the holder of the lock may have renamed another file to this name meanwhile
    if (::stat(path.c_str(), &named) == 0 && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino)
      return file;
  }
  detail::fail(ErrorKind::io, "cannot {} '{}': it keeps being replaced", action, path.string());
}

void empty(const FileDescriptor& file, const std::filesystem::path& path) {
  // A new file is left alone: ext4 waits for the disk when a file that was cut to 0 bytes is closed.
  if (status_of(file, path).st_size == 0) return;
  int result = 0;
  do {
    result = ::ftruncate(file.number(), 0);
  } while (result < 0 && errno == EINTR);
  if (result < 0) detail::fail(ErrorKind::io, "cannot empty '{}': {}", path.string(), reason_of(errno));
}

/// A local file written by pwrite(2). The destructor only closes. Threads: as ByteSink.
class LocalSink final : public ByteSink {
 public:
  LocalSink(FileDescriptor file, FileDescriptor directory, std::string name)
      : file_(std::move(file)), directory_(std::move(directory)), name_(std::move(name)) {}
  LocalSink(const LocalSink&) = delete;
  LocalSink& operator=(const LocalSink&) = delete;
  ~LocalSink() override { unlock(); }

  const std::string& name() const noexcept override { return name_; }

  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    require_open("write to");
    require_addressable(offset, bytes.size());
    while (!bytes.empty()) {
      const ssize_t count = ::pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0)  // do not loop for ever when the file system accepts no bytes and reports no error
        detail::fail(ErrorKind::io, "cannot write {} bytes at offset {} of '{}': {}", bytes.size(), offset, name_,
                     count < 0 ? reason_of(errno) : "the system accepts none of them");
      bytes = bytes.subspan(static_cast<std::size_t>(count));
      offset += static_cast<std::uint64_t>(count);
    }
  }

  void resize(std::uint64_t size) override {
    require_open("resize");
    require_addressable(size, 0);
    int result = 0;
    do {
      result = ::ftruncate(file_.number(), static_cast<off_t>(size));
    } while (result < 0 && errno == EINTR);
    if (result < 0) detail::fail(ErrorKind::io, "cannot resize '{}' to {} bytes: {}", name_, size, reason_of(errno));
  }

  void sync() override {
    require_open("sync");
    if (::fdatasync(file_.number()) < 0) detail::fail(ErrorKind::io, "cannot sync '{}': {}", name_, reason_of(errno));
    // The first time also sync the directory, or a power cut loses the new name. Not every file system supports this.
    if (directory_.is_open() && ::fsync(directory_.number()) < 0 && errno != EINVAL)
      detail::fail(ErrorKind::io, "cannot sync the directory of '{}': {}", name_, reason_of(errno));
    directory_.close();
  }

  void close() override {
    directory_.close();
    unlock();
    if (const int error_number = file_.close(); error_number != 0)
      detail::fail(ErrorKind::io, "cannot finish writing '{}': {}", name_, reason_of(error_number));
  }

 private:
  void require_open(std::string_view action) const {
    if (!file_.is_open()) detail::fail(ErrorKind::misuse, "cannot {} '{}': it was closed", action, name_);
    require_process(process_, name_);
  }

  /// Unlocks explicitly, because a forked child may have a copy of the descriptor, which keeps the lock. A child does
  /// not unlock.
  void unlock() noexcept {
    if (file_.is_open() && process_ == process_number()) ::flock(file_.number(), LOCK_UN);
  }

  void require_addressable(std::uint64_t offset, std::uint64_t size) const {
    constexpr std::uint64_t most = std::numeric_limits<off_t>::max();
    if (offset > most || size > most - offset)
      detail::fail(ErrorKind::misuse,
                   "cannot write {} bytes at offset {} of '{}': the largest possible file has {} bytes", size, offset,
                   name_, most);
  }

  FileDescriptor file_;
  FileDescriptor directory_;
  std::string name_;
  std::uint64_t process_ = process_number();
};

}  // namespace

std::unique_ptr<ByteSink> create_local(const std::filesystem::path& path, OnExisting on_existing) {
  const int flags = on_existing == OnExisting::fail ? O_EXCL | O_NOFOLLOW : 0;
  int error_number = 0;
  FileDescriptor file = open_locked(path, O_WRONLY | O_CREAT | flags, "create", error_number);
  if (!file.is_open()) {
    refuse_output_url(path.native());
    detail::fail(error_number == EEXIST ? ErrorKind::misuse : ErrorKind::io, "cannot create '{}': {}", path.string(),
                 reason_of(error_number));
  }
  if (S_ISREG(status_of(file, path).st_mode)) empty(file, path);
  return std::make_unique<LocalSink>(std::move(file), open_directory_of(path), path.string());
}

std::unique_ptr<ByteSink> update_local(const std::filesystem::path& path) {
  int error_number = 0;
  FileDescriptor file = open_locked(path, O_RDWR, "change", error_number);
  if (!file.is_open()) {
    refuse_output_url(path.native());
    detail::fail(error_number == ENOENT ? ErrorKind::file_missing : ErrorKind::io, "cannot open '{}' for update: {}",
                 path.string(), reason_of(error_number));
  }
  return std::make_unique<LocalSink>(std::move(file), open_directory_of(path), path.string());
}

std::unique_ptr<ByteSink> go_on_local(const std::filesystem::path& path) {
  int error_number = 0;
  FileDescriptor file = open_locked(path, O_RDWR | O_CREAT | O_NOFOLLOW, "create", error_number);
  if (!file.is_open())
    detail::fail(error_number == ELOOP ? ErrorKind::misuse : ErrorKind::io, "cannot create '{}': {}", path.string(),
                 reason_of(error_number));
  const struct stat status = status_of(file, path);
  if (!S_ISREG(status.st_mode) || status.st_nlink != 1)
    detail::fail(ErrorKind::misuse, "cannot create '{}': it is no regular file, or has other names", path.string());
  return std::make_unique<LocalSink>(std::move(file), open_directory_of(path), path.string());
}

std::unique_ptr<ByteSink> join_local(const std::filesystem::path& path) {
  int error_number = 0;
  FileDescriptor file = FileDescriptor::open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW, error_number);
  if (!file.is_open())
    detail::fail(error_number == ENOENT ? ErrorKind::file_missing : ErrorKind::io, "cannot open '{}' for writing: {}",
                 path.string(), reason_of(error_number));
  return std::make_unique<LocalSink>(std::move(file), FileDescriptor(), path.string());
}

}  // namespace ramet::inline v1::io
