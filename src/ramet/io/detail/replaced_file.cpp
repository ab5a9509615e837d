#include "ramet/io/detail/replaced_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/output_path.hpp"
#include "ramet/io/detail/shared_folder.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/io/internal/file_descriptor.hpp"

namespace ramet::inline v1::io {

namespace {

using internal::reason_of;

/// File names have at most 255 bytes; the rest is for the suffix.
constexpr std::size_t longest_beginning = 200;

std::filesystem::path unique_part(const std::filesystem::path& path) {
  const SharingId id = new_sharing_id();
  std::uint64_t number = 0;
  std::memcpy(&number, id.data(), sizeof number);
  const std::string name = path.filename().string().substr(0, longest_beginning);
  return path.parent_path() / fmt::format("{}.{:016x}.part", name, number);
}

}  // namespace

std::optional<ReplacedFile::Identity> ReplacedFile::identity_of(const std::filesystem::path& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) == 0) return Identity(status.st_dev, status.st_ino);
  if (errno == ENOENT) return std::nullopt;
  detail::fail(ErrorKind::io, "cannot get the status of '{}': {}", path.string(), reason_of(errno));
}

ReplacedFile::ReplacedFile(const std::filesystem::path& path, Unfinished unfinished)
    : path_(resolve_output(path)), unfinished_(unfinished) {
  struct stat status{};
  if (::lstat(path_.c_str(), &status) < 0) {
    if (errno != ENOENT)
      detail::fail(ErrorKind::io, "cannot get the status of '{}': {}", path_.string(), reason_of(errno));
    const auto is_missing = [&](const std::filesystem::path& folder) {
      return !folder.empty() && ::stat(folder.c_str(), &status) < 0 && errno == ENOENT;
    };
    for (const std::filesystem::path& folder : {path.parent_path(), path_.parent_path()})  // links lead elsewhere
      if (is_missing(folder))
        detail::fail(ErrorKind::io, "cannot create '{}': there is no folder '{}'", shown_url(path.string()),
                     shown_url(folder.string()));
    return;
  }
  if (!S_ISREG(status.st_mode))
    detail::fail(ErrorKind::misuse, "cannot create '{}': it is not a regular file", path_.string());
  before_ = Identity(status.st_dev, status.st_ino);
  replaced_ = update_local(path_);
}

ReplacedFile::~ReplacedFile() {
  if (unfinished_ == Unfinished::remove) remove_part();
}

std::filesystem::path ReplacedFile::kept_part(const std::filesystem::path& path) {
  std::filesystem::path part = resolve_output(path);
  part += ".part";
  return part;
}

std::unique_ptr<ByteSink> ReplacedFile::begin() {
  if (unfinished_ == Unfinished::keep) {
    part_ = kept_part(path_);
    auto sink = go_on_local(part_);
    held_ = join_local(part_);
    made_ = identity_of(part_);
    return sink;
  }
  remove_part();
  part_ = unique_part(path_);
  auto sink = create_local(part_, OnExisting::fail);
  held_ = join_local(part_);
  made_ = identity_of(part_);
  return sink;
}

void ReplacedFile::publish() {
  if (!made_ || identity_of(part_) != made_)
    detail::fail(ErrorKind::misuse, "cannot rename '{}' to '{}': it is not the file that was written", part_.string(),
                 path_.string());
  if (before_ != identity_of(path_))
    detail::fail(ErrorKind::misuse, "cannot rename '{}' to '{}': another file of that name was created meanwhile",
                 part_.string(), path_.string());
  rename_part();
  made_.reset();
  held_.reset();
  if (replaced_) replaced_->close();
}

void ReplacedFile::rename_part() {
  int result = -1;
  errno = EINVAL;
  // If the file did not exist before, do not replace one created meanwhile; not every file system supports this flag.
  if (!before_) result = ::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE);
  if (result < 0 && (errno == EINVAL || errno == ENOSYS)) result = ::rename(part_.c_str(), path_.c_str());
  if (result < 0)
    detail::fail(errno == EEXIST ? ErrorKind::misuse : ErrorKind::io, "cannot rename '{}' to '{}': {}", part_.string(),
                 path_.string(), reason_of(errno));
}

void ReplacedFile::remove_part() noexcept {
  if (!made_) return;
  struct stat status{};
  if (::lstat(part_.c_str(), &status) == 0 && Identity(status.st_dev, status.st_ino) == made_) ::unlink(part_.c_str());
  made_.reset();
  held_.reset();
}

}  // namespace ramet::inline v1::io
