#include "ramet/io/internal/file_descriptor.hpp"

#include <cctype>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace ramet::inline v1::io::internal {

std::string reason_of(int error_number) {
  // Scripts search for these two texts, so they do not depend on the language of the system's messages.
  if (error_number == ENOSPC) return "no space left on device";
  if (error_number == EDQUOT) return "disk quota exceeded";
  std::string reason = std::generic_category().message(error_number);
  // "Permission denied", but "RFS specific error": only a capitalised word is lowered.
  if (reason.size() > 1 && std::islower(static_cast<unsigned char>(reason[1])) != 0)
    reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
  return reason;
}

FileDescriptor FileDescriptor::open(const std::filesystem::path& path, int flags, int& error_number) noexcept {
  constexpr mode_t everyone_minus_umask = 0666;
  int number = -1;
  do {
    number = ::open(path.c_str(), flags | O_CLOEXEC, everyone_minus_umask);
  } while (number < 0 && errno == EINTR);
  if (number < 0) error_number = errno;
  return FileDescriptor(number);
}

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

int FileDescriptor::close() noexcept {
  if (number_ < 0) return 0;
  // On Linux the number is released even when close(2) was interrupted: closing it again could close another thread's
  // file.
  const int result = ::close(std::exchange(number_, -1));
  return result < 0 && errno != EINTR ? errno : 0;
}

}  // namespace ramet::inline v1::io::internal
