#include <cerrno>
#include <limits>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/internal/file_descriptor.hpp"

namespace ramet::inline v1::io {

namespace {

using internal::FileDescriptor;
using internal::reason_of;

/// The descriptor of the directory that holds `path`; not open when it may not be read.
FileDescriptor open_directory_of(const std::filesystem::path& path) {
  int error_number = 0;
  const std::filesystem::path parent = path.parent_path();
  return FileDescriptor::open(parent.empty() ? "." : parent, O_RDONLY | O_DIRECTORY, error_number);
}

/// Take the lock that says who changes a file; false when somebody else has it. File systems without locks give it to
/// everybody.
bool try_lock(const FileDescriptor& file) noexcept {
  int result = 0;
  do {
    result = ::flock(file.number(), LOCK_EX | LOCK_NB);
  } while (result < 0 && errno == EINTR);
  return result == 0 || errno != EWOULDBLOCK;
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
      if (count <= 0)  // a file system that accepts nothing and gives no error must not make us spin
        fail(ErrorKind::io, "cannot write {} bytes at offset {} of '{}': {}", bytes.size(), offset, name_,
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
    if (result < 0) fail(ErrorKind::io, "cannot resize '{}' to {} bytes: {}", name_, size, reason_of(errno));
  }

  void sync() override {
    require_open("sync");
    if (::fdatasync(file_.number()) < 0) fail(ErrorKind::io, "cannot sync '{}': {}", name_, reason_of(errno));
    // The first time also the directory entry, or a power cut loses the new name. Not every file system can.
    if (directory_.is_open() && ::fsync(directory_.number()) < 0 && errno != EINVAL)
      fail(ErrorKind::io, "cannot sync the directory of '{}': {}", name_, reason_of(errno));
    directory_.close();
  }

  void close() override {
    directory_.close();
    unlock();
    if (const int error_number = file_.close(); error_number != 0)
      fail(ErrorKind::io, "cannot finish writing '{}': {}", name_, reason_of(error_number));
  }

 private:
  void require_open(std::string_view action) const {
    if (!file_.is_open()) fail(ErrorKind::misuse, "cannot {} '{}': it was closed", action, name_);
  }

  /// By hand, as a child of this process may have the descriptor, too.
  void unlock() noexcept {
    if (file_.is_open()) ::flock(file_.number(), LOCK_UN);
  }

  void require_addressable(std::uint64_t offset, std::uint64_t size) const {
    constexpr std::uint64_t most = std::numeric_limits<off_t>::max();
    if (offset > most || size > most - offset)
      fail(ErrorKind::misuse, "cannot put {} bytes at offset {} of '{}': the system's files end at {}", size, offset,
           name_, most);
  }

  FileDescriptor file_;
  FileDescriptor directory_;
  std::string name_;
};

}  // namespace

std::unique_ptr<ByteSink> create_local(const std::filesystem::path& path, OnExisting on_existing) {
  const int flags = on_existing == OnExisting::fail ? O_EXCL : O_TRUNC;
  int error_number = 0;
  // O_NONBLOCK: opening a pipe that nobody reads from must not hang; it does nothing for a file.
  FileDescriptor file = FileDescriptor::open(path, O_WRONLY | O_CREAT | O_NONBLOCK | flags, error_number);
  if (!file.is_open())
    fail(error_number == EEXIST ? ErrorKind::misuse : ErrorKind::io, "cannot create '{}': {}", path.string(),
         reason_of(error_number));
  try_lock(file);  // so that nobody updates what is not whole yet; who creates a file is never refused
  return std::make_unique<LocalSink>(std::move(file), open_directory_of(path), path.string());
}

std::unique_ptr<ByteSink> update_local(const std::filesystem::path& path) {
  int error_number = 0;
  FileDescriptor file = FileDescriptor::open(path, O_RDWR | O_NONBLOCK, error_number);
  if (!file.is_open())
    fail(error_number == ENOENT ? ErrorKind::not_found : ErrorKind::io, "cannot open '{}' to change it: {}",
         path.string(), reason_of(error_number));
  if (!try_lock(file))
    fail(ErrorKind::misuse, "cannot open '{}' to change it: somebody else is writing it", path.string());
  return std::make_unique<LocalSink>(std::move(file), open_directory_of(path), path.string());
}

std::unique_ptr<ByteSink> join_local(const std::filesystem::path& path) {
  int error_number = 0;
  FileDescriptor file = FileDescriptor::open(path, O_WRONLY | O_NONBLOCK, error_number);
  if (!file.is_open())
    fail(error_number == ENOENT ? ErrorKind::not_found : ErrorKind::io, "cannot open '{}' to write into it: {}",
         path.string(), reason_of(error_number));
  return std::make_unique<LocalSink>(std::move(file), FileDescriptor(), path.string());
}

}  // namespace ramet::inline v1::io
