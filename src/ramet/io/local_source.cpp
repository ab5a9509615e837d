#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/distant/stamped.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/io/internal/beside.hpp"
#include "ramet/io/internal/file_descriptor.hpp"
#include "ramet/io/internal/mapped_file.hpp"
#include "ramet/io/internal/read_plan.hpp"

namespace ramet::inline v1::io {

namespace {

using internal::FileDescriptor;
using internal::MappedFile;
using internal::reason_of;

// Measured on Linux 6 with the file in memory: another request costs as much as copying 4 KiB of unwanted bytes. On a
// cold disk larger gaps would pay, but there the kernel reads ahead. 1024 is the system's limit (IOV_MAX) on the parts
// of one request, and each piece may add a gap.
constexpr std::size_t largest_gap = 4096;

// Measured with 200 MB of pieces of 100 kB that were not in memory: telling the kernel 64 pieces ahead takes 0.44 of
// the time on one thread and 0.54 on two (io_uring: 0.76 and 0.72), and no longer when they are in memory
// (benchmarks/RESULTS.md, local files). Of one call the kernel takes at most about a megabyte.
constexpr std::uint64_t told_ahead = 8ULL << 20U;
constexpr std::uint64_t most_told = 512ULL << 10U;
constexpr ReadRunLimits run_limits{.largest_gap = largest_gap, .most_bytes = 64ULL << 20U, .most_pieces = 512};

/// What the system tells of an open file. Threads: a value.
struct Found {
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // nanoseconds since 1970
};

std::int64_t modified_of(const struct stat& status) noexcept {
#ifdef __APPLE__
  const timespec& time = status.st_mtimespec;
#else
  const timespec& time = status.st_mtim;
#endif
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Size and time alone: a shared file system may number a file otherwise on another machine.
std::string stamp_text(const Found& found) { return fmt::format("{} bytes, mtime {}", found.size, found.modified); }

/// A local file read by pread(2). Threads: immutable.
class LocalSource final : public ByteSource, public Stamped {
 public:
  LocalSource(FileDescriptor file, const Found& found, std::string name)
      : file_(std::move(file)), size_(found.size), name_(std::move(name)), stamp_(stamp_text(found)) {}

  const std::string& name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return size_; }
  std::string stamp() const override { return stamp_; }

  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    require_range(offset, into.size());
    while (!into.empty()) {
      const std::size_t count =
          checked(::pread(file_.number(), into.data(), into.size(), static_cast<off_t>(offset)), offset, into.size());
      into = into.subspan(count);
      offset += count;
    }
  }

  void read_pieces(std::span<const ReadPiece> pieces) const override {
    for (const ReadPiece& piece : pieces) require_range(piece.offset, piece.into.size());
    const ReadPlan plan(pieces, run_limits);
    for (const ReadRun& run : plan.runs()) {
      if (run.pieces.size() == 1)
        read_at(run.offset, run.pieces.front().into);
      else
        read_run(run);
    }
  }

  std::uint64_t hint_bytes() const noexcept override { return told_ahead; }

  bool will_read(std::span<const Extent> extents) const override {
    for (const Extent& extent : extents) {
      if (extent.offset >= size_) continue;
      const std::uint64_t end = extent.offset + std::min(extent.size, size_ - extent.offset);
      for (std::uint64_t begin = extent.offset; begin < end; begin += most_told)
        ::posix_fadvise(file_.number(), static_cast<off_t>(begin), static_cast<off_t>(std::min(most_told, end - begin)),
                        POSIX_FADV_WILLNEED);
    }
    return true;
  }

  std::shared_ptr<const ByteSource> open_beside(const std::string& name) const override {
    return open_local(path_beside(name_, name));
  }

 private:
  /// Turn the result of a read call into the number of bytes read; 0 when the call was interrupted and must be
  /// repeated.
  std::size_t checked(ssize_t count, std::uint64_t offset, std::size_t wanted) const {
    if (count > 0) return static_cast<std::size_t>(count);
    if (count < 0 && errno == EINTR) return 0;
    if (count < 0)
      detail::fail(ErrorKind::io, "cannot read {} bytes at offset {} of '{}': {}", wanted, offset, name_,
                   reason_of(errno));
    detail::fail(ErrorKind::io, "'{}' shrank while it was read: it had {} bytes, now none at offset {}", name_, size_,
                 offset);
  }

