#include "ramet/io/sharing/shared_folder.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/internal/file_descriptor.hpp"

namespace ramet::inline v1::io {

namespace {

using internal::FileDescriptor;
using internal::reason_of;

std::filesystem::path folder_of(const std::filesystem::path& file) {
  std::filesystem::path folder = std::filesystem::absolute(file);
  folder += ".journals";
  return folder;
}

/// Nothing of another user's is looked into or removed, whatever its name.
void require_own_folder(const std::filesystem::path& folder, const FileDescriptor& opened) {
  struct stat status{};
  if (::fstat(opened.number(), &status) < 0)
    fail(ErrorKind::io, "cannot look at '{}': {}", folder.string(), reason_of(errno));
  if (status.st_uid != ::geteuid()) fail(ErrorKind::io, "'{}' belongs to another user", folder.string());
}

}  // namespace

std::uint64_t process_number() noexcept { return static_cast<std::uint64_t>(::getpid()); }

SharingId new_sharing_id() {
  SharingId id{};
  ssize_t count = 0;
  do {
    count = ::getrandom(id.data(), id.size(), 0);
  } while (count < 0 && errno == EINTR);
  if (count != static_cast<ssize_t>(id.size())) fail(ErrorKind::io, "no random numbers: {}", reason_of(errno));
  return id;
}

void SharedFolder::remove_stale(const std::filesystem::path& file) {
  const std::filesystem::path folder = folder_of(file);
  int error_number = 0;
  const FileDescriptor opened = FileDescriptor::open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, error_number);
  if (!opened.is_open()) {
    if (error_number == ENOENT) return;
    fail(ErrorKind::io, "cannot look at '{}', which processes that share '{}' would use: {}", folder.string(),
         file.string(), reason_of(error_number));
  }
  require_own_folder(folder, opened);
  if (is_locked(counters_in(folder)))
    fail(ErrorKind::misuse, "'{}' is being written by a process that shares it", file.string());
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  if (error) fail(ErrorKind::io, "cannot remove '{}': {}", folder.string(), error.message());
}

std::unique_ptr<SharedFolder> SharedFolder::create(const std::filesystem::path& file) {
  remove_stale(file);
  const std::filesystem::path folder = folder_of(file);
  constexpr mode_t this_user_alone = 0700;
  if (::mkdir(folder.c_str(), this_user_alone) < 0)
    fail(errno == EEXIST ? ErrorKind::misuse : ErrorKind::io, "cannot create '{}': {}", folder.string(),
         reason_of(errno));
  return std::unique_ptr<SharedFolder>(new SharedFolder(folder));
}

SharedFolder::SharedFolder(std::filesystem::path path)
    : path_(std::move(path)),
      id_(new_sharing_id()),
      counters_(MappedCounters::create(counters_in(path_), id_)),
      process_(process_number()) {}

SharedFolder::~SharedFolder() { remove(); }

void SharedFolder::remove() noexcept {
  if (!is_of_this_process()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace ramet::inline v1::io
