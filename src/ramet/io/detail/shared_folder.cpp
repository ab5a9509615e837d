#include "ramet/io/detail/shared_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/output_path.hpp"
#include "ramet/io/internal/file_descriptor.hpp"

namespace ramet::inline v1::io {

namespace {

using internal::FileDescriptor;
using internal::reason_of;

constexpr std::string_view counters_name = "counters";
constexpr std::string_view journal_prefix = "journal-";

std::filesystem::path folder_of(const std::filesystem::path& file) {
  std::filesystem::path folder = resolve_output(file);
  folder += ".journals";
  return folder;
}

/// The name under which the folder is created, so that a folder with the final name always has its counters.
std::filesystem::path unfinished_folder(const std::filesystem::path& file, const SharingId& id) {
  std::string digits;
  for (const std::byte byte : id) digits += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return resolve_output(file).parent_path() / (".ramet-journals-" + digits);
}

bool is_journal(std::string_view name) noexcept {
  if (!name.starts_with(journal_prefix) || name.size() == journal_prefix.size()) return false;
  return std::ranges::all_of(name.substr(journal_prefix.size()), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> names_in(const FileDescriptor& folder, const std::filesystem::path& path) {
  const int number = ::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);  // closedir closes it
  DIR* const entries = number < 0 ? nullptr : ::fdopendir(number);
  if (entries == nullptr) detail::fail(ErrorKind::io, "cannot list '{}': {}", path.string(), reason_of(errno));
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(entries)) {  // NOLINT(concurrency-mt-unsafe): a stream of this thread's own
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(entries);
  return names;
}

bool is_regular(const FileDescriptor& folder, const std::string& name) noexcept {
  struct stat status{};
  return ::fstatat(folder.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
}

/// Throw Error(misuse) unless the folder contains only journals and counters.
void require_known(const FileDescriptor& folder, const std::vector<std::string>& names,
                   const std::filesystem::path& path) {
  if (names.empty()) return;
  const auto refuse = [&](const std::string& name, std::string_view reason) {
    detail::fail(ErrorKind::misuse,
                 "'{}' {}: move it, or give the file another name, because '{}' is needed for journals",
                 (path / name).string(), reason, path.string());
  };
  for (const std::string& name : names)
    if ((name != counters_name && !is_journal(name)) || !is_regular(folder, name))
      refuse(name, "is not a journal of processes that share a file");
  if (std::ranges::find(names, counters_name) == names.end())
    refuse(names.front(), "is in a folder without counters of processes that share a file");
  if (!MappedCounters::are_in(path / counters_name))
    refuse(std::string(counters_name), "has no counters of processes that share a file");
}

/// Throw Error(misuse) when a process may still write journals, or the file.
void require_abandoned(const std::vector<std::string>& names, const std::filesystem::path& folder,
                       const std::filesystem::path& file) {
  if (is_locked(folder / counters_name))
    detail::fail(ErrorKind::misuse, "'{}' is being written by a process that shares it", file.string());
  for (const std::string& name : names)
    if (is_locked(folder / name))
      detail::fail(ErrorKind::misuse, "'{}' is being written by a process that joined it, with the journal '{}'",
                   file.string(), (folder / name).string());
}

/// Remove the known contents of the folder, the counters last, since they identify it.
int remove_known(const FileDescriptor& folder, std::vector<std::string> names) noexcept {
  std::ranges::partition(names, [](const std::string& name) { return name != counters_name; });
  for (const std::string& name : names)
    if ((name == counters_name || is_journal(name)) && is_regular(folder, name) &&
        ::unlinkat(folder.number(), name.c_str(), 0) < 0 && errno != ENOENT)
      return errno;
  return 0;
}

/// Folders of other users are neither read nor removed, whatever their names.
void require_own_folder(const std::filesystem::path& folder, const FileDescriptor& opened) {
  struct stat status{};
  if (::fstat(opened.number(), &status) < 0)
    detail::fail(ErrorKind::io, "cannot get the status of '{}': {}", folder.string(), reason_of(errno));
  if (status.st_uid != ::geteuid()) detail::fail(ErrorKind::io, "'{}' belongs to another user", folder.string());
}

}  // namespace

SharingId new_sharing_id() {
  SharingId id{};
  ssize_t count = 0;
  do {
    count = ::getrandom(id.data(), id.size(), 0);
  } while (count < 0 && errno == EINTR);
  if (count != static_cast<ssize_t>(id.size()))
    detail::fail(ErrorKind::io, "cannot get random numbers: {}", reason_of(errno));
  return id;
}

void SharedFolder::remove_stale(const std::filesystem::path& file) {
  const std::filesystem::path folder = folder_of(file);
  int error_number = 0;
  const FileDescriptor opened = FileDescriptor::open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, error_number);
  if (!opened.is_open()) {
    if (error_number == ENOENT || error_number == ENAMETOOLONG) return;
    detail::fail(ErrorKind::io, "cannot open the folder '{}' of processes that share '{}': {}", folder.string(),
                 file.string(), reason_of(error_number));
  }
  require_own_folder(folder, opened);
  const std::vector<std::string> names = names_in(opened, folder);
  require_known(opened, names, folder);
  require_abandoned(names, folder, file);
  if (const int reason = remove_known(opened, names); reason != 0)
    detail::fail(ErrorKind::io, "cannot remove the contents of '{}': {}", folder.string(), reason_of(reason));
  if (::rmdir(folder.c_str()) < 0 && errno != ENOENT)
    detail::fail(ErrorKind::io, "cannot remove '{}': {}", folder.string(), reason_of(errno));
}

std::unique_ptr<SharedFolder> SharedFolder::create(const std::filesystem::path& file) {
  remove_stale(file);
  const SharingId id = new_sharing_id();
  const std::filesystem::path folder = folder_of(file);
  const std::filesystem::path unfinished = unfinished_folder(file, id);
  constexpr mode_t this_user_alone = 0700;
  if (::mkdir(unfinished.c_str(), this_user_alone) < 0)
    detail::fail(ErrorKind::io, "cannot create '{}': {}", unfinished.string(), reason_of(errno));
  std::shared_ptr<MappedCounters> counters;
  try {
    counters = MappedCounters::create(counters_in(unfinished), id);
    if (::rename(unfinished.c_str(), folder.c_str()) < 0)
      detail::fail(errno == EEXIST || errno == ENOTEMPTY ? ErrorKind::misuse : ErrorKind::io, "cannot create '{}': {}",
                   folder.string(), reason_of(errno));
  } catch (...) {
    ::unlink(counters_in(unfinished).c_str());
    ::rmdir(unfinished.c_str());
    throw;
  }
  return std::unique_ptr<SharedFolder>(new SharedFolder(folder, id, std::move(counters)));
}

SharedFolder::SharedFolder(std::filesystem::path path, const SharingId& id,
                           std::shared_ptr<MappedCounters> counters) noexcept
    : path_(std::move(path)), id_(id), counters_(std::move(counters)), process_(process_number()) {}

SharedFolder::~SharedFolder() { remove(); }

void SharedFolder::remove() noexcept {
  if (!is_of_this_process()) return;
  try {
    int error_number = 0;
    const FileDescriptor opened = FileDescriptor::open(path_, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, error_number);
    if (!opened.is_open()) return;
    // If the folder was removed by hand, another process may have created one of the same name.
    if (MappedCounters::are_in(counters_in(path_), id_) && remove_known(opened, names_in(opened, path_)) == 0)
      ::rmdir(path_.c_str());
  } catch (const std::exception&) {
    return;  // the folder stays until the file is created again
  }
}

}  // namespace ramet::inline v1::io