  void read_run(const ReadRun& run) const {
    std::array<std::byte, largest_gap> dropped;  // all gaps are read into this array
    std::vector<iovec> parts;
    parts.reserve(2 * run.pieces.size());
    std::uint64_t end = run.offset;
    for (const ReadPiece& piece : run.pieces) {
      if (piece.offset > end) parts.push_back({dropped.data(), static_cast<std::size_t>(piece.offset - end)});
      parts.push_back({piece.into.data(), piece.into.size()});
      end = piece.offset + piece.into.size();
    }
    std::uint64_t offset = run.offset;
    for (std::span<iovec> left = parts; !left.empty();) {
      const std::size_t count =
          checked(::preadv(file_.number(), left.data(), static_cast<int>(left.size()), static_cast<off_t>(offset)),
                  offset, static_cast<std::size_t>(end - offset));
      offset += count;
      left = without_first(left, count);
    }
  }

  /// The parts that remain after `count` bytes were read; the first of them may be shortened.
  static std::span<iovec> without_first(std::span<iovec> parts, std::size_t count) noexcept {
    while (!parts.empty() && count >= parts.front().iov_len) {
      count -= parts.front().iov_len;
      parts = parts.subspan(1);
    }
    if (count > 0) {
      iovec& first = parts.front();
      first = {static_cast<std::byte*>(first.iov_base) + count, first.iov_len - count};
    }
    return parts;
  }

  FileDescriptor file_;
  std::uint64_t size_;
  std::string name_;
  std::string stamp_;
};

/// A local file mapped into memory. Threads: immutable.
class MappedSource final : public ByteSource, public Stamped {
 public:
  MappedSource(MappedFile file, const Found& found, std::string name)
      : file_(std::move(file)), name_(std::move(name)), stamp_(stamp_text(found)) {}

  const std::string& name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return file_.bytes().size(); }
  std::string stamp() const override { return stamp_; }

  void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    std::ranges::copy(part(offset, into.size()), into.begin());
  }

  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override {
    return part(offset, size);
  }

  std::shared_ptr<const ByteSource> open_beside(const std::string& name) const override {
    return open_local(path_beside(name_, name), LocalAccess::mapped);
  }

 private:
  std::span<const std::byte> part(std::uint64_t offset, std::size_t size) const {
    require_range(offset, size);
    return file_.bytes().subspan(static_cast<std::size_t>(offset), size);
  }

  MappedFile file_;
  std::string name_;
  std::string stamp_;
};

FileDescriptor open_to_read(const std::filesystem::path& path) {
  int error_number = 0;
  // O_NONBLOCK: opening a pipe that nobody writes to must not hang; it does nothing for a file.
  FileDescriptor file = FileDescriptor::open(path, O_RDONLY | O_NONBLOCK, error_number);
  if (!file.is_open()) {
    refuse_url(path.native());
    const bool is_missing = error_number == ENOENT || error_number == ENOTDIR;
    detail::fail(is_missing ? ErrorKind::file_missing : ErrorKind::io, "cannot open '{}': {}", path.string(),
                 reason_of(error_number));
  }
  return file;
}

Found facts_of_regular(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat status = {};
  if (::fstat(file.number(), &status) < 0)
    detail::fail(ErrorKind::io, "cannot open '{}': {}", path.string(), reason_of(errno));
  if (S_ISDIR(status.st_mode)) detail::fail(ErrorKind::io, "cannot open '{}': it is a directory", path.string());
  if (!S_ISREG(status.st_mode))
    detail::fail(ErrorKind::io, "cannot open '{}': it is not a regular file", path.string());
  return {static_cast<std::uint64_t>(status.st_size), modified_of(status)};
}

}  // namespace

std::shared_ptr<const ByteSource> open_local(const std::filesystem::path& path, LocalAccess access) {
  FileDescriptor file = open_to_read(path);
  const Found found = facts_of_regular(file, path);
  if (access == LocalAccess::positional) return std::make_shared<LocalSource>(std::move(file), found, path.string());
  int error_number = 0;
  MappedFile mapped = MappedFile::map(file, static_cast<std::size_t>(found.size), error_number);
  if (error_number != 0)
    detail::fail(ErrorKind::io, "cannot map the {} bytes of '{}': {}", found.size, path.string(),
                 reason_of(error_number));
  return std::make_shared<MappedSource>(std::move(mapped), found, path.string());
}

}  // namespace ramet::inline v1::io
