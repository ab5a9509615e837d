// A line of /proc/locks (proc(5)): "3: FLOCK  ADVISORY  WRITE 812 08:01:1311 0 EOF", the device in hexadecimal.
#include "ramet/io/internal/file_lock.hpp"

#include <cerrno>
#include <fstream>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace ramet::inline v1::io::internal {

LockAnswer try_lock(const FileDescriptor& file, LockKind kind) noexcept {
  int result = 0;
  do {
    result = ::flock(file.number(), (kind == LockKind::exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
  } while (result < 0 && errno == EINTR);
  if (result == 0) return LockAnswer::got;
  return errno == EWOULDBLOCK ? LockAnswer::held : LockAnswer::none;
}

std::string holder_of(const FileDescriptor& file) {
  struct stat status{};
  if (::fstat(file.number(), &status) < 0) return "somebody else";
  const std::string id =
      fmt::format("{:02x}:{:02x}:{}", major(status.st_dev), minor(status.st_dev), std::uint64_t{status.st_ino});
  std::ifstream locks("/proc/locks");
  std::string number;
  std::string kind;
  std::string advice;
  std::string access;
  std::string place;
  for (std::string rest; locks >> number >> kind >> advice >> access; std::getline(locks, rest)) {
    long process = 0;
    if (kind != "FLOCK" || !(locks >> process >> place)) {  // "->" marks a process that waits for a lock
      locks.clear();
      continue;
    }
    if (place != id || process <= 0) continue;
    return process == ::getpid() ? "another writer of this process" : fmt::format("process {}", process);
  }
  return "somebody else";
}

}  // namespace ramet::inline v1::io::internal
