#include "unit/io/system_calls.hpp"

#include <algorithm>
#include <cerrno>

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

SystemCallFaults& system_call_faults() {
  static SystemCallFaults faults;
  return faults;
}

void NoFaultsAfterwards::clear() {
  SystemCallFaults& faults = system_call_faults();
  faults.most_bytes = 0;
  faults.interrupt_every = 0;
  faults.write_error = 0;
  faults.good_writes = 0;
  faults.read_error = 0;
  faults.sync_error = 0;
  faults.close_error = 0;
  faults.write_accepts_nothing = false;
  faults.read_calls = 0;
}

namespace {

bool is_interrupted() {
  static std::atomic<int> calls = 0;
  const int every = system_call_faults().interrupt_every;
  if (every == 0 || ++calls % every != 0) return false;
  errno = EINTR;
  return true;
}

std::size_t limited(std::size_t count) {
  const std::size_t most = system_call_faults().most_bytes;
  return most == 0 ? count : std::min(count, most);
}

/// Sets errno and returns true when the call is to fail.
bool fails_with(int error_number) {
  if (error_number == 0) return false;
  errno = error_number;
  return true;
}

}  // namespace

extern "C" {

ssize_t pread(int file, void* into, size_t count, off_t offset) {
  ++system_call_faults().read_calls;
  if (is_interrupted() || fails_with(system_call_faults().read_error)) return -1;
  return ::syscall(SYS_pread64, file, into, limited(count), offset);
}

ssize_t preadv(int file, const iovec* parts, int part_count, off_t offset) {
  ++system_call_faults().read_calls;
  if (is_interrupted() || fails_with(system_call_faults().read_error)) return -1;
  // A short count in the middle of a part: only the first parts that fit the limit, the last of them cut.
  const std::size_t most = limited(~std::size_t{0});
  ssize_t total = 0;
  for (int part = 0; part < part_count && static_cast<std::size_t>(total) < most; ++part) {
    const std::size_t wanted = std::min(parts[part].iov_len, most - static_cast<std::size_t>(total));
    const ssize_t count = ::syscall(SYS_pread64, file, parts[part].iov_base, wanted, offset + total);
    if (count < 0) return total > 0 ? total : -1;
    total += count;
    if (static_cast<std::size_t>(count) < wanted) break;
  }
  return total;
}

ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) {
  SystemCallFaults& faults = system_call_faults();
  if (is_interrupted()) return -1;
  if (faults.write_accepts_nothing) return 0;
  if (faults.write_error != 0 && --faults.good_writes < 0 && fails_with(faults.write_error)) return -1;
  return ::syscall(SYS_pwrite64, file, bytes, limited(count), offset);
}

int fdatasync(int file) {
  if (fails_with(system_call_faults().sync_error)) return -1;
  return static_cast<int>(::syscall(SYS_fdatasync, file));
}

int close(int file) {
  const long result = ::syscall(SYS_close, file);  // as Linux does: closed, whatever it returns
  if (fails_with(system_call_faults().close_error)) return -1;
  return static_cast<int>(result);
}
}
