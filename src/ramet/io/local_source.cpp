#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/internal/file_descriptor.hpp"

namespace ramet::inline v1::io {

namespace {

using internal::FileDescriptor;
using internal::reason_of;

/// A local file read by pread(2). Threads: const-safe, nothing in it changes.
class LocalSource final : public ByteSource {
 public:
  LocalSource(FileDescriptor file, std::uint64_t size, std::string name)
      : file_(std::move(file)), size_(size), name_(std::move(name)) {}

  const std::string& name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return size_; }

  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    require_range(offset, into.size());
    while (!into.empty()) {
      const ssize_t count = ::pread(file_.number(), into.data(), into.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0)
        fail(ErrorKind::io, "cannot read {} bytes at offset {} of '{}': {}", into.size(), offset, name_,
             reason_of(errno));
      if (count == 0)
        fail(ErrorKind::io, "'{}' shrank while it was read: it had {} bytes, now none at offset {}", name_, size_,
             offset);
      into = into.subspan(static_cast<std::size_t>(count));
      offset += static_cast<std::uint64_t>(count);
    }
  }

 private:
  FileDescriptor file_;
  std::uint64_t size_;
  std::string name_;
};

FileDescriptor open_to_read(const std::filesystem::path& path) {
  int error_number = 0;
  // O_NONBLOCK: opening a pipe that nobody writes to must not hang; it does nothing for a file.
  FileDescriptor file = FileDescriptor::open(path, O_RDONLY | O_NONBLOCK, error_number);
  if (!file.is_open()) {
    const bool is_missing = error_number == ENOENT || error_number == ENOTDIR;
    fail(is_missing ? ErrorKind::not_found : ErrorKind::io, "cannot open '{}': {}", path.string(),
         reason_of(error_number));
  }
  return file;
}

std::uint64_t size_of_regular(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat status = {};
  if (::fstat(file.number(), &status) < 0) fail(ErrorKind::io, "cannot open '{}': {}", path.string(), reason_of(errno));
  if (S_ISDIR(status.st_mode)) fail(ErrorKind::io, "cannot open '{}': it is a directory", path.string());
  if (!S_ISREG(status.st_mode)) fail(ErrorKind::io, "cannot open '{}': it is not a regular file", path.string());
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

std::shared_ptr<const ByteSource> open_local(const std::filesystem::path& path, LocalAccess) {
  FileDescriptor file = open_to_read(path);
  const std::uint64_t size = size_of_regular(file, path);
  return std::make_shared<LocalSource>(std::move(file), size, path.string());
}

}  // namespace ramet::inline v1::io
